import { useQuery } from '@tanstack/react-query';
import type { Schemas } from '../../../client/typescript/create-client.ts';
import { keysQuery } from '../api/keys.ts';
import { Fact } from '../parts/fact.tsx';
import { Bars } from './bars.tsx';
import { ReportTable } from './report-table.tsx';
import { dayName } from './words.ts';

/** Shows how near the limits are, and which keys send requests. */
export function ApiUse({ report }: { report: Schemas['ApiUseReport'] }) {
  const keys = useQuery(keysQuery);
  const { total, limits, data, days } = report;
  if (data.length === 0) return <p className="empty">No API key asked in this time.</p>;
  const nameOf = (id: string) => keys.data?.data.find((each) => each.id === id)?.name ?? id;
  return (
    <>
      <dl className="facts">
        <Fact name="Requests">{total.requests.toLocaleString('en')}</Fact>
        <Fact name="Hours at the limit">{total.hours_at_limit.toLocaleString('en')}</Fact>
        <Fact name="Limit of an hour">{limits.requests_per_hour.toLocaleString('en')}</Fact>
      </dl>
      <Bars
        label="Requests by day"
        bars={days.map(({ day, requests }) => ({ name: dayName(day), parts: [['plain', requests]] }))}
      />
      <ReportTable
        label="Requests by key"
        columns={['Key', 'Requests', 'Minutes at the limit']}
        rows={data.map(({ key_id, requests, minutes_at_limit }) => [nameOf(key_id), requests, minutes_at_limit])}
      />
      <h3>By day</h3>
      <ReportTable
        label="Requests by day"
        columns={['Day', 'Requests', 'Hours at the limit']}
        rows={days.map(({ day, requests, hours_at_limit }) => [day, requests, hours_at_limit])}
      />
    </>
  );
}
