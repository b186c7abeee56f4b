import { circuitBreakerStore } from '../model/webhooks/circuit-breaker.store.ts';
import { dueDeliveryStore } from '../model/webhooks/due-delivery.store.ts';
import { webhookSlotsStore } from '../model/webhooks/webhook-slots.store.ts';
import { organizationSlotsStore } from '../shared/slots/organization-slots.store.ts';
import { keys } from '../shared/table/keys.ts';
import { lazily } from './lazily.ts';
import type { Rows } from './rows.wiring.ts';

export function openDeliveries<R extends Rows>(rows: R) {
  const { table } = rows;
  return lazily(
    {
      circuitBreakers: () => circuitBreakerStore(table),
      dueDeliveries: () => dueDeliveryStore(table),
      /** Limits an organization's processes in parallel. */
      organizationSlots: () => organizationSlotsStore(table, keys.organizationSlots),
      webhookSlots: () => webhookSlotsStore(table),
    },
    rows,
  );
}
export type Deliveries = ReturnType<typeof openDeliveries<Rows>>;
