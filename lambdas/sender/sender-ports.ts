import type { EventLogStore } from '../model/events/event-log.store.ts';
import type { DeliveryStore } from '../model/webhooks/delivery.store.ts';
import type { DeliveryMessage } from '../model/webhooks/delivery-message.schema.ts';
import type { WebhookStore } from '../model/webhooks/webhook.store.ts';
import type { WebhookFlowStore } from '../model/webhooks/webhook-slots.store.ts';
import type { Queue } from '../shared/aws/queue.gateway.ts';
import type { Settings } from '../shared/contract/settings.schema.ts';
import type { Post } from '../shared/net/http-post.gateway.ts';
import type { Log } from '../shared/runtime/log.gateway.ts';
import type { Clock } from '../shared/time/clock.gateway.ts';
import type { HostBudget } from './host-budget.ts';
import type { OpenBreakers } from './open-breakers.ts';
import type { OpenSecrets } from './open-secrets.ts';

export interface DeliverPorts {
  flow: Pick<WebhookFlowStore, 'take' | 'release' | 'openBreaker' | 'closeBreaker' | 'noteParked'>;
  deliveries: Pick<DeliveryStore, 'claim' | 'finish' | 'park' | 'giveUp'>;
  webhooks: Pick<WebhookStore, 'get' | 'disable'>;
  events: Pick<EventLogStore, 'find'>;
  queue: Queue;
  post: Post;
  openSecrets: OpenSecrets;
  hostBudget: HostBudget;
  openBreakers: OpenBreakers;
  clock: Clock;
  /** From 0 to 1, new each time. */
  jitter: () => number;
  newId: (prefix: 'lease' | 'tl' | 'evt' | 'aud') => string;
  /** A moment, for another's transaction to end. */
  pause: () => Promise<void>;
  log: Log;
  settings: Settings['webhooks'];
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
