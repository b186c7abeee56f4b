import { requireVariable } from '../../contract/stack/environment.ts';
import { eventLogStore } from '../model/events/event-log.store.ts';
import { circuitBreakerStore } from '../model/webhooks/circuit-breaker.store.ts';
import { deliveryStore } from '../model/webhooks/delivery.store.ts';
import { openLanes } from '../shared/aws/queue.gateway.ts';
import { prefixedId } from '../shared/ids/ids.gateway.ts';
import { buildRuntime } from '../shared/runtime/runtime.gateway.ts';
import { pauseReader } from '../shared/switches/switches.store.ts';

/** What the sender and the mover open at their cold start: the rows of deliveries, and the queue in its two lanes. */
export function openDeliveries(environment: NodeJS.ProcessEnv) {
  const { settings, table, clock, log, logAbout } = buildRuntime(environment);
  return {
    settings,
    table,
    logAbout,
    ports: {
      deliveries: deliveryStore(table),
      breaker: circuitBreakerStore(table),
      events: eventLogStore(table, settings),
      queue: openLanes({
        fast: requireVariable(environment, 'deliveryQueueUrl'),
        slow: requireVariable(environment, 'slowDeliveryQueueUrl'),
      }),
      clock,
      newId: prefixedId,
      log,
      paused: pauseReader(table, clock),
      settings: settings.webhooks,
    },
  };
}
