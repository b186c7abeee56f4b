import { useQuery } from '@tanstack/react-query';
import type { Schemas } from '../../../client/typescript/create-client.ts';
import { webhooksQuery } from '../api/webhooks.ts';
import { Bars } from './bars.tsx';
import { ReportTable } from './report-table.tsx';
import { dayName, percentOf } from './words.ts';

export function WebhookHealth({ report: { data } }: { report: Schemas['WebhooksReport'] }) {
  const webhooks = useQuery(webhooksQuery);
  if (data.length === 0) return <p className="empty">Nothing was delivered in this time.</p>;
  const nameOf = (id: number) => webhooks.data?.data.find((each) => each.id === id)?.url ?? `Webhook ${id}`;
  return (
    <>
      <ReportTable
        label="Deliveries by webhook"
        columns={['Webhook', 'Arrived', 'Given up', 'Still tried', 'Arrived of these', '95 of 100 attempts within']}
        rows={data.map(({ webhook_id, succeeded, failed, pending, success_rate, p95_milliseconds }) => [
          nameOf(webhook_id),
          ...[succeeded, failed, pending, percentOf(success_rate)],
          p95_milliseconds === undefined ? undefined : `${p95_milliseconds.toLocaleString('en')} ms`,
        ])}
      />
      {data.map(({ webhook_id, days }) => (
        <Bars
          key={webhook_id}
          label={`Deliveries to ${nameOf(webhook_id)} by day`}
          bars={days.map(({ day, succeeded, failed, pending }) => ({
            name: dayName(day),
            parts: [
              ['good', succeeded],
              ['wait', pending],
              ['bad', failed],
            ],
          }))}
        />
      ))}
    </>
  );
}
