import type { OutboxEvent } from '../shared/outbox/outbox.schema.ts';
import { outboxWrite } from '../shared/outbox/outbox.store.ts';
import { lazily } from './lazily.ts';
import type { Steps } from './steps.wiring.ts';
import { openWakes } from './wakes.wiring.ts';

/** The additional ports of functions that simulate test-mode domains. */
export function openTestMode<S extends Steps>(steps: S) {
  const { table, newId } = steps;
  return lazily(
    {
      eventWrite: () => (event: OutboxEvent) => outboxWrite(table, event),
      newEventId: () => () => newId('evt'),
    },
    openWakes(steps),
  );
}
