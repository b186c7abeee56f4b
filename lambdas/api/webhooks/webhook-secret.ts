import type { Sealed } from '../../shared/secrets/sealed.schema.ts';

/** Makes secrets, and seals them for their webhook: sealed anywhere else, they do not open. */
export interface SecretPorts {
  newSecret: () => string;
  sealSecret: (organizationId: string, webhookId: number, secret: string) => Promise<Sealed>;
}
