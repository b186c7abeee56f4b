/** Why a guarded connection failed. `reason` is for people. */
export interface Failed {
  kind: 'failed';
  reason: string;
  /** `tls`: connected, but the other side refused the handshake or does not support TLS. */
  cause: 'dns' | 'refused-address' | 'connection' | 'tls' | 'timeout' | 'too-large' | 'protocol';
}

export function toFailed(cause: Failed['cause'], reason: string): Failed {
  return { kind: 'failed', reason, cause };
}

/** Why an HTTP exchange had no complete answer. Each client describes it in its own words. */
export interface HttpFailure {
  kind: 'failed';
  failure: 'timeout' | 'large-headers' | 'large-body' | 'not-http' | 'switched' | 'never-final' | 'tls' | 'connection';
  /** The error code of Node, OpenSSL or the HTTP parser; empty if there is none. */
  code: string;
  message: string;
}

/** All codes of OpenSSL and Node for a refused certificate or handshake. */
const TLS_CODE =
  /^(ERR_(TLS|SSL|OSSL)_|CERT_|CRL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|ERROR_IN_CE?R[TL]_|(EPROTO|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED)$)/;

/** From an error of the connection or the HTTP parser. */
export function httpFailure({ code = '', message }: NodeJS.ErrnoException): HttpFailure {
  const because = (failure: HttpFailure['failure']): HttpFailure => ({ kind: 'failed', failure, code, message });
  if (code === 'HPE_HEADER_OVERFLOW') return because('large-headers');
  if (code.startsWith('HPE_')) return because('not-http');
  return because(TLS_CODE.test(code) ? 'tls' : 'connection');
}
