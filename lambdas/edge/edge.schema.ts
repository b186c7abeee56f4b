import * as z from 'zod/mini';
import { maxLength, minLength } from '../../contract/text.schema.ts';

// The wire between the service and an agent (paths: contract/paths.ts). Snake case, as in the public API.

const text = z.string();

/** 43 base64url characters are the 32 bytes of a P-256 coordinate (RFC 7518, section 6.2.1.2). */
const coordinate = text.check(z.regex(/^[A-Za-z0-9_-]{43}$/, 'must be a P-256 coordinate in base64url'));
/** Strict, so that a private key sent by mistake (`d`) is refused instead of quietly dropped. */
export const PublicJwk = z.strictObject({ kty: z.literal('EC'), crv: z.literal('P-256'), x: coordinate, y: coordinate });
export type PublicJwk = z.infer<typeof PublicJwk>;

/**
 * One key verifies the machine's requests, the other encrypts private keys for it. New ones come in a request that the old ones
 * sign.
 */
export const MachineKeys = z.object({ signing_jwk: PublicJwk, encryption_jwk: PublicJwk });
export type MachineKeys = z.infer<typeof MachineKeys>;

/** Where a machine wants to enroll by its AWS identity. */
const atServer = { organization_id: text.check(maxLength(60)), server_id: z.int() };

/** Asks for a nonce that the machine signs with its AWS credentials: good for these keys at this server, once, for minutes. */
export const NonceRequest = z.extend(MachineKeys, atServer);
export type NonceRequest = z.infer<typeof NonceRequest>;

export const NonceAnswer = z.object({ nonce: text, expires_at: text });
export type NonceAnswer = z.infer<typeof NonceAnswer>;

/** Session tokens are most of it; AWS promises no length. */
const MAX_URL = 8192;
const AwsIdentity = z.object({
  ...atServer,
  nonce: text.check(maxLength(200)),
  /** A presigned `sts:GetCallerIdentity` (contract/http/identity-header.ts says what it signs besides). */
  url: text.check(maxLength(MAX_URL)),
});
export type AwsIdentity = z.infer<typeof AwsIdentity>;

export const EnrollmentRequest = z
  .extend(MachineKeys, {
    /** `enr_…`, good for one machine and one hour, or for a fleet. */
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

// From here on, what only an enrolled agent sends and gets.

const fingerprint = text.check(z.regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in lower-case hex'));
const hostname = text.check(maxLength(253));

/** The claims of a request's signature, a JWT by the machine's signing key (ES256). */
export const SIGNATURE_TYPE = 'agent+jwt';
export const SignatureClaims = z.object({
  /** `<organization id>/<server id>`: where the key to verify with is found, in one read. */
  iss: text,
  htm: text,
  /** Path and query of the request, below the site's address. */
  htu: text,
  iat: z.int(),
  /** Another one for each request. */
  jti: text.check(z.regex(/^[\x21-\x7e]{1,64}$/)),
  /** base64url SHA-256 of the raw body, also of an empty one. */
  bh: text,
});
export type SignatureClaims = z.infer<typeof SignatureClaims>;

export const CertificateChange = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('present'),
    hostname,
    fingerprint_sha256: fingerprint,
    /** The chain, leaf first. */
    certificate_pem: text,
    /**
     * The key's PKCS #8 PEM as a compact JWE (ECDH-ES+A256KW, A256GCM) to the machine's encryption key. Empty where the service
     * can never open it.
     */
    private_key_jwe: text,
  }),
  z.object({ state: z.literal('removed'), hostname }),
]);
export type CertificateChange = z.infer<typeof CertificateChange>;

/** What a machine says of itself when it asks for changes, in the query. */
export const PollQuery = z.object({
  /** The cursor of the last answer. */
  since: z.optional(text.check(maxLength(4096))),
  /** Certificates stored within the last minute that its web server has not been seen serving yet. */
  awaiting: z.catch(z.optional(text.check(z.regex(/^[0-9]{1,6}$/))), undefined),
  /** Whether a challenge that comes to the web server of this machine reaches the agent. */
  challenge_path: z.catch(z.optional(z.enum(['ok', 'failed'])), undefined),
});
export type PollQuery = z.infer<typeof PollQuery>;

export const CertificatesAnswer = z.object({
  changes: z.array(CertificateChange),
  /** Hostnames whose challenges the agent passes on although it has no certificate of them. */
  hostnames: z.array(hostname),
  /** Opaque: what to send as `since` once these changes are stored. */
  cursor: text,
  /**
   * How far a machine has come that serves all it was told up to this answer: what it sends as `place` of a report. Empty in the
   * middle of a list.
   */
  place: text.check(maxLength(64)),
  /** Another address of the service, which is to be asked from now on. */
  move_to: z.optional(text.check(maxLength(300))),
  /** 0 where more changes wait already. */
  poll_after_seconds: z.int().check(z.minimum(0)),
});
export type CertificatesAnswer = z.infer<typeof CertificatesAnswer>;

/** Handshakes in one report. */
export const MAX_HANDSHAKES = 100;

/** What one TLS handshake of a machine with itself showed: the leaf's fingerprint, or why there was none. */
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

/** Hostnames that a machine names of those it does not serve as it should. */
export const MOST_MISSING = 20;

/** What a machine serves, by its handshakes with itself: all that it was told up to a place, but for what is missing. */
export const Serving = z.object({
  /** As an answer to a poll had it. */
  place: text.check(minLength(1), maxLength(64)),
  /** Those stored last, with what they show instead. */
  missing: z.array(Handshake).check(maxLength(MOST_MISSING)),
  /** Of all, also those that are not named. */
  missing_count: z.int().check(z.minimum(0)),
});
export type Serving = z.infer<typeof Serving>;

/** `handshakes`: of a machine that finds out which of its certificates this service knows. */
export const ReportRequest = z
  .object({
    handshakes: z.optional(z.array(Handshake).check(minLength(1), maxLength(MAX_HANDSHAKES))),
    serving: z.optional(Serving),
  })
  .check(z.refine(({ handshakes, serving }) => handshakes !== undefined || serving !== undefined, 'needs handshakes or serving'));
export type ReportRequest = z.infer<typeof ReportRequest>;

/** How many of the named handshakes are of hostnames of this server. */
export const ReportAnswer = z.object({ accepted: z.int() });
export type ReportAnswer = z.infer<typeof ReportAnswer>;
