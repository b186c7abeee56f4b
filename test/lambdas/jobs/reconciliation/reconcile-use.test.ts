import { describe, expect, it, vi } from 'vitest';
import { type ReconcilePorts, reconcileDue } from '../../../../lambdas/jobs/reconciliation/reconcile-use.ts';
import { NO_PLACES } from '../../../../lambdas/model/accounts/domain-places.schema.ts';
import { nextReconciliationAt } from '../../../../lambdas/model/accounts/next-night.ts';
import { testTenantOf } from '../../../../lambdas/model/accounts/tenant.ts';
import { testClockStore } from '../../../../lambdas/model/accounts/test-clock.store.ts';
import { useReconciliationStore } from '../../../../lambdas/model/accounts/use-reconciliation.store.ts';
import { domainListStore } from '../../../../lambdas/model/domains/domain-list.store.ts';
import { domainPlacesStore } from '../../../../lambdas/model/events/domain-places.store.ts';
import { useCounterStore } from '../../../../lambdas/model/events/use-counter.store.ts';
import { keys } from '../../../../lambdas/shared/table/keys.ts';
import { aDomain, HOUR, later, NOW, SECOND } from '../../a-domain.ts';
import { dynamo, itemOf, itemsUnder, table } from '../../api/api-caller.ts';
import { holdItems, requestsTo } from '../../held-items.ts';

const DAY = 24 * HOUR;
const uses = useCounterStore(table);
async function counted() {
  const { domains, unvalidatedDomains } = await uses.read('org_A');
  return { domains, unvalidatedDomains };
}
const counterKey = `ORG#org_A|${keys.eventCounter('org_A').sk}`;
const rowKey = `ORG#org_A|${keys.useReconciliation('org_A').sk}`;
const rows = (count: number, organizationId = 'org_A') =>
  Array.from({ length: count }, (_, n) =>
    itemOf(
      aDomain('awaiting-dns', {
        id: (organizationId === 'org_A' ? 1 : 1001) + n,
        organizationId,
        url: `d${n}.customer.com`,
        cname: { everValidated: n % 3 === 0 },
      }),
    ),
  );
const dueRow = (organizationId = 'org_A') =>
  useReconciliationStore(table).firstWrite(organizationId, later(-DAY)).Put?.Item ?? {};

const limits = (taken: object) => ({ ...keys.limits('org_A'), places: { ...NO_PLACES, ...taken } });

/** The night for an organization with this counter and `domains` domains, a third of them validated. */
function aNight({ kept = {}, domains = 7 }: { kept?: object | undefined; domains?: number }) {
  const counter = { ...keys.eventCounter('org_A'), last: 9, hour: '', useChanges: 9, ...kept };
  const held = holdItems(dynamo, [
    counter,
    dueRow(),
    limits({ domains, unvalidatedDomains: rows(domains).filter(({ listed }) => !Object(listed).cname.everValidated).length }),
    ...rows(domains),
    itemOf(aDomain('removing', { id: 99 })),
    ...rows(4, 'org_B'),
  ]);
  let now = NOW;
  const log = vi.fn();
  const unrelayed: string[] = [];
  const outbox = { dueBefore: vi.fn(async (shard: number) => ({ ids: shard === 7 ? [...unrelayed] : [] })) };
  const ports: ReconcilePorts = {
    reconciliations: useReconciliationStore(table),
    domains: domainListStore(table),
    uses,
    places: domainPlacesStore(table),
    outbox,
    table,
    log,
    clock: () => now,
    report: vi.fn(async () => {}),
    rehearsalWrite: vi.fn((organizationId: string) => testClockStore(table).rehearsalWrite(organizationId, 'evt_1', now)),
  };
  return {
    ports,
    log,
    unrelayed,
    items: held.items,
    meanwhile: held.meanwhile,
    /** Invokes the Lambda this many times, five minutes apart. */
    async wake(times: number) {
      for (let n = 0; n < times; n += 1) {
        const { failures } = await reconcileDue(ports, new Date(now.getTime() + 240 * SECOND));
        expect(failures).toEqual([]);
        now = new Date(now.getTime() + 300 * SECOND);
      }
    },
    /** An event that the relay counts: changes the number of domains. */
    counts(domains: number) {
      const item = held.items.get(counterKey) as Record<string, number>;
      const after = { useChanges: (item.useChanges ?? 0) + 1, domains: (item.domains ?? 0) + domains };
      held.items.set(counterKey, { ...item, ...after });
    },
    look: () => held.items.get(rowKey),
  };
}

describe('the nightly count of what an organization uses', () => {
  it('corrects nothing while the relay has still to count what was written, and does when it has', async () => {
    const { wake, items, unrelayed } = aNight({ kept: { domains: 1, unvalidatedDomains: 0 } });
    unrelayed.push('evt_late');
    await wake(6);
    expect(items.get(counterKey)).toMatchObject({ domains: 1, unvalidatedDomains: 0 });
    unrelayed.pop();
    await wake(6);
    expect(items.get(counterKey)).toMatchObject({ domains: 7 });
  });

  it.each([
    ['too many', { domains: 12, unvalidatedDomains: 11 }],
    ['too few', { domains: 1, unvalidatedDomains: 0 }],
    ['fewer than none', { domains: -3, unvalidatedDomains: -1 }],
    ['one of the two', { domains: 7, unvalidatedDomains: 1 }],
  ])('corrects a counter that has drifted: %s', async (_, kept) => {
    const { wake, log, look } = aNight({ kept });
    await wake(3);
    expect(await counted()).toEqual({ domains: 7, unvalidatedDomains: 4 });
    expect(log).toHaveBeenCalledExactlyOnceWith(
      'warn',
      expect.stringContaining('counted wrong'),
      expect.objectContaining({ uncertain: 0 }),
    );
    expect(look()).toMatchObject({ task: 'begin', stepDueAt: nextReconciliationAt(NOW) });
  });

  it('starts also where no event has made a counter', async () => {
    const { wake, items } = aNight({});
    items.delete(counterKey);
    await wake(3);
    expect(await counted()).toEqual({ domains: 7, unvalidatedDomains: 4 });
  });

  it('leaves a counter alone that is right, and is not made again that night', async () => {
    const { wake, log } = aNight({ kept: { domains: 7, unvalidatedDomains: 4 } });
    await wake(3);
    const before = requestsTo(dynamo).length;
    await wake(2);
    expect(requestsTo(dynamo).slice(before)).toEqual(['Query', 'Query']);
    expect(log).not.toHaveBeenCalled();
    expect(await counted()).toEqual({ domains: 7, unvalidatedDomains: 4 });
  });

  it('gives what is under way a minute to settle, before and after it', async () => {
    const { ports, look } = aNight({});
    await reconcileDue(ports, later(HOUR));
    expect(look()).toMatchObject({ task: 'count', stepDueAt: later(60 * SECOND).toISOString() });
    await reconcileDue(ports, later(HOUR));
    expect(look()).toMatchObject({ task: 'count' });
    await reconcileDue({ ...ports, clock: () => later(60 * SECOND) }, later(HOUR));
    expect(look()).toMatchObject({ task: 'compare', stepDueAt: later(120 * SECOND).toISOString() });
  });
});

describe('the reports of an organization', () => {
  it('are computed once in its night', async () => {
    const { wake, ports } = aNight({});
    await wake(5);
    expect(ports.report).toHaveBeenCalledOnce();
  });

  it('that cannot be computed are an error, and what it uses is counted all the same', async () => {
    const { ports, look } = aNight({});
    const broken = { ...ports, report: async () => Promise.reject(new Error('no report')) };
    expect((await reconcileDue(broken, later(HOUR))).failures).toEqual([new Error('no report')]);
    expect(look()).toMatchObject({ task: 'count' });
  });
});

describe('the domains of test mode', () => {
  it('are played once in the night, as far as they are due; nothing of live data is', async () => {
    const { wake, items } = aNight({});
    const tenant = testTenantOf('org_A');
    const due = dueRow(tenant);
    items.set(`${due.pk}|${due.sk}`, due);
    await wake(5);
    expect(itemsUnder(items, 'OUTBOX#')).toEqual([expect.objectContaining({ kind: 'rehearsal', organizationId: tenant })]);
  });
});

describe('the places that creations have taken', () => {
  const right = { domains: 7, unvalidatedDomains: 4 };
  const placesOf = (items: Map<string, Record<string, unknown>>) => items.get('ORG#org_A|LIMITS')?.places;

  it('are put right at night: what a creation that was killed has left, and its bulk request', async () => {
    const { wake, items, log } = aNight({ kept: right });
    items.set('ORG#org_A|LIMITS', limits({ domains: 12, unvalidatedDomains: 9, changes: 30, bulks: { '1001': 5 } }));
    await wake(3);
    expect(placesOf(items)).toMatchObject({ ...right, bulks: {} });
    expect(log).toHaveBeenCalledExactlyOnceWith(
      'warn',
      expect.any(String),
      expect.objectContaining({ places: { domains: -5, unvalidatedDomains: -5 } }),
    );
  });

  it('count what was freed since as free', async () => {
    const { wake, items, log } = aNight({ kept: { ...right, freedDomains: 8, freedUnvalidatedDomains: 1 } });
    items.set('ORG#org_A|LIMITS', limits({ domains: 10, unvalidatedDomains: 5, freed: { domains: 5, unvalidatedDomains: 0 } }));
    await wake(3);
    expect(placesOf(items)).toMatchObject({ domains: 10, unvalidatedDomains: 5 });
    expect(log).not.toHaveBeenCalled();
  });

  it('are left alone as far as others take or give back during the count', async () => {
    const { wake, items } = aNight({ kept: right });
    items.set('ORG#org_A|LIMITS', limits({ domains: 12, unvalidatedDomains: 4, changes: 30 }));
    await wake(2);
    items.set('ORG#org_A|LIMITS', limits({ domains: 14, unvalidatedDomains: 4, changes: 32 }));
    await wake(1);
    expect(placesOf(items)).toMatchObject({ domains: 9 });
  });

  it('are left alone where a bulk request has taken them during the count, and its domains are not there yet', async () => {
    const { wake, items } = aNight({ kept: right });
    items.set('ORG#org_A|LIMITS', limits(right));
    await wake(2);
    const room = { domains: 100, unvalidatedDomains: 100 };
    await domainPlacesStore(table).take('org_A', { wanted: 10, limits: room, bulk: '1001' });
    await wake(1);
    expect(placesOf(items)).toMatchObject({ domains: 17, unvalidatedDomains: 14, bulks: { '1001': 10 } });
  });

  it('are left alone where a bulk request that was killed goes on during the count', async () => {
    const { wake, items } = aNight({ kept: right });
    items.set('ORG#org_A|LIMITS', limits({ domains: 12, unvalidatedDomains: 9, changes: 30, bulks: { '1001': 5 } }));
    await wake(2);
    const room = { domains: 12, unvalidatedDomains: 12 };
    const taken = await domainPlacesStore(table).take('org_A', { wanted: 5, limits: room, bulk: '1001' });
    expect(taken).toMatchObject({ taken: 5, isFromEarlier: true });
    await wake(1);
    expect(placesOf(items)).toMatchObject({ domains: 12, unvalidatedDomains: 9, bulks: { '1001': 5 } });
  });

  it('are compared again where somebody gives them back at the very moment of their correction', async () => {
    const { wake, items, meanwhile } = aNight({ kept: right });
    items.set('ORG#org_A|LIMITS', limits({ domains: 12, unvalidatedDomains: 9, changes: 30 }));
    await wake(2);
    meanwhile(() => items.set('ORG#org_A|LIMITS', limits({ ...right, changes: 31 })));
    await wake(1);
    expect(placesOf(items)).toMatchObject({ ...right, changes: 31 });
  });
});

describe('what changes during the nightly count', () => {
  it('is taken for no drift, and the count is made again', async () => {
    const { wake, counts, log, items } = aNight({ kept: { domains: 7, unvalidatedDomains: 4 } });
    await wake(2);
    const created = itemOf(aDomain('awaiting-dns', { id: 500, cname: { everValidated: true } }));
    items.set(`${created.pk}|${created.sk}`, created);
    items.set('ORG#org_A|LIMITS', limits({ domains: 8, unvalidatedDomains: 4, changes: 1 }));
    counts(1);
    await wake(4);
    expect(await counted()).toEqual({ domains: 8, unvalidatedDomains: 4 });
    expect(log).not.toHaveBeenCalled();
  });

  it('leaves what is certain to be corrected at once, and the rest when it is quiet', async () => {
    const { wake, counts } = aNight({ kept: { domains: 20, unvalidatedDomains: 4 } });
    await wake(1);
    for (const domains of [1, -1, 1]) counts(domains);
    await wake(2);
    expect(await counted()).toMatchObject({ domains: 10 });
    await wake(3);
    expect(await counted()).toEqual({ domains: 7, unvalidatedDomains: 4 });
  });

  it('what changes at the very moment of a correction is not lost: the comparison is made again', async () => {
    const { wake, counts, meanwhile, look } = aNight({ kept: { domains: 9, unvalidatedDomains: 4 } });
    await wake(2);
    meanwhile(() => counts(0));
    await wake(1);
    expect(look()).toMatchObject({ task: 'compare' });
    expect(await counted()).toMatchObject({ domains: 9 });
    await wake(4);
    expect(await counted()).toMatchObject({ domains: 7 });
  });

  it('an organization that never rests is counted five times a night, and no more', async () => {
    const { wake, counts, look } = aNight({ kept: { domains: 7, unvalidatedDomains: 4 } });
    for (let wakes = 0; wakes < 15; wakes += 1) {
      expect(look()).toMatchObject({ tries: Math.floor(wakes / 3) });
      await wake(1);
      counts(0);
    }
    expect(look()).toMatchObject({ task: 'begin', tries: 0, stepDueAt: nextReconciliationAt(NOW) });
  });
});

describe('a nightly count that is interrupted', () => {
  it('continues where it ran out of time, and counts nothing twice', async () => {
    const { ports, wake, look } = aNight({ kept: { domains: 0 } });
    const pages = vi.fn(async (_: string, from?: Record<string, unknown>) => {
      const at = Number(from?.at ?? 0) + 1;
      return { counted: { domains: 10, unvalidatedDomains: 1 }, ...(at < 5 && { next: { at } }) };
    });
    ports.domains = { countPage: pages };
    await wake(1);
    let left = 2;
    const clock = ports.clock;
    const endsAt = later(HOUR);
    // The time budget ends after the second page.
    ports.clock = () => (pages.mock.calls.length >= left ? endsAt : clock());
    await reconcileDue(ports, endsAt);
    expect(look()).toMatchObject({ task: 'count', counted: { domains: 20 }, from: { at: 2 } });
    left = 9;
    ports.clock = () => later(2 * HOUR);
    await reconcileDue(ports, later(3 * HOUR));
    ports.clock = () => later(2 * HOUR + 60 * SECOND);
    await reconcileDue(ports, later(3 * HOUR));
    expect(await counted()).toEqual({ domains: 50, unvalidatedDomains: 5 });
    expect(pages.mock.calls.map(([, from]) => from?.at)).toEqual([undefined, 1, 2, 3, 4]);
  });

  it('corrects once where two make it at the same time', async () => {
    const { wake, ports } = aNight({ kept: { domains: 12, unvalidatedDomains: 4 } });
    await wake(2);
    await Promise.all([reconcileDue(ports, later(HOUR)), reconcileDue(ports, later(HOUR))]);
    expect(await counted()).toEqual({ domains: 7, unvalidatedDomains: 4 });
  });

  it('is made for the other organizations where it fails for one, and that is reported', async () => {
    const { ports, items } = aNight({ kept: { domains: 1 } });
    const broken = dueRow('org_B') as Record<string, unknown>;
    items.set('ORG#org_B|USE', { ...broken, task: 'unknown', stepDueAt: later(-2 * DAY).toISOString() });
    const { reconciled, failures } = await reconcileDue(ports, later(HOUR));
    expect([reconciled, failures.length]).toEqual([1, 1]);
  });
});

it.each([
  ['2026-06-01T01:59:59.999Z', '2026-06-01T02:00:00.000Z'],
  ['2026-06-01T02:00:00.000Z', '2026-06-02T02:00:00.000Z'],
  ['2026-12-31T12:00:00.000Z', '2027-01-01T02:00:00.000Z'],
])('the night after %s begins at %s', (now, night) => {
  expect(nextReconciliationAt(new Date(now))).toBe(night);
});
