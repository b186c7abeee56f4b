import { allowedAddress, lookUpWithin } from './allowed-address.ts';
import type { Resolve } from './dns-answer.ts';
import type { Failed } from './failure.ts';
import { type HttpAnswer, type HttpGet, httpGetFrom } from './http-get.gateway.ts';
import { type PeerCertificate, type TlsPeer, tlsPeerAt } from './tls-peer.gateway.ts';

export interface GuardedNet {
  httpGet(get: HttpGet): Promise<HttpAnswer | Failed>;
  tlsPeer(peer: TlsPeer): Promise<PeerCertificate | Failed>;
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
    httpGet: (get) => within(get, httpGetFrom),
    tlsPeer: (peer) => within(peer, tlsPeerAt),
  };
}
