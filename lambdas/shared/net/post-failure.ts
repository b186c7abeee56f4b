import type { Failed, HttpFailure } from './failure.ts';

export const POST_ERRORS = ['dns', 'refused_address', 'connection', 'tls', 'timeout', 'too_large', 'protocol'] as const;
export type PostError = (typeof POST_ERRORS)[number];

export interface PostFailure {
  error: PostError;
  /** For the receiver's owner, in the log of deliveries. */
  reason: string;
}

const LOOK_UP_ERRORS: Record<Failed['cause'], PostError> = {
  dns: 'dns',
  'refused-address': 'refused_address',
  connection: 'connection',
  tls: 'tls',
  timeout: 'timeout',
  'too-large': 'too_large',
  protocol: 'protocol',
};

const NOT_TRUSTED = 'the certificate comes from nobody who is publicly trusted';
const CHAIN_BROKEN = `${NOT_TRUSTED}, or an intermediate certificate is not sent with it`;

/** By the codes of Node and OpenSSL: https://nodejs.org/api/tls.html#x509-certificate-error-codes */
const REASONS: Record<string, string> = {
  CERT_HAS_EXPIRED: 'the certificate has expired',
  CERT_NOT_YET_VALID: 'the certificate is not valid yet',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate is for another name',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: NOT_TRUSTED,
  UNABLE_TO_GET_ISSUER_CERT: CHAIN_BROKEN,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: CHAIN_BROKEN,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: CHAIN_BROKEN,
  ECONNREFUSED: 'nothing accepts connections there',
  ECONNRESET: 'the connection was closed before the answer was complete',
  EPIPE: 'the connection was closed before the answer was complete',
  ETIMEDOUT: 'the connection was not accepted in time',
  EHOSTUNREACH: 'the address cannot be reached',
  ENETUNREACH: 'the address cannot be reached',
};

/** An address that was not found or not allowed. */
export function lookUpFailure({ cause, reason }: Failed): PostFailure {
  return { error: LOOK_UP_ERRORS[cause], reason };
}

export function exchangeFailure({ failure, code, message }: HttpFailure): PostFailure {
  switch (failure) {
    case 'timeout':
      return { error: 'timeout', reason: message };
    case 'large-headers':
      return { error: 'too_large', reason: 'the headers of the answer are too large' };
    case 'large-body':
      return { error: 'too_large', reason: message };
    case 'not-http':
      return { error: 'protocol', reason: `the answer is not HTTP/1.1 (${code})` };
    case 'switched':
    case 'never-final':
      return { error: 'protocol', reason: message };
    case 'tls':
      return { error: 'tls', reason: REASONS[code] ?? `the TLS handshake failed (${code})` };
    case 'connection':
      return { error: 'connection', reason: REASONS[code] ?? (code || message) };
  }
}
