import { dueDeliveriesOf, type Key, keys } from '../../shared/table/keys.ts';
import { wonRace } from '../../shared/table/lost-race.ts';
import type { Table } from '../../shared/table/table.store.ts';
import { assignments } from '../../shared/table/write-input.ts';
import { BREAKER_OPENS_AT } from './circuit-breaker.ts';
import { Webhook } from './webhook.schema.ts';

const itemExists = 'attribute_exists(pk)';
export const isBreakerClosed = '(attribute_not_exists(timeoutsInRow) OR timeoutsInRow < :opensAt)';
const breakerIsOpen = 'timeoutsInRow >= :opensAt';
export const breakerThreshold = { ':opensAt': BREAKER_OPENS_AT };
/** Also true if this call has set it: the SDK repeats a request whose response was lost. */
const noOtherProbeIsSet = '(attribute_not_exists(probeAt) OR probeAt = :at)';
const isThisProbeSet = '#probeAt = :readProbe';
const nobodyLookedSince = '#stepDueAt = :readDue';
const nothingParkedSince = '#parkedAt = :readParked';

/** The circuit breaker on a webhook's row, and the schedule for its parked deliveries. It does not change `version`. */
export function circuitBreakerStore(table: Table) {
  const keyOf = ({ organizationId, id }: Webhook) => keys.webhook(organizationId, id);

  return {
    /** By a key from the due index. */
    async find(key: Key): Promise<Webhook | undefined> {
      const item = await table.get(key);
      return item && Webhook.parse(item);
    },

    /** Schedules the first probe, unless another process did, or the receiver has recovered. */
    async open(webhook: Webhook, probeAt: string): Promise<boolean> {
      const update = table.update(keyOf(webhook), {
        expression: 'SET probeAt = :at, probes = :none',
        condition: `${breakerIsOpen} AND ${noOtherProbeIsSet}`,
        values: { ':at': probeAt, ':none': 0, ...breakerThreshold },
      });
      return wonRace(update);
    },

    /** Closes the breaker when the receiver has recovered: the next run moves its parked deliveries on. */
    async close(webhook: Webhook, now: Date): Promise<boolean> {
      const forgotten = { probeAt: undefined, probes: undefined, drainedAt: undefined, drainSize: undefined };
      const due = webhook.duePk === undefined ? {} : { stepDueAt: now.toISOString() };
      const { values, ...update } = assignments({ ...forgotten, ...due });
      const closed = table.update(keyOf(webhook), {
        ...update,
        condition: `${isThisProbeSet} AND ${isBreakerClosed}`,
        values: { ...values, ':readProbe': webhook.probeAt, ...breakerThreshold },
      });
      return wonRace(closed);
    },

    /** Schedules the mover. Call it after parking: a crash in between must not hide the deliveries. */
    async noteParked(organizationId: string, webhookId: number, now: Date): Promise<void> {
      const update = table.update(keys.webhook(organizationId, webhookId), {
        expression: 'SET parkedAt = :now, duePk = :shard, stepDueAt = if_not_exists(stepDueAt, :now)',
        condition: itemExists,
        values: { ':now': now.toISOString(), ':shard': dueDeliveriesOf(webhookId) },
      });
      await wonRace(update);
    },

    /** Schedules the next run for parked deliveries. False if another process did, which then acts. */
    async lookAgain(webhook: Webhook, at: string, changes: Partial<Webhook> = {}): Promise<boolean> {
      const { values, ...update } = assignments({ ...changes, stepDueAt: at });
      const write = table.update(keyOf(webhook), {
        ...update,
        condition: nobodyLookedSince,
        values: { ...values, ':readDue': webhook.stepDueAt },
      });
      return wonRace(write);
    },

    /** Clears the schedule when nothing is parked any more. */
    async forgetParked(webhook: Webhook): Promise<void> {
      const nothing = { parkedAt: undefined, drainedAt: undefined, drainSize: undefined, duePk: undefined, stepDueAt: undefined };
      const { expression, names } = assignments(nothing);
      const values = { ':readParked': webhook.parkedAt ?? '' };
      await wonRace(table.update(keyOf(webhook), { expression, names, condition: nothingParkedSince, values }));
    },
  };
}
