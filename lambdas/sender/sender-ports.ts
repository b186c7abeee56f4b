import type { DeliveryMessage } from '../model/webhooks/delivery.schema.ts';
import type { Deliveries } from '../wiring/deliveries.wiring.ts';
import type { NetEdges } from '../wiring/edges.ts';
import type { ProcessMemory } from './process-memory.ts';

/** What both Lambdas of the sender use. */
export type SenderPorts = Pick<
  Deliveries,
  'deliveries' | 'circuitBreakers' | 'eventLog' | 'deliveryQueue' | 'clock' | 'newId' | 'log' | 'paused' | 'settings'
>;

export type DeliverPorts = SenderPorts &
  Pick<Deliveries, 'webhookSlots' | 'organizationSlots' | 'webhooks' | 'receivers' | 'jitter' | 'pause'> &
  Pick<NetEdges, 'post'> &
  ProcessMemory;

export type MovePorts = SenderPorts & Pick<Deliveries, 'dueDeliveries'>;

/** A message of the queue that was read. */
export interface Entry {
  /** The queue's. */
  id: string;
  message: DeliveryMessage;
}

/** How long one invocation may work, in instants. */
export interface Invocation {
  /** No POST begins at this instant or later. */
  startBefore: Date;
  /** Slots and claims are free again then, whatever has become of us. */
  heldUntil: string;
}
