import { queryOptions } from '@tanstack/react-query';
import { answerOf, client } from './client.ts';

/** The days of a report as in its address. Absent: the last 90. */
export interface ReportRange {
  from?: string | undefined;
  to?: string | undefined;
}

/** Reports are computed once a day. */
const KEPT_MS = 300_000;

function queryFor<Report>(
  name: string,
  { from, to }: ReportRange,
  read: (query: { from?: string; to?: string }) => Promise<Report>,
) {
  const query = { ...(from && { from }), ...(to && { to }) };
  return queryOptions({
    queryKey: ['report', name, query],
    queryFn: (): Promise<Report> => read(query),
    staleTime: KEPT_MS,
  });
}

/** By report name in the address. */
export const reportQueries = {
  'time-to-active': (range: ReportRange) =>
    queryFor('time-to-active', range, (query) => answerOf(client.GET('/reports/time-to-active', { params: { query } }))),
  failures: (range: ReportRange) =>
    queryFor('failures', range, (query) => answerOf(client.GET('/reports/failures', { params: { query } }))),
  renewals: (range: ReportRange) =>
    queryFor('renewals', range, (query) => answerOf(client.GET('/reports/renewals', { params: { query } }))),
  webhooks: (range: ReportRange) =>
    queryFor('webhooks', range, (query) => answerOf(client.GET('/reports/webhooks', { params: { query } }))),
  'api-use': (range: ReportRange) =>
    queryFor('api-use', range, (query) => answerOf(client.GET('/reports/api-use', { params: { query } }))),
  changes: (range: ReportRange) =>
    queryFor('changes', range, (query) => answerOf(client.GET('/reports/changes', { params: { query } }))),
};
export type ReportName = keyof typeof reportQueries;

export function isReport(name: string): name is ReportName {
  return Object.hasOwn(reportQueries, name);
}

export async function readCsv(name: ReportName, { from, to }: ReportRange): Promise<string> {
  const query = { ...(from && { from }), ...(to && { to }), format: 'csv' as const };
  const path = `/reports/${name}` as '/reports/failures';
  return String(await answerOf(client.GET(path, { params: { query }, parseAs: 'text' })));
}
