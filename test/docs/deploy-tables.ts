import type { Template } from 'aws-cdk-lib/assertions';
import { type FixedParts, fixedCost, totalOf } from '../../bin/admin/prices/fixed-cost.ts';

// The generated tables of docs/operate/quotas-and-cost.md, from the synthesized templates.

/** A description of each resource type for readers of a stack's resource list. A type without one fails the test. */
const TYPES: Record<string, string> = {
  'AWS::ApiGatewayV2::Api': 'the HTTP API',
  'AWS::ApiGatewayV2::Integration': 'connects a route to its function',
  'AWS::ApiGatewayV2::Route': 'paths of the API, of agents and of challenges',
  'AWS::ApiGatewayV2::Stage': 'its one stage, with throttles and an access log',
  'AWS::CloudWatch::Alarm': 'alarms, each with a section of the runbook',
  'AWS::CloudWatch::Dashboard': 'lifecycle, renewals, deliveries and alarms at a glance',
  'AWS::DynamoDB::Table': 'the table',
  'AWS::Events::Rule': 'restart broken executions; report who else opens private keys, or makes it possible',
  'AWS::IAM::Policy': 'permissions of the state machine and of the break-glass role; those of functions are part of their roles',
  'AWS::IAM::Role': 'one for each function and the state machine, one for all schedules, and the break-glass role for people',
  'AWS::KMS::Key': 'keys: one for the table, one that encrypts private keys, one that signs the audit',
  'AWS::Lambda::Alias': 'the published version that callers use',
  'AWS::Lambda::EventSourceMapping': "from the table's stream and the queues to their functions",
  'AWS::Lambda::Function': 'functions',
  'AWS::Logs::QueryDefinition': 'saved queries of the logs, which the runbook names',
  'AWS::Lambda::Permission': 'lets API Gateway and the rule invoke functions',
  'AWS::Lambda::Version': "a function's published code and settings",
  'AWS::Logs::LogGroup': 'logs, deleted after `logRetentionDays`: of all functions, of calls of the API, of the state machine',
  'AWS::S3::Bucket': 'records that the relay gave up on; the signed days of the audit, locked',
  'AWS::S3::BucketPolicy': 'refuses requests without TLS, and to write over a signed day',
  'AWS::SNS::Subscription': 'the e-mail address of the alarms, once for each topic',
  'AWS::SNS::Topic': 'pages and tickets',
  'AWS::SNS::TopicPolicy': 'lets CloudWatch publish to it',
  'AWS::SQS::Queue':
    'queues: deliveries to webhooks and their dead letters, what the relay gave up, uses of the break-glass role; in the service stack, due DNS checks, and wake-ups and events that failed',
  'AWS::SQS::QueuePolicy': 'refuses requests without TLS',
  'AWS::Scheduler::Schedule':
    'start the sweep, the dispatcher of orders, the scan of certificates, the count of usage, the mover of deliveries, and what signs the audit',
  'AWS::SecretsManager::Secret': "the service's secret",
  'AWS::StepFunctions::StateMachine': "the lifecycle's state machines: Standard, and Express for renewals",
  'AWS::StepFunctions::StateMachineAlias': 'the published version that starts executions',
  'AWS::StepFunctions::StateMachineVersion': 'their published definitions',
};

interface Templates {
  stateful: Template;
  service: Template;
}

const countOf = (template: Template, type: string) => Object.keys(template.findResources(type)).length;

export function resourcesTable(templates: Templates): string {
  const rows = Object.entries(templates).flatMap(([stack, template]) => {
    const types = Object.values(template.toJSON().Resources).map((resource) => String(Object(resource).Type));
    const sorted = [...new Set(types)].toSorted();
    const unknown = sorted.filter((type) => !TYPES[type]);
    if (unknown.length > 0) throw new Error(`say in test/docs/deploy-tables.ts what these are: ${unknown.join(', ')}`);
    const counted = sorted.map((type) => `| | ${countOf(template, type)} | \`${type}\` | ${TYPES[type]} |`);
    return [`| **\`cps-production-${stack}\`** | **${types.length}** | | |`, ...counted];
  });
  return ['| Stack | Count | Type | Purpose |', '|---|---|---|---|', ...rows].join('\n');
}

/** The resources of a stage with a monthly cost, counted in its templates. */
export function fixedPartsOf({ stateful, service }: Templates): FixedParts {
  const alarms = Object.values(service.findResources('AWS::CloudWatch::Alarm')).map(({ Properties }) => Properties);
  const queries = alarms.filter(({ Metrics }) => JSON.stringify(Metrics)?.includes('SELECT '));
  const watched = alarms.map(({ Metrics = [{ MetricStat: {} }] }) => Metrics.filter((one: object) => 'MetricStat' in one).length);
  const keys = Object.values(stateful.findResources('AWS::KMS::Key'));
  const sources = Object.values(service.findResources('AWS::Lambda::EventSourceMapping'));
  return {
    alarmMetrics: watched.reduce((sum, each) => sum + each, 0),
    queryAlarms: queries.length,
    functions: countOf(service, 'AWS::Lambda::Function'),
    keys: keys.length,
    rotatedKeys: keys.filter(({ Properties }) => Properties.EnableKeyRotation).length,
    secrets: countOf(stateful, 'AWS::SecretsManager::Secret'),
    polledQueues: sources.filter(({ Properties }) => Properties.StartingPosition === undefined).length,
  };
}

const dollars = (usd: number) => usd.toFixed(2);

export function costTable(templates: Templates): string {
  const lines = fixedCost(fixedPartsOf(templates));
  return [
    '| | USD | Source |',
    '|---|---|---|',
    ...lines.map(({ what, usd, page }) => `| ${what} | ${dollars(usd)} | [AWS](${page}) |`),
    `| **Total** | **${dollars(totalOf(lines))}** | |`,
  ].join('\n');
}
