import type { OperationId } from '../../../contract/api/operations.ts';
import { csvText } from '../../../contract/csv-text.ts';
import { livemodeOf } from '../../model/accounts/tenant.ts';
import type { RecentEventsStore } from '../../model/reports/recent-events.store.ts';
import type { ReportStore } from '../../model/reports/report.store.ts';
import { REPORTS_KEPT_DAYS, type ReportDay } from '../../model/reports/report-day.schema.ts';
import { dayAfter, daysBetween } from '../../model/reports/report-days.ts';
import { emptyDay, reportedEvent, rollUp } from '../../model/reports/roll-up.ts';
import { validationError } from '../../shared/errors/app-error.ts';
import { readQuery } from '../../shared/http/parameters.ts';
import type { HttpRequest, HttpResponse } from '../../shared/http/route.ts';
import { dayOf } from '../../shared/time/instant.ts';
import type { ApiRoute, Call } from '../pipeline/api-route.ts';
import { MOST_DAYS, ReportQuery, STANDARD_DAYS } from './report-requests.schema.ts';

export interface ReportPorts {
  reports: Pick<ReportStore, 'days'>;
  recent: RecentEventsStore;
}

/** The days of a report, oldest first, and the one before them where it is known: totals that only grow are compared with it. */
export interface ReportRange {
  from: string;
  to: string;
  dayBefore: ReportDay | undefined;
  days: ReportDay[];
  isComplete: boolean;
  missingDays: string[];
}

/** A report as JSON, and as the lines of a table whose first one names its columns. */
export interface Report {
  json: object;
  rows: (string | number | undefined)[][];
}

/** One of the reports: what it makes of its days. */
export function reportRoute(
  operation: OperationId,
  reportOf: (range: ReportRange, call: Call) => Report,
  ports: ReportPorts,
): ApiRoute {
  return {
    operation,
    async prepare(request, { organizationId }) {
      const { from, to, isCsv } = askedFor(request);
      const range = await readRange(organizationId, from, to, request.now, ports);
      const livemode = livemodeOf(organizationId);
      return (call) => answerOf(reportOf(range, call), range, livemode, isCsv);
    },
  };
}

function answerOf(
  { json, rows }: Report,
  { from, to, isComplete, missingDays }: ReportRange,
  livemode: boolean,
  isCsv: boolean,
): HttpResponse {
  if (!isCsv) return { status: 200, json: { livemode, from, to, is_complete: isComplete, missing_days: missingDays, ...json } };
  const text = csvText(rows.map((row) => row.map((cell) => String(cell ?? ''))));
  return { status: 200, headers: { 'content-type': 'text/csv; charset=utf-8' }, text };
}

function askedFor(request: HttpRequest): { from: string; to: string; isCsv: boolean } {
  const { format, ...asked } = readQuery(request, ReportQuery);
  const today = dayOf(request.now);
  const to = asked.to ?? today;
  const from = asked.from ?? dayAfter(to, 1 - STANDARD_DAYS);
  const oldest = dayAfter(today, -REPORTS_KEPT_DAYS);
  if (to > today) throw validationError({ to: [`may be ${today} at the latest, which is today in UTC`] });
  if (from < oldest && asked.from !== undefined)
    throw validationError({ from: [`may be ${oldest} at the earliest: reports are kept for ${REPORTS_KEPT_DAYS} days`] });
  if (from > to) throw validationError({ from: [`may not come after \`to\`, ${to}`] });
  if (dayAfter(from, MOST_DAYS) <= to)
    throw validationError({
      from: [`may be ${dayAfter(to, 1 - MOST_DAYS)} at the earliest: a report has ${MOST_DAYS} days at most`],
    });
  const isCsv = format === undefined ? (request.headers.accept ?? '').includes('text/csv') : format === 'csv';
  return { from, to, isCsv };
}

/** One Query; where the last days are not computed yet, two more at most, of the events since. */
async function readRange(
  organizationId: string,
  from: string,
  to: string,
  now: Date,
  { reports, recent }: ReportPorts,
): Promise<ReportRange> {
  const stored = await reports.days(organizationId, dayAfter(from, -1), to);
  const last = stored.at(-1);
  const yesterday = dayAfter(dayOf(now), -1);
  const firstOpen = last && last.day >= yesterday ? dayAfter(last.day) : yesterday;
  const open = daysBetween(firstOpen > from ? firstOpen : from, to);
  const { days: recentDays, isWhole } = open.length > 0 ? await sinceLast(organizationId, open, last, recent) : NOTHING_OPEN;
  const days = [...stored.filter(({ day }) => day >= from && !open.includes(day)), ...recentDays];
  const known = new Set(days.map(({ day }) => day));
  const missingDays = daysBetween(from, to).filter((day) => !known.has(day));
  return {
    ...{ from, to, days, missingDays },
    dayBefore: stored.find(({ day }) => day < from),
    isComplete: isWhole && missingDays.length === 0,
  };
}

const NOTHING_OPEN = { days: [], isWhole: true };

async function sinceLast(organizationId: string, days: string[], last: ReportDay | undefined, recent: RecentEventsStore) {
  const { events, isWhole } = await recent.after(organizationId, last?.lastNumber ?? 0);
  const reported = events.flatMap((event) => reportedEvent(event) ?? []);
  return { days: days.map((day) => rollUp(emptyDay(day, last?.lastNumber ?? 0), reported, []).day), isWhole };
}
