import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { MAX_RATE_LIMITS } from '../../contract/api/limits.ts';
import { AWS_LIMITS } from '../../contract/stack/aws-limits.ts';
import type { Stage } from '../../lib/stage/stage.schema.ts';
import { readPorts, START_PORTS } from '../../local/machine/ports.ts';
import { localSettings, START_TIMINGS, START_WEBHOOKS, localStage as stageOfMachine } from '../../local/stage.ts';
import { frontStage } from './cloudfront/front-stage.ts';
import { egressStage } from './egress/egress-stage.ts';
import { withPool } from './people-api/sign-in-stage.ts';
import { buildApp, localStage, productionStage, type Resources, resourcesOf, synthesize, zoneStage } from './synthesized.ts';

const { stateful, service } = synthesize();
const functions = resourcesOf(service, 'AWS::Lambda::Function');
const START = { timings: START_TIMINGS, webhooks: START_WEBHOOKS };
/** PEM of a self-signed RSA 2048 root with short names; that of the local CA, with P-256, has 540. */
const LARGEST_ROOT_CHARACTERS = 1_300;

it('the service has at most 380 resources in a stack with everything that a stage can have, during a gradual update (CloudFormation ends at 500)', () => {
  const { fixedEgress } = egressStage;
  const whole = { ...frontStage, fixedEgress, baseTargetZone: zoneStage.baseTargetZone, alarmEmail: 'operations@acme-saas.net' };
  for (const template of Object.values(synthesize(withPool(whole), { canary: 'true' }))) {
    expect(Object.keys(template.toJSON().Resources).length).toBeLessThanOrEqual(380);
  }
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

  it('writes to the log group of all functions, which forgets after the retention of the stage', () => {
    const logGroups = resourcesOf(service, 'AWS::Logs::LogGroup');
    for (const logGroup of Object.values(logGroups)) expect(logGroup.Properties).toMatchObject({ RetentionInDays: 30 });
    const used = Object.values(functions).map(({ Properties }) => String(Object(Properties).LoggingConfig.LogGroup.Ref));
    expect(new Set(used)).toEqual(new Set([expect.stringMatching(/^FunctionLogs/)]));
    expect(Object.keys(logGroups)).toHaveLength(3);
  });

  it('is ended where its messages run in a circle, but for the three that send to the queue that they read', () => {
    const feedsItself = Object.entries(functions).filter(([, { Properties }]) => Properties.RecursiveLoop === 'Allow');
    expect(feedsItself.map(([id]) => id).toSorted()).toEqual(
      ['AwsServersWorkAtAws', 'DnsWatchWatchDns', 'WebhookDeliveryDeliver'].map((name) => expect.stringMatching(`^${name}`)),
    );
    const others = Object.values(functions).filter(({ Properties }) => Properties.RecursiveLoop === 'Terminate');
    expect(others).toHaveLength(Object.keys(functions).length - 3);
  });

  it('has an environment that AWS takes, with room for the longer names of a real stage', () => {
    for (const bytes of environmentBytes(functions)) expect(bytes).toBeLessThan(AWS_LIMITS.lambdaEnvironmentBytes.value * 0.75);
  });

  it('is refused before a deployment with an environment that Lambda would refuse in its middle, with what is longest', () => {
    const ownNames = Array.from({ length: 90 }, (_, index) => `name-${index}.certificates.acme-saas.net`);
    const stage = { ...productionStage, settings: { ...productionStage.settings, ownNames } };
    expect(() => buildApp(stage)).toThrow(
      /would have \d{4} bytes.*Lambda takes 4096.*settings\.ownNames, with 33\d\d: shorten it/,
    );
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
  const [published] = Object.values(resourcesOf(service, 'AWS::ApiGatewayV2::Stage'));
  const throttleOf = (stage: Stage) => {
    const template = synthesize(stage).service;
    const [{ Properties } = { Properties: {} }] = Object.values(resourcesOf(template, 'AWS::ApiGatewayV2::Stage'));
    const { ThrottlingRateLimit: rate, ThrottlingBurstLimit: burst } = Object(Properties).DefaultRouteSettings;
    return { rate, burst, routes: Object.keys(resourcesOf(template, 'AWS::ApiGatewayV2::Route')).length };
  };

  it('has settings for no single route: an update that adds or drops one could not be undone', () => {
    expect(published?.Properties).not.toHaveProperty('RouteSettings');
    expect(Object(published)).not.toHaveProperty('DependsOn');
  });

  it.each([
    ['a large region', {}, 10_000, 5_000],
    ['a small region', { region: 'eu-south-2' }, 2_500, 1_250],
    ['an account with a higher quota', { apiRequestsPerSecond: 40_000 }, 40_000, 20_000],
  ])('lets less through on all routes together than %s takes, with every optional part', (_, change, most, mostAtOnce) => {
    const { rate, burst, routes } = throttleOf({ ...withPool(frontStage), ...change });
    expect(routes * rate).toBeLessThan(most);
    expect(routes * burst).toBeLessThan(mostAtOnce);
    expect((routes + 1) * rate).toBeGreaterThan(0.8 * most);
  });

  it('lets the requests of an organization through that has the highest limit', () => {
    const { rate } = throttleOf({ ...productionStage, region: 'eu-central-1' });
    expect(MAX_RATE_LIMITS.requestsPerMinute).toBeLessThanOrEqual(60 * rate);
    expect(MAX_RATE_LIMITS.requestsPerHour).toBeLessThanOrEqual(3_600 * rate);
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
      // An unknown region may be a small one, with lower limits.
      DefaultRouteSettings: { ThrottlingRateLimit: 62, ThrottlingBurstLimit: 31 },
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

/** Environment size of each function, with values in place of CloudFormation's references. */
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
