import type { Schemas } from '../../../client/typescript/create-client.ts';
import { Fact } from '../parts/fact.tsx';
import { Bars } from './bars.tsx';
import { actorName } from './failures.tsx';
import { ReportTable } from './report-table.tsx';
import { dayName, durationOf, percentOf } from './words.ts';

type Report = Schemas['RenewalsReport'];

/** Whether renewals meet the objective, and would with shorter certificate lifetimes. */
export function Renewals({ report }: { report: Report }) {
  const { total, objective, days, expired_by } = report;
  const isNone = total.renewed + total.expired === 0;
  return (
    <>
      <dl className="facts">
        <Fact name="Renewed">{total.renewed.toLocaleString('en')}</Fact>
        <Fact name="In time">{percentOf(total.on_time_share) ?? '–'}</Fact>
        <Fact name="Promised">{percentOf(objective.on_time_share)}</Fact>
        <Fact name="Error budget left">{percentOf(objective.left_share)}</Fact>
        <Fact name="Expired">{total.expired.toLocaleString('en')}</Fact>
      </dl>
      <p className="small">
        In time: 14 days or more before the end; of a life shorter than 42 days, a third of it.
        {total.unmeasured > 0 && ` Of ${total.unmeasured.toLocaleString('en')} renewals it is not known.`}
      </p>
      {isNone ? (
        <p className="empty">No certificate was renewed in this time, and none expired.</p>
      ) : (
        <>
          <Bars
            label="Renewals by day"
            bars={days.map(({ day, on_time, late, expired }) => ({
              name: dayName(day),
              parts: [
                ['good', on_time],
                ['wait', late],
                ['bad', expired],
              ],
            }))}
          />
          <ReportTable
            label="Days with renewals"
            columns={['Day', 'In time', 'Late', 'Not known', 'Expired']}
            rows={days
              .filter(({ on_time, late, unmeasured, expired }) => on_time + late + unmeasured + expired > 0)
              .map(({ day, on_time, late, unmeasured, expired }) => [day, on_time, late, unmeasured, expired])}
          />
        </>
      )}
      {expired_by.length > 0 && (
        <>
          <h3>Who let certificates expire</h3>
          <ReportTable
            label="Expired certificates by who had to act"
            columns={['Had to act', 'Certificates']}
            rows={expired_by.map(({ actor, certificates }) => [actorName(actor), certificates])}
          />
        </>
      )}
      <Lives report={report} />
    </>
  );
}

function Lives({ report: { lifetimes, readiness, delays, ca_orders } }: { report: Report }) {
  return (
    <>
      <h3>Shorter lives</h3>
      <ReportTable
        label="The same renewals with shorter lives"
        columns={['If certificates lived', 'Renewals a day', 'Would have been in time']}
        rows={readiness.map(({ life_days, renewals_per_day, on_time_share }) => [
          `${life_days} days`,
          renewals_per_day,
          percentOf(on_time_share),
        ])}
      />
      <p className="small">
        The certificate authority takes {ca_orders.per_day.toLocaleString('en')} orders of this service a day
        {ca_orders.counts_renewals ? '.' : ', and renewals beyond that.'}
      </p>
      {delays.length > 0 && (
        <ReportTable
          label="Renewals by how long after their plan they were done"
          columns={['From the plan to the end', 'Renewals']}
          rows={delays.map(({ up_to_seconds, renewals }) => [
            up_to_seconds === null ? 'longer' : `up to ${durationOf(up_to_seconds)}`,
            renewals,
          ])}
        />
      )}
      {lifetimes.length > 0 && (
        <ReportTable
          label="Certificates by their life"
          columns={['Life', 'Certificates']}
          rows={lifetimes.map(({ up_to_days, certificates }) => [
            up_to_days === null ? 'longer' : `up to ${up_to_days} days`,
            certificates,
          ])}
        />
      )}
    </>
  );
}
