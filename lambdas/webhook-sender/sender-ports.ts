import type { DeliveryMessage } from '../model/webhooks/delivery.schema.ts';
import type { Deliveries } from '../wiring/deliveries.wiring.ts';
import type { NetEdges } from '../wiring/edges.ts';
import type { ProcessMemory } from './process-memory.ts';

export type SenderPorts = Pick<
  Deliveries,
  'deliveries' | 'circuitBreakers' | 'eventLog' | 'deliveryQueue' | 'clock' | 'newId' | 'log' | 'paused' | 'settings'
>;

export type DeliverPorts = SenderPorts &
  Pick<Deliveries, 'webhookSlots' | 'organizationSlots' | 'webhooks' | 'receivers' | 'jitter' | 'pause'> &
  Pick<NetEdges, 'post'> &
  ProcessMemory;

export type MovePorts = SenderPorts & Pick<Deliveries, 'dueDeliveries'>;

export interface Entry {
  id: string;
  message: DeliveryMessage;
}

export interface Invocation {
  /** No POST begins at or after this instant. */
  startBefore: Date;
  /** Slots and claims expire then, whatever happens to the invocation. */
  heldUntil: string;
}
