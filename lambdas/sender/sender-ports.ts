import type { Settings } from '../../contract/stack/settings.schema.ts';
import type { EventLogStore } from '../model/events/event-log.store.ts';
import type { CircuitBreakerStore } from '../model/webhooks/circuit-breaker.store.ts';
import type { DeliveryMessage } from '../model/webhooks/delivery.schema.ts';
import type { DeliveryStore } from '../model/webhooks/delivery.store.ts';
import type { DueDeliveryStore } from '../model/webhooks/due-delivery.store.ts';
import type { ReceiverMemoryStore } from '../model/webhooks/receiver-memory.store.ts';
import type { WebhookStore } from '../model/webhooks/webhook.store.ts';
import type { WebhookSlotsStore } from '../model/webhooks/webhook-slots.store.ts';
import type { Queue } from '../shared/aws/queue.gateway.ts';
import type { Post } from '../shared/net/http-post.gateway.ts';
import type { Log } from '../shared/runtime/log.gateway.ts';
import type { OrganizationSlotsStore } from '../shared/slots/organization-slots.store.ts';
import type { ReadPauses } from '../shared/switches/switches.store.ts';
import type { Clock, Pause } from '../shared/time/clock.gateway.ts';
import type { HostBudget, KnownBriefly } from './process-memory.ts';
import type { OpenSecrets } from './sign-delivery.ts';

/** What both Lambdas of the sender use. */
export interface SenderPorts {
  deliveries: DeliveryStore;
  breaker: CircuitBreakerStore;
  events: Pick<EventLogStore, 'find'>;
  queue: Queue;
  clock: Clock;
  newId: (prefix: 'lease' | 'tl' | 'evt' | 'aud') => string;
  log: Log;
  paused: ReadPauses;
  settings: Settings['webhooks'];
}

export interface DeliverPorts extends SenderPorts {
  slots: WebhookSlotsStore;
  organizationSlots: OrganizationSlotsStore;
  webhooks: WebhookStore;
  receivers: ReceiverMemoryStore;
  post: Post;
  openSecrets: OpenSecrets;
  hostBudget: HostBudget;
  openBreakers: KnownBriefly;
  busyOrganizations: KnownBriefly;
  /** From 0 to 1, new each time. */
  jitter: () => number;
  /** A moment, for another's transaction to end. */
  pause: Pause;
}

export interface MovePorts extends SenderPorts {
  due: DueDeliveryStore;
}

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
