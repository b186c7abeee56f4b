import type { Stack } from 'aws-cdk-lib';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { type Template as PlainTemplate, resolver } from '../../permissions/template.ts';
import { frontStage } from '../cloudfront/front-stage.ts';
import { buildApp, resourcesOf } from '../synthesized.ts';
import { copiesElsewhere } from './copies-stage.ts';
import { type EventPattern, matches } from './event-pattern.ts';

const account = '111122223333';
const region = 'eu-central-1';
const stage = { ...frontStage, account, region };

function rulesOf(stageOfRules: typeof stage) {
  const { stateful, service, front } = buildApp(stageOfRules, { 'aws:cdk:enable-path-metadata': true });
  const templates = [stateful, service, ...(front ? [front] : [])].map((it) => Template.fromStack(it).toJSON() as PlainTemplate);
  const resolve = resolver({ account, region, templates });
  const ofConstruct = (watch: string) =>
    templates.flatMap(({ Resources }) =>
      Object.values(Resources).flatMap(({ Type, Properties = {}, Metadata = {} }) => {
        const [, id = ''] = new RegExp(`/${watch}/(\\w+)/Resource$`).exec(Metadata['aws:cdk:path'] ?? '') ?? [];
        if (Type !== 'AWS::Events::Rule' || !id) return [];
        return [{ id, state: Properties.State, pattern: resolve(Properties.EventPattern) as EventPattern }];
      }),
    );
  const idOf = (type: string, path: RegExp) => {
    const resources = templates.flatMap(({ Resources }) => Object.entries(Resources));
    const [id] = resources.find(([, it]) => it.Type === type && path.test(it.Metadata?.['aws:cdk:path'] ?? '')) ?? [];
    if (id === undefined) throw new Error(`no ${type} at ${path}`);
    return id;
  };
  return { watch: ofConstruct('KeyWatch'), passedOn: ofConstruct('RoleWatch'), idOf, templates };
}

const { watch, passedOn, idOf, templates } = rulesOf(stage);
const key = `arn:aws:kms:${region}:${account}:key/${idOf('AWS::KMS::Key', /\/SealingKey\//)}`;
const agents = { role: idOf('AWS::IAM::Role', /ServeAgents\/Role/), name: idOf('AWS::Lambda::Function', /ServeAgents\//) };
const aws = { role: idOf('AWS::IAM::Role', /WorkAtAws\/Role/), name: idOf('AWS::Lambda::Function', /WorkAtAws\//) };
const breakGlass = idOf('AWS::IAM::Role', /BreakGlass\//);
const path = '/cps/production/opens-private-keys/';

const session = (role: string, name: string) => ({ arn: `arn:aws:sts::${account}:assumed-role/${role}/${name}` });
/** CloudTrail's `inScopeOf` for a function's credentials. */
const issuedTo = (functionName: string, where = region) => ({
  inScopeOf: {
    issuerType: 'AWS::Lambda::Function',
    credentialsIssuedTo: `arn:aws:lambda:${where}:${account}:function:${functionName}`,
  },
});
const administrator = session('Administrator', 'somebody');
const deployment = { ...session('cdk-hnb659fds-cfn-exec-role', 'AWSCloudFormation'), invokedBy: 'cloudformation.amazonaws.com' };
const ofADomain = { organization: 'org_1', domain: '117' };

/** The event that EventBridge gets from CloudTrail. */
function call(service: string, eventName: string, requestParameters: object | null, more: object = {}) {
  const detail = { eventSource: `${service}.amazonaws.com`, eventName, userIdentity: administrator, requestParameters, ...more };
  return { source: `aws.${service}`, 'detail-type': 'AWS API Call via CloudTrail', detail };
}
type Call = ReturnType<typeof call>;
const resources = [{ accountId: account, type: 'AWS::KMS::Key', ARN: key }];
const decrypt = (userIdentity: object, more: object = {}) =>
  call(
    'kms',
    'Decrypt',
    { encryptionAlgorithm: 'SYMMETRIC_DEFAULT', encryptionContext: ofADomain },
    { userIdentity, resources, ...more },
  );
const onKey = (eventName: string, more: object = {}) => call('kms', eventName, { keyId: 'x' }, { resources, ...more });
const code = (functionName: string, more: object = {}) => call('lambda', 'UpdateFunctionCode20150331v2', { functionName }, more);
const newRole = (where: string, more: object = {}) => call('iam', 'CreateRole', { roleName: 'R', path: where }, more);
const trust = (roleName: string, more: object = {}) => call('iam', 'UpdateAssumeRolePolicy', { roleName }, more);

const reportedBy = (event: Call) => watch.filter(({ pattern }) => matches(pattern, event)).map(({ id }) => id);

describe('a private key of a domain', () => {
  it.each<[string, Call]>([
    ['an administrator', decrypt(administrator)],
    ['an administrator who was refused', decrypt(administrator, { errorCode: 'AccessDenied', requestParameters: null })],
    ['a role that somebody made under the trusted path', decrypt(session('Made', 'somebody'))],
    ['another function with the role of the one that serves agents', decrypt(session(agents.role, 'another-function'))],
    [
      'a function of the same name and role in another region',
      decrypt({ ...session(agents.role, agents.name), ...issuedTo(agents.name, 'us-west-2') }),
    ],
    ['a person with that role', decrypt(session(agents.role, 'somebody'))],
    ['the function for AWS accounts with the role of the other', decrypt(session(agents.role, aws.name))],
    ['who breaks the glass', decrypt(session(breakGlass, 'somebody'))],
    ['whoever CloudTrail has no name for', decrypt({ type: 'AWSService' })],
    [
      'an administrator, who seals it anew',
      call('kms', 'ReEncrypt', { sourceEncryptionContext: ofADomain }, { resources, userIdentity: administrator }),
    ],
  ])('is not opened unseen by %s', (_, event) => {
    expect(reportedBy(event)).toEqual(['Opened']);
  });

  it.each<[string, Call]>([
    ['the function that serves agents', decrypt(session(agents.role, agents.name))],
    ['the function that works in AWS accounts', decrypt(session(aws.role, aws.name))],
    ['it, as Lambda names it', decrypt({ ...session(aws.role, aws.name), ...issuedTo(aws.name) })],
    ['it, should Lambda name its version', decrypt({ ...session(aws.role, aws.name), ...issuedTo(`${aws.name}:7`) })],
  ])('is opened by %s without a report', (_, event) => {
    expect(reportedBy(event)).toEqual([]);
  });

  it('is the only thing that is reported: what else the key seals, and what other keys do, is not', () => {
    expect(reportedBy(decrypt(administrator, { requestParameters: { encryptionContext: { webhook: 'whk_1' } } }))).toEqual([]);
    expect(reportedBy(decrypt(administrator, { resources: [{ ARN: `${key}0` }] }))).toEqual([]);
  });

  it('is reported although CloudTrail takes a decryption for read-only', () => {
    expect(watch.find(({ id }) => id === 'Opened')?.state).toBe('ENABLED_WITH_ALL_CLOUDTRAIL_MANAGEMENT_EVENTS');
  });
});

describe('a change of what keeps private keys closed is reported', () => {
  it.each(['PutKeyPolicy', 'CreateGrant', 'ReplicateKey', 'UpdatePrimaryRegion', 'DisableKey', 'ScheduleKeyDeletion'])(
    'of the key, whoever makes it: %s',
    (eventName) => {
      expect(reportedBy(onKey(eventName))).toEqual(['KeyChanged']);
      expect(reportedBy(onKey(eventName, { userIdentity: deployment }))).toEqual(['KeyChanged']);
      expect(reportedBy(onKey(eventName, { resources: [{ ARN: `${key}0` }] }))).toEqual([]);
    },
  );

  it.each([
    ['by its name', (name: string) => name],
    ['by its ARN', (name: string) => `arn:aws:lambda:${region}:${account}:function:${name}`],
    ['by a part of its ARN', (name: string) => `${account}:function:${name}:live`],
  ])('of a function that opens them, named %s, except by a deployment', (_, named) => {
    for (const { name } of [agents, aws]) {
      expect(reportedBy(code(named(name)))).toEqual(['FunctionChanged']);
      expect(reportedBy(code(named(name), { eventName: 'UpdateFunctionConfiguration20150331v2' }))).toEqual(['FunctionChanged']);
      expect(reportedBy(code(named(name), { userIdentity: deployment }))).toEqual([]);
    }
    expect(reportedBy(code(named('another-function')))).toEqual([]);
  });

  it('of a role that opens them, except by a deployment', () => {
    for (const role of [agents.role, aws.role, breakGlass]) {
      for (const eventName of ['UpdateAssumeRolePolicy', 'PutRolePolicy', 'AttachRolePolicy'])
        expect(reportedBy(trust(role, { eventName }))).toEqual(['RoleChanged']);
      expect(reportedBy(trust(role, { userIdentity: deployment }))).toEqual([]);
    }
    expect(reportedBy(trust('Another'))).toEqual([]);
  });

  it('by a new role under the trusted path, except by a deployment', () => {
    expect(reportedBy(newRole(path))).toEqual(['RoleChanged']);
    expect(reportedBy(newRole(`${path}deeper/`))).toEqual(['RoleChanged']);
    expect(reportedBy(newRole(path, { userIdentity: deployment }))).toEqual([]);
    for (const other of ['/', '/cps/other/opens-private-keys/']) expect(reportedBy(newRole(other))).toEqual([]);
  });

  it('from us-east-1, where alone IAM reports it, to the region of the stage', () => {
    const [rule] = passedOn;
    for (const event of [
      newRole(path),
      ...['cps-production-service-AgentsEndpointServe-1', 'cps-production-servers'].map((role) => trust(role)),
    ])
      expect(matches(rule?.pattern ?? { source: [] }, event)).toBe(true);
    expect(passedOn.some(({ pattern }) => matches(pattern, newRole('/')))).toBe(false);
    const front = templates.at(-1)?.Resources ?? {};
    const targets = Object.values(front).flatMap(({ Type, Properties }) =>
      Type === 'AWS::Events::Rule' ? [Properties?.Targets] : [],
    );
    expect(JSON.stringify(targets)).toContain(`:events:${region}:${account}:event-bus/default`);
    expect(JSON.stringify(front)).toMatch(/"Action":"events:PutEvents","Effect":"Allow","Resource":[^}]*event-bus\/default/);
  });

  it('of a replica of the key, and its use, from its region to that of the stage', () => {
    const replica = resources.map((one) => ({ ...one, ARN: key.replace(region, 'eu-west-1') }));
    expect(reportedBy(decrypt(administrator, { resources: replica }))).toEqual(['Opened']);
    expect(reportedBy(onKey('PutKeyPolicy', { resources: replica }))).toEqual(['KeyChanged']);
    const { app } = buildApp({ ...stage, ...copiesElsewhere });
    const stack = Template.fromStack(app.node.findChild('cps-production-key-replica') as Stack);
    const [replicaId = ''] = Object.keys(resourcesOf(stack, 'AWS::KMS::ReplicaKey'));
    stack.hasResourceProperties('AWS::Events::Rule', {
      State: 'ENABLED_WITH_ALL_CLOUDTRAIL_MANAGEMENT_EVENTS',
      EventPattern: {
        detail: {
          eventName: Match.arrayWith(['Decrypt', 'ReEncrypt', 'PutKeyPolicy', 'CreateGrant']),
          resources: { ARN: [{ 'Fn::GetAtt': [replicaId, 'Arn'] }] },
        },
      },
      Targets: [{ Arn: `arn:aws:events:${region}:${account}:event-bus/default` }],
    });
  });

  it('without a detour where the stage is in us-east-1', () => {
    expect(rulesOf({ ...stage, region: 'us-east-1' }).passedOn).toEqual([]);
  });
});

it('each pattern is within EventBridge’s 2,048 characters, with names as long as CloudFormation makes them', () => {
  expect(watch).toHaveLength(4);
  for (const { pattern } of [...watch, ...passedOn]) expect(JSON.stringify(pattern).length).toBeLessThan(2_048 - 4 * 64);
});

it('what is reported comes to the queue whose messages are an alarm', () => {
  const all = templates.flatMap(({ Resources }) => Object.values(Resources));
  const targets = all.filter(({ Metadata }) => /\/KeyWatch\/\w+\/Resource$/.test(Metadata?.['aws:cdk:path'] ?? ''));
  expect(new Set(targets.map(({ Properties }) => JSON.stringify(Properties?.Targets))).size).toBe(1);
  expect(JSON.stringify(targets[0]?.Properties?.Targets)).toContain('BreakGlassWatchUses');
  const policies = all.filter(
    ({ Type, Properties }) => Type === 'AWS::SQS::QueuePolicy' && JSON.stringify(Properties).includes('cps-*'),
  );
  expect(JSON.stringify(policies)).toMatch(/"Action":"sqs:SendMessage","Condition":\{"ArnLike".*BreakGlassWatchUses/);
});
