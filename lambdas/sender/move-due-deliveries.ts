import type { DueRow } from '../model/webhooks/delivery.store.ts';
import { dueDeliveriesPartition } from '../shared/table/keys.ts';
import type { Item } from '../shared/table/table.store.ts';
import { moveParked } from './move-parked.ts';
import type { Moved, MovePorts } from './move-ports.ts';
import { attempting, queueRows } from './queue-rows.ts';

/** Brings to the queue what is due in a shard, page by page while there is time: the rest stays due. */
export async function moveShard(shard: number, ports: MovePorts, endsAt: Date): Promise<Moved> {
  const moved: Moved = { queued: 0, givenUp: 0, failures: [] };
  const duePk = dueDeliveriesPartition(shard);
  const now = ports.clock();
  let startAt: Item | undefined;
  do {
    const page = await ports.deliveries.due(shard, now, startAt);
    const deliveries = page.rows.filter(({ kind }) => kind === 'delivery');
    const webhooks = page.rows.filter(({ kind }) => kind === 'webhook');
    const move = (row: DueRow) => attempting(moved, ports, () => moveParked(row, moved, ports, endsAt));
    await Promise.all([attempting(moved, ports, () => queueRows(deliveries, { duePk }, moved, ports)), ...webhooks.map(move)]);
    startAt = page.next;
  } while (startAt && ports.clock() < endsAt);
  return moved;
}
