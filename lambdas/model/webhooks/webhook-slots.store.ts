import { assignments } from '../../shared/table/assignments.ts';
import { keys } from '../../shared/table/keys.ts';
import { LostRace } from '../../shared/table/lost-race.ts';
import type { Item, Table } from '../../shared/table/table.store.ts';
import type { Tally } from './attempt-tally.ts';
import { breakerThreshold, isBreakerClosed } from './circuit-breaker.store.ts';
import { Webhook } from './webhook.schema.ts';
import type { Slot } from './webhook-slots.ts';

const itemExists = 'attribute_exists(pk)';
const isActive = '#status = :active';
const isFree = (slot: Slot) => `(attribute_not_exists(${slot}) OR ${slot} < :now)`;

export interface SlotRequest {
  slots: readonly Slot[];
  /** Whose they are, and the instant at which they are free again whatever happens. */
  holder: string;
  until: string;
  isProbe: boolean;
}
export type SlotAnswer = { kind: 'taken'; webhook: Webhook } | { kind: 'refused'; found?: Webhook };

/** Slots on the row of a webhook, by updates that leave its settings and `version` alone. */
export function webhookSlotsStore(table: Table) {
  return {
    /** Takes all of these slots or none, and reads the webhook by the way. */
    async take(organizationId: string, webhookId: number, request: SlotRequest, now: Date): Promise<SlotAnswer> {
      const { slots, holder, until, isProbe } = request;
      const { names, ...update } = assignments(Object.fromEntries(slots.map((slot) => [slot, `${until} ${holder}`])));
      const conditions = [itemExists, isActive, ...slots.map(isFree), ...(isProbe ? [] : [isBreakerClosed])];
      try {
        const item = await table.update(keys.webhook(organizationId, webhookId), {
          expression: update.expression,
          condition: conditions.join(' AND '),
          names: { ...names, '#status': 'status' },
          values: { ...update.values, ':active': 'active', ':now': now.toISOString(), ...(!isProbe && breakerThreshold) },
        });
        return { kind: 'taken', webhook: Webhook.parse(item) };
      } catch (error) {
        if (!(error instanceof LostRace)) throw error;
        const found = error.found[0];
        return { kind: 'refused', ...(found && { found: Webhook.parse(found) }) };
      }
    },

    /** Frees the slots and adds what the attempts came to. Answers the row after that; undefined if the webhook was deleted. */
    async release(webhook: Webhook, slots: readonly Slot[], tally: Tally): Promise<Webhook | undefined> {
      const counted = tallyUpdate(tally);
      const freed = Object.fromEntries(slots.map((slot) => [slot, undefined]));
      const { values, ...update } = assignments({ ...freed, ...counted.attributes }, counted.more);
      const allValues = { ...values, ...counted.values };
      try {
        const item = await table.update(keys.webhook(webhook.organizationId, webhook.id), {
          ...update,
          condition: itemExists,
          ...(Object.keys(allValues).length > 0 && { values: allValues }),
        });
        return Webhook.parse(item);
      } catch (error) {
        if (error instanceof LostRace) return undefined;
        throw error;
      }
    },
  };
}
export type WebhookSlotsStore = ReturnType<typeof webhookSlotsStore>;

/** A count goes on from what others have counted meanwhile, unless it begins anew. */
function tallyUpdate({ last, slow, timeouts, failures }: Tally): { attributes: Item; more: string[]; values: Item } {
  const attributes: Item = last ? { lastDelivery: { status: last.state, at: last.at }, isSlow: slow || undefined } : {};
  const more: string[] = [];
  const values: Item = {};
  if (timeouts.anew) attributes.timeoutsInRow = timeouts.count || undefined;
  else if (timeouts.count > 0) {
    more.push('timeoutsInRow = if_not_exists(timeoutsInRow, :zero) + :timeouts');
    Object.assign(values, { ':timeouts': timeouts.count, ':zero': 0 });
  }
  if (failures.anew) Object.assign(attributes, { failingSince: failures.since, failedEvents: failures.events || undefined });
  else if (failures.since !== undefined) {
    more.push(
      'failingSince = if_not_exists(failingSince, :since)',
      'failedEvents = if_not_exists(failedEvents, :zero) + :failed',
    );
    Object.assign(values, { ':since': failures.since, ':failed': failures.events, ':zero': 0 });
  }
  return { attributes, more, values };
}
