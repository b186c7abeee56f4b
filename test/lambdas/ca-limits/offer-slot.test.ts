import { beforeEach, describe, expect, it } from 'vitest';
import type { SlotOffer } from '../../../lambdas/lifecycle/issuance-observation.ts';
import type { DomainIn } from '../../../lambdas/model/domains/domain-row.schema.ts';
import { keys } from '../../../lambdas/shared/table/keys.ts';
import { LostRace } from '../../../lambdas/shared/table/lost-race.ts';
import { openRows } from '../../../lambdas/wiring/rows.wiring.ts';
import { openSteps } from '../../../lambdas/wiring/steps.wiring.ts';
import { aDomain, HOUR, iso, issued, justServed, later, NOW, SECOND } from '../a-domain.ts';
import { dynamo, table, tableHolds } from '../api/api-caller.ts';
import { edgesWith } from '../edges.ts';
import { requestsTo } from '../held-items.ts';
import { settings } from '../settings.ts';

const DIRECTORY = 'https://ca.test/dir';
const MINUTE = 60 * SECOND;
const perHour = (count: number) => ({ count, windowSeconds: 3_600 });
const ACME = {
  directoryUrl: DIRECTORY,
  ordersPerMinute: 3,
  limits: { certificatesPerRegisteredDomain: perHour(2), certificatesPerName: perHour(1) },
};
const stepsAt = (acme: object) =>
  openSteps(openRows(edgesWith({ settings: { ...settings, acme: { ...settings.acme, ...acme } } })));
const { slots, spendWrites: spend } = stepsAt(ACME);

const named = (url: string, over: object = {}) =>
  ({ ...aDomain('preparing', { url, cname: { host: url.split('.')[0] ?? '' } }), ...over }) as DomainIn<'preparing'>;
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

/** Accepts an offer like a step: the row's transaction pays for it. */
async function take(domain: DomainIn<'preparing'>, now: Date): Promise<SlotOffer> {
  const offered = await slots.offer(domain, now);
  if ('spends' in offered && offered.spends.length > 0) await table.transact(spend(offered.spends));
  return offered;
}
const issue = async (domain: DomainIn<'preparing'>, now: Date, more: object = {}) => {
  const { url, cname, served } = domain;
  const ordered = aDomain('downloading', { url, cname, served });
  const spends = await slots.countIssued({ ...ordered, issuance: { ...ordered.issuance, ...more } }, now);
  if (spends.length > 0) await table.transact(spend(spends));
};

describe('a slot for an order', () => {
  it('is offered for two reads, and costs nothing until the row that takes it is written', async () => {
    const offered = await slots.offer(named('a.one.com'), NOW);
    expect(offered).toMatchObject({ kind: 'slot-granted', grantedAt: iso(0) });
    expect(requestsTo(dynamo)).toEqual(['BatchGetItem', 'Query']);
    expect([...held.values()].filter(({ pk }) => String(pk).startsWith('ACME#'))).toEqual([]);
    await take(named('a.one.com'), NOW);
    expect(arrivalOf('orders')).toBe(NOW.getTime() + 20_000);
    expect(arrivalOf('org:org_A')).toBeGreaterThan(NOW.getTime());
    expect([arrivalOf('domain:one.com'), arrivalOf('name:a.one.com')]).toEqual([undefined, undefined]);
  });

  it('comes, where a registered domain has had too many certificates, not before one is given back, and takes nothing', async () => {
    await issue(named('a.one.com'), NOW);
    await issue(named('b.one.com'), NOW);
    expect(await take(named('c.one.com'), NOW)).toEqual({ kind: 'slot-not-before', at: iso(HOUR / 2) });
    expect(arrivalOf('orders')).toBeUndefined();
    expect(await take(named('a.two.com'), NOW)).toMatchObject({ kind: 'slot-granted' });
  });

  it('is a place in the queue where the account has no room, with how many are ahead and when it is expected', async () => {
    for (const name of ['a.one.com', 'a.two.com', 'a.three.com']) await take(named(name), NOW);
    const first = await take(named('a.four.com', { id: 4 }), NOW);
    expect(first).toMatchObject({ kind: 'slot-queued', ahead: 0, expectedAt: iso(20 * SECOND) });
    if (first.kind !== 'slot-queued') throw new Error(first.kind);
    const second = await slots.offer(named('a.five.com', { id: 5 }), NOW);
    expect(second).toMatchObject({ kind: 'slot-queued', ahead: 1, expectedAt: iso((20 + 2 * 20) * SECOND) });
    // A later name joins the queue even if there is room again: nobody overtakes.
    expect(await slots.offer(named('a.six.com', { id: 6 }), later(HOUR))).toMatchObject({ kind: 'slot-queued' });
    expect(await slots.stillQueued(named('a.four.com', { id: 4 }), first.place, later(HOUR))).toMatchObject({ ahead: 0 });
  });

  it.each([
    ['used for ten minutes', 10 * MINUTE - 1, 'slot-granted'],
    ['worth nothing then', 10 * MINUTE, 'slot-queued'],
  ])('that the queue gave is %s', async (_, age, kind) => {
    for (const name of ['a.one.com', 'a.two.com', 'a.three.com']) await take(named(name), NOW);
    const domain = withIssuance(named('a.four.com'), { slotGrantedAt: iso(-age) });
    expect(await slots.offer(domain, NOW)).toMatchObject({ kind });
  });

  it('that the queue gave costs no more, and waits where the CA would issue no more for the hostname', async () => {
    const granted = (url: string) => withIssuance(named(url), { slotGrantedAt: iso(0) });
    expect(await take(granted('a.one.com'), NOW)).toEqual({ kind: 'slot-granted', grantedAt: iso(0), spends: [] });
    await issue(named('a.one.com'), NOW);
    expect(await take(granted('a.one.com'), NOW)).toEqual({ kind: 'slot-not-before', at: iso(HOUR) });
    expect(arrivalOf('orders')).toBeUndefined();
  });

  it('is taken once by two who were offered the last one at the same time: the other is offered a place', async () => {
    for (const name of ['a.one.com', 'a.two.com']) await take(named(name), NOW);
    const both = await Promise.all(['a.three.com', 'a.four.com'].map((name) => slots.offer(named(name), NOW)));
    const spends = both.map((offered) => ('spends' in offered ? spend(offered.spends) : []));
    await table.transact(spends[0] ?? []);
    await expect(table.transact(spends[1] ?? [])).rejects.toBeInstanceOf(LostRace);
    expect(await slots.offer(named('a.four.com'), NOW)).toMatchObject({ kind: 'slot-queued' });
    expect(arrivalOf('orders')).toBe(NOW.getTime() + MINUTE);
  });

  it('for another order of the same request is one of the account, without a place where there is none', async () => {
    const again = aDomain('ordering', { url: 'a.one.com', cname: { host: 'a' } });
    const offered = await slots.offerAnother(again, NOW);
    expect(offered?.spends).toHaveLength(2);
    for (const name of ['a.one.com', 'a.two.com', 'a.three.com']) await take(named(name), NOW);
    expect(await slots.offerAnother(again, NOW)).toBeUndefined();
  });
});

describe('a certificate that was issued', () => {
  it('counts for its name and its registered domain, whether there is room or not', async () => {
    for (let times = 1; times <= 3; times += 1) await issue(named('a.one.com'), NOW);
    expect(arrivalOf('name:a.one.com')).toBe(NOW.getTime() + 3 * HOUR);
    expect(arrivalOf('domain:one.com')).toBe(NOW.getTime() + (3 * HOUR) / 2);
    expect(arrivalOf('orders')).toBeUndefined();
  });

  it('counts, where it renews another, for its name alone', async () => {
    await issue(named('a.one.com', { served: justServed }), NOW);
    expect(arrivalOf('name:a.one.com')).toBe(NOW.getTime() + HOUR);
    expect(arrivalOf('domain:one.com')).toBeUndefined();
  });

  it('counts for nothing where its order has named the certificate that it replaces, at a CA that counts no such orders', async () => {
    const directoryUrl = 'https://acme-v02.api.letsencrypt.org/directory';
    const { slots: exempting } = stepsAt({ directoryUrl, ordersPerMinute: 60 });
    const renewal = aDomain('downloading', { served: { certificate: issued } });
    const replacing = { ...renewal, issuance: { ...renewal.issuance, isReplacement: true } };
    expect(await exempting.countIssued(replacing, NOW)).toEqual([]);
    expect(await exempting.countIssued(renewal, NOW)).toHaveLength(1);
  });
});
