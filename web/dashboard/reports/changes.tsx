import type { Schemas } from '../../../client/typescript/create-client.ts';
import { Bars } from './bars.tsx';
import { ReportTable } from './report-table.tsx';
import { dayName } from './words.ts';

/** Number of changes to people and keys. The audit has the actors. */
export function AccessChanges({ report: { data, days } }: { report: Schemas['ChangesReport'] }) {
  if (data.length === 0) return <p className="empty">No member, invitation or key was changed in this time.</p>;
  return (
    <>
      <Bars label="Changes by day" bars={days.map(({ day, changes }) => ({ name: dayName(day), parts: [['plain', changes]] }))} />
      <ReportTable
        label="Changes of people and keys"
        columns={['Change', 'Times']}
        rows={data.map(({ action, changes }) => [action, changes])}
      />
    </>
  );
}
