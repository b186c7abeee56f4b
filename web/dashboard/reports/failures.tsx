import type { Schemas } from '../../../client/typescript/create-client.ts';
import { Bars, type Tone } from './bars.tsx';
import { ReportTable } from './report-table.tsx';
import { dayName } from './words.ts';

type Actor = Schemas['FailuresReport']['data'][number]['actor'];
const ACTOR_NAMES: Record<Actor, string> = {
  customer: 'Your customer',
  integrator: 'You',
  service: 'This service',
  nobody: 'Nobody',
};
const TONES: Record<Actor, Tone> = { customer: 'wait', integrator: 'bad', service: 'plain', nobody: 'plain' };

/** An actor of a later release is shown as the service names it. */
export function actorName(actor: string): string {
  return Object.hasOwn(ACTOR_NAMES, actor) ? ACTOR_NAMES[actor as Actor] : actor;
}

export function FailuresByCause({ report }: { report: Schemas['FailuresReport'] }) {
  const { data, days } = report;
  if (data.length === 0) return <p className="empty">Nothing failed in this time.</p>;
  return (
    <>
      <Bars
        label="Failures by cause"
        bars={data.map(({ code, actor, failed }) => ({ name: code, parts: [[TONES[actor] ?? 'plain', failed]] }))}
      />
      <ReportTable
        label="Failures by cause"
        columns={['Cause and who has to act', 'Failed', 'At risk', 'Fixed', 'Hours until fixed']}
        rows={data.map(({ code, actor, failed, at_risk, fixed, mean_hours_until_fixed }) => [
          `${code} · ${actorName(actor)}`,
          ...[failed, at_risk, fixed, mean_hours_until_fixed],
        ])}
      />
      <h3>By day</h3>
      <Bars label="Failures by day" bars={days.map(({ day, failed }) => ({ name: dayName(day), parts: [['bad', failed]] }))} />
      <ReportTable
        label="Days with failures"
        columns={['Day', 'Failed', 'At risk', 'Fixed']}
        rows={days
          .filter(({ failed, at_risk, fixed }) => failed + at_risk + fixed > 0)
          .map(({ day, failed, at_risk, fixed }) => [day, failed, at_risk, fixed])}
      />
    </>
  );
}
