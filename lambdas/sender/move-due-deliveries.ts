import type { DueRow } from '../model/webhooks/due-delivery.store.ts';
import { dueDeliveriesPartition } from '../shared/table/keys.ts';
import type { Item } from '../shared/table/table.store.ts';
import { attempting, enqueueDue, type MoveSummary } from './enqueue-due.ts';
import { moveParked } from './move-parked.ts';
import type { MovePorts } from './sender-ports.ts';

/** Brings to the queue what is due in a shard, page by page while there is time: the rest stays due. */
export async function moveShard(shard: number, ports: MovePorts, endsAt: Date): Promise<MoveSummary> {
  const summary: MoveSummary = { queued: 0, givenUp: 0, failures: [] };
  const duePk = dueDeliveriesPartition(shard);
  const now = ports.clock();
  let startAt: Item | undefined;
  do {
    const page = await ports.due.due(shard, now, startAt);
    const deliveries = page.rows.filter(({ kind }) => kind === 'delivery');
    const webhooks = page.rows.filter(({ kind }) => kind === 'webhook');
    const move = (row: DueRow) => attempting(summary, ports, () => moveParked(row, summary, ports, endsAt));
    await Promise.all([
      attempting(summary, ports, () => enqueueDue(deliveries, { duePk }, summary, ports)),
      ...webhooks.map(move),
    ]);
    startAt = page.next;
  } while (startAt && ports.clock() < endsAt);
  return summary;
}
