import type { Template } from 'aws-cdk-lib/assertions';
import { AwsSolutionsChecks } from 'cdk-nag';
import { describe, expect, it } from 'vitest';
import { SECTIONS, type Urgency } from '../../lib/alarms/runbook-alarm.ts';
import type { Stage } from '../../lib/stage/stage.schema.ts';
import { frontStage } from './cloudfront/front-stage.ts';
import { buildApp, localStage, productionStage, resourcesOf, synthesize, zoneStage } from './synthesized.ts';

const EMAIL = 'operations@acme-saas.net';
const settings = { ...frontStage.settings, mail: { from: 'service@mail.acme-saas.net' } };
const whole: Stage = { ...frontStage, settings, baseTargetZone: zoneStage.baseTargetZone, alarmEmail: EMAIL };
const { service, front } = synthesize(whole);
const alarms = alarmsOf(service);

interface Alarm {
  AlarmDescription: string;
  AlarmActions: unknown[];
  OKActions: unknown[];
  Threshold: number;
  EvaluationPeriods: number;
  Metrics: { Expression?: unknown; MetricStat?: { Metric: { MetricName: string; Dimensions?: unknown } } }[];
  MetricName: string;
  Dimensions?: unknown;
}

function alarmsOf(template: Template | undefined): Alarm[] {
  const found = template ? Object.values(resourcesOf(template, 'AWS::CloudWatch::Alarm')) : [];
  return found.map(({ Properties }) => Properties as unknown as Alarm);
}

function sectionOf({ AlarmDescription }: Alarm) {
  return (AlarmDescription.split('#')[1] ?? '') as keyof typeof SECTIONS;
}

function alarmOf(section: keyof typeof SECTIONS, of = alarms): Alarm {
  const [alarm] = of.filter((one) => sectionOf(one) === section);
  if (!alarm) throw new Error(`no alarm ${section}`);
  return alarm;
}

const metricsOf = ({ Metrics }: Alarm) => Metrics.flatMap(({ MetricStat }) => MetricStat?.Metric.MetricName ?? []);
const expressionOf = ({ Metrics }: Alarm) => Metrics.flatMap(({ Expression }) => Expression ?? [])[0];

describe('all alarms', () => {
  it('are at most forty, with every optional part', () => {
    expect(alarms.length + alarmsOf(front).length).toBeLessThanOrEqual(40);
  });

  it.each([
    ['service', service],
    ['front', front],
  ])('of the %s stack tell a topic for pages or one for tickets, and tell it also when they end', (_, template) => {
    const { Outputs } = Object(template?.toJSON());
    const topics: Record<Urgency, unknown> = { page: Outputs.PageTopicArn.Value, ticket: Outputs.TicketTopicArn.Value };
    expect(topics.page).not.toEqual(topics.ticket);
    for (const alarm of alarmsOf(template)) {
      expect(alarm.AlarmActions).toEqual([topics[SECTIONS[sectionOf(alarm)]]]);
      expect(alarm.OKActions).toEqual(alarm.AlarmActions);
    }
    const subscribed = Object.values(resourcesOf(template as Template, 'AWS::SNS::Subscription')).map(
      ({ Properties }) => Properties,
    );
    expect(subscribed.map(({ TopicArn, Endpoint }) => [TopicArn, Endpoint])).toEqual([
      [topics.page, EMAIL],
      [topics.ticket, EMAIL],
    ]);
  });

  it('have topics to which CloudWatch may publish, for this account', () => {
    const policies = Object.values(resourcesOf(service, 'AWS::SNS::TopicPolicy'));
    expect(policies).toHaveLength(2);
    for (const { Properties } of policies) {
      expect(Object(Properties.PolicyDocument).Statement).toContainEqual(
        expect.objectContaining({
          Effect: 'Allow',
          Action: 'sns:Publish',
          Principal: { Service: 'cloudwatch.amazonaws.com' },
          Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
        }),
      );
    }
  });

  it('keep the confirmed address of the one topic that there was before', () => {
    const { service: simple } = synthesize({ ...productionStage, alarmEmail: EMAIL });
    expect(Object.keys(resourcesOf(simple, 'AWS::SNS::Topic'))).toContain('Alarms04B5A0BF');
  });

  it('pass the AWS Solutions checks, with their topics', () => {
    const { app } = buildApp({ ...frontStage, alarmEmail: EMAIL });
    expect(new AwsSolutionsChecks(app).validateScope(app).violations).toEqual([]);
  });

  it('are not there in the emulator, nor are their topics', () => {
    const { service: local } = synthesize(localStage);
    expect(resourcesOf(local, 'AWS::CloudWatch::Alarm')).toEqual({});
    expect(resourcesOf(local, 'AWS::SNS::Topic')).toEqual({});
  });
});

describe('a topic of the owner', () => {
  const [pages, tickets] = ['pages', 'tickets'].map((name) => `arn:aws:sns:eu-central-1:123456789012:${name}`) as [
    string,
    string,
  ];
  const toldBy = (stage: Stage, urgency: Urgency, stack: 'service' | 'front' = 'service') => {
    const [alarm] = alarmsOf(synthesize(stage)[stack]).filter((one) => SECTIONS[sectionOf(one)] === urgency);
    return alarm?.AlarmActions.filter((arn) => typeof arn === 'string');
  };

  it('for pages gets tickets too, where there is none for them', () => {
    const stage = { ...productionStage, alarmTopicArn: pages };
    expect([toldBy(stage, 'page'), toldBy(stage, 'ticket')]).toEqual([[pages], [pages]]);
  });

  it('for tickets gets all of them and no page', () => {
    const stage = { ...productionStage, alarmTopicArn: pages, ticketTopicArn: tickets };
    expect([toldBy(stage, 'page'), toldBy(stage, 'ticket')]).toEqual([[pages], [tickets]]);
  });

  it('gets nothing from another region, where CloudWatch would refuse it', () => {
    const stage = { ...frontStage, alarmTopicArn: pages };
    expect(toldBy(stage, 'page', 'front')).toEqual([]);
    const there = pages.replace('eu-central-1', 'us-east-1');
    expect(toldBy({ ...frontStage, alarmTopicArn: there }, 'page', 'front')).toEqual([there]);
  });
});

describe('a question has one alarm', () => {
  it('over all functions of the account: on the rate of errors, throttles and concurrency', () => {
    const watched = (['lambda-throttles', 'account-concurrency'] as const).map((section) => {
      const { MetricName, Dimensions } = alarmOf(section);
      return [MetricName, Dimensions];
    });
    expect(watched).toEqual([
      ['Throttles', undefined],
      ['ClaimedAccountConcurrency', undefined],
    ]);
    expect(alarmOf('lambda-errors')).toMatchObject({
      MetricName: 'Errors',
      Statistic: 'Average',
      Threshold: 0.01,
      EvaluationPeriods: 3,
    });
    expect(alarmOf('lambda-errors').Dimensions).toBeUndefined();
  });

  it('goes off at 80 % of the executions that the account may have', () => {
    const { service: raised } = synthesize({ ...productionStage, accountConcurrency: 3_000 });
    expect(alarmOf('account-concurrency').Threshold).toBe(800);
    expect(alarmOf('account-concurrency', alarmsOf(raised)).Threshold).toBe(2_400);
  });

  it('goes off at a rate of failures, and not at fewer than five: of the API, of executions that failed or timed out', () => {
    const api = alarmOf('api-server-errors');
    expect(metricsOf(api)).toEqual(['5xx', 'Count']);
    expect(expressionOf(api)).toBe('IF(FILL(failed0, 0) >= 5, 100 * (FILL(failed0, 0)) / (others0), 0)');
    expect(api.Threshold).toBe(1);
    const executions = alarmOf('executions-failed');
    // Metrics of both state machines.
    const failed = ['ExecutionsFailed', 'ExecutionsTimedOut'];
    expect(metricsOf(executions)).toEqual([...failed, ...failed, 'ExecutionsSucceeded', 'ExecutionsSucceeded']);
    const sum = [0, 1, 2, 3].map((index) => `FILL(failed${index}, 0)`).join(' + ');
    const all = `${sum} + FILL(others0, 0) + FILL(others1, 0)`;
    expect(expressionOf(executions)).toBe(`IF(${sum} >= 5, 100 * (${sum}) / (${all}), 0)`);
    expect(executions.Threshold).toBe(5);
  });

  it('goes off where state transitions of any state machine are throttled: all share the quota of the account', () => {
    expect(alarmOf('executions-throttled')).toMatchObject({
      Namespace: 'AWS/States',
      MetricName: 'ThrottledEvents',
      Dimensions: [{ Name: 'ServiceMetric', Value: 'StateTransition' }],
      EvaluationPeriods: 3,
    });
  });

  it('over all operations of the table: on throttles, and on errors of DynamoDB itself', () => {
    const queries = (['table-throttles', 'table-errors'] as const).map((section) =>
      JSON.stringify(expressionOf(alarmOf(section))),
    );
    const [throttles = '', errors = ''] = queries;
    expect(throttles).toContain(
      'SELECT SUM(ThrottledRequests) FROM SCHEMA(\\"AWS/DynamoDB\\", Operation, TableName) WHERE TableName =',
    );
    expect(errors).toContain('SELECT SUM(SystemErrors)');
    for (const query of queries) expect(query).toContain('RefTable');
  });

  it('goes off where visits are six hours behind', () => {
    expect(alarmOf('visits-behind')).toMatchObject({ MetricName: 'VisitLagSeconds', Threshold: 21_600 });
  });

  it('of the front: on the rate of its errors, and of requests that the firewall refuses', () => {
    const errors = alarmOf('front-errors', alarmsOf(front));
    expect(metricsOf(errors)).toEqual(['Requests', '5xxErrorRate']);
    const blocks = alarmOf('firewall-blocks', alarmsOf(front));
    expect(metricsOf(blocks)).toEqual(['BlockedRequests', 'AllowedRequests']);
    const [acl] = Object.values(resourcesOf(front as Template, 'AWS::WAFv2::WebACL'));
    const name = Object(acl?.Properties.VisibilityConfig).MetricName;
    // WAF reserves these two names, and two stages of an account must not share one.
    expect(['All', 'Default_Action']).not.toContain(name);
    expect(JSON.stringify(blocks.Metrics)).toContain(
      JSON.stringify([
        { Name: 'Rule', Value: 'ALL' },
        { Name: 'WebACL', Value: name },
      ]),
    );
  });
});
