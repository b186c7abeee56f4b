import { outboxWrite } from '../../shared/outbox/outbox.store.ts';
import { awsWorkPartition, DUE_AWS_WORK_PARTITION, keys } from '../../shared/table/keys.ts';
import { LostRace, wonRace } from '../../shared/table/lost-race.ts';
import { dueBefore, everyItem } from '../../shared/table/queries.ts';
import type { Table, TableQuery, Write } from '../../shared/table/table.store.ts';
import { addSeconds, monthOf } from '../../shared/time/instant.ts';
import { type AwsPlace, AwsWork, AwsWorkList, type NewAwsWork } from './work-list.schema.ts';

// Due work lies in the order in which it is done: `DUE#<urgency>#…`. What failed waits behind it: `LATER#<instant>#…`.

const isNotHeld = '(attribute_not_exists(heldUntil) OR heldUntil < :now)';
const noMessageIsUnderWay = '(attribute_not_exists(nextRunAt) OR nextRunAt <= :soon)';
const isHeldByUs = 'heldUntil = :held';
const nothingWasAddedSince = 'revision = :revision';
const isStillThere = { expression: 'attribute_exists(pk)' };

/**
 * Clocks of two processes differ a little: a message that comes on time must not be taken for one too many. Less than the
 * shortest pause, so that one too many does not begin another chain of messages.
 */
const CLOCK_SKEW_SECONDS = 0.5;
const MOST_AT_ONCE = 25;
/** AWS counts the imports of 365 days. */
const MONTHS_COUNTED = 13;

/** What is to be done in AWS accounts of integrators: a list for each account and region. */
export function workListStore(table: Table) {
  const stateKey = ({ accountId, region }: AwsPlace) => keys.awsWorkList(accountId, region);

  const putWork = (work: NewAwsWork & Pick<AwsWork, 'createdAt'>, notBefore?: string): Write => {
    const { accountId, region } = work;
    return table.putWrite({ ...work, ...keys.awsWork(accountId, region, placeOf(work, notBefore)) });
  };
  /** Elsewhere in the list. A transaction may name an item once only. */
  const moveWrites = (work: AwsWork, notBefore?: string): Write[] => {
    const { sk } = work;
    if (placeOf(work, notBefore) === sk) return [putWork(work, notBefore)];
    const key = keys.awsWork(work.accountId, work.region, sk);
    return [putWork(work, notBefore), table.deleteWrite(key, isStillThere)];
  };
  const postponedUntil = (place: AwsPlace, until: string): TableQuery => ({
    ...between(place, 'LATER#', `LATER#${until}~`),
    Limit: MOST_AT_ONCE,
  });

  return {
    /**
     * Adds work, and has it begun. Two writes, as a list is written by all who install at once: a transaction would refuse them
     * each other. Killed in between it is repeated: what is there twice is done once.
     */
    async add(work: NewAwsWork, wake: { id: string; createdAt: string }): Promise<void> {
      const { accountId, region, organizationId } = work;
      const entry = { kind: 'aws-work' as const, organizationId, accountId, region, ...wake };
      await table.transact([putWork({ ...work, createdAt: wake.createdAt }), outboxWrite(table, entry)]);
      await table.update(stateKey(work), {
        expression: 'SET duePk = :duePk, stepDueAt = if_not_exists(stepDueAt, :now) ADD revision :one',
        values: { ':duePk': DUE_AWS_WORK_PARTITION, ':now': wake.createdAt, ':one': 1 },
      });
    },

    /** For the transaction that deletes a server. Without a wake: its schedule finds it. */
    addWrites(work: NewAwsWork, createdAt: string): Write[] {
      const due = table.updateWrite(stateKey(work), {
        expression: 'SET duePk = :duePk, stepDueAt = if_not_exists(stepDueAt, :now) ADD revision :one',
        values: { ':duePk': DUE_AWS_WORK_PARTITION, ':now': createdAt, ':one': 1 },
      });
      return [putWork({ ...work, createdAt }), due];
    },

    /** Lists with work that nobody does, the longest overdue first, at most 100. */
    async due(now: Date): Promise<AwsPlace[]> {
      const { keys: found } = await dueBefore(table, DUE_AWS_WORK_PARTITION, now);
      return found.map(({ pk }) => {
        const [, accountId = '', region = ''] = pk.split('#');
        return { accountId, region };
      });
    },

    /** Takes the right to work until then; undefined while another has it, or the message is under way with which it goes on. */
    async take(place: AwsPlace, now: Date, heldUntil: string): Promise<AwsWorkList | undefined> {
      try {
        const item = await table.update(stateKey(place), {
          expression: 'SET heldUntil = :until REMOVE nextRunAt',
          condition: `${isNotHeld} AND ${noMessageIsUnderWay}`,
          values: { ':until': heldUntil, ':now': now.toISOString(), ':soon': addSeconds(now, CLOCK_SKEW_SECONDS) },
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

    /** Puts what has waited long enough back among what is due. Answers the first of that. */
    async first(place: AwsPlace, now: Date): Promise<AwsWork | undefined> {
      const { items } = await table.query(postponedUntil(place, now.toISOString()));
      for (const work of items.map((item) => AwsWork.parse(item))) await wonRace(table.transact(moveWrites(work)));
      const due = await table.query({ ...between(place, 'DUE#', 'DUE#~'), Limit: 1 });
      return due.items[0] && AwsWork.parse(due.items[0]);
    },

    /** Makes all due at once that waits for a server: what was in its way is gone. */
    async hurry(place: AwsPlace, organizationId: string, serverId: number): Promise<number> {
      let hurried = 0;
      for await (const item of everyItem(table, between(place, 'LATER#', 'LATER#~'))) {
        const work = AwsWork.parse(item);
        if (work.organizationId !== organizationId || work.serverId !== serverId) continue;
        if (await wonRace(table.transact(moveWrites({ ...work, tries: 0 })))) hurried += 1;
      }
      return hurried;
    },

    /** It has failed, and is tried again then. */
    async postpone(work: AwsWork, notBefore: string): Promise<void> {
      await table.transact(moveWrites({ ...work, tries: work.tries + 1 }, notBefore));
    },

    async finish({ accountId, region, sk }: AwsWork): Promise<void> {
      await table.transact([table.deleteWrite(keys.awsWork(accountId, region, sk))]);
    },

    /** Before an import, as nobody knows afterwards whether it took place. Throws LostRace if another process works by now. */
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

    /** Gives the right back, before the message is sent with which the work goes on. */
    async goOn(place: AwsPlace, { heldUntil, throttles }: AwsWorkList, nextRunAt: string): Promise<boolean> {
      return wonRace(
        table.update(stateKey(place), {
          expression: 'SET nextRunAt = :next, stepDueAt = :next, duePk = :duePk, throttles = :throttles REMOVE heldUntil',
          condition: isHeldByUs,
          values: { ':next': nextRunAt, ':duePk': DUE_AWS_WORK_PARTITION, ':throttles': throttles, ':held': heldUntil },
        }),
      );
    },

    /** The same where nothing is due. False if something was added meanwhile. */
    async rest(place: AwsPlace, { heldUntil, revision }: AwsWorkList): Promise<boolean> {
      const { items } = await table.query({ ...between(place, 'LATER#', 'LATER#~'), Limit: 1 });
      const next = items[0] && String(items[0].sk).split('#')[1];
      const due = next === undefined ? ' REMOVE heldUntil, duePk, stepDueAt' : ' SET stepDueAt = :next REMOVE heldUntil';
      return wonRace(
        table.update(stateKey(place), {
          expression: due.trim(),
          condition: `${isHeldByUs} AND ${nothingWasAddedSince}`,
          values: { ':held': heldUntil, ':revision': revision, ...(next !== undefined && { ':next': next }) },
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
