import type { X509Certificate } from 'node:crypto';
import { connect, type TLSSocket } from 'node:tls';
import { fingerprintOf, nameOnOneLine } from '../../../contract/certificate-text.ts';
import { type AddressesFound, addressesOf, allowedAddress, allowedAddresses, lookUpWithin } from './allowed-address.ts';
import { type Failed, toFailed } from './failure.ts';
import { type HttpWalk, type WalkedPath, walkFrom } from './http-walk.gateway.ts';
import type { Resolve } from './resolve.ts';

export interface GuardedNet {
  tlsPeer(peer: TlsPeer): Promise<PeerCertificate | Failed>;
  /** The same at each address of the name, up to `MAX_ADDRESSES`: at least one answer. */
  tlsPeers(peer: TlsPeer): Promise<(PeerCertificate | Failed)[]>;
  /** Requests the first addresses of the name, and follows redirects, as a CA validates a challenge. */
  walk(walk: HttpWalk): Promise<WalkedPath | Failed>;
  /** The addresses of a name, for comparison only, not for connecting. */
  addresses(hostname: string, type: 'A' | 'AAAA', timeoutMs: number): Promise<AddressesFound | Failed>;
}

/** Enough to find one forgotten machine behind a name with several; a stranger's name may have thousands. */
const MAX_ADDRESSES = 4;

/**
 * The only way to a host that a stranger chose: looked up once, refused unless it is on the public internet, connected at that
 * very address, within a time and a byte budget. The other side's behavior is an answer or `failed`, never an exception.
 */
export function guardedNet({ resolve, allowLoopback }: { resolve: Resolve; allowLoopback: boolean }): GuardedNet {
  async function within<T extends { hostname: string; connectTo?: string; timeoutMs: number }, R>(
    request: T,
    connectAt: (address: string, request: T, signal: AbortSignal) => Promise<R | Failed>,
  ): Promise<R | Failed> {
    const signal = AbortSignal.timeout(request.timeoutMs);
    const name = request.connectTo ?? request.hostname;
    const found = await lookUpWithin(signal, allowedAddress(resolve, name, { allowLoopback }));
    return found.kind === 'failed' ? found : connectAt(found.address, request, signal);
  }
  return {
    tlsPeer: (peer) => within(peer, tlsPeerAt),
    async tlsPeers(peer) {
      const signal = AbortSignal.timeout(peer.timeoutMs);
      const name = peer.connectTo ?? peer.hostname;
      const found = await lookUpWithin(signal, allowedAddresses(resolve, name, { allowLoopback }));
      if (found.kind === 'failed') return [found];
      return Promise.all(found.addresses.slice(0, MAX_ADDRESSES).map((address) => tlsPeerAt(address, peer, signal)));
    },
    addresses: (hostname, type, timeoutMs) => lookUpWithin(AbortSignal.timeout(timeoutMs), addressesOf(resolve, hostname, type)),
    walk: (walk) => walkFrom({ resolve, allowLoopback }, walk, AbortSignal.timeout(walk.timeoutMs)),
  };
}

export interface PeerCertificate {
  kind: 'certificate';
  /** Lower-case hex of the SHA-256 of the certificate's DER. */
  fingerprintSha256: string;
  issuer: string;
  subject: string;
  /** ISO 8601. */
  notAfter: string;
  address: string;
  /**
   * Why a client that trusts the public roots refuses it for this hostname, by Node's and OpenSSL's code. Absent: it does not.
   * https://nodejs.org/api/tls.html#x509-certificate-error-codes
   */
  verifyError?: string;
  /** It does not contain the hostname, whoever signed it. */
  isForAnotherName?: true;
}

export interface TlsPeer {
  hostname: string;
  /** The name to connect to, if it is not the hostname. */
  connectTo?: string;
  port: number;
  /** Includes the lookup, the connection and the handshake. */
  timeoutMs: number;
}

/**
 * The certificate served for a hostname. It is read, not trusted: the verification result does not matter, and no content is
 * exchanged.
 */
function tlsPeerAt(address: string, { hostname, port }: TlsPeer, signal: AbortSignal): Promise<PeerCertificate | Failed> {
  return new Promise((resolve) => {
    const socket = connect({ host: address, port, servername: hostname, rejectUnauthorized: false });
    const end = (result: PeerCertificate | Failed) => {
      signal.removeEventListener('abort', onTimeout);
      socket.destroy();
      resolve(result);
    };
    const onTimeout = () => end(toFailed('timeout', 'the handshake took too long'));
    signal.addEventListener('abort', onTimeout);
    socket.on('error', (error: NodeJS.ErrnoException) => end(tlsFailure(error)));
    socket.on('close', () => end(toFailed('connection', 'the connection was closed during the handshake')));
    socket.on('secureConnect', () => {
      resolve(describe(socket, address, hostname));
      socket.destroySoon(); // sends our last handshake message, so that the server's log shows no broken handshake
    });
  });
}

function describe(socket: TLSSocket, address: string, hostname: string): PeerCertificate | Failed {
  const certificate: X509Certificate | undefined = socket.getPeerX509Certificate();
  const notAfter = certificate?.validToDate;
  if (!certificate || !notAfter || Number.isNaN(notAfter.getTime()))
    return toFailed('protocol', 'the server showed no readable certificate');
  return {
    kind: 'certificate',
    fingerprintSha256: fingerprintOf(certificate),
    issuer: nameOnOneLine(certificate.issuer),
    subject: nameOnOneLine(certificate.subject),
    notAfter: notAfter.toISOString(),
    address,
    ...verifyErrorOf(socket),
    ...(certificate.checkHost(hostname) === undefined && { isForAnotherName: true }),
  };
}

/** Node's type is Error, but the value is the code. */
function verifyErrorOf({ authorizationError }: TLSSocket): { verifyError?: string } {
  return authorizationError ? { verifyError: String(authorizationError) } : {};
}

function tlsFailure(error: NodeJS.ErrnoException): Failed {
  const spokeWrongly = error.code === 'EPROTO' || error.code?.startsWith('ERR_SSL_');
  return spokeWrongly ? toFailed('tls', `TLS: ${error.code}`) : toFailed('connection', error.message);
}
