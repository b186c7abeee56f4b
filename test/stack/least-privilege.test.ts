import { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { ServiceFunction } from '../../lib/functions/service-function.ts';
import { buildApp, productionStage, resourcesOf, zoneStage } from './synthesized.ts';

const { service } = buildApp(zoneStage);
const template = Template.fromStack(service);
const functions = service.node.findAll().filter((construct) => construct instanceof ServiceFunction);
const READ = ['dynamodb:GetItem', 'dynamodb:Query'];
const CHANGE = ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'];
const QUERY = ['dynamodb:Query'];
const DELETE = ['dynamodb:DeleteItem'];
const SEAL = ['kms:GenerateDataKey', 'kms:Decrypt'];
const SECRET = ['secretsmanager:GetSecretValue'];
const QUEUE = ['sqs:SendMessage'];
const TAKE = ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'];

/** All permissions of each function, besides writing its own log. `npm test -- permissions` checks that they are used. */
const expected: Record<string, string[]> = {
  RefuseUnknownRoutes: [],
  ServeDomains: [...CHANGE, ...QUERY, ...DELETE, ...SECRET, ...SEAL],
  ServeRegistrations: [...CHANGE, ...QUERY, ...SECRET, ...SEAL],
  ServeOrganization: [...CHANGE, ...QUERY, ...DELETE, 'dynamodb:BatchGetItem', 'dynamodb:ConditionCheckItem', ...SECRET, ...SEAL],
  ServeServers: [...CHANGE, ...QUERY, ...DELETE, 'dynamodb:BatchGetItem', ...SECRET, ...SEAL],
  ServeWebhooks: [...CHANGE, ...QUERY, ...DELETE, ...SECRET, ...SEAL, ...QUEUE],
  ServeEvents: [...READ, 'dynamodb:UpdateItem', 'dynamodb:PutItem', ...SECRET],
  ServePortal: [...CHANGE, 'dynamodb:BatchGetItem', ...SECRET],
  ServeReference: [],
  ServeChallenges: ['dynamodb:GetItem', ...SECRET],
  ServeAgents: [...CHANGE, ...QUERY, 'dynamodb:BatchGetItem', 'dynamodb:ConditionCheckItem', 'kms:Decrypt'],
  ServeEnrollments: [...CHANGE, ...DELETE, 'dynamodb:BatchGetItem', ...SECRET],
  RelayOutbox: [
    ...['dynamodb:Query', 'dynamodb:PutItem', 'dynamodb:UpdateItem'],
    ...QUEUE,
    'states:StartExecution',
    'dynamodb:DescribeStream',
    'dynamodb:GetRecords',
    'dynamodb:GetShardIterator',
    'dynamodb:ListStreams',
    's3:ListBucket',
    's3:PutObject',
  ],
  SealEntries: [
    ...['dynamodb:Query', 'dynamodb:PutItem'],
    ...['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator', 'dynamodb:ListStreams'],
  ],
  SignDays: [...QUERY, ...QUEUE, 'kms:Sign', 's3:ListBucket', 's3:GetObject', 's3:PutObject'],
  SweepOverdue: [...CHANGE, ...QUERY, ...DELETE, ...QUEUE],
  DispatchOrders: [...CHANGE, ...QUERY, ...DELETE, 'dynamodb:BatchGetItem', ...QUEUE],
  ReconcileUse: [...CHANGE, ...QUERY, ...QUEUE],
  RestartFailed: [...CHANGE, ...QUEUE],
  StartScan: QUEUE,
  ScanShard: [...CHANGE, ...QUERY, ...DELETE, ...SECRET, ...TAKE],
  Deliver: [...CHANGE, ...DELETE, 'kms:Decrypt', ...QUEUE, ...TAKE],
  MoveDueDeliveries: [...CHANGE, ...QUERY, ...QUEUE],
  WatchDns: [...CHANGE, ...SECRET, ...QUEUE, ...TAKE],
  WorkAtAws: [...CHANGE, ...QUERY, ...DELETE, 'kms:Decrypt', ...QUEUE, ...TAKE, 'sts:AssumeRole'],
  PublishZone: [
    ...[...CHANGE, ...QUERY, ...DELETE, 'dynamodb:BatchGetItem', ...QUEUE, ...TAKE],
    ...['route53:ChangeResourceRecordSets', 'route53:ListResourceRecordSets', 'route53:GetChange'],
  ],
  Rehearse: [...CHANGE, ...QUERY, ...DELETE, 'kms:GenerateDataKey', ...QUEUE, ...TAKE],
  'check-dns': [...CHANGE, ...SECRET, ...QUEUE],
  'prepare-issuance': [...CHANGE, ...QUERY, ...DELETE, 'dynamodb:BatchGetItem', 'kms:GenerateDataKey', ...SECRET],
  'create-order': [...CHANGE, ...QUERY, 'dynamodb:BatchGetItem', ...SEAL],
  'answer-challenge': [...CHANGE, ...SEAL],
  'poll-order': [...CHANGE, ...DELETE, ...SEAL],
  'finalize-order': [...CHANGE, ...DELETE, ...SEAL],
  'download-certificate': [...CHANGE, ...DELETE, ...SEAL],
  'verify-installation': [...CHANGE, ...QUERY, ...DELETE],
  'verify-move': [...CHANGE, ...QUERY, ...DELETE],
  'retire-certificate': [...CHANGE, ...DELETE],
  'revoke-certificate': [...CHANGE, ...DELETE, ...SEAL],
  'remove-domain': [...CHANGE, ...QUERY, ...DELETE],
};

describe('what a function may do', () => {
  it.each(Object.keys(expected))('is listed here, for %s: this and no more', (name) => {
    expect(actionsOf(name)).toEqual(new Set(expected[name]));
  });

  it('is listed here for every function', () => {
    expect(functions.map(({ node }) => node.id).sort()).toEqual(Object.keys(expected).sort());
  });
});

it('the challenges, which anyone may ask for, are served without a way to write', () => {
  expect([...actionsOf('ServeChallenges')].filter((action) => /Put|Update|Delete|Write|Generate/.test(action))).toEqual([]);
});

it('the portal, which anyone may open, reaches the rows that it shows and those that a check writes, and no others', () => {
  const allowed = statementsOf('ServePortal').filter(
    ({ Effect, Action }) => Effect === 'Allow' && JSON.stringify(Action).includes('dynamodb:'),
  );
  const keysOf = (action: string) =>
    allowed.filter(({ Action }) => [Action].flat().includes(action)).map(({ Condition }) => Condition);
  const reads = ['PORTAL#*', 'LOGO#*', 'DOMAIN#*', 'HOST#*', 'LABEL#*', 'ORG#*_test*'];
  const writes = ['VISITS#*', 'DOMAIN#*', 'HOST#*', 'WATCH#*', 'OUTBOX#*'];
  const only = (prefixes: string[]) => [
    { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': prefixes }, Null: { 'dynamodb:LeadingKeys': 'false' } },
  ];
  for (const action of ['dynamodb:GetItem', 'dynamodb:BatchGetItem']) expect(keysOf(action), action).toEqual(only(reads));
  for (const action of ['dynamodb:PutItem', 'dynamodb:UpdateItem']) expect(keysOf(action), action).toEqual(only(writes));
});

it('only issuance and what plays it in test mode, the delivery to agents, AWS accounts and webhooks and the API, which keeps answers, may use the sealing key', () => {
  const opensOrSeals = (action: string) => action.startsWith('kms:') && action !== 'kms:Sign';
  const users = Object.keys(expected).filter((name) => [...actionsOf(name)].some(opensOrSeals));
  expect(users.sort()).toEqual(
    [
      'Deliver',
      'Rehearse',
      'ServeAgents',
      'ServeDomains',
      'ServeOrganization',
      'ServeRegistrations',
      'ServeServers',
      'ServeWebhooks',
      'WorkAtAws',
      'answer-challenge',
      'create-order',
      'download-certificate',
      'finalize-order',
      'poll-order',
      'prepare-issuance',
      'revoke-certificate',
    ].sort(),
  );
});

const conditionsOf = (name: string) =>
  statementsOf(name).flatMap(({ Action, Condition }) => (JSON.stringify(Action).includes('kms:') ? [Condition] : []));

it('the API opens the answers that it has kept, and nothing else; it seals these and webhooks’ secrets', () => {
  const anAnswer = { StringEquals: { 'kms:EncryptionContext:purpose': 'idempotency' } };
  const aWebhook = { Null: { 'kms:EncryptionContext:webhook': 'false' } };
  for (const name of ['ServeDomains', 'ServeOrganization', 'ServeRegistrations', 'ServeServers'])
    expect(conditionsOf(name), name).toEqual([anAnswer]);
  expect(conditionsOf('ServeWebhooks')).toEqual([anAnswer, aWebhook]);
  const sealing = statementsOf('ServeWebhooks').find(({ Condition }) => JSON.stringify(Condition ?? {}).includes('webhook'));
  expect(sealing?.Action).toBe('kms:GenerateDataKey');
});

it('whoever sends to webhooks opens the secrets that sign, and no private key', () => {
  expect(conditionsOf('Deliver')).toEqual([{ Null: { 'kms:EncryptionContext:webhook': 'false' } }]);
  expect(actionsOf('Deliver')).not.toContain('kms:GenerateDataKey');
});

it('whoever speaks to the CA opens its account key and no customer’s', () => {
  const account = { StringEquals: { 'kms:EncryptionContext:acmeDirectory': productionStage.settings.acme.directoryUrl } };
  const aDomain = { Null: { 'kms:EncryptionContext:domain': 'false' } };
  const speakToTheCa = [
    'create-order',
    'answer-challenge',
    'poll-order',
    'finalize-order',
    'download-certificate',
    'revoke-certificate',
  ];
  for (const name of speakToTheCa) {
    expect(conditionsOf(name), name).toEqual([account]);
  }
  expect(conditionsOf('prepare-issuance')).toEqual([aDomain]);
  expect(conditionsOf('ServeAgents')).toEqual([aDomain]);
  expect(conditionsOf('WorkAtAws')).toEqual([aDomain]);
});

it('an index is open only to whoever queries it', () => {
  const users = (index: string) =>
    Object.keys(expected).filter((name) =>
      statementsOf(name).some(({ Resource }) => JSON.stringify(Resource).includes(`/index/${index}`)),
    );
  expect(users('byDue').sort()).toEqual([
    ...[
      'DispatchOrders',
      'MoveDueDeliveries',
      'PublishZone',
      'ReconcileUse',
      'Rehearse',
      'SignDays',
      'SweepOverdue',
      'WorkAtAws',
    ],
    ...['create-order', 'prepare-issuance'],
  ]);
  expect(users('byScan')).toEqual(['ScanShard', 'Rehearse']);
});

it('a queue is open to those who fill it, and to whoever takes its messages', () => {
  /** Without the queue in which Lambda leaves events that failed three times. */
  const queues = (name: string) =>
    statementsOf(name)
      .flatMap(({ Action, Resource }) => (JSON.stringify(Action).includes('sqs:') ? [Resource].flat() : []))
      .map((resource) => JSON.stringify(resource))
      .filter((queue) => !queue.includes('WakerUndelivered'));
  for (const name of ['ServeWebhooks', 'Deliver', 'MoveDueDeliveries']) {
    for (const queue of queues(name)) expect(queue, name).toMatch(/Deliveries(Waiting|Slow)/);
  }
  for (const queue of queues('RelayOutbox'))
    expect(queue).toMatch(/DeliveriesWaiting|DeliveriesSlow|RehearsalsDue|BaseTargetZoneWakes|AwsServersWakes/);
  for (const queue of queues('PublishZone')) expect(queue).toContain('BaseTargetZoneWakes');
  for (const queue of queues('WorkAtAws')) expect(queue).toContain('AwsServersWakes');
  for (const queue of queues('Rehearse')) expect(queue).toContain('RehearsalsDue');
  const takers = Object.keys(expected).filter((name) => actionsOf(name).has('sqs:ReceiveMessage'));
  expect(takers).toEqual(['ScanShard', 'Deliver', 'WatchDns', 'WorkAtAws', 'PublishZone', 'Rehearse']);
  for (const name of ['StartScan', 'ScanShard']) {
    for (const queue of queues(name)) expect(queue, name).toContain('CertificateScanShards');
  }
  for (const name of ['check-dns', 'WatchDns'])
    for (const queue of queues(name)) expect(queue, name).toContain('DnsWatchAwaited');
});

it('no permission is about all resources, or about more actions than it names', () => {
  for (const { Action, Resource } of functions.flatMap(({ node }) => statementsOf(node.id))) {
    expect(JSON.stringify(Action)).not.toContain('*');
    expect(Resource).not.toBe('*');
  }
});

it('no right of a function is said beside its role', () => {
  const beside = Object.values(resourcesOf(template, 'AWS::IAM::Policy')).map(({ Properties }) =>
    JSON.stringify(Properties.Roles),
  );
  for (const { lambda } of functions) {
    const { Ref: role } = service.resolve(lambda.role?.roleName) as { Ref: string };
    expect(beside.filter((roles) => roles.includes(role))).toEqual([]);
  }
});

it('no role has a managed policy, whose contents are AWS’s to change', () => {
  for (const role of Object.values(resourcesOf(template, 'AWS::IAM::Role'))) {
    expect(role.Properties).not.toHaveProperty('ManagedPolicyArns');
  }
});

interface Statement {
  Effect: 'Allow' | 'Deny';
  Action: string | string[];
  Resource: unknown;
  Condition?: unknown;
}

function statementsOf(name: string): Statement[] {
  const role = roleOf(name);
  return Object(role?.Properties).Policies.flatMap(
    ({ PolicyDocument }: { PolicyDocument: { Statement: Statement[] } }) => PolicyDocument.Statement,
  );
}

function roleOf(name: string) {
  const fn = functions.find(({ node }) => node.id === name);
  const { Ref: id = '' } = service.resolve(fn?.lambda.role?.roleName) as { Ref?: string };
  return resourcesOf(template, 'AWS::IAM::Role')[id];
}

function actionsOf(name: string): Set<string> {
  const actions = statementsOf(name).flatMap(({ Action, Effect }) => (Effect === 'Allow' ? Action : []));
  return new Set(actions.filter((action) => !action.startsWith('logs:')));
}
