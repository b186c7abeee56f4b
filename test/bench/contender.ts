import { setTimeout as sleep } from 'node:timers/promises';

/** One way to get certificates from the same CA. */
export interface Contender {
  name: string;
  /** To the CA, since it was made. */
  requests(): number;
  /** Returns the chain as PEM. */
  issue(hostname: string): Promise<string>;
}

/** The same pace for everybody: Pebble needs a few milliseconds for what it does in the background. */
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
