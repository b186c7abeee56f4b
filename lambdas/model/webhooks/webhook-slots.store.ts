import { assignments } from '../../shared/table/assignments.ts';
import { dueDeliveriesOf, type Key, keys } from '../../shared/table/keys.ts';
import { LostRace, wonRace } from '../../shared/table/lost-race.ts';
import type { Item, Table } from '../../shared/table/table.store.ts';
import { BREAKER_OPENS_AT, type Slot, type Tally } from './circuit-breaker.ts';
import { Webhook } from './webhook.schema.ts';

const itemExists = 'attribute_exists(pk)';
const isActive = '#status = :active';
const isFree = (slot: Slot) => `(attribute_not_exists(${slot}) OR ${slot} < :now)`;
const isBreakerClosed = '(attribute_not_exists(timeoutsInRow) OR timeoutsInRow < :opensAt)';
const isBreakerOpen = 'timeoutsInRow >= :opensAt';
const noProbeIsSet = 'attribute_not_exists(probeAt)';
const isThisProbeSet = '#probeAt = :seenProbe';
const nobodyLookedSince = '#stepDueAt = :seenDue';
const nothingParkedSince = '#parkedAt = :seenParked';

export interface SlotRequest {
  slots: readonly Slot[];
  /** Whose they are, and the instant at which they are free again whatever happens. */
  holder: string;
  until: string;
  isProbe: boolean;
}
export type SlotAnswer = { kind: 'taken'; webhook: Webhook } | { kind: 'refused'; found?: Webhook };

/** What the sender keeps on the row of a webhook, by updates that leave its settings and `version` alone. */
export function webhookFlowStore(table: Table) {
  const keyOf = ({ organizationId, id }: Webhook) => keys.webhook(organizationId, id);

  return {
    /** By the key that the due index answered. */
    async find(key: Key): Promise<Webhook | undefined> {
      const item = await table.get(key);
      return item && Webhook.parse(item);
    },

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
          values: { ...update.values, ':active': 'active', ':now': now.toISOString(), ...(!isProbe && opensAt) },
        });
        return { kind: 'taken', webhook: Webhook.parse(item) };
      } catch (error) {
        if (!(error instanceof LostRace)) throw error;
        const found = error.found[0];
        return { kind: 'refused', ...(found && { found: Webhook.parse(found) }) };
      }
    },

    /** Frees the slots and adds what was seen. Answers the row after that; undefined if the webhook was deleted. */
    async release(webhook: Webhook, slots: readonly Slot[], tally: Tally): Promise<Webhook | undefined> {
      const counted = tallyUpdate(tally);
      const freed = Object.fromEntries(slots.map((slot) => [slot, undefined]));
      const { values, ...update } = assignments({ ...freed, ...counted.attributes }, counted.more);
      const allValues = { ...values, ...counted.values };
      try {
        const item = await table.update(keyOf(webhook), {
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

    /** Says when the first delivery tries whether the receiver is back, unless somebody has said so, or it is back. */
    async openBreaker(webhook: Webhook, probeAt: string): Promise<boolean> {
      const update = table.update(keyOf(webhook), {
        expression: 'SET probeAt = :at, probes = :none',
        condition: `${isBreakerOpen} AND ${noProbeIsSet}`,
        values: { ':at': probeAt, ':none': 0, ...opensAt },
      });
      return wonRace(update);
    },

    /** The receiver is back: what is parked for it moves on at the next look. */
    async closeBreaker(webhook: Webhook, now: Date): Promise<boolean> {
      const forgotten = { probeAt: undefined, probes: undefined, drainedAt: undefined, drainSize: undefined };
      const due = webhook.duePk === undefined ? {} : { stepDueAt: now.toISOString() };
      const { values, ...update } = assignments({ ...forgotten, ...due });
      const closed = table.update(keyOf(webhook), {
        ...update,
        condition: `${isThisProbeSet} AND ${isBreakerClosed}`,
        values: { ...values, ':seenProbe': webhook.probeAt, ...opensAt },
      });
      return wonRace(closed);
    },

    /** Deliveries were parked: somebody has to look. After they were written, so that no crash leaves them unseen. */
    async noteParked(organizationId: string, webhookId: number, now: Date): Promise<void> {
      const update = table.update(keys.webhook(organizationId, webhookId), {
        expression: 'SET parkedAt = :now, duePk = :shard, stepDueAt = if_not_exists(stepDueAt, :now)',
        condition: itemExists,
        values: { ':now': now.toISOString(), ':shard': dueDeliveriesOf(webhookId) },
      });
      await wonRace(update);
    },

    /** Says when somebody has to look at what is parked again. False if somebody else did, who then acts. */
    async lookAgain(webhook: Webhook, at: string, kept: Partial<Webhook> = {}): Promise<boolean> {
      const { values, ...update } = assignments({ ...kept, stepDueAt: at });
      const looked = table.update(keyOf(webhook), {
        ...update,
        condition: nobodyLookedSince,
        values: { ...values, ':seenDue': webhook.stepDueAt },
      });
      return wonRace(looked);
    },

    /** Nothing is parked any more. */
    async forgetParked(webhook: Webhook): Promise<void> {
      const nothing = { parkedAt: undefined, drainedAt: undefined, drainSize: undefined, duePk: undefined, stepDueAt: undefined };
      const { expression, names } = assignments(nothing);
      const values = { ':seenParked': webhook.parkedAt ?? '' };
      await wonRace(table.update(keyOf(webhook), { expression, names, condition: nothingParkedSince, values }));
    },
  };
}
export type WebhookFlowStore = ReturnType<typeof webhookFlowStore>;

const opensAt = { ':opensAt': BREAKER_OPENS_AT };

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
