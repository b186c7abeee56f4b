import { beforeEach, describe, expect, it } from 'vitest';
import { openSlots } from '../../../../lambdas/lifecycle/ca-budget/open-slots.store.ts';
import { slotsAt } from '../../../../lambdas/lifecycle/ca-budget/take-slot.ts';
import type { DomainIn } from '../../../../lambdas/model/domains/domain-row.schema.ts';
import { keys } from '../../../../lambdas/shared/table/keys.ts';
import { aDomain, HOUR, iso, issued, later, NOW, SECOND } from '../../a-domain.ts';
import { dynamo, table, tableHolds } from '../../api/api-caller.ts';
import { requestsTo } from '../../held-items.ts';

const DIRECTORY = 'https://ca.test/dir';
const MINUTE = 60 * SECOND;
const perHour = (count: number) => ({ count, windowSeconds: 3_600 });
const ACME = {
  directoryUrl: DIRECTORY,
  ordersPerMinute: 3,
  limits: { certificatesPerRegisteredDomain: perHour(2), certificatesPerName: perHour(1) },
};
const slots = slotsAt(openSlots(table, ACME));

const named = (url: string, over: object = {}) =>
  ({ ...aDomain('preparing'), url, dnsHost: url.split('.')[0], ...over }) as DomainIn<'preparing'>;
const withIssuance = (domain: DomainIn<'preparing'>, issuance: object) =>
  ({ ...domain, issuance: { ...domain.issuance, ...issuance } }) as DomainIn<'preparing'>;

let held: Map<string, Record<string, unknown>>;
const arrivalOf = (limited: string) => {
  const { pk, sk } = keys.caBudget(DIRECTORY, limited);
  return held.get(`${pk}|${sk}`)?.arrivalMs;
};
beforeEach(() => {
  held = tableHolds();
});

describe('a slot for an order', () => {
  it('a slot for an order takes one of each limit that holds for it, with four requests and one for each limit of the hostname', async () => {
    expect(await slots.take(named('a.one.com'), NOW)).toEqual({ kind: 'granted' });
    expect(requestsTo(dynamo)).toEqual(['BatchGetItem', 'Query', ...Array(4).fill('UpdateItem')]);
    expect(arrivalOf('orders')).toBe(NOW.getTime() + 20_000);
    expect(arrivalOf('domain:one.com')).toBe(NOW.getTime() + HOUR / 2);
    expect(arrivalOf('name:a.one.com')).toBe(NOW.getTime() + HOUR);
  });

  it('a slot for an order of which a registered domain has had too many comes not before one is given back, and takes nothing', async () => {
    await slots.take(named('a.one.com'), NOW);
    await slots.take(named('b.one.com'), NOW);
    const before = arrivalOf('orders');
    expect(await slots.take(named('c.one.com'), NOW)).toEqual({ kind: 'slot-not-before', at: iso(HOUR / 2) });
    expect(arrivalOf('orders')).toBe(before);
    expect(await slots.take(named('a.two.com'), NOW)).toEqual({ kind: 'granted' });
  });

  it('a slot for an order is a place in the queue where the account has no room, with how many are ahead and when it is expected', async () => {
    for (const name of ['a.one.com', 'a.two.com', 'a.three.com']) await slots.take(named(name), NOW);
    const first = await slots.take(named('a.four.com', { id: 4 }), NOW);
    expect(first).toMatchObject({ kind: 'slot-queued', ahead: 0, expectedAt: iso(20 * SECOND) });
    if (first.kind !== 'slot-queued') throw new Error(first.kind);
    await table.transact([first.entry]);
    const second = await slots.take(named('a.five.com', { id: 5 }), NOW);
    expect(second).toMatchObject({ kind: 'slot-queued', ahead: 1, expectedAt: iso((20 + 2 * 20) * SECOND) });
    // And behind it also where there is room again: nobody passes by.
    expect(await slots.take(named('a.six.com', { id: 6 }), later(HOUR))).toMatchObject({ kind: 'slot-queued' });
    expect(await slots.stillQueued(named('a.four.com', { id: 4 }), first.place, later(HOUR))).toMatchObject({ ahead: 0 });
  });

  it.each([
    ['used for ten minutes', 10 * MINUTE - 1, 'granted'],
    ['worth nothing then', 10 * MINUTE, 'slot-queued'],
  ])('a slot for an order that the queue gave is %s', async (_, age, kind) => {
    for (const name of ['a.one.com', 'a.two.com', 'a.three.com']) await slots.take(named(name), NOW);
    const domain = withIssuance(named('a.four.com'), { slotGrantedAt: iso(-age) });
    expect(await slots.take(domain, NOW)).toMatchObject({ kind });
  });

  it('a slot for an order that the queue gave takes what is counted of its hostname, and waits where that is spent', async () => {
    const granted = (url: string) => withIssuance(named(url), { slotGrantedAt: iso(0) });
    expect(await slots.take(granted('a.one.com'), NOW)).toEqual({ kind: 'granted' });
    expect(arrivalOf('orders')).toBeUndefined();
    expect(arrivalOf('name:a.one.com')).toBe(NOW.getTime() + HOUR);
    expect(await slots.take(granted('a.one.com'), NOW)).toEqual({ kind: 'slot-not-before', at: iso(HOUR) });
  });

  it("a slot for an order that is asked for again, or renews, is not counted to the hostname's registered domain", async () => {
    const issuance = { ...aDomain('ordering').issuance, issuanceDeadlineAt: iso(HOUR) };
    const again = { ...aDomain('ordering'), ...{ url: 'a.one.com', dnsHost: 'a' }, issuance };
    expect(await slots.takeAnother(again, NOW)).toBe(true);
    expect(await slots.take(named('b.one.com', { certificate: issued }), NOW)).toEqual({ kind: 'granted' });
    expect(arrivalOf('domain:one.com')).toBeUndefined();
    expect(await slots.take(named('c.one.com'), NOW)).toEqual({ kind: 'granted' });
    expect(await slots.takeAnother(again, NOW)).toBe(false);
  });

  it('a slot for an order: of a hundred that come at once, as many get one as there is room for', async () => {
    const all = Array.from({ length: 100 }, (_, n) => slots.take(named(`a.site-${n}.com`, { id: n + 1 }), NOW));
    const granted = (await Promise.all(all)).filter(({ kind }) => kind === 'granted');
    expect(granted.length).toBeLessThanOrEqual(3);
    expect(granted.length).toBeGreaterThanOrEqual(1);
    expect(arrivalOf('orders')).toBeLessThanOrEqual(NOW.getTime() + MINUTE);
  });
});
