import { DUE_ZONE_PARTITION, type Key, keys, ZONE_LABEL_PREFIX, ZONE_PARTITION } from '../../shared/table/keys.ts';
import { LostRace, wonRace, wonRaceUnlessBusy } from '../../shared/table/lost-race.ts';
import { allItems, dueBefore, pagesWhile } from '../../shared/table/queries.ts';
import type { Table } from '../../shared/table/table.store.ts';
import { LabelRecords, type RecordSet, type SentChange, ZoneState } from './label-records.schema.ts';

const isNotHeld = '(attribute_not_exists(heldUntil) OR heldUntil < :now)';
const isHeldByUs = 'heldUntil = :held';
const isThere = 'attribute_exists(pk)';
const isWantedAsRead = 'revision = :revision';
/** Does not match a row that was recreated after a run settled this one and died: its revisions start again, too. */
const thisProof = { expression: `${isWantedAsRead} AND proof.#until = :until`, names: { '#until': 'until' } };

/**
 * The most proof TXT records in one request to Route 53: 300 of 45 characters, counted twice, are 27,000 of 32,000. With 100, a
 * batch that takes a minute to be served would allow 46 orders a minute (test/bench/renewals/zone-writes.ts).
 */
const MAX_LABELS = 300;
/** Per DynamoDB request for several rows. */
const ROWS_A_REQUEST = 100;

/** Labels whose records are to be written, and the state of the only writer. */
export function labelRecordsStore(table: Table) {
  async function rowsAt(wanted: readonly Key[]): Promise<LabelRecords[]> {
    const found: LabelRecords[] = [];
    for (let from = 0; from < wanted.length; from += ROWS_A_REQUEST) {
      const rows = await table.getMany(wanted.slice(from, from + ROWS_A_REQUEST));
      found.push(...rows.map((row) => LabelRecords.parse(row)));
    }
    return found;
  }

  return {
    /** The longest overdue first, at most `MAX_LABELS`. The index may lag: rows that are no longer due are omitted. */
    async due(now: Date): Promise<LabelRecords[]> {
      const found: Key[] = [];
      const pages = pagesWhile(
        () => found.length < MAX_LABELS,
        (startAt) => dueBefore(table, DUE_ZONE_PARTITION, now, startAt),
      );
      for await (const page of pages) found.push(...page.keys);
      return (await rowsAt(found))
        .filter(({ stepDueAt }) => stepDueAt !== undefined && stepDueAt <= now.toISOString())
        .toSorted((one, other) => (one.stepDueAt ?? '').localeCompare(other.stepDueAt ?? ''));
    },

    /** In no particular order. */
    rows: (labels: readonly string[]): Promise<LabelRecords[]> => rowsAt(labels.map((label) => keys.labelRecords(label))),

    /** Every label that has or had records. */
    async all(): Promise<LabelRecords[]> {
      const rows = await allItems(table, {
        KeyConditionExpression: 'pk = :zone AND begins_with(sk, :label)',
        values: { ':zone': ZONE_PARTITION, ':label': ZONE_LABEL_PREFIX },
        ConsistentRead: true,
      });
      return rows.map((row) => LabelRecords.parse(row));
    },

    /** Takes the lease of the zone writer until `heldUntil`, and returns the state; undefined while another process has it. */
    async take(now: Date, heldUntil: string): Promise<ZoneState | undefined> {
      try {
        const item = await table.update(keys.zone(), {
          expression: 'SET heldUntil = :until',
          condition: isNotHeld,
          values: { ':until': heldUntil, ':now': now.toISOString() },
        });
        return ZoneState.parse(item);
      } catch (error) {
        if (error instanceof LostRace) return undefined;
        throw error;
      }
    },

    /** Reads the state without taking the lease. */
    async state(): Promise<ZoneState> {
      return ZoneState.parse((await table.get(keys.zone())) ?? {});
    },

    /** Stores the state. False if this process took too long, and another has the lease by now. */
    keep(state: ZoneState): Promise<boolean> {
      const condition = { expression: isHeldByUs, values: { ':held': state.heldUntil } };
      return wonRace(table.put({ ...keys.zone(), ...state }, condition));
    },

    giveBack(heldUntil: string): Promise<boolean> {
      const update = { expression: 'REMOVE heldUntil', condition: isHeldByUs, values: { ':held': heldUntil } };
      return wonRace(table.update(keys.zone(), update));
    },

    /**
     * Records that the zone has these sets. Concurrent changes remain due. A proof is due again at its expiry, and its row is
     * deleted with it.
     */
    async settle({ label, revision, sets, until }: SentChange['labels'][number]): Promise<void> {
      const key = keys.labelRecords(label);
      const values = { ':sets': sets };
      const read = { ':revision': revision };
      const isGone = until !== undefined && sets.length === 0;
      const done =
        until === undefined
          ? { expression: 'SET published = :sets REMOVE problem, duePk, stepDueAt', values }
          : { expression: 'SET published = :sets, stepDueAt = :until REMOVE problem', values: { ...values, ':until': until } };
      const isSettled = await wonRaceUnlessBusy(
        isGone
          ? table.transact([table.deleteWrite(key, { ...thisProof, values: { ...read, ':until': until } })])
          : table.update(key, { ...done, condition: isWantedAsRead, values: { ...done.values, ...read } }),
      );
      if (isSettled) return;
      await wonRace(table.update(key, { expression: 'SET published = :sets', condition: isThere, values }));
    },

    /** The zone refuses the label's records: the writer retries at `dueAt`, or when the address changes. */
    async refuse({ label, revision }: Pick<LabelRecords, 'label' | 'revision'>, problem: string, dueAt: string): Promise<void> {
      await wonRace(
        table.update(keys.labelRecords(label), {
          expression: 'SET problem = :problem, stepDueAt = :dueAt',
          condition: isWantedAsRead,
          values: { ':problem': problem, ':dueAt': dueAt, ':revision': revision },
        }),
      );
    },

    /** The zone's records at the label are unknown: `presumed` is stored as published. */
    async forgetPublished(label: string, presumed: readonly RecordSet[], now: Date): Promise<void> {
      const values = { ':presumed': presumed, ':duePk': DUE_ZONE_PARTITION, ':now': now.toISOString() };
      const expression = 'SET published = :presumed, duePk = :duePk, stepDueAt = :now REMOVE problem';
      await table.update(keys.labelRecords(label), { expression, values });
    },

    /** Schedules another comparison of the label with the zone. */
    async makeDue(label: string, now: Date): Promise<void> {
      const values = { ':duePk': DUE_ZONE_PARTITION, ':now': now.toISOString() };
      await table.update(keys.labelRecords(label), { expression: 'SET duePk = :duePk, stepDueAt = :now', values });
    },
  };
}
