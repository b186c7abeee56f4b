import { IDENTITY_HEADER } from '../../../contract/http/identity-header.ts';
import { lookUpWithin } from '../../shared/net/allowed-address.ts';
import { httpExchange } from '../../shared/net/http-exchange.gateway.ts';
import { keepAlive } from '../../shared/net/keep-alive.gateway.ts';
import { receiverTarget, targetAddress } from '../../shared/net/receiver-target.ts';
import type { Resolve } from '../../shared/net/resolve.ts';
import type { ProofRequest } from './identity-proof.ts';

/** `refused`: the signature is invalid or expired. */
export type StsAnswer = { kind: 'answer'; text: string } | { kind: 'refused' } | { kind: 'failed'; reason: string };
/** `header`: the value that must have been signed in the service's own header. */
export type CallSts = (request: ProofRequest & { header: string }) => Promise<StsAnswer>;

const TIMEOUT_MS = 8_000;
/** An answer has some 500 bytes. */
const MAX_BYTES = 16 * 1024;

/** Sends a machine's signed request to STS once, without redirects. Its address is checked like that of any untrusted host. */
export function stsGateway({ resolve, allowLoopback }: { resolve: Resolve; allowLoopback: boolean }): CallSts {
  const connections = keepAlive({});
  return async ({ origin, pathAndQuery, header }) => {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const target = receiverTarget(origin + pathAndQuery);
    const found = await lookUpWithin(signal, targetAddress(resolve, target, { allowLoopback }));
    if (found.kind === 'failed') return { kind: 'failed', reason: found.reason };
    const result = await httpExchange({
      method: 'GET',
      encrypted: target.encrypted,
      connectTo: found.address,
      servername: target.host,
      port: target.port,
      path: pathAndQuery,
      headers: { host: target.authority, [IDENTITY_HEADER]: header, accept: 'text/xml' },
      connections,
      signal,
      maxBytes: MAX_BYTES,
      whenLonger: 'fail',
    });
    if (result.kind === 'failed') return { kind: 'failed', reason: result.message };
    if (result.status === 200) return { kind: 'answer', text: result.body.toString('utf8') };
    const isRefused = result.status >= 400 && result.status < 500 && result.status !== 429;
    return isRefused ? { kind: 'refused' } : { kind: 'failed', reason: `HTTP ${result.status}` };
  };
}
