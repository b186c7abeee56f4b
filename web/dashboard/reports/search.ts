import { isReport, type ReportName, type ReportRange } from '../api/reports.ts';
import { readTexts } from '../parts/text/read-texts.ts';

export interface ReportSearch extends ReportRange {
  report?: ReportName | undefined;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Unknown values become undefined. If they were left out, the router would keep them. */
export function readReportSearch(search: Record<string, unknown>): ReportSearch {
  const { report = '', from = '', to = '' } = readTexts(search, ['report', 'from', 'to'] as const);
  return {
    report: isReport(report) ? report : undefined,
    from: DAY.test(from) ? from : undefined,
    to: DAY.test(to) ? to : undefined,
  };
}

const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;

/** `2026-11`; absent: the last complete month. */
export function readMonthSearch({ month }: Record<string, unknown>): { month?: string | undefined } {
  return { month: typeof month === 'string' && MONTH.test(month) ? month : undefined };
}

export function lastMonth(now: Date): string {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1)).toISOString().slice(0, 7);
}

/** The days of a month, up to today. */
export function daysOf(month: string, now: Date): { from: string; to: string } {
  const begin = new Date(`${month}-01`);
  const last = new Date(Date.UTC(begin.getUTCFullYear(), begin.getUTCMonth() + 1, 0)).toISOString().slice(0, 10);
  const today = now.toISOString().slice(0, 10);
  return { from: `${month}-01`, to: [last, today].toSorted()[0] ?? today };
}
