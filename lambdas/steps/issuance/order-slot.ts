import type { SlotRefused } from '../../lifecycle/observation.ts';
import type { Domain } from '../../model/domains/domain-row.schema.ts';
import type { OrderBudget } from './order-budget.store.ts';

export interface SlotPorts {
  budget: OrderBudget;
  /** Whole seconds, at random below this many. */
  jitterSeconds: (spreadSeconds: number) => number;
}

const MINUTE_SECONDS = 60;
const SHORTEST_SPREAD_SECONDS = 30;
const LONGEST_SPREAD_SECONDS = 600;

/**
 * Not before the next minute, and spread over more of them the longer it has waited: those who wait long are many, and each
 * that comes in vain pays for a look.
 */
export function slotRefused({ jitterSeconds }: SlotPorts, domain: Domain, now: Date): SlotRefused {
  const restOfMinute = MINUTE_SECONDS - now.getUTCSeconds();
  const waitedSeconds = Math.floor((now.getTime() - Date.parse(domain.updatedAt)) / 1000);
  const spreadSeconds = Math.min(Math.max(waitedSeconds, SHORTEST_SPREAD_SECONDS), LONGEST_SPREAD_SECONDS);
  return { kind: 'slot-refused', retryAfterSeconds: restOfMinute + jitterSeconds(spreadSeconds) };
}
