import { describe, expect, it } from 'vitest';
import type { Domain } from '../../../../lambdas/model/domains/domain-row.schema.ts';
import { HOUR, iso, NOW, SECOND, said, timings } from '../../a-domain.ts';
import { AnIssuance } from './an-issuance.ts';
import { InMemoryCa } from './in-memory-ca.ts';

const MINUTE = 60 * SECOND;
const DAY = 24 * HOUR;

async function anIssuance(): Promise<AnIssuance> {
  const issuance = await AnIssuance.prepared();
  issuance.remembersTrouble = true;
  return issuance;
}

/** A domain that waits for the second CA, because the first one is down and the second one's budget has no room. */
async function withoutRoom(): Promise<AnIssuance> {
  const issuance = await anIssuance();
  issuance.fallbacks.push({ name: 'Second CA', ca: new InMemoryCa() });
  issuance.fallbackSlots = false;
  issuance.ca.isDown = true;
  await issuance.run('create-order');
  return issuance;
}

async function runUntil(issuance: AnIssuance, instant: number): Promise<void> {
  while (issuance.now.getTime() < instant) {
    expect(issuance.domain.phase).toBe('ordering');
    issuance.restart();
    await issuance.run('create-order');
  }
}

function withIssuance(issuance: AnIssuance, more: object): void {
  const { domain } = issuance;
  if (!('issuance' in domain)) throw new Error(`not in an issuance: ${domain.phase}`);
  issuance.domain = { ...domain, issuance: { ...domain.issuance, ...more } } as Domain;
}

const timelineOf = ({ changes }: AnIssuance) => changes.map(({ timeline }) => timeline);
const deadlineOf = ({ domain }: AnIssuance) =>
  'issuance' in domain ? Date.parse(domain.issuance.issuanceDeadlineAt ?? '') : Number.NaN;

describe('while no CA takes an order', () => {
  it('because the one that serves has no room for us, a name waits for days, says so once, and is no error', async () => {
    const issuance = await withoutRoom();
    issuance.jitter = () => 1 - Number.EPSILON;
    await runUntil(issuance, NOW.getTime() + 3 * DAY);
    expect(said(issuance.domain)).toMatchObject({
      phase: 'ordering',
      sslStatus: 'pending',
      diagnosis: { code: 'ca_rate_limited', evidence: [{ answer: expect.stringContaining('Second CA') }] },
    });
    expect(said(issuance.domain)).not.toHaveProperty('error');
    expect(timelineOf(issuance).filter((what) => what === 'certificate.queued')).toHaveLength(1);
    expect(timelineOf(issuance).length).toBeLessThanOrEqual(3);
  });

  it('the next one is tried again after as long as was waited, ten minutes at most', async () => {
    const issuance = await withoutRoom();
    issuance.jitter = () => 1 - Number.EPSILON;
    const pauses: number[] = [];
    for (let checks = 0; checks < 12; checks += 1) pauses.push((await issuance.run('create-order')).waitSeconds);
    expect(pauses[0]).toBe(60);
    expect(pauses.toSorted((one, other) => one - other)).toEqual(pauses);
    expect(pauses.at(-1)).toBe(600);
  });

  it('the issuance window stands still, and continues when one does', async () => {
    const issuance = await anIssuance();
    issuance.ca.isDown = true;
    await issuance.run('create-order');
    const [haltedAt, left] = [issuance.now.getTime(), deadlineOf(issuance) - issuance.now.getTime()];
    await runUntil(issuance, haltedAt + 2 * DAY);
    expect(issuance.domain).toMatchObject({ issuance: { haltedAt: expect.any(String) } });
    issuance.ca.isDown = false;
    await issuance.run('create-order');
    await issuance.run('create-order');
    expect(issuance.domain.phase).toBe('validating');
    expect(issuance.domain).not.toHaveProperty('issuance.haltedAt');
    const leftNow = deadlineOf(issuance) - Date.parse(issuance.domain.updatedAt);
    expect(Math.abs(leftNow - left)).toBeLessThanOrEqual(MINUTE);
  });

  it('a window of which little was left is extended to a quarter when one does', async () => {
    const issuance = await anIssuance();
    withIssuance(issuance, { issuanceDeadlineAt: iso(MINUTE), haltedAt: iso(0) });
    issuance.now = new Date(NOW.getTime() + DAY);
    await issuance.run('create-order');
    const left = deadlineOf(issuance) - issuance.now.getTime();
    expect(left / SECOND).toBeGreaterThanOrEqual(timings.issuanceWindowSeconds / 4 - 60);
  });

  it('the window continues when its own CA is back, though nothing new is heard of what it waits for', async () => {
    const issuance = await AnIssuance.readyFor('poll-order');
    withIssuance(issuance, { haltedAt: issuance.now.toISOString() });
    issuance.now = new Date(issuance.now.getTime() + DAY);
    for (const order of issuance.ca.orders) Object.assign(order, { status: 'pending', challenge: 'processing' });
    await issuance.run('poll-order');
    expect(issuance.domain).toMatchObject({ phase: 'validating' });
    expect(issuance.domain).not.toHaveProperty('issuance.haltedAt');
    expect(timelineOf(issuance).at(-1)).toBe('ca.serves_again');
    const written = issuance.changes.length;
    await issuance.run('poll-order');
    expect(issuance.changes).toHaveLength(written);
  });
});

describe('a probe whose taker has no slot', () => {
  const probed = (issuance: AnIssuance, ca: string) => issuance.healthOf(ca)?.probes;

  it('for its order is the next name’s, whose order finds the CA back', async () => {
    const waiting = await anIssuance();
    waiting.ca.isDown = true;
    await waiting.run('create-order');
    waiting.ca.isDown = false;
    waiting.takeAnother = async () => false;
    await waiting.run('create-order');
    expect(waiting.domain.phase).toBe('preparing');
    expect(waiting.ca.orders).toEqual([]);
    expect(waiting.healthOf('Test CA')?.openedAt).toBeDefined();

    const granted = await AnIssuance.prepared(waiting.ca, 'other.customer.com', waiting);
    Object.assign(granted, { remembersTrouble: true, now: waiting.now });
    await granted.run('create-order');
    expect(granted.domain.phase).toBe('validating');
    expect(waiting.healthOf('Test CA')).toMatchObject({ failures: 0, closedAt: expect.any(String) });
  });

  it('is left where there is no room at the fallback, and used up where the CA is still down', async () => {
    const issuance = await withoutRoom();
    const [fallback] = issuance.fallbacks;
    if (!fallback) throw new Error('no fallback');
    fallback.ca.isDown = true;
    issuance.fallbackSlots = true;
    await issuance.run('create-order');
    issuance.now = new Date(issuance.now.getTime() + HOUR);
    await issuance.run('create-order');
    expect([probed(issuance, 'Test CA'), probed(issuance, 'Second CA')]).toEqual([1, 1]);

    issuance.now = new Date(issuance.now.getTime() + HOUR);
    fallback.ca.isDown = false;
    issuance.fallbackSlots = false;
    await issuance.run('create-order');
    expect([probed(issuance, 'Test CA'), probed(issuance, 'Second CA')]).toEqual([2, 1]);
    issuance.fallbackSlots = true;
    await issuance.run('create-order');
    expect(issuance.domain).toMatchObject({ phase: 'validating', issuance: { ca: 'Second CA' } });
  });
});

describe('before an order is placed', () => {
  it.each([
    [-1, 'validating'],
    [0, 'preparing'],
  ])('a preflight of ten minutes ago (%d ms) is repeated, and the CA gets no request', async (more, phase) => {
    const issuance = await anIssuance();
    withIssuance(issuance, { preparedAt: new Date(issuance.now.getTime() - 10 * MINUTE - more).toISOString() });
    await issuance.run('create-order');
    expect(issuance.domain.phase).toBe(phase);
    expect(issuance.ca.requests.length > 0).toBe(phase === 'validating');
    expect(issuance.domain).not.toHaveProperty('issuance.place');
  });

  it('after an outage the preflight is repeated, which takes nobody the probe', async () => {
    const issuance = await anIssuance();
    withIssuance(issuance, { preparedAt: issuance.now.toISOString() });
    issuance.ca.isDown = true;
    const probes: unknown[] = [];
    while (issuance.domain.phase === 'ordering' && probes.length < 20) {
      probes.push(issuance.healthOf('Test CA')?.probes);
      issuance.restart();
      await issuance.run('create-order');
    }
    expect(issuance.domain.phase).toBe('preparing');
    expect(issuance.healthOf('Test CA')?.probes).toBe(probes.at(-1));
  });

  it('at a CA that CAA records could not be judged for, they are read again, now that it answers', async () => {
    const issuance = await anIssuance();
    withIssuance(issuance, { caa: { unjudged: ['Test CA'] } });
    const { waitSeconds } = await issuance.run('create-order');
    expect(waitSeconds).toBe(5);
    expect(issuance.domain.phase).toBe('preparing');
    expect(issuance.domain).not.toHaveProperty('issuance.caa');
    expect(issuance.ca.orders).toEqual([]);
    expect(timelineOf(issuance)).toEqual(['preflight.repeated']);
  });

  it('at a CA that still gives no directory, all others are notified, and the next CA is used', async () => {
    const issuance = await withoutRoom();
    issuance.forgetTrouble();
    issuance.restart();
    issuance.fallbackSlots = true;
    withIssuance(issuance, { caa: { unjudged: ['Test CA'] } });
    const orders = issuance.ca.requests.length;
    await issuance.run('create-order');
    expect(issuance.domain).toMatchObject({ phase: 'validating', issuance: { ca: 'Second CA' } });
    expect(issuance.ca.requests.slice(orders)).toEqual(['GET /dir']);
    expect(issuance.healthOf('Test CA')?.openedAt).toBeDefined();
  });

  it('a CA that CAA records forbid is passed over, while the other is down, too', async () => {
    const issuance = await withoutRoom();
    withIssuance(issuance, { caa: { forbids: ['Second CA'] } });
    issuance.fallbackSlots = true;
    await issuance.run('create-order');
    expect(said(issuance.domain)).toMatchObject({ phase: 'ordering', diagnosis: { code: 'certificate_request_failed' } });
    expect(issuance.fallbacks[0]?.ca.requests).toEqual([]);
  });
});
