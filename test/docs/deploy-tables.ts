import type { Template } from 'aws-cdk-lib/assertions';
import { METRICS } from '../../lambdas/shared/contract/metrics.ts';

// The tables of docs/deploy.md that are made from the synthesized templates.

/** What each type of resource is, for somebody who reads the list of a stack. A type without its words fails the test. */
const TYPES: Record<string, string> = {
  'AWS::ApiGatewayV2::Api': 'the HTTP API',
  'AWS::ApiGatewayV2::Integration': 'which function a route leads to',
  'AWS::ApiGatewayV2::Route': 'paths of the API, for agents and for challenges',
  'AWS::ApiGatewayV2::Stage': 'its one stage, with throttles and an access log',
  'AWS::CloudWatch::Alarm': 'alarms, each with a section of the runbook',
  'AWS::CloudWatch::Dashboard': 'lifecycle, renewals, deliveries and alarms at a glance',
  'AWS::DynamoDB::Table': 'the table',
  'AWS::Events::Rule': 'executions that broke are taken up again; a private key was opened by hand',
  'AWS::IAM::Policy':
    'what the machine may do, and who opens private keys by hand; the rights of functions are part of their roles',
  'AWS::IAM::Role': 'one for each function and the machine, one for all schedules, and one for people',
  'AWS::KMS::Key': 'keys: of the table, and one that seals private keys',
  'AWS::Lambda::Alias': 'what is called of a function',
  'AWS::Lambda::EventSourceMapping': "the table's stream and the queues, to their functions",
  'AWS::Lambda::Function': 'functions',
  'AWS::Lambda::Permission': 'that API Gateway and the rule may call',
  'AWS::Lambda::Version': "a function's code and settings as published",
  'AWS::Logs::LogGroup': 'logs, which end after `logRetentionDays`',
  'AWS::S3::Bucket': 'what the relay gave up on',
  'AWS::S3::BucketPolicy': 'no request without TLS',
  'AWS::SNS::Subscription': 'the e-mail address of the alarms',
  'AWS::SNS::Topic': 'the alarms',
  'AWS::SNS::TopicPolicy': 'that CloudWatch may publish to it',
  'AWS::SQS::Queue':
    'queues: deliveries to webhooks and their dead letters; in the service stack, looks at DNS that are due, what could not be delivered to a function, and who opened a private key by hand',
  'AWS::SQS::QueuePolicy': 'no request without TLS',
  'AWS::Scheduler::Schedule':
    'wake the sweep, the dispatcher of orders, the scan of certificates, the count of use, and the mover of deliveries',
  'AWS::SecretsManager::Secret': "the service's secret",
  'AWS::StepFunctions::StateMachine': "the lifecycle's machine",
  'AWS::StepFunctions::StateMachineAlias': 'what executions are started by',
  'AWS::StepFunctions::StateMachineVersion': 'its definition as published',
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
  return ['| Stack | How many | Type | Is |', '|---|---|---|---|', ...rows].join('\n');
}

const dollars = (usd: number) => usd.toFixed(2);

export function costTable({ stateful, service }: Templates): string {
  const [alarms, keys] = [countOf(service, 'AWS::CloudWatch::Alarm'), countOf(stateful, 'AWS::KMS::Key')];
  const metrics = MAPPING_METRICS * PRICES.mappingMetric;
  const own = Object.keys(METRICS).length;
  const lines: [string, number, string][] = [
    [`${alarms} alarms, ten of them free`, (alarms - FREE_ALARMS) * PRICES.alarm, 'https://aws.amazon.com/cloudwatch/pricing/'],
    [
      `${keys} KMS keys in the first year; each of the first two yearly rotations adds 1.00 for each: ${dollars(2 * keys)}, then ${dollars(3 * keys)}`,
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
    `| what Lambda counts of the table's stream: ${MAPPING_METRICS} metrics at most | ≈ ${Math.round(metrics)} | ${dollars(PRICES.mappingMetric)} each: from memory, not looked up |`,
    `| functions that a schedule wakes, empty queues that Lambda asks, logs | ≈ ${PRICES.rest} | much of it is within the free tiers |`,
    `| **together** | **≈ ${Math.round(total)}** | |`,
  ].join('\n');
}
