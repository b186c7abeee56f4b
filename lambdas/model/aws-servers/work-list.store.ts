import { outboxWrite } from '../../shared/outbox/outbox.store.ts';
import { awsWorkPartition, DUE_AWS_WORK_PARTITION, keys } from '../../shared/table/keys.ts';
import { LostRace, wonRace, wonRaceUnlessBusy } from '../../shared/table/lost-race.ts';
import { dueBefore, everyItem } from '../../shared/table/queries.ts';
import type { Table, TableQuery, Update, Write } from '../../shared/table/table.store.ts';
import { addSeconds, monthOf } from '../../shared/time/instant.ts';
import { type AwsPlace, AwsWork, AwsWorkList, type NewAwsWork } from './work-list.schema.ts';

// Due work is in the order of execution: `DUE#<urgency>#…`. Failed work comes after it: `LATER#<instant>#…`.

const isNotHeld = '(attribute_not_exists(heldUntil) OR heldUntil < :now)';
const noMessageIsUnderWay = '(attribute_not_exists(nextRunAt) OR nextRunAt <= :soon)';
const isHeldByUs = 'heldUntil = :held';
const nothingWasAddedSince = 'revision = :revision';
const nobodyAddedItAgain = 'createdAt = :createdAt';

/**
 * Two processes' clocks differ a little: a message that arrives on time must not count as a duplicate. This is less than the
 * shortest pause, so that a duplicate does not start a second chain of messages.
 */
const MESSAGE_EARLY_SECONDS = 0.5;
const MAX_AT_ONCE = 25;
/** AWS counts the imports of 365 days. */
const MONTHS_COUNTED = 13;

/** The work in integrators' AWS accounts: a list per account and region. */
export function workListStore(table: Table) {
  const stateKey = ({ accountId, region }: AwsPlace) => keys.awsWorkList(accountId, region);

  const putWork = (work: NewAwsWork & Pick<AwsWork, 'createdAt'>, notBefore?: string): Write => {
    const { accountId, region } = work;
    return table.putWrite({ ...work, ...keys.awsWork(accountId, region, placeOf(work, notBefore)) });
  };
  /** Moves work within the list. A transaction may contain an item only once. */
  const moveWrites = (work: AwsWork, notBefore?: string): Write[] => {
    const { sk } = work;
    if (placeOf(work, notBefore) === sk) return [putWork(work, notBefore)];
    return [putWork(work, notBefore), removeWrite(work)];
  };
  /** Does not remove newer work at the same position. */
  const removeWrite = ({ accountId, region, sk, createdAt }: AwsWork): Write =>
    table.deleteWrite(keys.awsWork(accountId, region, sk), {
      expression: nobodyAddedItAgain,
      values: { ':createdAt': createdAt },
    });
  /** A process that is about to rest checks the list again. */
  const markDue = (now: string): Update => ({
    expression: 'SET duePk = :duePk, stepDueAt = if_not_exists(stepDueAt, :now) ADD revision :one',
    values: { ':duePk': DUE_AWS_WORK_PARTITION, ':now': now, ':one': 1 },
  });
  const dueWrites = (work: AwsWork, now: Date) => moveWrites({ ...work, dueAt: now.toISOString() });
  const postponedUntil = (place: AwsPlace, until: string): TableQuery => ({
    ...between(place, 'LATER#', `LATER#${until}~`),
    Limit: MAX_AT_ONCE,
  });

  return {
    /**
     * Adds work and starts it. Two separate writes, because all installations write to the list, and a transaction would make
     * them conflict. A crash in between is repeated: a duplicate is harmless.
     */
    async add(work: NewAwsWork, wake: { id: string; createdAt: string }): Promise<void> {
      const { accountId, region, organizationId } = work;
      const entry = { kind: 'aws-work' as const, organizationId, accountId, region, ...wake };
      await table.transact([putWork({ ...work, createdAt: wake.createdAt }), outboxWrite(table, entry)]);
      await table.update(stateKey(work), markDue(wake.createdAt));
    },

    /** For the transaction that deletes a server. It sends no wake-up: the schedule finds the work. */
    addWrites(work: NewAwsWork, createdAt: string): Write[] {
      return [putWork({ ...work, createdAt }), table.updateWrite(stateKey(work), markDue(createdAt))];
    },

    /** Lists with work that no process has, the longest overdue first, at most 100. */
    async due(now: Date): Promise<AwsPlace[]> {
      const { keys: found } = await dueBefore(table, DUE_AWS_WORK_PARTITION, now);
      return found.map(({ pk }) => {
        const [, accountId = '', region = ''] = pk.split('#');
        return { accountId, region };
      });
    },

    /**
     * Takes the lease until `heldUntil`; undefined while another process has it, or the message that continues the work is on its
     * way.
     */
    async take(place: AwsPlace, now: Date, heldUntil: string): Promise<AwsWorkList | undefined> {
      try {
        const item = await table.update(stateKey(place), {
          expression: 'SET heldUntil = :until REMOVE nextRunAt',
          condition: `${isNotHeld} AND ${noMessageIsUnderWay}`,
          values: { ':until': heldUntil, ':now': now.toISOString(), ':soon': addSeconds(now, MESSAGE_EARLY_SECONDS) },
        });
        return AwsWorkList.parse(item);
      } catch (error) {
        if (error instanceof LostRace) return undefined;
        throw error;
      }
    },

    async state(place: AwsPlace): Promise<AwsWorkList> {
      return AwsWorkList.parse((await table.get(stateKey(place))) ?? {});
    },

    /** Moves postponed work that is due back into the due list, then returns the first entry. */
    async first(place: AwsPlace, now: Date): Promise<AwsWork | undefined> {
      const { items } = await table.query(postponedUntil(place, now.toISOString()));
      for (const work of items.map((item) => AwsWork.parse(item))) await wonRaceUnlessBusy(table.transact(dueWrites(work, now)));
      const due = await table.query({ ...between(place, 'DUE#', 'DUE#~'), Limit: 1 });
      return due.items[0] && AwsWork.parse(due.items[0]);
    },

    /** Makes all postponed work of a server due at once: its obstacle is gone. */
    async hurry(place: AwsPlace, organizationId: string, serverId: number, now: Date): Promise<number> {
      let hurried = 0;
      for await (const item of everyItem(table, between(place, 'LATER#', 'LATER#~'))) {
        const work = AwsWork.parse(item);
        if (work.organizationId !== organizationId || work.serverId !== serverId) continue;
        if (await wonRaceUnlessBusy(table.transact(dueWrites({ ...work, tries: 0 }, now)))) hurried += 1;
      }
      if (hurried > 0) await table.update(stateKey(place), markDue(now.toISOString()));
      return hurried;
    },

    async postpone(work: AwsWork, notBefore: string): Promise<void> {
      await wonRaceUnlessBusy(table.transact(moveWrites({ ...work, tries: work.tries + 1 }, notBefore)));
    },

    async finish(work: AwsWork): Promise<void> {
      await wonRaceUnlessBusy(table.transact([removeWrite(work)]));
    },

    /** Since when due work waits: the older of the first and the last entry. */
    async waitingSince(place: AwsPlace): Promise<string | undefined> {
      const due = { ...between(place, 'DUE#', 'DUE#~'), Limit: 1 };
      const ends = await Promise.all([table.query(due), table.query({ ...due, ScanIndexForward: false })]);
      const works = ends.flatMap(({ items }) => items.map((item) => AwsWork.parse(item)));
      return works.map(({ dueAt, createdAt }) => dueAt ?? createdAt).toSorted()[0];
    },

    /**
     * Counts before an import, because nobody knows afterwards whether it took place. Throws LostRace if another process has the
     * lease by now.
     */
    async countImport(place: AwsPlace, { heldUntil, imports }: AwsWorkList, now: Date): Promise<AwsWorkList> {
      const months = Object.entries({ ...imports, [monthOf(now)]: (imports[monthOf(now)] ?? 0) + 1 });
      const kept = Object.fromEntries(months.toSorted().slice(-MONTHS_COUNTED));
      const item = await table.update(stateKey(place), {
        expression: 'SET lastImportAt = :now, imports = :imports, throttles = :none',
        condition: isHeldByUs,
        values: { ':now': now.toISOString(), ':imports': kept, ':none': 0, ':held': heldUntil },
      });
      return AwsWorkList.parse(item);
    },

    /** Reverts the count of an import that AWS refused. Also throws LostRace. */
    async giveImportBack(place: AwsPlace, { heldUntil, imports }: AwsWorkList, now: Date): Promise<void> {
      await table.update(stateKey(place), {
        expression: 'SET imports = :imports',
        condition: isHeldByUs,
        values: { ':imports': { ...imports, [monthOf(now)]: (imports[monthOf(now)] ?? 1) - 1 }, ':held': heldUntil },
      });
    },

    /** Releases the lease before the message that continues the work is sent. */
    async goOn(place: AwsPlace, { heldUntil, throttles }: AwsWorkList, nextRunAt: string): Promise<boolean> {
      return wonRace(
        table.update(stateKey(place), {
          expression: 'SET nextRunAt = :next, stepDueAt = :next, duePk = :duePk, throttles = :throttles REMOVE heldUntil',
          condition: isHeldByUs,
          values: { ':next': nextRunAt, ':duePk': DUE_AWS_WORK_PARTITION, ':throttles': throttles, ':held': heldUntil },
        }),
      );
    },

    /** Releases the lease when nothing is due. False if something was added meanwhile. */
    async rest(place: AwsPlace, { heldUntil, revision }: AwsWorkList): Promise<boolean> {
      const { items } = await table.query({ ...between(place, 'LATER#', 'LATER#~'), Limit: 1 });
      const next = items[0] && String(items[0].sk).split('#')[1];
      const due = next === undefined ? ' REMOVE heldUntil, duePk, stepDueAt' : ', stepDueAt = :next REMOVE heldUntil';
      return wonRace(
        table.update(stateKey(place), {
          expression: `SET throttles = :none${due}`,
          condition: `${isHeldByUs} AND ${nothingWasAddedSince}`,
          values: { ':none': 0, ':held': heldUntil, ':revision': revision, ...(next !== undefined && { ':next': next }) },
        }),
      );
    },
  };
}
export type WorkListStore = ReturnType<typeof workListStore>;

function placeOf({ urgency, organizationId, serverId, kind, hostname, listenerArn }: NewAwsWork, notBefore?: string): string {
  const what = `${organizationId}#${serverId}#${kind}#${kind === 'rule' ? listenerArn : hostname}`;
  return notBefore === undefined ? `DUE#${urgency}#${what}` : `LATER#${notBefore}#${what}`;
}

function between({ accountId, region }: AwsPlace, first: string, last: string): TableQuery {
  return {
    KeyConditionExpression: 'pk = :list AND sk BETWEEN :first AND :last',
    values: { ':list': awsWorkPartition(accountId, region), ':first': first, ':last': last },
    ConsistentRead: true,
  };
}
