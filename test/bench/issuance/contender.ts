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
  /** Whether its work is this process's. */
  isInProcess: boolean;
}

/** At once, for all that work in this process. */
const AT_ONCE = 16;
const CERTIFICATES = 30;

/** Code that runs in this process. */
export interface InProcess extends Contender {
  /** Returns the chain as PEM. */
  issue(hostname: string): Promise<string>;
}

export function inProcess(name: string, issue: InProcess['issue']): InProcess {
  return {
    ...{ name, issue, manner: `in one process, ${AT_ONCE} at once`, certificates: CERTIFICATES, isInProcess: true },
    issueAll: (hostnames) => someAtOnce(AT_ONCE, hostnames, issue),
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
