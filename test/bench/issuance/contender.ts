import { setTimeout as sleep } from 'node:timers/promises';

/** One way to get certificates from the same CA. */
export interface Contender {
  name: string;
  /** In the words of the table: how it is run, where that matters. */
  manner: string;
  /** So many in a round; a program that is slow gets fewer. */
  certificates: number;
  /** As many at once as its manner says. */
  issueAll(hostnames: readonly string[]): Promise<void>;
  /** Of what works in this process: how many certificates were begun again, because an answer was lost. */
  begunAgain?(): number;
}

/** At once, for all that work in this process. */
const AT_ONCE = 16;
const CERTIFICATES = 30;
/** Where the whole machine stands still for some seconds, all that is under way fails at once. */
export const MOST_BEGUN_AGAIN = 2 * AT_ONCE;

/** Code that runs in this process. */
export interface InProcess extends Contender {
  /** Returns the chain as PEM. */
  issue(hostname: string): Promise<string>;
}

export function inProcess(name: string, issue: InProcess['issue']): InProcess {
  let begunAgain = 0;
  /** As the service does, which orders again later. */
  async function issueOrAgain(hostname: string): Promise<string> {
    try {
      return await issue(hostname);
    } catch (error) {
      begunAgain += 1;
      if (begunAgain > MOST_BEGUN_AGAIN) throw error;
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

/** The same pace for all in this process: Pebble needs a few milliseconds for what it does in the background. */
const POLL_MS = 20;

/** Waits, then looks, until an order has the status. */
export async function until<T extends { status: string }>(read: () => Promise<T>, status: string): Promise<T> {
  while (true) {
    await sleep(POLL_MS);
    const order = await read();
    if (order.status === status) return order;
    if (order.status === 'invalid') throw new Error('the order became invalid');
  }
}
