/**
 * Names in the KMS encryption contexts of what is sealed. The roles are granted by them: who speaks to the CA opens the CA's
 * account key and no customer's, who delivers to agents opens customers' keys.
 */
export const SEALING_CONTEXT = {
  organization: 'organization',
  domain: 'domain',
  acmeDirectory: 'acmeDirectory',
  webhook: 'webhook',
  purpose: 'purpose',
} as const;
