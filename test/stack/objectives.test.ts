import { describe, expect, it } from 'vitest';
import { resourcesOf, synthesize } from './synthesized.ts';

const { service } = synthesize();

interface Watched {
  AlarmDescription: string;
  Threshold: number;
  EvaluationPeriods: number;
  Metrics: { Expression?: string; MetricStat?: { Metric: { MetricName: string }; Period: number; Stat: string } }[];
}
const alarms = Object.values(resourcesOf(service, 'AWS::CloudWatch::Alarm'))
  .map(({ Properties }) => Properties as unknown as Watched)
  .filter(({ AlarmDescription }) => AlarmDescription.includes('/ObjectiveAlarms'));

const of = (metric: string, hours: number) =>
  alarms.find(({ Metrics }) =>
    Metrics.some(({ MetricStat }) => MetricStat?.Metric.MetricName === metric && MetricStat.Period === hours * 3_600),
  );

describe('an objective', () => {
  it.each([
    ['ChallengesLate', 1, 1.44, 'challenges-late'],
    ['ChallengesLate', 6, 0.6, 'objectives-missed'],
    ['NamesServedLate', 1, 14.4, 'names-late'],
    ['NamesServedLate', 6, 6, 'objectives-missed'],
  ])('of %s has an alarm where in %d h more than %d %% are late', (metric, hours, percent, section) => {
    const alarm = of(metric, hours);
    expect(alarm).toMatchObject({ Threshold: percent, EvaluationPeriods: 1 });
    expect(alarm?.AlarmDescription.endsWith(`#${section}`)).toBe(true);
  });

  it('is not missed by one or two: that is no rate', () => {
    expect(alarms).toHaveLength(4);
    for (const { Metrics } of alarms) {
      const expressions = Metrics.flatMap(({ Expression }) => Expression ?? []);
      expect(expressions).toEqual(['IF(FILL(failed0, 0) >= 3, 100 * (FILL(failed0, 0)) / (others0), 0)']);
      expect(Metrics.flatMap(({ MetricStat }) => MetricStat?.Stat ?? [])).toEqual(['Sum', 'SampleCount']);
    }
  });
});
