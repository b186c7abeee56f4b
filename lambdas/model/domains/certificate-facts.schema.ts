import * as z from 'zod/mini';
import { storedObject } from '../../shared/table/stored-object.schema.ts';

const text = z.string();

/** What is known of a certificate. Instants are ISO 8601 UTC with milliseconds. */
export const CertificateFacts = storedObject({
  serialNumber: text,
  issuer: text,
  notBefore: text,
  notAfter: text,
  /** Lower-case hex of the SHA-256 of the certificate's DER. */
  fingerprintSha256: text,
  keyType: text,
  ca: text,
  /** What the CA calls it in renewal information (RFC 9773, section 4.1). Absent if it does not name its issuer's key. */
  ariId: z.optional(text),
});
export type CertificateFacts = z.infer<typeof CertificateFacts>;
