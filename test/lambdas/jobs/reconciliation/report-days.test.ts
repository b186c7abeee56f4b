import { afterEach, describe, expect, it } from 'vitest';
import { computeReportDays } from '../../../../lambdas/jobs/reconciliation/report-days.ts';
import { eventLogStore } from '../../../../lambdas/model/events/event-log.store.ts';
import { totalOf } from '../../../../lambdas/model/reports/buckets.ts';
import { reportStore } from '../../../../lambdas/model/reports/report.store.ts';
import type { ReportDay } from '../../../../lambdas/model/reports/report-day.schema.ts';
import { reportSourcesStore } from '../../../../lambdas/model/reports/report-sources.store.ts';
import type { AuditEntry } from '../../../../lambdas/shared/audit/audit.schema.ts';
import { auditWrite } from '../../../../lambdas/shared/audit/audit.store.ts';
import { timeDigitsAt } from '../../../../lambdas/shared/ids/id-formats.ts';
import type { OutboxEvent } from '../../../../lambdas/shared/outbox/outbox.schema.ts';
import { keys } from '../../../../lambdas/shared/table/keys.ts';
import { HOUR, iso, later, NOW, SECOND } from '../../a-domain.ts';
import { dynamo, table } from '../../api/api-caller.ts';
import { guardRequests, holdItems, requestsTo } from '../../held-items.ts';
import { counterItem, logItem } from '../../model/events/an-event.ts';
import { DAY_SECONDS, domainEvent } from '../../model/reports/a-report.ts';

const DAY = 24 * HOUR;
const YESTERDAY = '2026-05-31';
const THE_DAY_BEFORE = '2026-05-30';
const reports = reportStore(table);
const dayItem = (day: string) => `REPORTS#org_A|DAY#${day}`;

/** The night after YESTERDAY. The log has these events in this order. */
function aNight(events: OutboxEvent[], others: Record<string, unknown>[] = []) {
  const hours = events.map(({ createdAt }, index) => ({ ...keys.eventHour('org_A', createdAt.slice(0, 13)), first: index + 1 }));
  const items = events.map((event, index) => logItem(event, index + 1));
  const held = holdItems(dynamo, [
    ...hours.toReversed(),
    ...items,
    counterItem(events.length, NOW.toISOString().slice(0, 13)),
    ...others,
  ]);
  let now = NOW;
  const ports = { reports, sources: reportSourcesStore(table), log: eventLogStore(table, {}), clock: () => now };
  return {
    ...held,
    run: (endsAt = later(9 * DAY)) => computeReportDays('org_A', ports, endsAt),
    /** Advances to the next night, and adds events to the log. */
    nextNight(...late: OutboxEvent[]) {
      now = new Date(now.getTime() + DAY);
      for (const event of late) {
        const item = logItem(event, held.items.size + 1_000, new Date(now.getTime() - HOUR).toISOString());
        held.items.set(`${item.pk}|${item.sk}`, item);
      }
    },
    day: (day: string) => held.items.get(dayItem(day)) as (ReportDay & Record<string, unknown>) | undefined,
    days: () => [...held.items.keys()].filter((key) => key.includes('|DAY#')).toSorted(),
  };
}
const issued = (n: number, domainId = 7) => domainEvent('certificate.issued', n, { domainId });
const yesterday = -DAY_SECONDS;
afterEach(() => guardRequests(undefined));

describe('the nightly computation of reports', () => {
  it('writes yesterday, also one on which nothing happened', async () => {
    const { run, days } = aNight([]);
    await run();
    expect(days()).toEqual([dayItem(YESTERDAY)]);
  });

  it('begins with the first day of the log, where the organization has no reports yet', async () => {
    const { run, days, day } = aNight([issued(yesterday * 5), issued(yesterday)]);
    await run();
    expect(days()).toHaveLength(5);
    expect(totalOf(day('2026-05-27')?.activated.waits ?? [])).toBe(1);
  });

  it('writes nothing twice, however often it runs', async () => {
    const { run, items } = aNight([issued(yesterday), issued(yesterday + 60, 8)]);
    await run();
    const before = new Map(items);
    await run();
    expect(new Map(items)).toEqual(before);
    expect(requestsTo(dynamo).filter((name) => name === 'PutItem')).toHaveLength(1);
  });

  it.each([1, 2, 3, 4, 5, 6])('is the same after it was killed at its write number %i and run again', async (killedAt) => {
    const gone = (n: number) => domainEvent('domain.dns_changed', n, { code: 'cname_not_found', actor: 'customer' });
    const events = [issued(yesterday * 3), gone(yesterday * 3 + 9), gone(yesterday * 2), issued(yesterday)];
    const whole = aNight(events);
    await whole.run();
    const expected = new Map(whole.items);
    const { run, items } = aNight(events);
    let writes = 0;
    guardRequests((action) => {
      if (!['PutItem', 'UpdateItem', 'TransactWriteItems'].includes(action)) return;
      writes += 1;
      if (writes >= killedAt) throw new Error('killed');
    });
    await run().catch(() => {});
    guardRequests(undefined);
    await run();
    expect(new Map(items)).toEqual(expected);
  });

  it('counts an event that came a day late on its own day', async () => {
    const { run, nextNight, day } = aNight([issued(yesterday)]);
    await run();
    nextNight(issued(yesterday + 60, 8));
    await run();
    expect(day(YESTERDAY)?.activated.waits).toEqual(expect.arrayContaining([2]));
    expect(totalOf(day('2026-06-01')?.activated.waits ?? [1])).toBe(0);
  });

  it('knows in the night in which a failure is fixed for how long it lasted', async () => {
    const gone = domainEvent('domain.dns_changed', yesterday, { code: 'cname_not_found', actor: 'customer' });
    const { run, nextNight, day } = aNight([gone]);
    await run();
    nextNight(domainEvent('domain.dns_restored', 60));
    await run();
    expect(day('2026-06-01')?.failures).toMatchObject([{ failed: 0, fixed: 1, fixedSeconds: DAY_SECONDS + 60 }]);
  });

  it('knows how long a failure lasted whose first day is computed no more', async () => {
    const gone = domainEvent('domain.dns_changed', yesterday, { code: 'cname_not_found', actor: 'customer' });
    const { run, nextNight, day } = aNight([gone]);
    await run();
    for (let nights = 0; nights < 6; nights += 1) {
      nextNight();
      await run();
    }
    nextNight(domainEvent('domain.dns_restored', 6 * DAY_SECONDS + 60));
    await run();
    expect(day('2026-06-07')?.failures).toMatchObject([{ fixed: 1, fixedSeconds: 7 * DAY_SECONDS + 60 }]);
  });

  it('ends where there is no time left, and says so', async () => {
    await expect(aNight([issued(yesterday)]).run(NOW)).rejects.toThrow('no time');
  });

  it('counts deliveries by the day of their event, without tests', async () => {
    const delivery = (n: number, state: string, more = {}) => {
      const id = `dlv_${timeDigitsAt(later(n * SECOND))}${'1'.repeat(16)}`;
      const facts = {
        id,
        organizationId: 'org_A',
        webhookId: 5,
        eventId: 'evt_1',
        event: 'domain.created',
        createdAt: iso(n * SECOND),
      };
      const attempts = [{ at: iso(n * SECOND), milliseconds: 120, status: 200 }];
      return { ...keys.delivery('org_A', 5, id), ...facts, state, series: 1, attemptsMade: 1, attempts, ...more };
    };
    const { run, day } = aNight(
      [],
      [
        { ...keys.webhook('org_A', 5), id: 5 },
        delivery(yesterday, 'succeeded'),
        delivery(yesterday + 1, 'failed'),
        delivery(yesterday + 2, 'succeeded', { body: '{}' }),
        delivery(0, 'succeeded'),
      ],
    );
    await run();
    expect(day(YESTERDAY)?.webhooks).toMatchObject([{ id: 5, succeeded: 1, failed: 1, pending: 0 }]);
  });

  it('keeps how often each key has asked, as it stood in the first night, and the changes of people and keys', async () => {
    const key = {
      ...{ keyId: 'pk_1', organizationId: 'org_A', name: 'n', permissions: [], secretSha256: '' },
      createdAt: iso(0),
    };
    const entry: AuditEntry = {
      ...{ id: `aud_${timeDigitsAt(later(yesterday * SECOND))}1`, at: iso(yesterday * SECOND), organizationId: 'org_A' },
      ...{ action: 'member.removed', resource: { type: 'member', id: 'usr_1' } },
      actor: { type: 'administrator' },
    };
    const { run, day, items } = aNight(
      [],
      [
        { ...keys.keyOfOrganization('org_A', 'pk_1'), keyId: 'pk_1' },
        { ...keys.apiKey('pk_1'), ...key, requestsBefore: 40, requestsInMinute: 2, fullMinutes: 1 },
        { ...keys.limits('org_A'), requestsBefore: 30, requestsInHour: 12 },
        auditWrite(table, entry).Put?.Item ?? {},
      ],
    );
    await run();
    const kept = { keys: { pk_1: { requests: 42, fullWindows: 1 } }, hours: { requests: 42, fullWindows: 0 } };
    expect(day(YESTERDAY)).toMatchObject({ ...kept, changes: { 'member.removed': 1 } });
    items.set('KEY#pk_1|KEY', { ...keys.apiKey('pk_1'), ...key, requestsBefore: 99 });
    await run();
    expect(day(YESTERDAY)).toMatchObject(kept);
  });

  it(`reads ${THE_DAY_BEFORE} and later again, and no event of an earlier day`, async () => {
    const old = Array.from({ length: 600 }, (_, n) => domainEvent('domain.dns_restored', yesterday * 20 + n));
    const { run, nextNight } = aNight([...old, issued(yesterday)]);
    await run();
    nextNight();
    const before = requestsTo(dynamo).length;
    await run();
    expect(
      requestsTo(dynamo)
        .slice(before)
        .filter((name) => name === 'Query').length,
    ).toBeLessThanOrEqual(9);
  });
});
