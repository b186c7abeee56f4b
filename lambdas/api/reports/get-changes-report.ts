import { defineReport, EXAMPLE_DAY, type Report, type ReportRange } from './define-report.ts';
import { ChangesReport } from './report-resources.schema.ts';

export const getChangesReport = defineReport({
  id: 'getChangesReport',
  clientMethod: 'reports.changes',
  summary: 'Changes of people and keys',
  description: 'How often members, invitations and API keys were changed. Who changed what stands in the audit.',
  schema: ChangesReport,
  example: () => ({ data: [{ action: 'member.role_changed', changes: 1 }], days: [{ day: EXAMPLE_DAY, changes: 1 }] }),
  csv: `day,action,changes\r\n${EXAMPLE_DAY},member.role_changed,1\r\n`,
  reportOf: changes,
});

function changes({ days }: ReportRange): Report {
  const all = days.flatMap((day) => Object.entries(day.changes).map(([action, count]) => ({ day: day.day, action, count })));
  const sumOf = (some: typeof all) => some.reduce((total, { count }) => total + count, 0);
  const byAction = Map.groupBy(all, ({ action }) => action);
  return {
    json: {
      data: [...byAction]
        .map(([action, some]) => ({ action, changes: sumOf(some) }))
        .toSorted((a, b) => b.changes - a.changes || a.action.localeCompare(b.action)),
      days: days.map(({ day }) => ({ day, changes: sumOf(all.filter((one) => one.day === day)) })),
    },
    rows: [['day', 'action', 'changes'], ...all.map(({ day, action, count }) => [day, action, count])],
  };
}
