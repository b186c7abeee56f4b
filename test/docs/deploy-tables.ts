import type { Template } from 'aws-cdk-lib/assertions';
import { type FixedParts, fixedCost, totalOf } from '../../bin/admin/prices/fixed-cost.ts';

// The generated tables of docs/operate/quotas-and-cost.md, from the synthesized templates.

/** A description of each resource type for readers of a stack's resource list. A type without one fails the test. */
const TYPES: Record<string, string> = {
  'AWS::ApiGatewayV2::Api': 'the HTTP API',
  'AWS::ApiGatewayV2::Route': 'paths of the API, of agents and of challenges',
  'AWS::ApiGatewayV2::Stage': 'its one stage, with throttles and an access log',
  'AWS::CloudWatch::Alarm': 'each with a section of the runbook',
  'AWS::CloudWatch::Dashboard': 'lifecycle, renewals, deliveries and alarms at a glance',
  'AWS::DynamoDB::Table': 'the table',
  'AWS::Events::Rule': 'restart broken executions; report who else opens private keys, and what the relay gave up',
  'AWS::IAM::Role': 'of each function, the state machines and the schedules; the break-glass role for people',
  'AWS::KMS::Key': 'keys of the table, of private keys, and of the audit',
  'AWS::Lambda::EventSourceMapping': "from the table's stream and the queues to their functions",
  'AWS::Lambda::Function': 'functions',
  'AWS::Logs::QueryDefinition': 'saved queries of the logs, which the runbook names',
  'AWS::Logs::LogGroup': 'logs of all functions, of calls of the API, of the state machines',
  'AWS::S3::Bucket': 'records that the relay gave up on; the signed days of the audit',
  'AWS::SNS::Subscription': 'the e-mail address of the alarms, once for each topic',
  'AWS::SNS::Topic': 'pages and tickets',
  'AWS::SQS::Queue':
    'deliveries to webhooks, domains of test mode, reports for operators; in the service stack, due work, and what failed',
  'AWS::Scheduler::Schedule': 'start what runs every few minutes',
  'AWS::SecretsManager::Secret': "the service's secret",
  'AWS::StepFunctions::StateMachine': "the lifecycle's state machines: Standard, and Express for renewals",
};

/** Types that belong to one of those: integrations of a route, policies, permissions, versions and aliases. */
const PARTS = /::(Integration|\w*Policy|Permission|\w*Version|\w*Alias)$/;

interface Templates {
  stateful: Template;
  service: Template;
}

const countOf = (template: Template, type: string) => Object.keys(template.findResources(type)).length;

export function resourcesTable({ stateful, service }: Templates): string {
  const typesOf = (template: Template) => Object.values(template.toJSON().Resources).map((one) => String(Object(one).Type));
  const [ofStateful, ofService] = [typesOf(stateful), typesOf(service)];
  const isPart = (type: string) => PARTS.test(type);
  const types = [...new Set([...ofStateful, ...ofService])].filter((type) => !isPart(type)).toSorted();
  const unknown = types.filter((type) => !TYPES[type]);
  if (unknown.length > 0) throw new Error(`say in test/docs/deploy-tables.ts what these are: ${unknown.join(', ')}`);
  const rows = types.map((type) => {
    const counts = [stateful, service].map((template) => countOf(template, type) || '');
    return `| \`${type}\` | ${counts.join(' | ')} | ${TYPES[type]} |`;
  });
  return [
    '| Type | `stateful` | `service` | Purpose |',
    '|---|---|---|---|',
    ...rows,
    `| their policies, permissions, integrations, versions, aliases | ${ofStateful.filter(isPart).length} | ${ofService.filter(isPart).length} | |`,
    `| **All** | **${ofStateful.length}** | **${ofService.length}** | |`,
  ].join('\n');
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
