import { isIP } from 'node:net';
import { lookUpWithin } from './allowed-address.ts';
import { httpExchange } from './http-exchange.gateway.ts';
import { keepAlive } from './keep-alive.gateway.ts';
import { receiverTarget, targetAddress } from './receiver-target.ts';
import type { Resolve } from './resolve.ts';

/** `reason` is for our log: one stranger must not see another's address. */
export type ReadAnswer = { kind: 'answer'; status: number; body: string } | { kind: 'failed'; reason: string };
export type Read = (url: string) => Promise<ReadAnswer>;

interface ReadOptions {
  resolve: Resolve;
  allowLoopback: boolean;
  trustedRootPem?: string | undefined;
  /** Includes the lookup, the connection and every byte of the answer. */
  timeoutMs: number;
  maxBytes: number;
}

/**
 * GETs a URL that a stranger chose, and trusts the answer: `https` only, looked up once, refused unless it is on the public
 * internet, connected at that very address, TLS verified against the name. Redirects are returned, never followed.
 */
export function guardedRead(options: ReadOptions): Read {
  const { resolve, allowLoopback, timeoutMs, maxBytes } = options;
  const connections = keepAlive(options);

  return async (url) => {
    const signal = AbortSignal.timeout(timeoutMs);
    const { encrypted, host, authority, port, path } = receiverTarget(url);
    if (!encrypted) return { kind: 'failed', reason: 'only https:// addresses are read' };
    const found = await lookUpWithin(signal, targetAddress(resolve, { host, port }, { allowLoopback }));
    if (found.kind === 'failed') return { kind: 'failed', reason: found.reason };
    const result = await httpExchange({
      method: 'GET',
      encrypted,
      connectTo: found.address,
      servername: isIP(host) ? '' : host,
      port,
      path,
      headers: { accept: 'application/json', 'accept-encoding': 'identity', host: authority },
      connections,
      signal,
      maxBytes,
      whenLonger: 'fail',
    });
    if (result.kind === 'failed') return { kind: 'failed', reason: result.message };
    return { kind: 'answer', status: result.status, body: result.body.toString('utf8') };
  };
}
