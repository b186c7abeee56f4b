import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '../shared/time/clock.gateway.ts';
import { Directory } from './directory.schema.ts';
import type { Exchange } from './exchange.gateway.ts';
import type { Nonces } from './nonces.ts';
import { isGone, mayHaveMoved } from './problem.ts';
import { type AcmeResult, readAnswer } from './result.ts';
import { send } from './signed-post.gateway.ts';

export interface KeptDirectoryPorts {
  directoryUrl: string;
  exchange: Exchange;
  nonces: Nonces;
  clock: Clock;
}

/** A CA's directory (RFC 8555, section 7.1.1), kept as long as the process lives and the CA is found where it says. */
export function keptDirectory({ directoryUrl, exchange, nonces, clock }: KeptDirectoryPorts) {
  let kept: Directory | undefined;

  async function read(signal: AbortSignal): Promise<AcmeResult<Directory>> {
    const answer = await send(exchange, nonces, { method: 'GET', url: directoryUrl, signal });
    const found: AcmeResult<Directory> = answer.kind === 'ok' ? readAnswer(answer.value, Directory, clock()) : answer;
    kept = found.kind === 'ok' ? found.value : undefined;
    return found;
  }

  /** A CA may move its resources while this process lives: one that is not there any more is looked for in the directory as it is now. */
  async function asked<T>(signal: AbortSignal, askAt: (directory: Directory) => Promise<AcmeResult<T>>): Promise<AcmeResult<T>> {
    const before = kept;
    const first: AcmeResult<Directory> = before ? { kind: 'ok', value: before } : await read(signal);
    if (first.kind === 'problem') return first;
    const result = await askAt(first.value);
    if (result.kind === 'ok' || !mayHaveMoved(result.problem)) return result;
    kept = undefined;
    if (before === undefined || !isGone(result.problem)) return result;
    const now = await read(signal);
    if (now.kind === 'ok' && !isDeepStrictEqual(now.value, before)) return askAt(now.value);
    kept = undefined;
    return result;
  }

  return { read, asked };
}
