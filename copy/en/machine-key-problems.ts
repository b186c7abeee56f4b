/** What is wrong with a machine's keys. Apart from what the API says, whose bundles have no byte to spare. */
export const MACHINE_KEY_PROBLEMS = {
  notOnCurve: 'is not a point on P-256',
  formerEncryptionKey: 'is the key to which private keys were encrypted; make a new one',
  formerSigningKey: 'is the key that signed requests; make a new one',
  sameAsSigningKey: 'is the key of signing_jwk; a machine needs one key to sign and another to decrypt',
} as const;
