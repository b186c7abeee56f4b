import type * as z from 'zod/mini';
import type { OperationId } from '../../../contract/api/operations.ts';
import type { Settings } from '../../../contract/stack/settings.schema.ts';
import { livemodeOf } from '../../model/accounts/tenant.ts';
import type { RecentEventsStore } from '../../model/reports/recent-events.store.ts';
import { REPORTS_KEPT_DAYS, type ReportDay } from '../../model/reports/report-day.schema.ts';
import { dayAfter, daysBetween } from '../../model/reports/report-days.ts';
import { emptyDay, reportedEvent, rollUp } from '../../model/reports/roll-up.ts';
import { validationError } from '../../shared/errors/app-error.ts';
import { csvAnswer, formatOf } from '../../shared/http/answer-format.ts';
import type { HttpRequest, HttpResponse } from '../../shared/http/route.ts';
import { dayOf } from '../../shared/time/instant.ts';
import type { Rows } from '../../wiring/rows.wiring.ts';
import type { Call } from '../pipeline/call.ts';
import { defineOperation } from '../pipeline/operation.ts';
import { MAX_DAYS, ReportQuery, STANDARD_DAYS } from './report-requests.schema.ts';

/** A report's days, oldest first, and the day before if known: growing totals are compared with it. */
export interface ReportRange {
  from: string;
  to: string;
  dayBefore: ReportDay | undefined;
  days: ReportDay[];
  isComplete: boolean;
  missingDays: string[];
}

/** A report as JSON and as table rows. The first row has the column names. */
export interface Report {
  json: object;
  rows: (string | number | undefined)[][];
}

interface ReportDefinition {
  id: OperationId;
  clientMethod: `reports.${string}`;
  summary: string;
  description: string;
  schema: z.ZodMiniType;
  example: () => object;
  csv: string;
  reportOf: (range: ReportRange, call: Call, settings: Settings) => Report;
}

export const EXAMPLE_DAY = '2026-11-21';

export function defineReport({ reportOf, schema, example, csv, ...words }: ReportDefinition) {
  return defineOperation({
    ...words,
    tag: 'Reports',
    reach: 'organization',
    query: ReportQuery,
    answer: {
      status: 200,
      description: 'The report.',
      schema,
      example: () => ({ livemode: true, from: EXAMPLE_DAY, to: EXAMPLE_DAY, is_complete: true, missing_days: [], ...example() }),
      csv,
    },
    prepare:
      (ports: Pick<Rows, 'reports' | 'recentEvents' | 'settings'>) =>
      async ({ request, caller: { organizationId }, query }) => {
        const { from, to, isCsv } = parseReportQuery(request, query);
        const range = await readRange(organizationId, from, to, request.now, ports);
        const livemode = livemodeOf(organizationId);
        return (call) => answerOf(reportOf(range, call, ports.settings), range, livemode, isCsv);
      },
  });
}

function answerOf(
  { json, rows }: Report,
  { from, to, isComplete, missingDays }: ReportRange,
  livemode: boolean,
  isCsv: boolean,
): HttpResponse {
  if (isCsv) return csvAnswer(rows);
  return { status: 200, json: { livemode, from, to, is_complete: isComplete, missing_days: missingDays, ...json } };
}

function parseReportQuery(
  request: HttpRequest,
  { format, ...asked }: z.output<typeof ReportQuery>,
): { from: string; to: string; isCsv: boolean } {
  const today = dayOf(request.now);
  const to = asked.to ?? today;
  const from = asked.from ?? dayAfter(to, 1 - STANDARD_DAYS);
  const oldest = dayAfter(today, -REPORTS_KEPT_DAYS);
  if (to > today) throw validationError({ to: [`may be ${today} at the latest, which is today in UTC`] });
  if (from < oldest && asked.from !== undefined)
    throw validationError({ from: [`may be ${oldest} at the earliest: reports are kept for ${REPORTS_KEPT_DAYS} days`] });
  if (from > to) throw validationError({ from: [`may not come after \`to\`, ${to}`] });
  if (dayAfter(from, MAX_DAYS) <= to)
    throw validationError({
      from: [`may be ${dayAfter(to, 1 - MAX_DAYS)} at the earliest: a report has ${MAX_DAYS} days at most`],
    });
  return { from, to, isCsv: formatOf(request, format, ['csv']) === 'csv' };
}

/** One Query. If the last days are not computed yet, at most two more for the events since. */
async function readRange(
  organizationId: string,
  from: string,
  to: string,
  now: Date,
  { reports, recentEvents }: Pick<Rows, 'reports' | 'recentEvents'>,
): Promise<ReportRange> {
  const stored = await reports.days(organizationId, dayAfter(from, -1), to);
  const last = stored.at(-1);
  const yesterday = dayAfter(dayOf(now), -1);
  const firstOpen = last && last.day >= yesterday ? dayAfter(last.day) : yesterday;
  const open = daysBetween(firstOpen > from ? firstOpen : from, to);
  const { days: recentDays, isWhole } =
    open.length > 0 ? await sinceLast(organizationId, open, last, recentEvents) : NOTHING_OPEN;
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

async function sinceLast(organizationId: string, days: string[], last: ReportDay | undefined, recentEvents: RecentEventsStore) {
  const { events, isWhole } = await recentEvents.after(organizationId, last?.lastNumber ?? 0);
  const reported = events.flatMap((event) => reportedEvent(event) ?? []);
  return { days: days.map((day) => rollUp(emptyDay(day, last?.lastNumber ?? 0), reported, []).day), isWhole };
}
