import { isDeepStrictEqual } from 'node:util';
import type { LoggedEvent } from '../../model/events/event-log.schema.ts';
import type { EventLogStore } from '../../model/events/event-log.store.ts';
import { countChange, countDelivery } from '../../model/reports/count-deliveries-and-changes.ts';
import type { ReportStore } from '../../model/reports/report.store.ts';
import type { ReportDay } from '../../model/reports/report-day.schema.ts';
import { dayAfter, daysBetween, startOfDay, startOfNext } from '../../model/reports/report-days.ts';
import type { ReportSourcesStore } from '../../model/reports/report-sources.store.ts';
import { emptyDay, type ReportedEvent, reportedEvent, rollUp, type WaitsOfDomains } from '../../model/reports/roll-up.ts';
import { measureWaits } from '../../model/reports/waits.ts';
import { OUTBOX_KEPT_DAYS } from '../../shared/outbox/outbox.schema.ts';
import type { Clock } from '../../shared/time/clock.gateway.ts';
import { dayOf } from '../../shared/time/instant.ts';

export interface ReportPorts {
  reports: ReportStore;
  sources: ReportSourcesStore;
  log: Pick<EventLogStore, 'page' | 'numberBefore'>;
  clock: Clock;
}

/** Yesterday, and days that late data may change: events late by a day or two, deliveries retried for three days. */
const DAYS_COMPUTED_AGAIN = 3;
const EVENTS_AT_ONCE = 250;
/** Of timelines in the table. */
const READS_AT_ONCE = 10;

/**
 * Computes an organization's last days from stored data and writes the changed ones. It may be killed at any point or run twice:
 * each day is written whole, with the same result. The first run goes back as far as the log.
 */
export async function computeReportDays(organizationId: string, ports: ReportPorts, endsAt: Date): Promise<void> {
  const { reports, clock } = ports;
  const today = dayOf(clock());
  const known = await knownDays(organizationId, today, reports);
  const begin = firstDayToCompute(known, today);
  const log = await readLog(organizationId, begin ?? dayAfter(today, -OUTBOX_KEPT_DAYS), known, ports, endsAt);
  const yesterday = dayAfter(today, -1);
  const first = begin ?? log.firstDay(yesterday) ?? yesterday;
  const days = daysBetween(first, yesterday).map((day) => emptyDay(day, log.lastNumberOf(day)));
  const waits = await readWaits(log.events, first, ports.sources);
  const computed = await addOthers(organizationId, days, known, ports);
  const open = await reports.open(organizationId, dayAfter(first, -1), yesterday);
  const openAfter = (day: string) => open.find((one) => one.day === day)?.failures ?? [];
  let failures = openAfter(dayAfter(first, -1));
  for (const empty of computed) {
    if (clock() >= endsAt) throw new Error('there was no time to write all days');
    const rolled = rollUp(empty, log.events, failures, waits);
    failures = rolled.open;
    if (!isDeepStrictEqual(failures, openAfter(empty.day))) await reports.keepOpen(organizationId, { day: empty.day, failures });
    const stored = known.find(({ day }) => day === empty.day);
    if (!stored || !isSame(stored, rolled.day)) await reports.keepDay(organizationId, rolled.day);
  }
}

/** The days to compute again, with the one before. If there are none, every day that the log still covers. */
async function knownDays(organizationId: string, today: string, reports: ReportStore): Promise<ReportDay[]> {
  const until = dayAfter(today, -1);
  const last = await reports.days(organizationId, dayAfter(today, -DAYS_COMPUTED_AGAIN - 1), until);
  return last.length > 0 ? last : reports.days(organizationId, dayAfter(today, -OUTBOX_KEPT_DAYS), until);
}

/** Undefined: no day was computed within the log's retention. */
function firstDayToCompute(known: readonly ReportDay[], today: string): string | undefined {
  const [first, last] = [known[0]?.day, known.at(-1)?.day];
  if (first === undefined || last === undefined) return undefined;
  const usual = dayAfter(today, -DAYS_COMPUTED_AGAIN);
  if (dayAfter(last) < usual) return dayAfter(last);
  return [first, usual].toSorted()[1];
}

/** True when the row has all values of the day; it also has its keys. */
function isSame(stored: ReportDay, day: ReportDay): boolean {
  return Object.entries(day).every(([name, value]) => isDeepStrictEqual(stored[name as keyof ReportDay], value));
}

/** Reads the log from the beginning of a day to its end, as late events are appended at the end. */
async function readLog(
  organizationId: string,
  firstDay: string,
  known: readonly ReportDay[],
  { log, clock }: ReportPorts,
  endsAt: Date,
) {
  const before = known.find(({ day }) => day === dayAfter(firstDay, -1));
  const begin = before?.lastNumber ?? (await log.numberBefore(organizationId, startOfDay(firstDay)));
  const events: ReportedEvent[] = [];
  const begins = new Map<string, number>();
  let last = begin;
  let page: LoggedEvent[];
  do {
    if (clock() >= endsAt) throw new Error('there was no time to read the event log');
    page = await log.page(organizationId, last, EVENTS_AT_ONCE, clock());
    for (const event of page) {
      const day = dayOf(new Date(event.createdAt));
      if (!begins.has(day)) begins.set(day, event.number);
      const reported = reportedEvent(event);
      if (reported) events.push(reported);
    }
    last = page.at(-1)?.number ?? last;
  } while (page.length === EVENTS_AT_ONCE);
  return {
    events,
    firstDay: (until: string) => [...begins.keys()].filter((day) => firstDay <= day && day <= until).toSorted()[0],
    lastNumberOf: (day: string) => {
      const later = [...begins].filter(([begun]) => begun > day).map(([, number]) => number);
      return later.length > 0 ? Math.min(...later) - 1 : last;
    },
  };
}

async function readWaits(
  events: readonly ReportedEvent[],
  firstDay: string,
  sources: ReportSourcesStore,
): Promise<WaitsOfDomains> {
  const issued = events.filter(({ event, createdAt }) => event === 'certificate.issued' && createdAt >= firstDay);
  const waits = new Map<number, ReturnType<typeof measureWaits>>();
  for (let from = 0; from < issued.length; from += READS_AT_ONCE) {
    const read = async ({ domainId, createdAt }: ReportedEvent) => {
      const timeline = await sources.timeline(domainId);
      if (timeline.length > 0) waits.set(domainId, measureWaits(timeline, createdAt));
    };
    await Promise.all(issued.slice(from, from + READS_AT_ONCE).map(read));
  }
  return waits;
}

/** Adds what events do not contain: deliveries, changes of people and keys, and request counts. */
async function addOthers(organizationId: string, days: ReportDay[], known: ReportDay[], { sources }: ReportPorts) {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return days;
  const span = { since: startOfDay(first.day), until: startOfNext(last.day) };
  for (const id of await sources.webhookIds(organizationId))
    for await (const delivery of sources.deliveries(organizationId, id, span)) countDelivery(days, id, delivery);
  for await (const change of sources.changes(organizationId, span)) countChange(days, change);
  const use = await useOf(organizationId, last, known, sources);
  return days.map((day): ReportDay => {
    const stored = known.find((one) => one.day === day.day);
    if (day === last) return { ...day, ...use };
    return stored ? { ...day, ...totalsIn(stored) } : day;
  });
}

/** The totals of the first computation: they cannot be recovered later. */
async function useOf(
  organizationId: string,
  { day }: ReportDay,
  known: ReportDay[],
  sources: ReportSourcesStore,
): Promise<Partial<ReportDay>> {
  const stored = known.find((one) => one.day === day);
  return stored?.hours ? totalsIn(stored) : sources.use(organizationId);
}

function totalsIn({ keys, hours, validated }: ReportDay): Partial<ReportDay> {
  return { keys, ...(hours && { hours }), ...(validated !== undefined && { validated }) };
}
