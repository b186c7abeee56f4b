import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { asFailure, Failure } from '../api/failure.ts';
import { type ReportName, type ReportRange, reportQueries } from '../api/reports.ts';
import { FailurePanel } from '../parts/failure-panel.tsx';
import { Skeleton } from '../parts/page.tsx';
import { ApiUse } from './api-use.tsx';
import { AccessChanges } from './changes.tsx';
import { FailuresByCause } from './failures.tsx';
import { Renewals } from './renewals.tsx';
import { TimeToActive } from './time-to-active.tsx';
import { WebhookHealth } from './webhooks.tsx';

interface Days {
  from: string;
  to: string;
  is_complete: boolean;
  missing_days: string[];
}

/** Reports by their name in the address, in page order. */
export const REPORTS: Record<ReportName, { title: string; Body: (range: { range: ReportRange }) => ReactNode }> = {
  'time-to-active': {
    title: 'Time to active',
    Body: ({ range }) => (
      <Answered query={useQuery(reportQueries['time-to-active'](range))} body={(report) => <TimeToActive report={report} />} />
    ),
  },
  failures: {
    title: 'Failures',
    Body: ({ range }) => (
      <Answered query={useQuery(reportQueries.failures(range))} body={(report) => <FailuresByCause report={report} />} />
    ),
  },
  renewals: {
    title: 'Renewals',
    Body: ({ range }) => (
      <Answered query={useQuery(reportQueries.renewals(range))} body={(report) => <Renewals report={report} />} />
    ),
  },
  webhooks: {
    title: 'Webhook health',
    Body: ({ range }) => (
      <Answered query={useQuery(reportQueries.webhooks(range))} body={(report) => <WebhookHealth report={report} />} />
    ),
  },
  'api-use': {
    title: 'Use of the API',
    Body: ({ range }) => (
      <Answered query={useQuery(reportQueries['api-use'](range))} body={(report) => <ApiUse report={report} />} />
    ),
  },
  changes: {
    title: 'People and keys',
    Body: ({ range }) => (
      <Answered query={useQuery(reportQueries.changes(range))} body={(report) => <AccessChanges report={report} />} />
    ),
  },
};
export const REPORT_NAMES = Object.keys(REPORTS) as ReportName[];

function Answered<Report extends Days>({ query, body }: { query: UseQueryResult<Report>; body: (report: Report) => ReactNode }) {
  const { data, error, isError, isPending, refetch } = query;
  return (
    <>
      {isError && <FailurePanel error={sayMistakes(error)} retry={() => refetch()} />}
      {isPending && <Skeleton lines={8} />}
      {data && <Completeness days={data} />}
      {data && body(data)}
    </>
  );
}

/** Shows the answer's errors about the requested days. */
function sayMistakes(error: Error): Failure {
  const failure = asFailure(error);
  const { errors } = failure.details;
  if (failure.status !== 422 || typeof errors !== 'object' || errors === null) return failure;
  const message = Object.entries(errors).map(([field, mistakes]) => `${field} ${[mistakes].flat().join(', ')}.`);
  return new Failure(failure.status, { ...failure, message: message.join(' ') });
}

function Completeness({ days: { from, to, is_complete, missing_days } }: { days: Days }) {
  return (
    <p className="small">
      {from} to {to}, in UTC. {!is_complete && missing_days.length === 0 && 'The last day is not counted whole yet. '}
      {missing_days.length > 0 &&
        `Of ${missing_days.length === 1 ? 'one day' : `${missing_days.length} days`} nothing is known: a day is counted in the night after it. `}
    </p>
  );
}
