import type { ApiRoute } from '../pipeline/api-route.ts';
import { type Report, type ReportPorts, type ReportRange, reportRoute } from './report-route.ts';

export function getChangesReport(ports: ReportPorts): ApiRoute {
  return reportRoute('getChangesReport', changes, ports);
}

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
