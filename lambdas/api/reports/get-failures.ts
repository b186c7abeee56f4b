import type { Failures, ReportDay } from '../../model/reports/report-day.schema.ts';
import { defineReport, EXAMPLE_DAY, type Report, type ReportRange } from './define-report.ts';
import { FailuresReport } from './report-resources.schema.ts';

export const getFailures = defineReport({
  id: 'getFailures',
  clientMethod: 'reports.failures',
  summary: 'Failures by cause',
  description:
    'How often domains failed, by the code of their diagnosis and by who had to act, and how long it took until they were fixed.',
  schema: FailuresReport,
  example: () => ({
    data: [{ code: 'cname_not_found', actor: 'customer', failed: 3, at_risk: 0, fixed: 2, mean_hours_until_fixed: 7.25 }],
    days: [{ day: EXAMPLE_DAY, failed: 3, at_risk: 0, fixed: 2 }],
  }),
  csv: `day,code,actor,failed,at_risk,fixed,mean_hours_until_fixed\r\n${EXAMPLE_DAY},cname_not_found,customer,3,0,2,7.25\r\n`,
  reportOf: failures,
});

function failures({ days }: ReportRange): Report {
  const byCause = Map.groupBy(
    days.flatMap((day) => day.failures),
    ({ code, actor }) => `${code} ${actor}`,
  );
  const causes = [...byCause.values()].map((some) => some.reduce(add));
  return {
    json: {
      data: causes.toSorted((a, b) => b.failed - a.failed || b.atRisk - a.atRisk).map(causeResource),
      days: days.map((day) => ({ day: day.day, ...sumOf(day) })),
    },
    rows: [
      ['day', 'code', 'actor', 'failed', 'at_risk', 'fixed', 'mean_hours_until_fixed'],
      ...days.flatMap(({ day, failures: causesOfDay }) =>
        causesOfDay.map((one) => [day, one.code, one.actor, one.failed, one.atRisk, one.fixed, hoursUntilFixed(one)]),
      ),
    ],
  };
}

function add(one: Failures, other: Failures): Failures {
  return {
    ...one,
    failed: one.failed + other.failed,
    atRisk: one.atRisk + other.atRisk,
    fixed: one.fixed + other.fixed,
    fixedSeconds: one.fixedSeconds + other.fixedSeconds,
  };
}

function causeResource(cause: Failures) {
  const { code, actor, failed, atRisk, fixed } = cause;
  return { code, actor, failed, at_risk: atRisk, fixed, mean_hours_until_fixed: hoursUntilFixed(cause) };
}

function hoursUntilFixed({ fixed, fixedSeconds }: Failures): number | undefined {
  return fixed === 0 ? undefined : Math.round((fixedSeconds / fixed / 3_600) * 100) / 100;
}

function sumOf({ failures: causes }: ReportDay) {
  const sum = (of: (cause: Failures) => number) => causes.reduce((total, cause) => total + of(cause), 0);
  return { failed: sum(({ failed }) => failed), at_risk: sum(({ atRisk }) => atRisk), fixed: sum(({ fixed }) => fixed) };
}
