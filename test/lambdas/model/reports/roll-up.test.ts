import { describe, expect, it } from 'vitest';
import {
  addToBucket,
  countUpTo,
  DELAY_EDGES,
  LIFETIME_EDGES,
  noCounts,
  percentile,
  sumBuckets,
  totalOf,
  WAIT_EDGES,
} from '../../../../lambdas/model/reports/buckets.ts';
import { emptyDay, reportedEvent, rollUp } from '../../../../lambdas/model/reports/roll-up.ts';
import { measureWaits } from '../../../../lambdas/model/reports/waits.ts';
import type { OutboxEvent } from '../../../../lambdas/shared/outbox/outbox.schema.ts';
import { iso, SECOND } from '../../a-domain.ts';
import { DAY_SECONDS, domainEvent, HOUR_SECONDS } from './a-report.ts';

/** NOW is noon of this day. */
const DAY = '2026-06-01';
const roll = (events: OutboxEvent[], open: Parameters<typeof rollUp>[2] = [], waits?: Parameters<typeof rollUp>[3]) =>
  rollUp(
    emptyDay(DAY, 0),
    events.flatMap((event) => reportedEvent(event) ?? []),
    open,
    waits,
  );
const bucket = (edges: readonly number[], value: number) => {
  const counts = noCounts(edges);
  addToBucket(edges, counts, value);
  return counts;
};

describe('a histogram', () => {
  it('counts a value in the first bucket that it fits, and one beyond all edges in the last', () => {
    expect(bucket(LIFETIME_EDGES, 90).indexOf(1)).toBe(LIFETIME_EDGES.indexOf(90));
    expect(bucket(LIFETIME_EDGES, 91).indexOf(1)).toBe(LIFETIME_EDGES.indexOf(100));
    expect(bucket(LIFETIME_EDGES, 400).indexOf(1)).toBe(LIFETIME_EDGES.length);
  });

  it('adds up to the same whether values are counted on one day or on several', () => {
    const values = [30, 61, 3_600, 3_601, 90_000, 9e9];
    const all = noCounts(WAIT_EDGES);
    for (const value of values) addToBucket(WAIT_EDGES, all, value);
    expect(values.map((value) => bucket(WAIT_EDGES, value)).reduce(sumBuckets)).toEqual(all);
    expect(totalOf(all)).toBe(values.length);
  });

  it('tells the edge below which a share of the values lies, and none where there is none', () => {
    const counts = [30, 30, 30, 3_600].map((value) => bucket(WAIT_EDGES, value)).reduce(sumBuckets);
    expect([percentile(WAIT_EDGES, counts, 0.5), percentile(WAIT_EDGES, counts, 0.99)]).toEqual([60, 3_600]);
    expect(percentile(WAIT_EDGES, noCounts(WAIT_EDGES), 0.5)).toBeUndefined();
    expect(percentile(WAIT_EDGES, bucket(WAIT_EDGES, 9e9), 0.5)).toBeUndefined();
    expect(countUpTo(WAIT_EDGES, counts, 60)).toBe(3);
  });
});

describe('the day of a report', () => {
  it('is the same from any stretch of the log that has all of it, in whatever order its events came', () => {
    const events = [
      domainEvent('certificate.issued', 60),
      domainEvent('domain.dns_changed', 120, { code: 'cname_not_found', actor: 'customer' }),
      domainEvent('domain.dns_restored', 720),
    ];
    const others = [domainEvent('certificate.issued', -DAY_SECONDS), domainEvent('certificate.issued', DAY_SECONDS)];
    const { day } = roll(events);
    expect(roll([...others, ...events.toReversed()]).day).toEqual(day);
    expect(totalOf(day.activated.waits)).toBe(1);
  });

  it('counts how long a domain took to its first certificate, and for whom it waited where that is known', () => {
    const waits = new Map([[7, { customer: 600, ca: 60, server: 30, us: 10 }]]);
    const { day } = roll(
      [domainEvent('certificate.issued', 0, { age: 700 }), domainEvent('certificate.issued', 1, { domainId: 8 })],
      [],
      waits,
    );
    expect(day.activated).toEqual({
      waits: sumBuckets(bucket(WAIT_EDGES, 700), bucket(WAIT_EDGES, HOUR_SECONDS)),
      split: 1,
      seconds: { customer: 600, ca: 60, server: 30, us: 10 },
    });
  });

  it.each([
    ['14 days before the end of a life of 90', 90, 14, 'onTime'],
    ['a second later', 90, 14 - 1 / DAY_SECONDS, 'late'],
    ['a third of a life of 30 before its end', 30, 10, 'onTime'],
    ['a second later than that', 30, 10 - 1 / DAY_SECONDS, 'late'],
  ] as const)('a renewal %s', (_, life, left, counted) => {
    const notAfter = iso(left * DAY_SECONDS * SECOND);
    const former = { notBefore: iso((left - life) * DAY_SECONDS * SECOND), notAfter, plannedAt: iso(-2 * HOUR_SECONDS * SECOND) };
    const { renewals } = roll([domainEvent('certificate.renewed', 0, { former })]).day;
    expect({ ...renewals }).toEqual({
      ...{ onTime: 0, late: 0, unmeasured: 0, expired: [], [counted]: 1 },
      delays: bucket(DELAY_EDGES, 2 * HOUR_SECONDS),
    });
  });

  it('says of a renewal from before reports that it is not measured', () => {
    expect(roll([domainEvent('certificate.renewed', 0)]).day.renewals).toMatchObject({ onTime: 0, late: 0, unmeasured: 1 });
  });

  it('counts the lives of the certificates of the day', () => {
    const events = [domainEvent('certificate.issued', 0, { life: 45 }), domainEvent('certificate.renewed', 1, { life: 90 })];
    expect(roll(events).day.lifetimes).toEqual(sumBuckets(bucket(LIFETIME_EDGES, 45), bucket(LIFETIME_EDGES, 90)));
  });
});

describe('failures', () => {
  const gone = (n: number, domainId = 7) =>
    domainEvent('domain.dns_changed', n, { domainId, code: 'cname_not_found', actor: 'customer' });
  const refused = (n: number) => domainEvent('certificate.failed', n, { code: 'certificate_request_failed', actor: 'service' });

  it('are counted by code and by who has to act, with the time until they were fixed', () => {
    const { day, open } = roll([gone(0), gone(5, 8), domainEvent('domain.dns_restored', HOUR_SECONDS)]);
    expect(day.failures).toEqual([
      { code: 'cname_not_found', actor: 'customer', failed: 2, atRisk: 0, fixed: 1, fixedSeconds: HOUR_SECONDS },
    ]);
    expect(open).toEqual([{ domainId: 8, code: 'cname_not_found', actor: 'customer', since: iso(5 * SECOND) }]);
  });

  it('that began days before end on the day on which they are fixed', () => {
    const since = iso(-3 * DAY_SECONDS * SECOND);
    const { day, open } = roll(
      [domainEvent('certificate.renewed', 0)],
      [{ domainId: 7, code: 'caa_forbids_issuance', actor: 'customer', since }],
    );
    expect(day.failures).toMatchObject([{ code: 'caa_forbids_issuance', failed: 0, fixed: 1, fixedSeconds: 3 * DAY_SECONDS }]);
    expect(open).toEqual([]);
  });

  it('of the certificate do not end when DNS is right, and those of a deleted domain end without being fixed', () => {
    expect(roll([refused(0), domainEvent('domain.validated', 9)]).open).toHaveLength(1);
    const { day, open } = roll([refused(0), domainEvent('domain.deleted', 9)]);
    expect([day.failures[0]?.fixed, open]).toEqual([0, []]);
  });

  it('count from the first time that they are told', () => {
    const { day, open } = roll([refused(0), refused(60)]);
    expect([day.failures[0]?.failed, open]).toMatchObject([2, [{ since: iso(0) }]]);
  });

  it('that threaten a certificate in use are counted apart', () => {
    const risk = domainEvent('certificate.at_risk', 0, { code: 'caa_forbids_issuance', actor: 'customer' });
    expect(roll([risk])).toMatchObject({ day: { failures: [{ failed: 0, atRisk: 1 }] }, open: [] });
  });

  it('say who let a certificate expire: whoever had to act before', () => {
    const expired = domainEvent('certificate.expired', 9, { code: 'certificate_expired', actor: 'service' });
    expect(roll([expired]).day.renewals.expired).toEqual([{ actor: 'service', count: 1 }]);
    expect(roll([gone(0), expired]).day.renewals.expired).toEqual([{ actor: 'customer', count: 1 }]);
  });
});

describe('the wait of a domain until it is active', () => {
  const entry = (seconds: number, what: string, code: Parameters<typeof measureWaits>[0][number]['code'] = 'in_progress') => ({
    ...{ at: iso(seconds * SECOND), what, code, reason: undefined },
  });
  const path = [
    entry(0, 'domain.created'),
    entry(5, 'dns.checked', 'cname_not_found'),
    entry(605, 'domain.validated'),
    entry(610, 'order.created'),
    entry(612, 'challenge.answered'),
    entry(650, 'certificate.downloaded'),
  ];

  it('is split by who had to act: the customer, us, the CA, the server', () => {
    expect(measureWaits(path, iso(680 * SECOND))).toEqual({ customer: 605, us: 5, ca: 40, server: 30 });
  });

  it('counts for the server while its challenge is not answered, and for the CA while it limits us', () => {
    const waits = measureWaits(
      [
        ...path.slice(0, 3),
        entry(610, 'certificate.awaited', 'challenge_unreachable'),
        entry(700, 'certificate.queued', 'ca_rate_limited'),
        entry(800, 'order.created'),
      ],
      iso(810 * SECOND),
    );
    expect(waits).toEqual({ customer: 605, us: 5, server: 90, ca: 110 });
  });

  it('adds up to the whole time, and does not look at what came after', () => {
    const { customer, ca, server, us } = measureWaits([...path, entry(9_000, 'certificate.renewed')], iso(680 * SECOND));
    expect(customer + ca + server + us).toBe(680);
  });
});
