import { describe, expect, it } from 'vitest';
import { checkTimesOf } from '../../../../lambdas/lifecycle/check-times.ts';
import type { DnsObservation } from '../../../../lambdas/lifecycle/observation.ts';
import type { Domain } from '../../../../lambdas/model/domains/domain-row.schema.ts';
import { aDomain, HOUR, later, NOW, SECOND, said, timings } from '../../a-domain.ts';
import { AWatchedDomain } from './a-watched-domain.ts';

const matched: DnsObservation = { kind: 'cname-matched', evidence: [] };
const ended = { next: 'done', waitSeconds: 0 };

describe('a domain whose CNAME is not there', () => {
  it('leaves its execution, and is checked every five minutes until the end of its window', async () => {
    const world = new AWatchedDomain();
    expect(await world.begin()).toEqual(ended);
    while (await world.takeNext());
    expect(world.checks).toHaveLength(289);
    const pauses = world.checks.slice(1).map((at, index) => (at.getTime() - (world.checks[index]?.getTime() ?? 0)) / SECOND);
    expect(Math.max(...pauses)).toBeLessThan(302);
    expect(said(world.row)).toMatchObject({ phase: 'failed', dnsStatus: 'error', error: { code: 'dns_validation_timeout' } });
    expect(world.now.getTime()).toBeLessThan(later(24 * HOUR + 2 * SECOND).getTime());
    expect(world.changes.at(-1)).toMatchObject({ events: ['domain.validation_failed'] });
  });

  it('costs a message for each check, and in 24 hours two writes beside its results', async () => {
    const world = new AWatchedDomain();
    await world.begin();
    while (await world.takeNext());
    expect(world.sent).toBe(288);
    expect(world.changes).toHaveLength(2);
    expect(world.extended).toBeLessThanOrEqual(2);
    expect(world.changes.map(({ quietChecks }) => quietChecks)).toEqual([0, 287]);
  });

  it('shows at every moment when it was checked, and never a check that was not', async () => {
    const world = new AWatchedDomain();
    await world.begin();
    for (let look = 1; look < 60; look += 1) {
      expect(await world.takeNext()).toBe(true);
      const between = new Date(world.now.getTime() + 150 * SECOND);
      const { checkedAt = '', nextCheckAt = '' } = checkTimesOf(world.row as Domain, { now: between, timings });
      expect(checkedAt <= world.now.toISOString()).toBe(true);
      // Each check may have been 30 s late: a tenth of the time since the last one that was written is not known of.
      expect(between.getTime() - Date.parse(checkedAt)).toBeLessThan(600 * SECOND + (between.getTime() - NOW.getTime()) / 10);
      expect(Date.parse(nextCheckAt) - between.getTime()).toBeLessThanOrEqual(300 * SECOND);
      expect(nextCheckAt > between.toISOString()).toBe(true);
    }
  });

  it('is checked ever more seldom where the stage says how seldom at most', async () => {
    const world = new AWatchedDomain();
    world.timings = { ...timings, dnsCheckIntervalSeconds: 2, dnsCheckLongestSeconds: 30, dnsWindowSeconds: 900 };
    world.row = aDomain('awaiting-dns', { dnsDeadlineAt: later(900 * SECOND).toISOString() });
    await world.begin();
    while (await world.takeNext());
    const pauses = world.checks.slice(1, -1).map((at, index) => (at.getTime() - (world.checks[index]?.getTime() ?? 0)) / SECOND);
    expect(pauses.slice(0, 3).every((pause) => pause < 4)).toBe(true);
    expect(Math.max(...pauses)).toBeCloseTo(30.3);
    expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
    expect(world.checks.length).toBeLessThan(60);
  });

  it('waits in its execution while the queue takes nothing', async () => {
    const world = new AWatchedDomain();
    world.queueRefuses = true;
    expect(await world.begin()).toEqual({ next: 'check-dns', waitSeconds: 300 });
  });

  it('continues from a message that came before its time, without a check', async () => {
    const world = new AWatchedDomain();
    world.timings = { ...timings, dnsCheckIntervalSeconds: 3600 };
    await world.begin();
    for (let message = 0; message < 4; message += 1) await world.takeNext();
    expect(world.checks).toHaveLength(2);
    expect(world.now.getTime() - NOW.getTime()).toBeGreaterThanOrEqual(HOUR);
  });
});

describe('a CNAME that comes late', () => {
  async function found(): Promise<AWatchedDomain> {
    const world = new AWatchedDomain();
    await world.begin();
    for (let look = 1; look < 12; look += 1) await world.takeNext();
    world.observation = matched;
    await world.takeNext();
    return world;
  }

  it('is found by the next check, which starts the execution that continues', async () => {
    const world = await found();
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
    const world = new AWatchedDomain();
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

describe('a message of a check of DNS', () => {
  it('that came twice makes two of each until the next write, three hours at most, and then one again', async () => {
    const world = new AWatchedDomain();
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
    const world = new AWatchedDomain();
    await world.begin();
    world.row = row;
    await world.takeNext();
    expect(world.checks).toHaveLength(1);
    expect(world.messages).toEqual([]);
  });

  it('that nobody can read comes again, and the others of its batch do not', async () => {
    const world = new AWatchedDomain();
    await world.begin();
    const [{ body = '' } = {}] = world.messages;
    world.now = later(301 * SECOND);
    expect(await world.take(['{', body, '{"domainId": "x"}'])).toEqual(['0', '2']);
    expect(world.checks).toHaveLength(2);
  });

  it('comes again when the queue does not take the next one', async () => {
    const world = new AWatchedDomain();
    await world.begin();
    const [{ body = '' } = {}] = world.messages;
    world.now = later(301 * SECOND);
    world.queueRefuses = true;
    expect(await world.take([body])).toEqual(['0']);
  });

  it('that comes again because the queue did not take the next one continues, although its result was written', async () => {
    const world = new AWatchedDomain();
    await world.begin();
    const [{ body = '' } = {}] = world.messages;
    world.messages = [];
    world.now = later(301 * SECOND);
    world.observation = { kind: 'cname-elsewhere', actualTarget: 'elsewhere.example.net', evidence: [] };
    world.queueRefuses = true;
    expect(await world.take([body])).toEqual(['0']);
    expect(world.row?.execution.lastCheck?.at).toBe(world.now.toISOString());
    world.queueRefuses = false;
    world.now = later(481 * SECOND);
    expect(await world.take([body], 2)).toEqual([]);
    expect(world.messages).toHaveLength(1);
  });
});
