import { connect } from 'node:tls';
import { fingerprintOf } from '../../contract/certificate-text.ts';
import { nameToAsk } from '../../contract/domain-name.ts';
import type { Handshake } from '../../lambdas/edge/edge.schema.ts';
import { LOOPBACK } from '../shared/loopback.ts';

const TIMEOUT_MS = 5_000;

/**
 * Which certificate this machine's own web server shows for a hostname, or for a name below a wildcard. Never an exception: a
 * failed handshake is what was seen.
 */
export function handshakeWithSelf(hostname: string, port: number, address = LOOPBACK): Promise<Handshake> {
  return new Promise((resolve) => {
    const socket = connect({ host: address, port, servername: nameToAsk(hostname, new Date()), rejectUnauthorized: false });
    // Not the socket's own time-out, which a byte now and then puts off.
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
