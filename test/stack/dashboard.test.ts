import { describe, expect, it } from 'vitest';
import { METRICS } from '../../contract/stack/metrics.ts';
import { localStage, productionStage, resourcesOf, synthesize, zoneStage } from './synthesized.ts';

const { service } = synthesize(zoneStage);
const alarms = Object.entries(resourcesOf(service, 'AWS::CloudWatch::Alarm'));
const [dashboard] = Object.values(resourcesOf(service, 'AWS::CloudWatch::Dashboard'));
const body = bodyOf(dashboard?.Properties.DashboardBody);
/** Each metric with its namespace, name, dimensions and options; an expression has no namespace. */
const metrics = body.widgets.flatMap(({ properties }) => properties.metrics ?? []).filter(([first]) => typeof first === 'string');

interface Widget {
  type: string;
  width: number;
  x: number;
  properties: { alarms?: string[]; metrics?: unknown[][]; title?: string };
}

/** The body with the logical id in place of each reference. */
function bodyOf(value: unknown): { text: string; widgets: Widget[] } {
  const parts: unknown[] = Object(value)['Fn::Join'][1];
  const text = parts.map((part) => (typeof part === 'string' ? part : idIn(part))).join('');
  return { text, widgets: JSON.parse(text).widgets };
}

function idIn(part: unknown): string {
  const { 'Fn::GetAtt': attribute, Ref, 'Fn::ImportValue': imported } = Object(part);
  return String(attribute?.[0] ?? Ref ?? imported);
}

describe('the dashboard', () => {
  it('is named by its stage, and is the only one', () => {
    for (const stage of [productionStage, localStage]) {
      const names = Object.values(resourcesOf(synthesize(stage).service, 'AWS::CloudWatch::Dashboard'));
      expect(names.map(({ Properties }) => Properties.DashboardName)).toEqual([`cps-${stage.name}`]);
    }
  });

  it('shows the state of every alarm once, in widgets that CloudWatch takes', () => {
    const shown = body.widgets.flatMap(({ type, properties }) => (type === 'alarm' ? [properties.alarms ?? []] : []));
    for (const widget of shown) expect(widget.length).toBeLessThanOrEqual(100);
    expect(shown.flat().toSorted()).toEqual(alarms.map(([id]) => id).toSorted());
  });

  it('shows every metric of our own, each of its stage and of nothing finer', () => {
    const drawn = metrics.filter(([namespace]) => namespace === 'cps');
    expect(new Set(drawn.map(([, name]) => name))).toEqual(new Set(Object.keys(METRICS)));
    for (const [, , ...dimensions] of drawn) expect(dimensions.slice(0, 2)).toEqual(['Stage', 'production']);
  });

  it('shows lifecycle, renewals and deliveries', () => {
    for (const name of ['ExecutionsFailed', 'IteratorAge', 'ApproximateAgeOfOldestMessage', '5xx', 'VisitLagSeconds'])
      expect(body.text).toContain(name);
    const headings = body.widgets.flatMap(({ properties }) => Object(properties).markdown ?? []);
    expect(headings).toEqual([
      '## Objectives, and the CAs',
      '## Lifecycle',
      '## Renewals',
      '## Deliveries to webhooks, the API, and the audit',
    ]);
  });

  it('shows what both state machines started, and what failed or timed out there', () => {
    const machines = Object.keys(resourcesOf(service, 'AWS::StepFunctions::StateMachine'));
    expect(machines).toHaveLength(2);
    const drawn = metrics.filter(([, , dimension]) => dimension === 'StateMachineArn').map(([, name, , arn]) => [arn, name]);
    const shown = ['ExecutionsStarted', 'ExecutionsFailed', 'ExecutionsTimedOut'];
    expect(drawn.toSorted()).toEqual(machines.flatMap((id) => shown.map((name) => [id, name])).toSorted());
  });

  // "3 dashboards referencing up to 50 metrics each": https://aws.amazon.com/cloudwatch/pricing/
  it('has at most the fifty metrics of a free dashboard, with every optional part', () => {
    expect(metrics.length).toBeLessThanOrEqual(50);
  });

  it('has rows as wide as the page', () => {
    for (const { x, width } of body.widgets) expect(x + width).toBeLessThanOrEqual(24);
  });
});

describe('an alarm of the renewals', () => {
  const alarmOf = (section: string) =>
    alarms
      .map(([, { Properties }]) => Properties)
      .find(({ AlarmDescription }) => String(AlarmDescription).endsWith(`#${section}`));

  it('goes off where anything has been due for a day, and where no shard was scanned for three runs: there is no data then', () => {
    expect(alarmOf('renewals-overdue')).toMatchObject({
      Namespace: 'cps',
      MetricName: 'OldestDueSeconds',
      Dimensions: [{ Name: 'Stage', Value: 'production' }],
      Statistic: 'Maximum',
      Period: 300,
      EvaluationPeriods: 3,
      Threshold: 86_400,
      ComparisonOperator: 'GreaterThanOrEqualToThreshold',
      TreatMissingData: 'breaching',
    });
  });
});
