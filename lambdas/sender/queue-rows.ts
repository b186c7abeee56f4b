import type { DueRow } from '../model/webhooks/delivery.store.ts';
import { INSURANCE_SECONDS } from '../model/webhooks/delivery-insurance.ts';
import { queueMessage } from '../model/webhooks/delivery-message.ts';
import { nextAttempt } from '../model/webhooks/delivery-series.ts';
import { addSeconds } from '../shared/time/instant.ts';
import type { Moved, MovePorts } from './move-ports.ts';

export interface Destination {
  /** Where the rows are due again if their messages are lost. */
  duePk: string;
  isProbe?: boolean;
}

/** Queues the next attempts of these rows; of those that somebody else has moved, nothing. Answers how many the queue took. */
export async function queueRows(
  rows: readonly DueRow[],
  { duePk, isProbe = false }: Destination,
  moved: Moved,
  ports: MovePorts,
): Promise<number> {
  const stepDueAt = addSeconds(ports.clock(), INSURANCE_SECONDS);
  const found = await Promise.all(
    rows.map((row) => attempting(moved, ports, () => ports.deliveries.postpone(row, duePk, stepDueAt))),
  );
  const messages = found.flatMap((delivery) =>
    delivery ? [queueMessage({ ...nextAttempt(delivery), ...(isProbe && { probe: true, slow: true }) })] : [],
  );
  if (messages.length === 0) return 0;
  const refused = await ports.queue.send(messages);
  moved.queued += messages.length - refused.length;
  return messages.length - refused.length;
}

/** Does one thing of many. What goes wrong is told, and does not keep the others from being done. */
export async function attempting<T>(
  moved: Moved,
  { log }: Pick<MovePorts, 'log'>,
  work: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await work();
  } catch (cause) {
    log('error', 'a due delivery could not be moved', { cause });
    moved.failures.push(cause);
    return undefined;
  }
}
