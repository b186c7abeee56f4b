import type { X509Certificate } from 'node:crypto';
import { connect } from 'node:tls';
import { fingerprintOf, nameOnOneLine } from '../contract/certificate-text.ts';
import { type Failed, failed } from './failure.ts';

export interface PeerCertificate {
  kind: 'certificate';
  /** Lower-case hex of the SHA-256 of the certificate's DER. */
  fingerprintSha256: string;
  issuer: string;
  subject: string;
  /** ISO 8601. */
  notAfter: string;
  address: string;
}

export interface TlsPeer {
  hostname: string;
  /** The name whose address is connected to, where that is not the hostname. */
  connectTo?: string;
  port: number;
  /** Includes the look-up, the connection and the handshake. */
  timeoutMs: number;
}

/** The certificate that is shown for a hostname. A look, not trust: nothing is verified and no byte of content is exchanged. */
export function tlsPeerAt(address: string, { hostname, port }: TlsPeer, signal: AbortSignal): Promise<PeerCertificate | Failed> {
  return new Promise((resolve) => {
    const socket = connect({ host: address, port, servername: hostname, rejectUnauthorized: false });
    const end = (result: PeerCertificate | Failed) => {
      signal.removeEventListener('abort', onTimeout);
      socket.destroy();
      resolve(result);
    };
    const onTimeout = () => end(failed('timeout', 'the handshake took too long'));
    signal.addEventListener('abort', onTimeout);
    socket.on('error', (error: NodeJS.ErrnoException) => end(tlsFailure(error)));
    socket.on('close', () => end(failed('connection', 'the connection was closed during the handshake')));
    socket.on('secureConnect', () => {
      resolve(describe(socket.getPeerX509Certificate(), address));
      socket.destroySoon(); // lets our last handshake message out, so that the server's log shows no broken handshake
    });
  });
}

function describe(certificate: X509Certificate | undefined, address: string): PeerCertificate | Failed {
  const notAfter = certificate?.validToDate;
  if (!certificate || !notAfter || Number.isNaN(notAfter.getTime()))
    return failed('protocol', 'the server showed no readable certificate');
  return {
    kind: 'certificate',
    fingerprintSha256: fingerprintOf(certificate),
    issuer: nameOnOneLine(certificate.issuer),
    subject: nameOnOneLine(certificate.subject),
    notAfter: notAfter.toISOString(),
    address,
  };
}

function tlsFailure(error: NodeJS.ErrnoException): Failed {
  const spokeWrongly = error.code === 'EPROTO' || error.code?.startsWith('ERR_SSL_');
  return spokeWrongly ? failed('protocol', `TLS: ${error.code}`) : failed('connection', error.message);
}
