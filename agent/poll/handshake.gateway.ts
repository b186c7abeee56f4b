import { connect } from 'node:tls';
import { fingerprintOf } from '../../contract/certificate-text.ts';
import { nameToQuery } from '../../contract/domain-name.ts';
import type { Handshake } from '../../lambdas/agent-api/edge.schema.ts';
import { LOOPBACK } from '../shared/loopback.ts';

const TIMEOUT_MS = 5_000;

/**
 * The certificate that this machine's web server shows for a hostname, or for a name below a wildcard. Never throws: a failed
 * handshake is a result.
 */
export function handshakeWithSelf(hostname: string, port: number, address = LOOPBACK): Promise<Handshake> {
  return new Promise((resolve) => {
    const socket = connect({ host: address, port, servername: nameToQuery(hostname, new Date()), rejectUnauthorized: false });
    // Not the socket's own time-out, which an occasional byte would extend.
    const timer = setTimeout(() => end({ error: 'the handshake took too long' }), TIMEOUT_MS);
    const end = (seen: { fingerprint_sha256: string } | { error: string }) => {
      clearTimeout(timer);
      socket.destroy();
      resolve({ hostname, ...seen });
    };
    socket.on('error', (error: NodeJS.ErrnoException) => end({ error: (error.code ?? error.message).slice(0, 200) || 'failed' }));
    socket.on('secureConnect', () => {
      const certificate = socket.getPeerX509Certificate();
      end(certificate ? { fingerprint_sha256: fingerprintOf(certificate) } : { error: 'no certificate' });
    });
  });
}
