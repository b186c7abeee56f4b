import { nextAttempt, queueMessage, REDELIVERY_SAFEGUARD_SECONDS } from '../model/webhooks/delivery-message.ts';
import type { DueRow } from '../model/webhooks/due-delivery.store.ts';
import { addSeconds } from '../shared/time/instant.ts';
import type { MovePorts } from './sender-ports.ts';

/** What became of due rows. */
export interface MoveSummary {
  queued: number;
  givenUp: number;
  /** What went wrong with single rows, which must not keep the rest from moving. */
  failures: unknown[];
}

export interface Destination {
  /** Where the rows are due again if their messages are lost. */
  duePk: string;
  isProbe?: boolean;
}

/** Queues the next attempts of these rows; of those that somebody else has moved, nothing. Answers how many the queue took. */
export async function enqueueDue(
  rows: readonly DueRow[],
  { duePk, isProbe = false }: Destination,
  summary: MoveSummary,
  ports: MovePorts,
): Promise<number> {
  const stepDueAt = addSeconds(ports.clock(), REDELIVERY_SAFEGUARD_SECONDS);
  const found = await Promise.all(rows.map((row) => attempting(summary, ports, () => ports.due.postpone(row, duePk, stepDueAt))));
  const messages = found.flatMap((delivery) =>
    delivery ? [queueMessage({ ...nextAttempt(delivery), ...(isProbe && { probe: true, slow: true }) })] : [],
  );
  if (messages.length === 0) return 0;
  const refused = await ports.queue.send(messages);
  summary.queued += messages.length - refused.length;
  return messages.length - refused.length;
}

/** Does one thing of many. What goes wrong is told, and does not keep the others from being done. */
export async function attempting<T>(summary: MoveSummary, { log }: MovePorts, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (cause) {
    log('error', 'a due delivery could not be moved', { cause });
    summary.failures.push(cause);
    return undefined;
  }
}
