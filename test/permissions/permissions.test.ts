import { describe, expect, it } from 'vitest';
import { hear } from './hearing.ts';
import { type Explanation, neverUsed } from './never-used.ts';
import { readPolicies, type Statement } from './policies.ts';
import type { RecordedRequest } from './questions.ts';
import { denialText } from './report.ts';
import type { Deployed } from './template.ts';

const account = '111122223333';
const region = 'eu-central-1';
const tableArn = { 'Fn::GetAtt': ['Table', 'Arn'] };
const keyArn = { 'Fn::GetAtt': ['Key', 'Arn'] };
const read = { Effect: 'Allow', Action: ['dynamodb:GetItem', 'dynamodb:Query'], Resource: tableArn };
const noAudit = {
  Effect: 'Deny',
  Action: 'dynamodb:UpdateItem',
  Resource: tableArn,
  Condition: {
    'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['AUDIT#*'] },
    Null: { 'dynamodb:LeadingKeys': 'false' },
  },
};
const path = (construct: string) => ({ 'aws:cdk:path': `stack/${construct}/Resource` });

/** A Lambda with these rights, its table, and a key for both. */
function deployed(...Statement: unknown[]): Deployed {
  const toTheAccount = { Effect: 'Allow', Action: 'kms:*', Resource: '*', Principal: { AWS: `arn:aws:iam::${account}:root` } };
  const throughTheTable = {
    Effect: 'Allow',
    Action: 'kms:Decrypt',
    Resource: '*',
    Principal: { AWS: '*' },
    Condition: {
      StringEquals: { 'kms:ViaService': { 'Fn::Join': ['', ['dynamodb.', { Ref: 'AWS::Region' }, '.amazonaws.com']] } },
    },
  };
  const key = { KeyPolicy: { Version: '2012-10-17', Statement: [toTheAccount, throughTheTable] } };
  const rights = { PolicyName: 'rights', PolicyDocument: { Version: '2012-10-17', Statement } };
  const trust = { Statement: [{ Effect: 'Allow', Action: 'sts:AssumeRole', Principal: { Service: 'lambda.amazonaws.com' } }] };
  const Resources = {
    Table: { Type: 'AWS::DynamoDB::Table', Metadata: path('Table') },
    TableKey: { Type: 'AWS::KMS::Key', Metadata: path('TableKey'), Properties: key },
    Key: { Type: 'AWS::KMS::Key', Metadata: path('SealingKey'), Properties: key },
    Role: {
      Type: 'AWS::IAM::Role',
      Metadata: path('Reader/Role'),
      Properties: { AssumeRolePolicyDocument: trust, Policies: [rights] },
    },
    Function: { Type: 'AWS::Lambda::Function', Properties: { Role: { 'Fn::GetAtt': ['Role', 'Arn'] } } },
  };
  return { account, region, templates: [{ Resources }] };
}

const request = (service: string, action: string, what: object) => ({
  caller: 'Function',
  service,
  action,
  request: { ...what },
  count: 3,
});
const get = request('dynamodb', 'GetItem', { TableName: 'Table', Key: { pk: { S: 'DOMAIN#~1' }, sk: { S: 'DOMAIN' } } });
const update = (pk: string) => ({ Update: { TableName: 'Table', Key: { pk: { S: pk } } } });

async function judged(place: Deployed, ...requests: (RecordedRequest & { count: number })[]) {
  const policies = readPolicies(place);
  const hearing = await hear(requests, policies, place);
  return { ...hearing, policies, texts: hearing.denials.map((denial) => denialText(denial, policies.names)) };
}

describe('a recorded request', () => {
  it('is allowed if its role allows it', async () => {
    expect(await judged(deployed(read), get)).toMatchObject({ recorded: 3, allowed: 3, denials: [] });
  });

  it('is denied if its action is taken from the role, and what is missing is named', async () => {
    const { allowed, texts } = await judged(deployed({ ...read, Action: 'dynamodb:Query' }), get);
    expect(allowed).toBe(0);
    expect(texts).toHaveLength(1);
    expect(texts[0]).toContain('Reader may not dynamodb:GetItem on Table (3 requests)');
    expect(texts[0]).toContain(`"Resource":"arn:aws:dynamodb:${region}:${account}:table/Table"`);
  });

  it('needs the right to the index that it reads', async () => {
    const query = {
      TableName: 'Table',
      IndexName: 'byDue',
      KeyConditionExpression: 'duePk = :due AND at < :now',
      ExpressionAttributeValues: { ':due': { S: 'DUE#~1' } },
    };
    expect((await judged(deployed(read), request('dynamodb', 'Query', query))).denials).toMatchObject([
      { question: { resource: expect.stringContaining('/index/byDue'), context: { 'dynamodb:LeadingKeys': ['DUE#~1'] } } },
    ]);
  });

  it('needs, as a transaction, the right of each of its parts, judged with its own key and with those of all', async () => {
    const rights = { ...read, Action: ['dynamodb:UpdateItem'] };
    const both = request('dynamodb', 'TransactWriteItems', { TransactItems: [update('DOMAIN#~1'), update('AUDIT#~2')] });
    const one = request('dynamodb', 'TransactWriteItems', {
      TransactItems: [update('DOMAIN#~1'), { ConditionCheck: update('A').Update }],
    });
    const { denials } = await judged(deployed(rights, noAudit), both);
    expect(denials).toMatchObject([
      { question: { context: { 'dynamodb:LeadingKeys': ['AUDIT#~2'] } }, refusedBy: expect.any(String) },
    ]);
    expect((await judged(deployed(rights), one)).denials).toMatchObject([
      { question: { action: 'dynamodb:ConditionCheckItem' } },
      { question: { action: 'dynamodb:ConditionCheckItem' } },
    ]);
  });

  it.each([
    ['with the encryption context of its statement is allowed', { domain: '~' }, 3],
    ['with another encryption context is denied', { webhook: '~' }, 0],
  ])('to KMS %s', async (_, EncryptionContext, allowed) => {
    const open = {
      Effect: 'Allow',
      Action: 'kms:Decrypt',
      Resource: keyArn,
      Condition: { Null: { 'kms:EncryptionContext:domain': 'false' } },
    };
    const decrypt = request('kms', 'Decrypt', { KeyId: 'Key', EncryptionContext });
    expect(await judged(deployed(open), decrypt)).toMatchObject({ allowed });
  });

  it('to KMS for a signature is allowed by a statement without an encryption context, which a signature has not', async () => {
    const maySign = { Effect: 'Allow', Action: 'kms:Sign', Resource: keyArn };
    expect(await judged(deployed(maySign), request('kms', 'Sign', { KeyId: 'Key' }))).toMatchObject({ denials: [] });
  });

  it('for a mail needs the right of its sender at the address and at its domain: whichever SES knows is asked', async () => {
    const FromEmailAddress = 'a@acme.test';
    const maySend = (...identities: string[]) => ({
      Effect: 'Allow',
      Action: 'ses:SendEmail',
      Resource: identities.map((name) => `arn:aws:ses:${region}:${account}:identity/${name}`),
      Condition: { StringEquals: { 'ses:FromAddress': FromEmailAddress } },
    });
    const mail = (from: string) => request('ses', 'POST /v2/email/outbound-emails', { FromEmailAddress: from });
    expect(await judged(deployed(maySend('acme.test', FromEmailAddress)), mail(FromEmailAddress))).toMatchObject({ denials: [] });
    expect((await judged(deployed(maySend(FromEmailAddress)), mail(FromEmailAddress))).denials).toHaveLength(1);
    expect((await judged(deployed(maySend('acme.test', 'b@acme.test')), mail('b@acme.test'))).denials).toHaveLength(2);
  });

  it('ends the proof if no template knows its caller, or nobody has described its service', async () => {
    await expect(judged(deployed(read), { ...get, caller: 'Stranger' })).rejects.toThrow('no template has its role');
    await expect(judged(deployed(read), request('ssm', 'GetParameter', {}))).rejects.toThrow('permissions ssm asks for');
  });
});

describe('a permission that no request has used', () => {
  const why: Explanation = { role: 'Reader', actions: ['dynamodb:Query'], resource: 'Table', reason: 'of a test' };
  const unusedWith = async (...explanations: Explanation[]) => {
    const { policies, used } = await judged(deployed(read), get);
    return neverUsed([{ policies, used }], explanations);
  };

  it('is named with its role and resource', async () => {
    expect(await unusedWith()).toEqual({
      unused: [{ role: 'Reader', action: 'dynamodb:Query', resource: 'Table', explanation: undefined }],
      needless: [],
    });
  });

  it('anywhere is none that another run, with other ARNs, has exercised', async () => {
    const elsewhere = { ...deployed(read), account: '444455556666' };
    const query = await judged(elsewhere, request('dynamodb', 'Query', { TableName: 'Table' }));
    const here = await judged(deployed(read), get);
    expect(neverUsed([here, query], [])).toEqual({ unused: [], needless: [] });
    expect(neverUsed([here, here], []).unused).toHaveLength(1);
  });

  it('may be explained', async () => {
    expect((await unusedWith(why)).unused).toMatchObject([{ explanation: why }]);
    expect((await unusedWith({ ...why, role: '*' })).needless).toEqual([]);
  });

  it.each([
    ['of a permission that is used', { ...why, actions: ['dynamodb:GetItem'] }],
    ['of a permission that no role has', { ...why, actions: ['dynamodb:Scan'] }],
    ['of a permission of another role', { ...why, role: 'Writer' }],
  ])('an explanation %s is needless', async (_, explanation) => {
    expect((await unusedWith(explanation)).needless).toEqual([explanation]);
  });

  it('keeps its explanation as rarely used even when it was used, but not when no role has it', async () => {
    expect((await unusedWith({ ...why, actions: ['dynamodb:GetItem'], isSeldom: true })).needless).toEqual([]);
    expect((await unusedWith({ ...why, actions: ['dynamodb:Scan'], isSeldom: true })).needless).toHaveLength(1);
  });
});

it('a policy beside its role counts as the role’s own', () => {
  const place = deployed(read);
  const beside: Statement = { Effect: 'Allow', Action: 'sqs:SendMessage', Resource: '*' };
  Object.assign(place.templates[0]?.Resources ?? {}, {
    Policy: { Type: 'AWS::IAM::Policy', Properties: { Roles: [{ Ref: 'Role' }], PolicyDocument: { Statement: [beside] } } },
  });
  expect(readPolicies(place).roles[0]?.rights.Statement).toContainEqual(beside);
});
