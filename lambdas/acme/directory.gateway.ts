import { isDeepStrictEqual } from 'node:util';
import { jsonIn } from '../shared/net/reply-text.ts';
import type { Clock } from '../shared/time/clock.gateway.ts';
import { Directory } from './answer.schema.ts';
import { type AcmeResult, readAnswer } from './answer.ts';
import { isGone, mayHaveMoved } from './problem.ts';
import { type Exchange, type Nonces, send } from './transport.gateway.ts';

const ANSWER_KEPT_SECONDS = 3_600;
/** That there was none, so that what is done for thousands of domains does not wait for a CA that is down each time. */
const SILENCE_KEPT_SECONDS = 60;
const TIMEOUT_MS = 5_000;

export type ReadDirectory = () => Promise<Directory | undefined>;

/** The CA's directory, kept as long as the process lives and asked for anew once an hour. Undefined while the CA does not answer as one. */
export function acmeDirectory({
  directoryUrl,
  exchange,
  clock,
  silenceSeconds = SILENCE_KEPT_SECONDS,
}: {
  directoryUrl: string;
  exchange: Exchange;
  clock: Clock;
  silenceSeconds?: number;
}): ReadDirectory {
  let kept: { reading: Promise<Directory | undefined>; until: number } | undefined;

  async function read(): Promise<Directory | undefined> {
    const answer = await exchange({ method: 'GET', url: directoryUrl, signal: AbortSignal.timeout(TIMEOUT_MS) });
    return answer.kind === 'answer' && answer.status === 200 ? Directory.safeParse(jsonIn(answer.body)).data : undefined;
  }

  return async () => {
    const now = clock().getTime();
    if (kept && now < kept.until) return kept.reading;
    const reading = read();
    const entry = { reading, until: now + ANSWER_KEPT_SECONDS * 1000 };
    kept = entry;
    if ((await reading) === undefined) entry.until = now + silenceSeconds * 1000;
    return reading;
  };
}

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
