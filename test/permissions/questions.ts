import { STREAM_LABEL } from './template.ts';

/** A line of the test cloud's record (local/processes/recorded_requests.py). */
export interface RecordedRequest {
  caller: string;
  service: string;
  action: string;
  request: Record<string, unknown>;
}

/** One authorization question to IAM. */
export interface Question {
  action: string;
  resource: string;
  context: Record<string, string | string[]>;
}

export interface Place {
  account: string;
  region: string;
}

type AttributeValue = { S?: string; N?: string };
type Item = Record<string, AttributeValue>;
interface Operation {
  TableName: string;
  Key?: Item;
  Item?: Item;
  IndexName?: string;
  ConditionExpression?: string;
  KeyConditionExpression?: string;
  ExpressionAttributeValues?: Item;
  ReturnValues?: string;
}

/** The authorization questions of a request, one per action and resource. Throws for an unknown request. */
export function questionsAbout({ service, action, request }: RecordedRequest, place: Place): Question[] {
  const ask = ASKED[service];
  if (!ask) throw new Error(`nobody has said which permissions ${service} asks for (test/permissions/questions.ts)`);
  return ask(action, request, place);
}

const ASKED: Record<string, (action: string, request: Record<string, unknown>, place: Place) => Question[]> = {
  dynamodb: aboutTable,
  kms: (action, { KeyId, EncryptionContext = {} }, { account, region }) => {
    const entries = Object.entries(EncryptionContext as Record<string, string>);
    const context = {
      'kms:CallerAccount': account,
      // A signature has no encryption context.
      ...(entries.length > 0 && { 'kms:EncryptionContextKeys': entries.map(([name]) => name) }),
      ...Object.fromEntries(entries.map(([name, value]) => [`kms:EncryptionContext:${name}`, value])),
    };
    return [{ action: `kms:${action}`, resource: `arn:aws:kms:${region}:${account}:key/${KeyId}`, context }];
  },
  // The Lambda of a function or alias.
  lambda: (action, { FunctionArn }) => [{ action: `lambda:${action}`, resource: String(FunctionArn), context: {} }],
  // Records contain only an object's folder, `PUT /bucket/days/*`: the question is about an object in it.
  s3: (action) => {
    const [method = '', path = ''] = action.split(' ');
    const what = path.split('/').length > 2 ? `${method === 'PUT' ? 'Put' : 'Get'}Object` : 'ListBucket';
    return [{ action: `s3:${what}`, resource: `arn:aws:s3:::${path.slice(1).replace('*', 'an-object')}`, context: {} }];
  },
  // https://docs.aws.amazon.com/Route53/latest/DeveloperGuide/specifying-conditions-route53.html
  route53: (action, { names, types }) => {
    const [method = '', path = ''] = action.split(' ');
    const [kind, id, what] = path.split('/').slice(2);
    const resource = `arn:aws:route53:::${kind}/${id?.replace('*', 'a-change')}`;
    if (kind === 'change') return [{ action: 'route53:GetChange', resource, context: {} }];
    if (what !== 'rrset') throw new Error(`nobody has said which permission ${action} asks for (test/permissions/questions.ts)`);
    if (method === 'GET') return [{ action: 'route53:ListResourceRecordSets', resource, context: {} }];
    const normalized = (names as string[]).map((name) => name.toLowerCase().replace(/\.$/, '').replace('*', '\\052'));
    const context = {
      'route53:ChangeResourceRecordSetsNormalizedRecordNames': normalized,
      'route53:ChangeResourceRecordSetsRecordTypes': types as string[],
    };
    return [{ action: 'route53:ChangeResourceRecordSets', resource, context }];
  },
  // The emulator identifies a secret by name, AWS by ARN.
  secretsmanager: (action, { SecretId }, { account, region }) => {
    const name = String(SecretId).split(':').at(-1);
    return [
      { action: `secretsmanager:${action}`, resource: `arn:aws:secretsmanager:${region}:${account}:secret:${name}`, context: {} },
    ];
  },
  // IAM evaluates the verified identity, which is the address or its domain.
  ses: (_action, { FromEmailAddress }, { account, region }) => {
    const from = String(FromEmailAddress);
    return [from, from.slice(from.indexOf('@') + 1)].map((identity) => ({
      action: 'ses:SendEmail',
      resource: `arn:aws:ses:${region}:${account}:identity/${identity}`,
      context: { 'ses:FromAddress': from },
    }));
  },
  sts: (action, { RoleArn, ExternalId }) => [
    {
      action: `sts:${action}`,
      resource: String(RoleArn),
      context: { ...(ExternalId !== undefined && { 'sts:ExternalId': String(ExternalId) }) },
    },
  ],
  sqs: (action, { QueueUrl }, { account, region }) => {
    const queue = String(QueueUrl).split(/[/:]/).at(-1);
    return [
      { action: `sqs:${action.replace(/Batch$/, '')}`, resource: `arn:aws:sqs:${region}:${account}:${queue}`, context: {} },
    ];
  },
  // For an execution started by an alias, IAM evaluates the state machine.
  // https://docs.aws.amazon.com/step-functions/latest/dg/auth-version-alias.html
  states: (action, { stateMachineArn }) => [
    { action: `states:${action}`, resource: String(stateMachineArn).split(':').slice(0, 7).join(':'), context: {} },
  ],
};

const IN_TRANSACTION: Record<string, string> = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
  Get: 'GetItem',
};

/** https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/specifying-conditions.html */
function aboutTable(action: string, request: Record<string, unknown>, { account, region }: Place): Question[] {
  const table = (name: string) => `arn:aws:dynamodb:${region}:${account}:table/${name}`;
  if (action.startsWith('Transact')) return aboutTransaction(action, request.TransactItems as Record<string, Operation>[], table);
  if (action.startsWith('Batch')) {
    const tables = Object.entries(request.RequestItems as Record<string, { Keys?: Item[] }>);
    return tables.map(([name, { Keys = [] }]) => ({
      action: `dynamodb:${action}`,
      resource: table(name),
      context: { 'dynamodb:LeadingKeys': Keys.map(({ pk }) => pk?.S ?? '') },
    }));
  }
  if (typeof request.StreamArn === 'string') {
    const resource = request.StreamArn.replace(/[^/]+$/, STREAM_LABEL);
    return [{ action: `dynamodb:${action}`, resource, context: {} }];
  }
  const operation = request as unknown as Operation;
  const index = operation.IndexName ? `/index/${operation.IndexName}` : '';
  return [
    {
      action: `dynamodb:${action}`,
      resource: `${table(operation.TableName)}${index}`,
      context: { 'dynamodb:LeadingKeys': leadingKeys(operation), ...returned(operation) },
    },
  ];
}

/**
 * A ConditionCheck exists only in transactions, and has no key for the enclosing operation (Service Authorization Reference). AWS
 * does not document whether a part is evaluated with its own keys or with those of all parts: it must be allowed both ways.
 */
function aboutTransaction(enclosing: string, parts: Record<string, Operation>[], table: (name: string) => string): Question[] {
  const operations = parts.flatMap((part) => Object.entries(part));
  const ofAll = [...new Set(operations.flatMap(([, operation]) => leadingKeys(operation)))];
  return operations.flatMap(([kind, operation]) =>
    [leadingKeys(operation), ofAll].map((keys) => ({
      action: `dynamodb:${IN_TRANSACTION[kind]}`,
      resource: table(operation.TableName),
      context: { 'dynamodb:LeadingKeys': keys, ...(kind !== 'ConditionCheck' && { 'dynamodb:EnclosingOperation': enclosing }) },
    })),
  );
}

function returned({ ReturnValues }: Operation): Question['context'] {
  return ReturnValues ? { 'dynamodb:ReturnValues': ReturnValues } : {};
}

/** The partition keys of an operation; for a Query, that of its key condition. */
function leadingKeys({ Key, Item, KeyConditionExpression, ExpressionAttributeValues = {} }: Operation): string[] {
  const named = Key ?? Item;
  if (named) return [named.pk?.S ?? ''];
  const placeholder = KeyConditionExpression?.match(/^\s*[#\w]+\s*=\s*(:\w+)/)?.[1];
  return placeholder ? [ExpressionAttributeValues[placeholder]?.S ?? ''] : [];
}
