import { hostOfUrl } from '../../../contract/domain-name.ts';
import { isFree, isStillHeld } from '../../shared/slots/organization-slots.store.ts';
import { type Key, keys } from '../../shared/table/keys.ts';
import { LostRace, wonRace } from '../../shared/table/lost-race.ts';
import type { Item, Table, Update } from '../../shared/table/table.store.ts';
import { assignments } from '../../shared/table/write-input.ts';
import { breakerThreshold, isBreakerClosed } from './circuit-breaker.store.ts';
import type { Tally } from './circuit-breaker.ts';
import { Webhook } from './webhook.schema.ts';
import { leaseOf, type Slot } from './webhook-slots.ts';

const itemExists = 'attribute_exists(pk)';
const leadsThere = '#url = :url';
const isActive = '#status = :active';

/** The address may change while attempts are in progress. */
const RELEASE_TRIES = 3;

export interface SlotRequest {
  slots: readonly Slot[];
  /** The holder, and the instant at which the slots are free again in any case. */
  holder: string;
  until: string;
  isProbe: boolean;
}
export type SlotAnswer = { kind: 'taken'; webhook: Webhook } | { kind: 'refused'; found?: Webhook };

/** Slots on the row of a webhook. Their updates do not change its settings and `version`. */
export function webhookSlotsStore(table: Table) {
  return {
    /** Takes all of these slots or none, and reads the webhook in the same request. */
    async take(organizationId: string, webhookId: number, request: SlotRequest, now: Date): Promise<SlotAnswer> {
      const { slots, holder, until, isProbe } = request;
      const { names, ...update } = assignments(Object.fromEntries(slots.map((slot) => [slot, `${until} ${holder}`])));
      const conditions = [itemExists, isActive, ...slots.map(isFree), ...(isProbe ? [] : [isBreakerClosed])];
      const outcome = await updateOrRefuse(table, keys.webhook(organizationId, webhookId), {
        expression: update.expression,
        condition: conditions.join(' AND '),
        names: { ...names, '#status': 'status' },
        values: { ...update.values, ':active': 'active', ':now': now.toISOString(), ...(!isProbe && breakerThreshold) },
      });
      return outcome.kind === 'done' ? { kind: 'taken', webhook: outcome.webhook } : outcome;
    },

    /**
     * Frees the slots and adds the results of the attempts to the state of the host that they were sent to, and of no other.
     * Returns the new row; undefined if nothing was counted: no attempt was made, or the webhook was deleted, or has another host
     * now. The slots are the token of this write: if they are no longer held, the write has happened and the SDK repeats it, so
     * nothing is counted again.
     */
    async release(webhook: Webhook, slots: readonly Slot[], tally: Tally): Promise<Webhook | undefined> {
      const key = keys.webhook(webhook.organizationId, webhook.id);
      const lease = leaseOf(webhook, slots);
      let sentTo = tally.last && webhook.url;
      for (let tried = 0; sentTo !== undefined && tried < RELEASE_TRIES; tried += 1) {
        const outcome = await updateOrRefuse(table, key, freeAndTallyUpdate(slots, lease, tally, sentTo));
        if (outcome.kind === 'done') return outcome.webhook;
        if (!outcome.found || leaseOf(outcome.found, slots) !== lease) return outcome.found;
        const { url } = outcome.found;
        sentTo = hostOfUrl(url) === hostOfUrl(webhook.url) ? url : undefined;
      }
      await wonRace(table.update(key, freeSlotsUpdate(slots, lease)));
      return undefined;
    },
  };
}

type Outcome = { kind: 'done'; webhook: Webhook } | { kind: 'refused'; found?: Webhook };

/** `refused`: with the row whose state did not allow it, if any. */
async function updateOrRefuse(table: Table, key: Key, update: Update): Promise<Outcome> {
  try {
    return { kind: 'done', webhook: Webhook.parse(await table.update(key, update)) };
  } catch (error) {
    if (!(error instanceof LostRace)) throw error;
    const found = error.found[0];
    return { kind: 'refused', ...(found && { found: Webhook.parse(found) }) };
  }
}

const noSlots = (slots: readonly Slot[]): Item => Object.fromEntries(slots.map((slot) => [slot, undefined]));

function freeSlotsUpdate(slots: readonly Slot[], lease: string | undefined): Update {
  const { expression, names } = assignments(noSlots(slots));
  return { expression, names, condition: slots.map(isStillHeld).join(' AND '), values: { ':lease': lease } };
}

function freeAndTallyUpdate(slots: readonly Slot[], lease: string | undefined, tally: Tally, sentTo: string): Update {
  const { attributes, more, values: counts } = tallyUpdate(tally);
  const { expression, names, values } = assignments({ ...noSlots(slots), ...attributes }, more);
  return {
    expression,
    condition: [...slots.map(isStillHeld), leadsThere].join(' AND '),
    names: { ...names, '#url': 'url' },
    values: { ...values, ...counts, ':lease': lease, ':url': sentTo },
  };
}

/** A count continues from concurrent updates, unless it restarts. */
function tallyUpdate({ last, lane, timeouts, failures }: Tally): { attributes: Item; more: string[]; values: Item } {
  const attributes: Item = last ? { lastDelivery: { status: last.state, at: last.at } } : {};
  if (lane) attributes.isSlow = lane === 'slow' || undefined;
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
