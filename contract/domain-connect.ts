/** Under which name below `settings.domainConnect.keyDomain` the TXT records with the public key lie. Another key gets another name. */
export const DOMAIN_CONNECT_KEY_HOST = '_dck1';
