import { openAwsWakes, openRehearsals, openZoneWakes, type WakeZone } from '../shared/aws/queue.gateway.ts';
import type { Edges } from './edges.ts';
import { lazily } from './lazily.ts';

export function openWakes<E extends Edges>(edges: E) {
  return lazily(
    {
      rehearse: () => openRehearsals(edges.rehearsalQueue),
      /** Does nothing without a zone: addresses wait until the stage has one. */
      wakeZone: (): WakeZone => (edges.zoneQueue ? openZoneWakes(edges.zoneQueue) : async () => {}),
      wakeAws: () => openAwsWakes(edges.awsQueue),
    },
    edges,
  );
}
export type Wakes = ReturnType<typeof openWakes<Edges>>;
