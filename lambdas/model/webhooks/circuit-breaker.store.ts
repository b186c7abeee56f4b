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
/** Also where this call has set it: the SDK repeats a request whose answer was lost. */
const noOtherProbeIsSet = '(attribute_not_exists(probeAt) OR probeAt = :at)';
const isThisProbeSet = '#probeAt = :readProbe';
const nobodyLookedSince = '#stepDueAt = :readDue';
const nothingParkedSince = '#parkedAt = :readParked';

/** The breaker on the row of a webhook, and when somebody looks at what is parked behind it; `version` is left alone. */
export function circuitBreakerStore(table: Table) {
  const keyOf = ({ organizationId, id }: Webhook) => keys.webhook(organizationId, id);

  return {
    /** By the key that the due index answered. */
    async find(key: Key): Promise<Webhook | undefined> {
      const item = await table.get(key);
      return item && Webhook.parse(item);
    },

    /** Says when the first delivery tries whether the receiver is back, unless somebody has said so, or it is back. */
    async open(webhook: Webhook, probeAt: string): Promise<boolean> {
      const update = table.update(keyOf(webhook), {
        expression: 'SET probeAt = :at, probes = :none',
        condition: `${breakerIsOpen} AND ${noOtherProbeIsSet}`,
        values: { ':at': probeAt, ':none': 0, ...breakerThreshold },
      });
      return wonRace(update);
    },

    /** The receiver is back: what is parked for it moves on at the next check. */
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
    async lookAgain(webhook: Webhook, at: string, changes: Partial<Webhook> = {}): Promise<boolean> {
      const { values, ...update } = assignments({ ...changes, stepDueAt: at });
      const write = table.update(keyOf(webhook), {
        ...update,
        condition: nobodyLookedSince,
        values: { ...values, ':readDue': webhook.stepDueAt },
      });
      return wonRace(write);
    },

    /** Nothing is parked any more. */
    async forgetParked(webhook: Webhook): Promise<void> {
      const nothing = { parkedAt: undefined, drainedAt: undefined, drainSize: undefined, duePk: undefined, stepDueAt: undefined };
      const { expression, names } = assignments(nothing);
      const values = { ':readParked': webhook.parkedAt ?? '' };
      await wonRace(table.update(keyOf(webhook), { expression, names, condition: nothingParkedSince, values }));
    },
  };
}
