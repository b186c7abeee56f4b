import { type AddressesFound, addressesOf, allowedAddress, lookUpWithin } from './allowed-address.ts';
import type { Failed } from './failure.ts';
import { type HttpWalk, type WalkedPath, walkFrom } from './http-walk.gateway.ts';
import type { Resolve } from './resolve.ts';
import { type PeerCertificate, type TlsPeer, tlsPeerAt } from './tls-peer.gateway.ts';

export interface GuardedNet {
  tlsPeer(peer: TlsPeer): Promise<PeerCertificate | Failed>;
  /** The first addresses of the name, and wherever each redirects, as a CA looks for the answer to its challenge. */
  walk(walk: HttpWalk): Promise<WalkedPath | Failed>;
  /** What a name has in DNS, to be compared and not connected to. */
  addresses(hostname: string, type: 'A' | 'AAAA', timeoutMs: number): Promise<AddressesFound | Failed>;
}

/**
 * The only way to a host that a stranger named: looked up once, refused unless it is on the public internet, connected at
 * that very address, within a time and a byte budget. What the other side does is an answer or `failed`, never an exception.
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
    addresses: (hostname, type, timeoutMs) => lookUpWithin(AbortSignal.timeout(timeoutMs), addressesOf(resolve, hostname, type)),
    walk: (walk) => walkFrom({ resolve, allowLoopback }, walk, AbortSignal.timeout(walk.timeoutMs)),
  };
}
