import { setTimeout as sleep } from 'node:timers/promises';

/** One ACME client that gets certificates from the same CA. */
export interface Contender {
  name: string;
  /** For the table: how it runs, where that matters. */
  manner: string;
  /** Per round; slow programs get fewer. */
  certificates: number;
  /** With the concurrency that `manner` states. */
  issueAll(hostnames: readonly string[]): Promise<void>;
  /** For clients in this process: how many certificates were restarted because an answer was lost. */
  begunAgain?(): number;
}

/** Concurrency of all clients in this process. */
const AT_ONCE = 16;
const CERTIFICATES = 30;
/** If the machine stalls for some seconds, all concurrent orders fail at once. */
export const MAX_BEGUN_AGAIN = 2 * AT_ONCE;

export interface InProcess extends Contender {
  /** Returns the chain as PEM. */
  issue(hostname: string): Promise<string>;
}

export function inProcess(name: string, issue: InProcess['issue']): InProcess {
  let begunAgain = 0;
  /** The service retries later, too. */
  async function issueOrAgain(hostname: string): Promise<string> {
    try {
      return await issue(hostname);
    } catch (error) {
      begunAgain += 1;
      if (begunAgain > MAX_BEGUN_AGAIN) throw error;
      console.log(`${name} begins ${hostname} again: ${error}`);
      return issue(hostname);
    }
  }
  return {
    ...{ name, issue, manner: `in one process, ${AT_ONCE} at once`, certificates: CERTIFICATES, begunAgain: () => begunAgain },
    issueAll: (hostnames) => someAtOnce(AT_ONCE, hostnames, issueOrAgain),
  };
}

export async function someAtOnce(
  atOnce: number,
  hostnames: readonly string[],
  issue: (hostname: string, worker: number) => Promise<unknown>,
): Promise<void> {
  const waiting = [...hostnames];
  const worker = async (_: unknown, number: number) => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await issue(next, number);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

/** Equal for all clients in this process: Pebble needs a few milliseconds for its background work. */
const POLL_MS = 20;

/** Polls until the status is reached; waits before each poll. */
export async function until<T extends { status: string }>(read: () => Promise<T>, status: string): Promise<T> {
  while (true) {
    await sleep(POLL_MS);
    const order = await read();
    if (order.status === status) return order;
    if (order.status === 'invalid') throw new Error('the order became invalid');
  }
}
