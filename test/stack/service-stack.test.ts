import { Match, Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { MOST_REQUESTS } from '../../contract/api/limits.ts';
import { AWS_LIMITS } from '../../contract/stack/aws-limits.ts';
import { readPorts, START_PORTS } from '../../local/machine/ports.ts';
import { localSettings, START_TIMINGS, START_WEBHOOKS, localStage as stageOfMachine } from '../../local/stage.ts';
import { buildApp, localStage, productionStage, type Resources, resourcesOf, synthesize } from './synthesized.ts';

const { stateful, service } = synthesize();
const functions = resourcesOf(service, 'AWS::Lambda::Function');
const START = { timings: START_TIMINGS, webhooks: START_WEBHOOKS };
/** PEM of a self-signed root with RSA 2048 and few names in it; ours, with P-256, has 540. */
const LARGEST_ROOT_CHARACTERS = 1_300;

it('the service stays under 400 resources in each stack (CloudFormation ends at 500)', () => {
  for (const template of [stateful, service]) expect(Object.keys(template.toJSON().Resources).length).toBeLessThan(400);
});

it('the service makes no custom resource: those hang where there is no AWS', () => {
  const types = [stateful, service].flatMap((template) =>
    Object.values(template.toJSON().Resources).map((resource) => String(Object(resource).Type)),
  );
  expect(types.filter((type) => type.startsWith('Custom::') || type === 'AWS::CloudFormation::CustomResource')).toEqual([]);
});

it('the service stack tells where the API and the lifecycle machine are', () => {
  for (const output of ['ApiEndpoint', 'StateMachineArn']) expect(service.toJSON().Outputs).toHaveProperty(output);
});

describe('every function', () => {
  it('runs on Node 24 on ARM64, without X-Ray', () => {
    for (const { Properties } of Object.values(functions)) {
      expect(Properties).toMatchObject({ Runtime: 'nodejs24.x', Architectures: ['arm64'], Handler: 'index.handler' });
      expect(Properties).not.toHaveProperty('TracingConfig');
    }
  });

  it('writes to a log group of its own that forgets after the retention of the stage', () => {
    const logGroups = resourcesOf(service, 'AWS::Logs::LogGroup');
    for (const logGroup of Object.values(logGroups)) expect(logGroup.Properties).toMatchObject({ RetentionInDays: 30 });
    const used = Object.values(functions).map(({ Properties }) => String(Object(Properties).LoggingConfig.LogGroup.Ref));
    expect(new Set(used).size).toBe(Object.keys(functions).length);
    for (const id of used) expect(logGroups).toHaveProperty(id);
  });

  /** That share an alarm: the expression, and at most ten metrics; more are refused by CloudWatch. */
  function alarmsOn(MetricName: string, id: string) {
    const metric = { MetricName, Dimensions: [{ Name: 'FunctionName', Value: { Ref: id } }] };
    const watched = Match.arrayWith([Match.objectLike({ MetricStat: Match.objectLike({ Metric: metric }) })]);
    return Object.values(service.findResources('AWS::CloudWatch::Alarm', Match.objectLike({ Properties: { Metrics: watched } })));
  }

  it('has an alarm of its own on its errors, and shares one on its throttles', () => {
    for (const id of Object.keys(functions)) {
      service.hasResourceProperties('AWS::CloudWatch::Alarm', {
        MetricName: 'Errors',
        Dimensions: Match.arrayWith([{ Name: 'FunctionName', Value: { Ref: id } }]),
      });
      expect(alarmsOn('Throttles', id).map(({ Properties }) => Properties.EvaluationPeriods)).toEqual([3]);
    }
    const shared = service.findResources('AWS::CloudWatch::Alarm', { Properties: { Metrics: Match.anyValue() } });
    for (const { Properties } of Object.values(shared)) expect(Properties.Metrics.length).toBeLessThanOrEqual(1 + 10);
  });

  it('is ended with an alarm where its messages run in a circle, but for the three that send to the queue that they read', () => {
    const feedsItself = Object.entries(functions).filter(([, { Properties }]) => Properties.RecursiveLoop === 'Allow');
    const ids = feedsItself.map(([id]) => id).sort();
    expect(ids).toEqual(
      ['AwsServersWorkAtAws', 'DnsWatchWatchDns', 'WebhookDeliveryDeliver'].map((name) => expect.stringMatching(`^${name}`)),
    );
    for (const [id, { Properties }] of Object.entries(functions)) {
      const isAllowed = Properties.RecursiveLoop === 'Allow';
      expect(alarmsOn('RecursiveInvocationsDropped', id)).toHaveLength(isAllowed ? 0 : 1);
      if (!isAllowed) expect(Properties.RecursiveLoop).toBe('Terminate');
    }
  });

  it('has an environment that AWS takes, with room for the longer names of a real stage', () => {
    for (const bytes of environmentBytes(functions)) expect(bytes).toBeLessThan(AWS_LIMITS.lambdaEnvironmentBytes.value * 0.75);
  });

  it('has an environment that AWS would take on a developer’s machine too, with a CA’s root of an RSA key in it', () => {
    const settings = localSettings(readPorts({}, START_PORTS), START, 'x'.repeat(LARGEST_ROOT_CHARACTERS));
    const local = synthesize(stageOfMachine(settings, 'http://localhost:8700')).service;
    for (const bytes of environmentBytes(resourcesOf(local, 'AWS::Lambda::Function'))) {
      expect(bytes).toBeLessThan(AWS_LIMITS.lambdaEnvironmentBytes.value);
    }
  });

  it('is one of the thirty-eight of this version', () => {
    expect(Object.keys(functions)).toHaveLength(38);
  });
});

describe('concurrency', () => {
  it('is limited for the twelve steps where the stage says so', () => {
    const local = Object.values(resourcesOf(synthesize(localStage).service, 'AWS::Lambda::Function'));
    expect(local.filter(({ Properties }) => Properties.ReservedConcurrentExecutions === 4)).toHaveLength(12);
  });
});

describe('the HTTP API', () => {
  it('gives integrators, agents, CAs and visitors of portals throttles of their own, which none of the others can use up', () => {
    const [stage] = Object.values(resourcesOf(service, 'AWS::ApiGatewayV2::Stage'));
    const settings = Object(stage?.Properties.RouteSettings);
    const routes = Object.values(resourcesOf(service, 'AWS::ApiGatewayV2::Route')).map(({ Properties }) =>
      String(Properties.RouteKey),
    );
    const apart = routes.filter((key) => / \/(api|edge|\.well-known|portal|widget)/.test(key));
    expect(Object.keys(settings).toSorted()).toEqual(apart.toSorted());
    for (const key of apart)
      expect(settings[key]).toEqual({ ThrottlingRateLimit: expect.any(Number), ThrottlingBurstLimit: expect.any(Number) });
    // No limit of an organization is set higher than what comes through.
    const [aSecond, inAMinute] = [settings['ANY /api/domains'].ThrottlingRateLimit, MOST_REQUESTS.requestsPerMinute];
    expect(inAMinute).toBeLessThanOrEqual(60 * aSecond);
    expect(MOST_REQUESTS.requestsPerHour).toBeLessThanOrEqual(3_600 * aSecond);
    expect(stage?.Properties.DefaultRouteSettings).toMatchObject({ ThrottlingRateLimit: 100 });
    const ids = Object.entries(resourcesOf(service, 'AWS::ApiGatewayV2::Route')).filter(([, { Properties }]) =>
      apart.includes(String(Properties.RouteKey)),
    );
    expect(Object(stage).DependsOn).toEqual(expect.arrayContaining(ids.map(([id]) => id)));
  });

  it('sends these routes, and everything else, to functions', () => {
    const routes = Object.values(resourcesOf(service, 'AWS::ApiGatewayV2::Route')).map(({ Properties }) => Properties.RouteKey);
    expect(routes.sort()).toEqual([
      '$default',
      'ANY /',
      'ANY /api/aws-access',
      'ANY /api/dns/{proxy+}',
      'ANY /api/domains',
      'ANY /api/domains/{id}/portal-link',
      'ANY /api/domains/{proxy+}',
      'ANY /api/events',
      'ANY /api/events/{proxy+}',
      'ANY /api/servers',
      'ANY /api/servers/{proxy+}',
      'ANY /api/webhooks',
      'ANY /api/webhooks/{proxy+}',
      'ANY /api/{proxy+}',
      'ANY /docs',
      'ANY /docs/{proxy+}',
      'ANY /edge/v1/certificates',
      'ANY /edge/v1/challenges-of/{hostname}/.well-known/acme-challenge/{token}',
      'ANY /edge/v1/challenges/{token}',
      'ANY /edge/v1/keys',
      'ANY /edge/v1/machines',
      'ANY /edge/v1/nonces',
      'ANY /edge/v1/reports',
      'ANY /openapi.json',
      'ANY /portal',
      'ANY /portal/{proxy+}',
      'ANY /widget/{proxy+}',
      'POST /api/domains',
      'POST /api/domains/bulk',
      'POST /api/domains/{id}/check',
      'POST /api/domains/{id}/retry',
    ]);
  });

  it('throttles, and logs no header and no query', () => {
    service.hasResourceProperties('AWS::ApiGatewayV2::Stage', {
      StageName: '$default',
      DefaultRouteSettings: { ThrottlingRateLimit: 100, ThrottlingBurstLimit: 200 },
      AccessLogSettings: { Format: Match.not(Match.stringLikeRegexp('header|query|authorizer')) },
    });
  });

  it('gives a function 28 s, so that it answers before API Gateway does at 30', () => {
    for (const name of [
      'ServeDomains',
      'ServeRegistrations',
      'ServeOrganization',
      'ServeServers',
      'ServeWebhooks',
      'ServeEvents',
      'ServeChallenges',
      'ServeAgents',
      'ServeEnrollments',
      'RefuseUnknownRoutes',
    ]) {
      const [id] = Object.keys(functions).filter((key) => key.includes(name));
      expect(functions[id ?? '']?.Properties.Timeout).toBe(28);
    }
  });
});

describe('alarms', () => {
  it('go to the topic of the stage', () => {
    const alarmTopicArn = 'arn:aws:sns:eu-central-1:123456789012:on-call';
    const alarms = Template.fromStack(buildApp({ ...productionStage, alarmTopicArn }).service).findResources(
      'AWS::CloudWatch::Alarm',
    );
    for (const alarm of Object.values(alarms)) expect(alarm.Properties.AlarmActions).toEqual([alarmTopicArn]);
  });
});

/** Of each function, with CloudFormation's references to values in place of the values. */
function environmentBytes(of: Resources): number[] {
  return Object.values(of).map(({ Properties }) => Buffer.byteLength(JSON.stringify(Object(Properties).Environment.Variables)));
}

it('the log groups that API Gateway and Step Functions write to need no line in the one policy of CloudWatch Logs, which is short', () => {
  const names = Object.values(resourcesOf(service, 'AWS::Logs::LogGroup')).flatMap(
    ({ Properties }) => Properties.LogGroupName ?? [],
  );
  expect(names.toSorted()).toEqual([
    '/aws/vendedlogs/cps-production/api-access',
    '/aws/vendedlogs/cps-production/lifecycle-machine',
  ]);
});
