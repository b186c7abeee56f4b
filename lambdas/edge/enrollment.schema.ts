import * as z from 'zod/mini';
import { maxLength } from '../../contract/text.schema.ts';

// The wire of an enrollment, and of new keys. Apart from edge.schema.ts: a poll does not need it.

/** 43 base64url characters are the 32 bytes of a P-256 coordinate (RFC 7518, section 6.2.1.2). */
const coordinate = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/, 'must be a P-256 coordinate in base64url'));
/** Strict, so that a private key sent by mistake (`d`) is refused instead of quietly dropped. */
export const PublicJwk = z.strictObject({ kty: z.literal('EC'), crv: z.literal('P-256'), x: coordinate, y: coordinate });
export type PublicJwk = z.infer<typeof PublicJwk>;

/**
 * One key verifies the machine's requests, the other encrypts private keys for it. New ones come in a request that the old ones
 * sign.
 */
export const MachineKeys = z.object({ signing_jwk: PublicJwk, encryption_jwk: PublicJwk });
export type MachineKeys = z.infer<typeof MachineKeys>;

export const EnrollmentRequest = z.extend(MachineKeys, {
  /** `enr_…`, good for one machine and one hour. */
  token: z.string().check(maxLength(100)),
  name: z.string().check(z.regex(/^[\x21-\x7e]([\x20-\x7e]{0,98}[\x21-\x7e])?$/, 'must be 1 to 100 printable ASCII characters')),
});
export type EnrollmentRequest = z.infer<typeof EnrollmentRequest>;

export const EnrollmentAnswer = z.object({ machine_id: z.string(), organization_id: z.string(), server_id: z.int() });
export type EnrollmentAnswer = z.infer<typeof EnrollmentAnswer>;

export const KeysAnswer = z.object({ machine_id: z.string() });
export type KeysAnswer = z.infer<typeof KeysAnswer>;
