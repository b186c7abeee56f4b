import type { Template } from 'aws-cdk-lib/assertions';
import { METRICS } from '../../contract/stack/metrics.ts';

// The tables of docs/operate/quotas-and-cost.md that are made from the synthesized templates.

/** What each type of resource is, for somebody who reads the list of a stack. A type without its words fails the test. */
const TYPES: Record<string, string> = {
  'AWS::ApiGatewayV2::Api': 'the HTTP API',
  'AWS::ApiGatewayV2::Integration': 'connects a route to its function',
  'AWS::ApiGatewayV2::Route': 'paths of the API, of agents and of challenges',
  'AWS::ApiGatewayV2::Stage': 'its one stage, with throttles and an access log',
  'AWS::CloudWatch::Alarm': 'alarms, each with a section of the runbook',
  'AWS::CloudWatch::Dashboard': 'lifecycle, renewals, deliveries and alarms at a glance',
  'AWS::DynamoDB::Table': 'the table',
  'AWS::Events::Rule': 'restart broken executions; report that a private key was decrypted by hand',
  'AWS::IAM::Policy': 'permissions of the state machine and of the break-glass role; those of functions are part of their roles',
  'AWS::IAM::Role': 'one for each function and the state machine, one for all schedules, and the break-glass role for people',
  'AWS::KMS::Key': 'keys: one for the table, one that encrypts private keys, one that signs the audit',
  'AWS::Lambda::Alias': 'the published version that callers use',
  'AWS::Lambda::EventSourceMapping': "from the table's stream and the queues to their functions",
  'AWS::Lambda::Function': 'functions',
  'AWS::Lambda::Permission': 'lets API Gateway and the rule invoke functions',
  'AWS::Lambda::Version': "a function's published code and settings",
  'AWS::Logs::LogGroup': 'logs, deleted after `logRetentionDays`',
  'AWS::S3::Bucket': 'records that the relay gave up on; the signed days of the audit, locked',
  'AWS::S3::BucketPolicy': 'refuses requests without TLS, and to write over a signed day',
  'AWS::SNS::Subscription': 'the e-mail address of the alarms',
  'AWS::SNS::Topic': 'the alarms',
  'AWS::SNS::TopicPolicy': 'lets CloudWatch publish to it',
  'AWS::SQS::Queue':
    'queues: deliveries to webhooks and their dead letters; in the service stack, due DNS checks, events that could not be delivered to a function, and uses of the break-glass role',
  'AWS::SQS::QueuePolicy': 'refuses requests without TLS',
  'AWS::Scheduler::Schedule':
    'start the sweep, the dispatcher of orders, the scan of certificates, the count of usage, the mover of deliveries, and what signs the audit',
  'AWS::SecretsManager::Secret': "the service's secret",
  'AWS::StepFunctions::StateMachine': "the lifecycle's state machines: Standard, and Express for renewals",
  'AWS::StepFunctions::StateMachineAlias': 'the published version that starts executions',
  'AWS::StepFunctions::StateMachineVersion': 'their published definitions',
};

/** USD a month, in N. Virginia, as of November 2026. */
const PRICES = { alarm: 0.1, key: 1, secret: 0.4, metric: 0.3, mappingMetric: 0.3, rest: 1 };
const FREE_ALARMS = 10;
/** Of a mapping of a stream that counts its events: polled, filtered out, invoked, failed, dropped, stored as failures. */
const MAPPING_METRICS = 6;

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

const dollars = (usd: number) => usd.toFixed(2);

export function costTable({ stateful, service }: Templates): string {
  const [alarms, keys] = [countOf(service, 'AWS::CloudWatch::Alarm'), countOf(stateful, 'AWS::KMS::Key')];
  const rotated = Object.values(stateful.findResources('AWS::KMS::Key')).filter(({ Properties }) => Properties.EnableKeyRotation);
  const metrics = MAPPING_METRICS * PRICES.mappingMetric;
  const own = Object.keys(METRICS).length;
  const lines: [string, number, string][] = [
    [`${alarms} alarms, ten of them free`, (alarms - FREE_ALARMS) * PRICES.alarm, 'https://aws.amazon.com/cloudwatch/pricing/'],
    [
      `${keys} KMS keys in the first year; each of the first two yearly rotations adds 1.00 for each of ${rotated.length}: ${dollars(keys + rotated.length)}, then ${dollars(keys + 2 * rotated.length)}`,
      keys * PRICES.key,
      'https://aws.amazon.com/kms/pricing/',
    ],
    [
      `${own} metrics of our own, for any number of domains; the dashboard is free among the first three of an account, else 3.00`,
      own * PRICES.metric,
      'https://aws.amazon.com/cloudwatch/pricing/',
    ],
    ['one secret', PRICES.secret, 'https://aws.amazon.com/secrets-manager/pricing/'],
  ];
  const rows = lines.map(([what, usd, page]) => `| ${what} | ${dollars(usd)} | [AWS](${page}) |`);
  const total = lines.reduce((sum, [, usd]) => sum + usd, PRICES.rest + metrics);
  return [
    '| | USD | Source |',
    '|---|---|---|',
    ...rows,
    `| Lambda's metrics of the table's stream: ${MAPPING_METRICS} metrics at most | ≈ ${Math.round(metrics)} | ${dollars(PRICES.mappingMetric)} each: from memory, not looked up |`,
    `| scheduled functions, polling of empty queues, logs | ≈ ${PRICES.rest} | much of it is within the free tiers |`,
    `| **Total** | **≈ ${Math.round(total)}** | |`,
  ].join('\n');
}
