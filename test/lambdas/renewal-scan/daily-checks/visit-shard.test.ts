import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { CheckRound } from '../../../../lambdas/model/domains/watch-cursor.store.ts';
import { type VisitOne, visitShard } from '../../../../lambdas/renewal-scan/daily-checks/visit-shard.ts';
import { DUE_SHARDS, keys } from '../../../../lambdas/shared/table/keys.ts';
import type { Table } from '../../../../lambdas/shared/table/table.store.ts';
import { HOUR, later, NOW, SECOND } from '../../a-domain.ts';
import { dynamo, table } from '../../api/api-caller.ts';
import { holdItems, requestsTo } from '../../held-items.ts';
import { settings } from '../../settings.ts';
import { killedAt } from '../killed-at.ts';
import { scanPorts } from '../scan-ports.ts';

const DAY = 24 * HOUR;
const SHARD = 5;
const idOf = (index: number) => 1_000_000 * DUE_SHARDS + index * DUE_SHARDS + SHARD;
const watchOf = (index: number) => ({ ...keys.watch(idOf(index)), domainId: idOf(index), fingerprintSha256: 'ab' });
const stranger = { ...keys.watch(idOf(1) + 1), domainId: idOf(1) + 1, fingerprintSha256: 'ab' };

/** A shard of watched domains, and runs that visit them at an instant. `visits`: the domains visited by all runs. */
function shardOf(domains: number, watchDaySeconds = 86_400) {
  const { items } = holdItems(dynamo, [...Array.from({ length: domains }, (_, index) => watchOf(index)), stranger]);
  const visits: Record<CheckRound, number[]> = { check: [], ask: [] };
  const visit = vi.fn<VisitOne>(async ({ domainId }, round) => {
    visits[round].push(Number(domainId));
    return 'quiet';
  });
  const log = vi.fn();
  const ofDay = { ...settings, timings: { ...settings.timings, watchDaySeconds } };
  const portsAt = (clock: () => Date, of: Table = table) => scanPorts({ table: of, clock, log, settings: ofDay }, { visit });
  const runAt = (at: Date, clock = () => at, endsAt = later(365 * DAY), of: Table = table) =>
    visitShard(SHARD, portsAt(clock, of), endsAt);
  /** One run for each of the `of` parts. */
  const runPartsAt = async (at: Date, of: number) => {
    for (let index = 0; index < of; index += 1)
      await visitShard(
        SHARD,
        portsAt(() => at),
        later(365 * DAY),
        { index, of },
      );
  };
  return { runAt, runPartsAt, visits, visit, items, log };
}

const times = (domainIds: number[]) => {
  const counts = new Map<number, number>();
  for (const id of domainIds) counts.set(id, (counts.get(id) ?? 0) + 1);
  return [...counts.values()];
};
const once = (domains: number) => Array(domains).fill(1);

describe('the lag of the visits', () => {
  it('is none at the end of a run that has come to all', async () => {
    const { runAt } = shardOf(3);
    expect(await runAt(NOW)).toMatchObject({ lagSeconds: 0 });
  });

  it('is how far the slots of the last visits are behind, where a run had no time', async () => {
    const { runAt } = shardOf(130);
    await runAt(NOW);
    const { lagSeconds } = await runAt(later(7 * HOUR), () => later(7 * HOUR), NOW);
    expect(lagSeconds).toBe(25_200);
  });

  it('is a day at most, from which on visits are left out, and a day where nothing was visited yet', async () => {
    const { runAt } = shardOf(130);
    expect((await runAt(NOW, () => NOW, NOW)).lagSeconds).toBe(86_400);
    await runAt(NOW);
    const { lagSeconds } = await runAt(later(9 * DAY), () => later(9 * DAY), NOW);
    expect(lagSeconds).toBe(86_400);
  });
});

describe('a day of runs', () => {
  it.each([
    ['a day, every half an hour', 86_400, 1_800],
    ['a short day, every minute', 1_440, 60],
    ['the shortest day, every seven seconds', 60, 7],
  ])('in %s, visits every domain of the shard twice: once in its slot, and once half a day later', async (_, seconds, pause) => {
    const { runAt, visits } = shardOf(130, seconds);
    await runAt(NOW);
    visits.check.length = 0;
    visits.ask.length = 0;
    const checkedIn: number[] = [];
    for (let at = pause; at <= seconds + pause; at += pause) {
      const before = visits.check.length;
      await runAt(later(Math.min(at, seconds) * 1000));
      checkedIn.push(visits.check.length - before);
    }
    expect(times(visits.check)).toEqual(once(130));
    expect(times(visits.ask)).toEqual(once(130));
    expect(Math.max(...checkedIn)).toBeLessThan(40);
  });

  it('after days of silence visits every domain once in each round, and none twice', async () => {
    const { runAt, visits } = shardOf(250);
    await runAt(NOW);
    await runAt(later(9 * DAY + HOUR));
    expect(times(visits.check)).toEqual(Array(250).fill(2));
    expect(times(visits.ask)).toEqual(Array(250).fill(2));
  });

  it('costs a read of the cursor, and for each range of slots a Query and a write', async () => {
    const { runAt } = shardOf(130);
    await runAt(NOW);
    dynamo.resetHistory();
    await runAt(later(300_000));
    expect(requestsTo(dynamo)).toEqual(['GetItem', 'Query', 'PutItem', 'Query', 'PutItem']);
  });
});

describe('a clock that jumps', () => {
  it('forward by days, and back, leaves no domain unvisited for longer than a day', async () => {
    const { runAt, visits } = shardOf(120);
    await runAt(NOW);
    await runAt(later(5 * DAY));
    visits.check.length = 0;
    await runAt(later(HOUR));
    expect(times(visits.check)).toEqual(once(120));
    await runAt(later(HOUR + 60_000));
    expect(visits.check.length).toBeLessThan(125);
  });

  it('backward by minutes visits nothing twice, and goes on from where it was', async () => {
    const { runAt, visits } = shardOf(120);
    await runAt(NOW);
    visits.check.length = 0;
    await runAt(later(-600_000));
    expect(visits.check).toEqual([]);
    await runAt(later(DAY - 1_319)); // one slot less than a day later
    expect(times(visits.check).every((count) => count === 1)).toBe(true);
    expect(visits.check.length).toBeGreaterThanOrEqual(119);
  });

  it('backward in the middle of a run leaves out nothing of what the end of its time has cut off', async () => {
    const { runAt, visits } = shardOf(250);
    let asked = 0;
    const clock = () => {
      asked += 1;
      return asked > 40 && asked < 60 ? later(HOUR) : NOW;
    };
    await runAt(NOW, clock, later(HOUR));
    await runAt(NOW);
    expect(new Set(visits.check).size).toBe(250);
    expect(new Set(visits.ask).size).toBe(250);
  });
});

describe('a run that is killed', () => {
  const PAGES = 3;

  it.each(
    (['before', 'after'] as const).flatMap((when) =>
      Array.from({ length: 1 + 2 * 2 * PAGES }, (_, request) => [when, request + 1] as const),
    ),
  )(
    '%s its request %d to the table is gone on with by the next, which leaves nothing out and repeats a page at most',
    async (when, request) => {
      const { runAt, visits } = shardOf(250);
      await expect(runAt(NOW, undefined, undefined, killedAt(table, request, when))).rejects.toThrow('killed');
      await runAt(NOW);
      for (const round of ['check', 'ask'] as const) {
        expect(new Set(visits[round]).size).toBe(250);
        expect(visits[round].length).toBeLessThanOrEqual(350);
      }
    },
  );

  it('by the end of its time stops within a page, and the next goes on right behind the last domain that was visited', async () => {
    const { runAt, visits } = shardOf(250);
    const endsAt = later(1);
    await runAt(NOW, () => (visits.ask.length < 130 ? NOW : endsAt), endsAt);
    expect([visits.ask.length, visits.check.length]).toEqual([130, 0]);
    await runAt(NOW);
    expect(times(visits.ask)).toEqual(once(250));
  });
});

it('a run whose time is over when it has its first page visits nothing, and leaves the cursor where it is', async () => {
  const { runAt, visits } = shardOf(20);
  const endsAt = later(1);
  await runAt(NOW, () => (dynamo.commandCalls(QueryCommand).length > 0 ? endsAt : NOW), endsAt);
  expect(visits.ask).toEqual([]);
  await runAt(NOW);
  expect([times(visits.ask), times(visits.check)]).toEqual([once(20), once(20)]);
});

describe('a mass of visits', () => {
  afterEach(() => vi.useRealTimers());

  it('that each take 25 s ends within 25 s of the end of its time, and the next runs do the rest', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'Date'], now: NOW });
    const { runAt, visit, visits } = shardOf(250);
    visit.mockImplementation(async ({ domainId }, round) => {
      await new Promise((resolve) => setTimeout(resolve, 25 * SECOND));
      visits[round].push(Number(domainId));
      return 'quiet';
    });
    for (let run = 0; visits.check.length < 250 && run < 30; run += 1) {
      const [startedAt, clock] = [Date.now(), () => new Date()];
      const ended = runAt(NOW, clock, new Date(startedAt + 40 * SECOND)).then(() => Date.now() - startedAt);
      await vi.advanceTimersByTimeAsync(120 * SECOND);
      expect(await ended).toBeLessThanOrEqual(65 * SECOND);
    }
    expect([new Set(visits.ask).size, new Set(visits.check).size]).toEqual([250, 250]);
  });
});

describe('two runs at once', () => {
  it('visit every domain, none more than twice, and one of them stops at the end of its page', async () => {
    const { runAt, visits, log } = shardOf(450);
    await Promise.all([runAt(NOW), runAt(NOW)]);
    expect(new Set(visits.check).size).toBe(450);
    expect(visits.check.length + visits.ask.length).toBeLessThanOrEqual(2 * 450 + 100);
    expect(log).toHaveBeenCalledWith('info', 'another run visits the shard', { shard: SHARD });
  });
});

describe('a run', () => {
  it('is not stopped by a domain that cannot be visited, and says what went wrong', async () => {
    const { runAt, visit, visits, log } = shardOf(3);
    visit.mockRejectedValueOnce(new Error('unreadable'));
    const failures = [new Error('unreadable')];
    expect(await runAt(NOW)).toEqual({ ask: { quiet: 2 }, check: { quiet: 3 }, failures, lagSeconds: 0 });
    expect(visits.check).toHaveLength(3);
    expect(log).toHaveBeenCalledWith('error', 'a domain could not be visited', expect.objectContaining({ round: 'ask' }));
  });

  it('has at most 25 visits under way', async () => {
    const { runAt, visit } = shardOf(250);
    let underWay = 0;
    let most = 0;
    visit.mockImplementation(async () => {
      underWay += 1;
      most = Math.max(most, underWay);
      await new Promise((resolve) => setImmediate(resolve));
      underWay -= 1;
      return 'quiet';
    });
    await runAt(NOW);
    expect(most).toBe(25);
  });
});

describe('visits that are divided into parts', () => {
  const everyHour = async (run: (at: Date) => Promise<unknown>, fromHour: number, hours = 24) => {
    for (let hour = 1; hour <= hours; hour += 1) await run(later((fromHour + hour) * HOUR));
  };
  const forget = (visits: Record<CheckRound, number[]>) => {
    for (const round of ['check', 'ask'] as const) visits[round].length = 0;
  };

  it.each([
    ['1 to 8', 1, 8],
    ['8 to 12', 8, 12],
    ['8 to 1', 8, 1],
  ])(
    'meet every row of before within a day of a change from %s, and go on to meet each twice a day',
    async (_, before, after) => {
      const { runPartsAt, visits } = shardOf(130);
      await everyHour((at) => runPartsAt(at, before), 0, 48);
      forget(visits);
      // The first run initializes the parts.
      await everyHour((at) => runPartsAt(at, after), 48, 25);
      for (const round of ['check', 'ask'] as const) expect(new Set(visits[round]).size).toBe(130);
      forget(visits);
      await everyHour((at) => runPartsAt(at, after), 73);
      for (const round of ['check', 'ask'] as const) expect(times(visits[round])).toEqual(once(130));
    },
  );

  it('are spread over the day, also at the change', async () => {
    const { runPartsAt, visits } = shardOf(130);
    await everyHour((at) => runPartsAt(at, 1), 0);
    const before = visits.check.length;
    await runPartsAt(later(25 * HOUR), 8);
    expect(visits.check.length).toBe(before);
    await runPartsAt(later(26 * HOUR), 8);
    expect(visits.check.length - before).toBeLessThan(20);
  });
});
