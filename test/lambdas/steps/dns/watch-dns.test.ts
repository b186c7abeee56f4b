import { describe, expect, it } from 'vitest';
import { checkTimesOf } from '../../../../lambdas/lifecycle/check-times.ts';
import type { DnsObservation } from '../../../../lambdas/lifecycle/observation.ts';
import type { Domain } from '../../../../lambdas/model/domains/domain-row.schema.ts';
import { aDomain, HOUR, later, NOW, SECOND, said, timings } from '../../a-domain.ts';
import { AWatchedDomain } from './a-watched-domain.ts';

const matched: DnsObservation = { kind: 'cname-matched', evidence: [] };
const elsewhere: DnsObservation = { kind: 'cname-elsewhere', actualTarget: 'elsewhere.example.net', evidence: [] };
const ended = { next: 'done', waitSeconds: 0 };
/** No wait state: every check but the first comes from the queue. */
const withoutWaits = { dnsWaitStateSeconds: 0 };

describe('a domain whose CNAME is not there', () => {
  it('waits in its execution for an hour of 12 checks, leaves it, and is checked every five minutes until its window ends', async () => {
    const world = new AWatchedDomain();
    expect(await world.execute()).toBe(12);
    expect([world.checks.length, world.sent]).toEqual([13, 1]);
    expect(world.now.getTime() - later(HOUR).getTime()).toBeLessThan(12 * SECOND);
    while (await world.takeNext());
    expect(world.checks).toHaveLength(289);
    const pauses = world.checks.slice(1).map((at, index) => (at.getTime() - (world.checks[index]?.getTime() ?? 0)) / SECOND);
    expect(Math.max(...pauses)).toBeLessThan(302);
    expect(said(world.row)).toMatchObject({ phase: 'failed', dnsStatus: 'error', error: { code: 'dns_validation_timeout' } });
    expect(world.now.getTime()).toBeLessThan(later(24 * HOUR + 2 * SECOND).getTime());
    expect(world.changes.at(-1)).toMatchObject({ events: ['domain.validation_failed'] });
  });

  it('costs a message for each check of the queue, and in 24 hours two writes beside its results', async () => {
    const world = new AWatchedDomain();
    await world.execute();
    while (await world.takeNext());
    expect(world.sent).toBe(276);
    expect(world.changes).toHaveLength(2);
    expect(world.extended).toBeLessThanOrEqual(2);
    expect(world.changes.map(({ quietChecks }) => quietChecks)).toEqual([0, 287]);
  });

  it('shows at every moment when it was checked, and never a check that was not', async () => {
    const world = new AWatchedDomain(withoutWaits);
    await world.begin();
    for (let look = 1; look < 60; look += 1) {
      expect(await world.takeNext()).toBe(true);
      const between = new Date(world.now.getTime() + 150 * SECOND);
      const { checkedAt = '', nextCheckAt = '' } = checkTimesOf(world.row as Domain, { now: between, timings });
      expect(checkedAt <= world.now.toISOString()).toBe(true);
      // Each check may be 30 s late, a tenth of its interval. So a tenth of the time since the last written check is uncertain.
      expect(between.getTime() - Date.parse(checkedAt)).toBeLessThan(600 * SECOND + (between.getTime() - NOW.getTime()) / 10);
      expect(Date.parse(nextCheckAt) - between.getTime()).toBeLessThanOrEqual(300 * SECOND);
      expect(nextCheckAt > between.toISOString()).toBe(true);
    }
  });

  it('is checked ever more seldom where the stage says how seldom at most', async () => {
    const world = new AWatchedDomain();
    const pace = { dnsCheckIntervalSeconds: 2, dnsCheckLongestSeconds: 30, dnsWindowSeconds: 900, dnsWaitStateSeconds: 40 };
    world.timings = { ...timings, ...pace };
    world.row = aDomain('awaiting-dns', { dnsDeadlineAt: later(900 * SECOND).toISOString() });
    expect(await world.execute()).toBeGreaterThan(5);
    while (await world.takeNext());
    const pauses = world.checks.slice(1, -1).map((at, index) => (at.getTime() - (world.checks[index]?.getTime() ?? 0)) / SECOND);
    expect(pauses.slice(0, 3).every((pause) => pause < 4)).toBe(true);
    expect(Math.max(...pauses)).toBeCloseTo(30.3);
    expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
    expect(world.checks.length).toBeLessThan(60);
  });

  it('is checked from the queue, too, where its execution had its certificate first, and was begun as an Express one', async () => {
    const world = new AWatchedDomain(withoutWaits);
    world.row = aDomain('awaiting-dns', { execution: { attempt: 2, restarts: 0, run: { attempt: 2, id: 'run_1' } } });
    await world.begin();
    for (let check = 1; check <= 3; check += 1) await world.takeNext();
    expect([world.checks.length, world.messages.length]).toEqual([4, 1]);
  });

  it('waits on in its execution while the queue takes nothing', async () => {
    const world = new AWatchedDomain(withoutWaits);
    world.queueRefuses = true;
    expect(await world.begin()).toMatchObject({ next: 'check-dns', waitSeconds: 300 });
  });

  it('has one watcher at each moment: its execution sends no message before it ends', async () => {
    const world = new AWatchedDomain();
    expect(await world.begin()).toMatchObject({ next: 'check-dns', waitSeconds: 300 });
    expect(world.sent).toBe(0);
    await world.execute();
    expect(world.messages).toHaveLength(1);
  });

  it('leaves an execution that begins behind the first hour, as after a restart by the sweep, at its first check', async () => {
    const world = new AWatchedDomain();
    world.now = later(HOUR);
    expect(await world.begin()).toEqual(ended);
    expect(world.messages).toHaveLength(1);
  });

  it('is not checked before the end of a wait that the same attempt began: the rest of it is waited for', async () => {
    const world = new AWatchedDomain();
    await world.begin();
    world.now = later(100 * SECOND);
    expect(await world.begin()).toMatchObject({ next: 'check-dns', waitSeconds: 200 });
    expect(world.checks).toHaveLength(1);
  });

  it.each<[string, Domain | undefined]>([
    ['a later attempt, which a request has begun', aDomain('awaiting-dns', { execution: { attempt: 2 } })],
    ['no row any more', undefined],
  ])('is left by an execution that wakes from its wait to find %s', async (_, row) => {
    const world = new AWatchedDomain();
    await world.begin();
    world.row = row;
    world.now = later(301 * SECOND);
    expect(await world.begin(1)).toEqual(ended);
    expect([world.checks.length, world.sent]).toEqual([1, 0]);
  });

  it('continues from a message that came before its time, without a check', async () => {
    const world = new AWatchedDomain();
    world.timings = { ...timings, ...withoutWaits, dnsCheckIntervalSeconds: 3600 };
    await world.begin();
    for (let message = 0; message < 4; message += 1) await world.takeNext();
    expect(world.checks).toHaveLength(2);
    expect(world.now.getTime() - NOW.getTime()).toBeGreaterThanOrEqual(HOUR);
  });
});

describe('a CNAME that comes late', () => {
  it('is found within the hour by the execution that waits for it, which continues', async () => {
    const world = new AWatchedDomain();
    const { waitSeconds } = await world.begin();
    world.now = later(waitSeconds * SECOND);
    world.observation = matched;
    expect(await world.begin()).toEqual({ next: 'prepare-issuance', waitSeconds: 0 });
    expect(world.row).toMatchObject({ phase: 'preparing', dnsStatus: 'validated', execution: { attempt: 1 } });
    expect(world.changes.at(-1)).toMatchObject({ timeline: 'domain.validated', events: ['domain.validated'] });
    expect(world.changes.some(({ startExecution }) => startExecution)).toBe(false);
    expect(world.messages).toEqual([]);
  });

  it('is found after the hour by the next check of the queue, which starts the execution that continues', async () => {
    const world = new AWatchedDomain();
    await world.execute();
    await world.takeNext();
    world.observation = matched;
    await world.takeNext();
    expect(world.row).toMatchObject({ phase: 'preparing', dnsStatus: 'validated', execution: { attempt: 2 } });
    expect(world.changes.at(-1)).toMatchObject({
      timeline: 'domain.validated',
      events: ['domain.validated'],
      startExecution: true,
    });
    expect(world.changes.slice(0, -1).some(({ startExecution }) => startExecution)).toBe(false);
    expect(world.messages).toEqual([]);
  });

  it('is not checked again by a message that is delivered again', async () => {
    const world = new AWatchedDomain(withoutWaits);
    await world.begin();
    const [{ body = '' } = {}] = world.messages;
    world.now = later(301 * SECOND);
    world.observation = matched;
    expect(await world.take([body])).toEqual([]);
    expect(await world.take([body])).toEqual([]);
    expect(world.checks).toHaveLength(2);
    expect(world.row?.execution.attempt).toBe(2);
  });
});

describe('the count of checks that found nothing new', () => {
  it('goes on from the execution to the queue, and begins anew with each finding', async () => {
    const world = new AWatchedDomain();
    await world.execute();
    await world.takeNext();
    world.observation = elsewhere;
    await world.takeNext();
    expect(world.changes.map(({ quietChecks }) => quietChecks)).toEqual([0, 13]);
    world.observation = matched;
    await world.takeNext();
    expect(world.changes.at(-1)).toMatchObject({ quietChecks: 0 });
  });

  it('is that of the execution where the CNAME is found there', async () => {
    const world = new AWatchedDomain();
    for (const seconds of [0, 301, 602, 903]) {
      world.now = later(seconds * SECOND);
      if (seconds === 903) world.observation = matched;
      await world.begin();
    }
    expect(world.changes.map(({ quietChecks }) => quietChecks)).toEqual([0, 2]);
  });
});

describe('a message of a check of DNS', () => {
  it('that came twice is one again with the next check, in a process that remembers what it has sent', async () => {
    const world = new AWatchedDomain(withoutWaits);
    await world.begin();
    world.messages.push(...world.messages.map((message) => ({ ...message })));
    while (await world.takeNext());
    expect(world.checks).toHaveLength(289);
  });

  it('that always comes twice in one batch is checked once each time', async () => {
    const world = new AWatchedDomain(withoutWaits);
    await world.begin();
    for (let taken = 0; taken < 100; taken += 1) {
      const [{ body = '' } = {}] = world.messages;
      world.messages = [];
      world.now = later((1 + taken) * 301 * SECOND);
      expect(await world.take([body, body])).toEqual([]);
      expect(world.messages).toHaveLength(1);
    }
    expect(world.checks).toHaveLength(101);
  });

  it('that came twice makes two of each in processes that remember nothing, three hours at most, until the next write', async () => {
    const world = new AWatchedDomain(withoutWaits);
    world.isCold = true;
    await world.begin();
    world.messages.push(...world.messages.map((message) => ({ ...message })));
    while (await world.takeNext()) expect(world.messages.length).toBeLessThanOrEqual(2);
    expect(world.checks.length).toBeGreaterThan(289);
    expect(world.checks.length).toBeLessThanOrEqual(289 + 40);
  });

  it.each<[string, Domain | undefined]>([
    ['whose domain has a later attempt', aDomain('awaiting-dns', { execution: { attempt: 2 } })],
    ['whose domain is gone', undefined],
    ['whose domain an execution has taken on', aDomain('preparing')],
  ])('%s ends quietly', async (_, row) => {
    const world = new AWatchedDomain(withoutWaits);
    await world.begin();
    world.row = row;
    await world.takeNext();
    expect(world.checks).toHaveLength(1);
    expect(world.messages).toEqual([]);
  });

  it('that nobody can read comes again, and the others of its batch do not', async () => {
    const world = new AWatchedDomain(withoutWaits);
    await world.begin();
    const [{ body = '' } = {}] = world.messages;
    world.now = later(301 * SECOND);
    expect(await world.take(['{', body, '{"domainId": "x"}'])).toEqual(['0', '2']);
    expect(world.checks).toHaveLength(2);
  });

  it('comes again when the queue does not take the next one', async () => {
    const world = new AWatchedDomain(withoutWaits);
    await world.begin();
    const [{ body = '' } = {}] = world.messages;
    world.now = later(301 * SECOND);
    world.queueRefuses = true;
    expect(await world.take([body])).toEqual(['0']);
  });

  it('that comes again because the queue did not take the next one continues, although its result was written', async () => {
    const world = new AWatchedDomain(withoutWaits);
    await world.begin();
    const [{ body = '' } = {}] = world.messages;
    world.messages = [];
    world.now = later(301 * SECOND);
    world.observation = elsewhere;
    world.queueRefuses = true;
    expect(await world.take([body])).toEqual(['0']);
    expect(world.row?.execution.lastCheck?.at).toBe(world.now.toISOString());
    world.queueRefuses = false;
    world.now = later(481 * SECOND);
    expect(await world.take([body], 2)).toEqual([]);
    expect(world.messages).toHaveLength(1);
  });
});
