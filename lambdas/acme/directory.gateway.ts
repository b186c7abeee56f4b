import { jsonIn } from '../shared/net/reply-text.ts';
import type { Clock } from '../shared/time/clock.gateway.ts';
import { Directory } from './answer.schema.ts';
import type { Exchange } from './exchange.gateway.ts';

const ANSWER_KEPT_SECONDS = 3_600;
/** That there was none, so that what is done for thousands of domains does not wait for a CA that is down each time. */
const SILENCE_KEPT_SECONDS = 60;
const TIMEOUT_MS = 5_000;

export type ReadDirectory = () => Promise<Directory | undefined>;

/**
 * The CA's directory, kept as long as the process lives and asked for anew once an hour. Undefined while the CA does not answer
 * as one.
 */
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
