import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { PolicyDocument, Role } from '../../permissions/policies.ts';
import { simulate } from '../../permissions/simulate.ts';
import { resourcesOf, synthesize } from '../synthesized.ts';

const page = readFileSync(new URL('../../../docs/operate/private-keys.md', import.meta.url), 'utf8');
const [, printed = ''] = /<!-- recipe: scp\.json -->\n\n```json\n(.*?)```/s.exec(page) ?? [];
const scp: PolicyDocument = JSON.parse(printed.replace('<key id>', 'the-key'));

const account = '111122223333';
const arn = (service: string, resource: string, region = 'eu-central-1') => `arn:aws:${service}:${region}:${account}:${resource}`;
const { stateful, service } = synthesize();
/** The physical name that CloudFormation generates; it shortens long names. */
function named(stack: 'stateful' | 'service', type: string, begin: string): string {
  const [id = ''] = Object.keys(resourcesOf({ stateful, service }[stack], type)).filter((one) => one.startsWith(begin));
  return `cps-production-${stack}-${id.slice(0, 25)}-1A2B3C4D5E6F`;
}
const opener = arn('iam', 'role/cps/production/opens-private-keys/Role', '');
const breakGlass = arn('iam', `role/${named('stateful', 'AWS::IAM::Role', 'SealingKey')}`, '');
const agents = arn('lambda', `function:${named('service', 'AWS::Lambda::Function', 'AgentsEndpoint')}`);
const worker = arn('lambda', `function:${named('service', 'AWS::Lambda::Function', 'AwsServers')}`);
const key = arn('kms', 'key/the-key');
const rule = arn('events', `rule/${named('service', 'AWS::Events::Rule', 'KeyWatchOpened')}`);
const queue = arn('sqs', named('stateful', 'AWS::SQS::Queue', 'BreakGlassWatch'));
const closed: [action: string, resource: string][] = [
  ...['iam:CreateRole', 'iam:UpdateAssumeRolePolicy', 'iam:PutRolePolicy', 'iam:AttachRolePolicy', 'iam:PassRole'].flatMap(
    (action): [string, string][] => [
      [action, opener],
      [action, breakGlass],
    ],
  ),
  ...['lambda:UpdateFunctionCode', 'lambda:UpdateFunctionConfiguration'].flatMap((action): [string, string][] => [
    [action, agents],
    [action, worker],
  ]),
  ...['PutKeyPolicy', 'CreateGrant', 'ReplicateKey', 'UpdatePrimaryRegion', 'DisableKey', 'ScheduleKeyDeletion'].map(
    (action): [string, string] => [`kms:${action}`, key],
  ),
  ...['PutRule', 'DisableRule', 'DeleteRule', 'RemoveTargets'].map((action): [string, string] => [`events:${action}`, rule]),
  ['sqs:SetQueueAttributes', queue],
  ['sqs:DeleteQueue', queue],
];

/** Whether an identity with all rights in its account may do it under the organization's policy. */
async function may(identity: string, action: string, resource: string): Promise<boolean> {
  const everything = { Effect: 'Allow', Action: '*', Resource: '*' } as const;
  const rights: PolicyDocument = { Version: '2012-10-17', Statement: [everything, ...scp.Statement] };
  const role: Role = {
    name: 'R',
    arn: arn('iam', `role/${identity}`, ''),
    trust: { Version: '2012-10-17', Statement: [] },
    rights,
  };
  return (await simulate({ role }, { action, resource, context: {} }, resource === key ? openToAccount : undefined)).isAllowed;
}
/** KMS denies keys whose own policy does not delegate to the account. */
const openToAccount: PolicyDocument = {
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Principal: { AWS: `arn:aws:iam::${account}:root` }, Action: 'kms:*', Resource: '*' }],
};

describe('the service control policy of docs/operate/private-keys.md', () => {
  it.each(closed)('keeps an administrator from %s of %s, and lets a deployment do it', async (action, resource) => {
    expect(await may('Administrator', action, resource)).toBe(false);
    expect(await may(`cdk-hnb659fds-cfn-exec-role-${account}-eu-central-1`, action, resource)).toBe(true);
  });

  it.each([
    ['iam:CreateRole', arn('iam', 'role/Another', '')],
    ['lambda:UpdateFunctionCode', arn('lambda', 'function:another')],
    ['events:PutRule', arn('events', 'rule/another')],
    ['sqs:PurgeQueue', queue],
    ['kms:DescribeKey', key],
  ])('leaves an administrator the rest: %s of %s', async (action, resource) => {
    expect(await may('Administrator', action, resource)).toBe(true);
  });

  it('may be attached: it is within the 5,120 characters of a policy of an organization', () => {
    expect(printed.length).toBeLessThan(5_120);
  });
});
