import * as z from 'zod/mini';
import { maxLength, minLength } from '../../contract/text.schema.ts';

// The protocol between service and agent (paths: contract/paths.ts). Snake case, as in the public API.

const text = z.string();

/** 43 base64url characters are the 32 bytes of a P-256 coordinate (RFC 7518, section 6.2.1.2). */
const coordinate = text.check(z.regex(/^[A-Za-z0-9_-]{43}$/, 'must be a P-256 coordinate in base64url'));
/** Strict, so that a private key sent by mistake (`d`) is refused, not silently dropped. */
export const PublicJwk = z.strictObject({ kty: z.literal('EC'), crv: z.literal('P-256'), x: coordinate, y: coordinate });
export type PublicJwk = z.infer<typeof PublicJwk>;

/**
 * One key verifies the machine's requests, the other encrypts private keys to it. A rotation request is signed by the old key.
 */
export const MachineKeys = z.object({ signing_jwk: PublicJwk, encryption_jwk: PublicJwk });
export type MachineKeys = z.infer<typeof MachineKeys>;

/** The server at which a machine enrolls by its AWS identity. */
const atServer = { organization_id: text.check(maxLength(60)), server_id: z.int() };

/**
 * Requests a nonce that the machine signs with its AWS credentials. It is valid once, for minutes, for these keys at this server.
 */
export const NonceRequest = z.extend(MachineKeys, atServer);
export type NonceRequest = z.infer<typeof NonceRequest>;

export const NonceAnswer = z.object({ nonce: text, expires_at: text });
export type NonceAnswer = z.infer<typeof NonceAnswer>;

/** Session tokens are the longest part; AWS guarantees no maximum. */
const MAX_URL = 8192;
const AwsIdentity = z.object({
  ...atServer,
  nonce: text.check(maxLength(200)),
  /** A presigned `sts:GetCallerIdentity` (contract/http/identity-header.ts lists what else it signs). */
  url: text.check(maxLength(MAX_URL)),
});
export type AwsIdentity = z.infer<typeof AwsIdentity>;

export const EnrollmentRequest = z
  .extend(MachineKeys, {
    /** `enr_…`: valid for one machine and one hour, or reusable for a fleet. */
    token: z.optional(text.check(maxLength(100))),
    aws_identity: z.optional(AwsIdentity),
    name: text.check(z.regex(/^[\x21-\x7e]([\x20-\x7e]{0,98}[\x21-\x7e])?$/, 'must be 1 to 100 printable ASCII characters')),
  })
  .check(
    z.refine(({ token, aws_identity }) => (token === undefined) !== (aws_identity === undefined), {
      error: 'or aws_identity is needed, and not both',
      path: ['token'],
    }),
  );
export type EnrollmentRequest = z.infer<typeof EnrollmentRequest>;

export const EnrollmentAnswer = z.object({ machine_id: text, organization_id: text, server_id: z.int() });
export type EnrollmentAnswer = z.infer<typeof EnrollmentAnswer>;

export const KeysAnswer = z.object({ machine_id: text });
export type KeysAnswer = z.infer<typeof KeysAnswer>;

const fingerprint = text.check(z.regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in lower-case hex'));
const hostname = text.check(maxLength(253));

/** The claims of a request's signature: a JWT by the machine's signing key (ES256). */
export const SIGNATURE_TYPE = 'agent+jwt';
export const SignatureClaims = z.object({
  /** `<organization id>/<server id>`: finds the verification key in one read. */
  iss: text,
  htm: text,
  /** The request's path and query, without the site's origin. */
  htu: text,
  iat: z.int(),
  /** Unique per request. */
  jti: text.check(z.regex(/^[\x21-\x7e]{1,64}$/)),
  /** base64url SHA-256 of the raw body, even if empty. */
  bh: text,
});
export type SignatureClaims = z.infer<typeof SignatureClaims>;

export const CertificateChange = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('present'),
    hostname,
    fingerprint_sha256: fingerprint,
    certificate_pem: text,
    /**
     * The key's PKCS #8 PEM as a compact JWE (ECDH-ES+A256KW, A256GCM) to the machine's encryption key. Empty if the service can
     * never decrypt it.
     */
    private_key_jwe: text,
  }),
  z.object({ state: z.literal('removed'), hostname }),
]);
export type CertificateChange = z.infer<typeof CertificateChange>;

/** A machine's own state, in the query of its poll. */
export const PollQuery = z.object({
  /** The cursor of the last answer. */
  since: z.optional(text.check(maxLength(4096))),
  /** The number of certificates stored within the last minute that its web server has not served yet. */
  awaiting: z.catch(z.optional(text.check(z.regex(/^[0-9]{1,6}$/))), undefined),
  /** Tells if a challenge request to this machine's web server reaches the agent. */
  challenge_path: z.catch(z.optional(z.enum(['ok', 'failed'])), undefined),
});
export type PollQuery = z.infer<typeof PollQuery>;

export const CertificatesAnswer = z.object({
  changes: z.array(CertificateChange),
  /** Hostnames whose challenges the agent forwards although it has no certificate for them. */
  hostnames: z.array(hostname),
  /** Opaque. The agent sends it as `since` once these changes are stored. */
  cursor: text,
  /**
   * Marks how far the machine has come once it serves everything up to this answer. The agent sends it as `place` in its report.
   * Empty in the middle of a list.
   */
  place: text.check(maxLength(64)),
  /** A new address of the service for all further requests. */
  move_to: z.optional(text.check(maxLength(300))),
  /** 0 if more changes are waiting. */
  poll_after_seconds: z.int().check(z.minimum(0)),
});
export type CertificatesAnswer = z.infer<typeof CertificatesAnswer>;

export const MAX_HANDSHAKES = 100;

/** The result of one TLS handshake of a machine with itself: the leaf's fingerprint, or the failure. */
export const Handshake = z
  .object({
    hostname,
    fingerprint_sha256: z.optional(fingerprint),
    error: z.optional(text.check(minLength(1), maxLength(200))),
  })
  .check(
    z.refine(
      (handshake) => (handshake.fingerprint_sha256 === undefined) !== (handshake.error === undefined),
      'needs either fingerprint_sha256 or error',
    ),
  );
export type Handshake = z.infer<typeof Handshake>;

/** The number of hostnames in a report that a machine does not serve correctly. */
export const MAX_MISSING = 20;

/** What a machine serves, by its handshakes with itself: everything up to a place, except for what is missing. */
export const ServingReport = z.object({
  /** From the answer to a poll. */
  place: text.check(minLength(1), maxLength(64)),
  /** The most recently stored ones, with their handshake results. */
  missing: z.array(Handshake).check(maxLength(MAX_MISSING)),
  /** Counts all missing ones, not only those listed. */
  missing_count: z.int().check(z.minimum(0)),
});
export type ServingReport = z.infer<typeof ServingReport>;

/** `handshakes`: from a machine that finds out which of its certificates this service knows. */
export const ReportRequest = z
  .object({
    handshakes: z.optional(z.array(Handshake).check(minLength(1), maxLength(MAX_HANDSHAKES))),
    serving: z.optional(ServingReport),
  })
  .check(z.refine(({ handshakes, serving }) => handshakes !== undefined || serving !== undefined, 'needs handshakes or serving'));
export type ReportRequest = z.infer<typeof ReportRequest>;

export const ReportAnswer = z.object({ accepted: z.int() });
export type ReportAnswer = z.infer<typeof ReportAnswer>;
