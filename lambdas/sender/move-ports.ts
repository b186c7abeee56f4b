import type { EventLogStore } from '../model/events/event-log.store.ts';
import type { DeliveryStore } from '../model/webhooks/delivery.store.ts';
import type { WebhookFlowStore } from '../model/webhooks/webhook-slots.store.ts';
import type { Queue } from '../shared/aws/queue.gateway.ts';
import type { Settings } from '../shared/contract/settings.schema.ts';
import type { Log } from '../shared/runtime/log.gateway.ts';
import type { Clock } from '../shared/time/clock.gateway.ts';

export interface MovePorts {
  deliveries: Pick<DeliveryStore, 'due' | 'parked' | 'postpone' | 'find' | 'giveUp'>;
  flow: Pick<WebhookFlowStore, 'find' | 'lookAgain' | 'forgetParked'>;
  events: Pick<EventLogStore, 'find'>;
  queue: Queue;
  clock: Clock;
  newId: (prefix: 'tl') => string;
  log: Log;
  settings: Settings['webhooks'];
}

/** What became of due rows. */
export interface Moved {
  queued: number;
  givenUp: number;
  /** What went wrong with single rows, which must not keep the rest from moving. */
  failures: unknown[];
}
