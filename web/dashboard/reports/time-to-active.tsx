import type { Schemas } from '../../../client/typescript/create-client.ts';
import { Fact } from '../parts/fact.tsx';
import { Bars, type Tone } from './bars.tsx';
import { ReportTable } from './report-table.tsx';
import { durationOf } from './words.ts';

/** How long customers wait, and for whom. */
export function TimeToActive({ report }: { report: Schemas['TimeToActiveReport'] }) {
  const { total, histogram } = report;
  if (total.domains === 0) return <p className="empty">No domain got its first certificate in this time.</p>;
  const nameOf = (edge: number | null) => (edge === null ? 'longer' : `up to ${durationOf(edge)}`);
  return (
    <>
      <dl className="facts">
        <Fact name="Domains that became active">{total.domains.toLocaleString('en')}</Fact>
        <Fact name="Half of them within">{durationOf(total.p50_seconds) ?? '–'}</Fact>
        <Fact name="9 of 10 within">{durationOf(total.p90_seconds) ?? '–'}</Fact>
        <Fact name="99 of 100 within">{durationOf(total.p99_seconds) ?? '–'}</Fact>
      </dl>
      <Bars
        label="Domains by how long they took"
        bars={histogram.map(({ up_to_seconds, domains }) => ({ name: nameOf(up_to_seconds), parts: [['plain', domains]] }))}
      />
      <ReportTable
        label="Domains by how long they took"
        columns={['From creation to active', 'Domains']}
        rows={histogram.map(({ up_to_seconds, domains }) => [nameOf(up_to_seconds), domains])}
      />
      <h3>Waited for</h3>
      {total.waits ? (
        <Waits waits={total.waits} />
      ) : (
        <p className="small">Known from tomorrow on: days are computed in the night after.</p>
      )}
    </>
  );
}

type Waited = NonNullable<Schemas['TimeToActiveReport']['total']['waits']>;

function Waits({ waits }: { waits: Waited }) {
  const label = 'For whom a domain waited on average';
  const parts: [string, Tone, number][] = [
    ['The customer', 'wait', waits.customer_seconds],
    ['The certificate authority', 'plain', waits.ca_seconds],
    ['Your server', 'bad', waits.server_seconds],
    ['This service', 'plain', waits.service_seconds],
  ];
  return (
    <>
      <Bars
        label={label}
        bars={parts.map(([name, tone, seconds]) => ({ name, parts: [[tone, seconds]] }))}
        textOf={(seconds) => durationOf(seconds) ?? ''}
      />
      <ReportTable
        label={label}
        columns={['On average for', 'Time']}
        rows={parts.map(([name, , seconds]) => [name, durationOf(seconds)])}
      />
    </>
  );
}
