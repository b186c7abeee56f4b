import * as z from 'zod/mini';
import { storedObject } from '../../shared/table/stored-object.schema.ts';

/** What is known of a certificate. Instants are ISO 8601 UTC with milliseconds. */
export const CertificateFacts = storedObject({
  serialNumber: z.string(),
  issuer: z.string(),
  notBefore: z.string(),
  notAfter: z.string(),
  /** Lower-case hex of the SHA-256 of the certificate's DER. */
  fingerprintSha256: z.string(),
  keyType: z.string(),
  ca: z.string(),
  /** What the CA calls it in renewal information (RFC 9773, section 4.1). Absent if it does not name its issuer's key. */
  ariId: z.optional(z.string()),
});
export type CertificateFacts = z.infer<typeof CertificateFacts>;
