import { Stack } from 'aws-cdk-lib';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Key } from 'aws-cdk-lib/aws-kms';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { SEALING_CONTEXT } from '../../contract/stack/environment.ts';
import type { Settings } from '../../contract/stack/settings.schema.ts';
import {
  AUDIT_PREFIX,
  CHALLENGE_PREFIX,
  LIST_INDEXES,
  PORTAL_ROWS,
  REQUESTS_PREFIX,
  SEALS_PREFIX,
  SIGN_IN_ROWS,
  TABLE_SHAPE,
} from '../../contract/stack/table-shape.ts';
import { keepTheAudit } from './audit-guard.ts';
import type { ServiceFunction } from './service-function.ts';

// What a Lambda may touch, action by action: CDK's own grants also allow scans, batch calls and wildcards of resources.

const READ_ITEMS = ['dynamodb:GetItem', 'dynamodb:Query'];
/** What a function does with items beside reading one and writing it. */
interface TableUse {
  /** It reads several items by one request, of the table itself: an index is another right. */
  queries?: boolean;
  deletes?: boolean;
}

/** Of a function that anyone may call: challenges, one by one, and no other row. */
export function letReadChallenges(fn: ServiceFunction, table: ITable): void {
  fn.tell('tableName', table.tableName);
  allow(fn, ['dynamodb:GetItem'], table.tableArn, keysBeginWith([CHALLENGE_PREFIX]));
}

/**
 * Of the portal, which anyone may open: the rows that it shows, and those that a check writes. A partition key has no
 * organization in it, so of these it reaches everybody's; which one a visitor sees, its code decides.
 */
export function letServePortal(fn: ServiceFunction, table: ITable): void {
  fn.tell('tableName', table.tableName);
  allow(fn, ['dynamodb:GetItem', 'dynamodb:BatchGetItem'], table.tableArn, keysBeginWith(PORTAL_ROWS.reads));
  allow(fn, ['dynamodb:PutItem', 'dynamodb:UpdateItem'], table.tableArn, keysBeginWith(PORTAL_ROWS.writes));
  keepTheAudit(fn, table);
}

/**
 * Of the sign-in, which anyone may begin: people and their places in organizations, the audit of what changes there, and the mail
 * about it.
 */
export function letSignIn(fn: ServiceFunction, table: ITable): void {
  fn.tell('tableName', table.tableName);
  const reads = [...READ_ITEMS, 'dynamodb:BatchGetItem'];
  allow(fn, reads, table.tableArn, keysBeginWith(SIGN_IN_ROWS.reads));
  // A transaction's parts are judged with the keys of all: a row, its mail and its audit entry.
  const writes = ['dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem'];
  allow(fn, writes, table.tableArn, keysBeginWith([...SIGN_IN_ROWS.reads, ...SIGN_IN_ROWS.writes, AUDIT_PREFIX]));
  keepTheAudit(fn, table);
}

/** https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/specifying-conditions.html */
function keysBeginWith(prefixes: string[]) {
  return {
    'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': prefixes.map((prefix) => `${prefix}*`) },
    // For a key that is absent, ForAllValues is true.
    Null: { 'dynamodb:LeadingKeys': 'false' },
  };
}

/** For what seals the audit: seals and nothing else of the table. What it seals comes by the stream. */
export function letAddSeals(fn: ServiceFunction, table: ITable): void {
  fn.tell('tableName', table.tableName);
  allow(fn, ['dynamodb:Query', 'dynamodb:PutItem'], table.tableArn, keysBeginWith([SEALS_PREFIX]));
}

/** For what signs the heads of the audit: it writes nothing to the table. */
export function letReadSeals(fn: ServiceFunction, table: ITable): void {
  fn.tell('tableName', table.tableName);
  allow(fn, ['dynamodb:Query'], table.tableArn, keysBeginWith([SEALS_PREFIX]));
  letQueryIndex(fn, table, 'byDue');
}

/** Its only user. The bucket's lock keeps what was put there from everybody, it too. */
export function letSignAudit(fn: ServiceFunction, { key, bucket }: { key: Key; bucket: Bucket }): void {
  fn.tell('auditKeyId', key.keyId);
  fn.tell('auditDaysBucket', bucket.bucketName);
  allow(fn, ['kms:Sign'], key.keyArn);
  allow(fn, ['s3:ListBucket'], bucket.bucketArn);
  allow(fn, ['s3:GetObject', 's3:PutObject'], bucket.arnForObjects('days/*'));
}

/** A transaction needs the permission of each of its parts. */
export function letChangeTable(fn: ServiceFunction, table: ITable, { queries, deletes }: TableUse = {}): void {
  fn.tell('tableName', table.tableName);
  const more = [...(queries ? ['dynamodb:Query'] : []), ...(deletes ? ['dynamodb:DeleteItem'] : [])];
  allow(fn, ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem', ...more], table.tableArn);
  keepTheAudit(fn, table);
}

export function letDeleteItems(fn: ServiceFunction, table: ITable): void {
  allow(fn, ['dynamodb:DeleteItem'], table.tableArn);
}

/** For agents, who are answered a page of certificates at once; and for whoever reads a machine with its server. */
export function letReadBatches(fn: ServiceFunction, table: ITable): void {
  allow(fn, ['dynamodb:BatchGetItem'], table.tableArn);
}

/** For a transaction that holds only while a row it leaves alone is as it was read. */
export function letCheckItems(fn: ServiceFunction, table: ITable): void {
  allow(fn, ['dynamodb:ConditionCheckItem'], table.tableArn);
}

/** For the relay, which numbers events and reads no other row than webhooks and their counter. */
export function letLogEvents(fn: ServiceFunction, table: ITable): void {
  fn.tell('tableName', table.tableName);
  allow(fn, ['dynamodb:Query', 'dynamodb:PutItem', 'dynamodb:UpdateItem'], table.tableArn);
  keepTheAudit(fn, table);
}

/** For operations that change nothing but the counts of requests, and keep those that were refused. */
export function letCountRequests(fn: ServiceFunction, table: ITable): void {
  fn.tell('tableName', table.tableName);
  allow(fn, [...READ_ITEMS, 'dynamodb:UpdateItem'], table.tableArn);
  allow(fn, ['dynamodb:PutItem'], table.tableArn, keysBeginWith([REQUESTS_PREFIX]));
  keepTheAudit(fn, table);
}

const { byDue, byScan } = TABLE_SHAPE;
const INDEXES = { byDue, byScan, ...LIST_INDEXES };

export function letQueryIndex(fn: ServiceFunction, table: ITable, index: keyof typeof INDEXES): void {
  allow(fn, ['dynamodb:Query'], `${table.tableArn}/index/${INDEXES[index].name}`);
}

export function letReadSecret(fn: ServiceFunction, secret: Secret): void {
  fn.tell('serviceSecretArn', secret.secretArn);
  allow(fn, ['secretsmanager:GetSecretValue'], secret.secretArn);
}

/** The one with which we tell the identity provider who we are: whoever deploys has made it. */
export function letReadClientSecret(fn: ServiceFunction, secretArn: string): void {
  allow(fn, ['secretsmanager:GetSecretValue'], secretArn);
}

export function letQueueScans(fn: ServiceFunction, queue: Queue): void {
  fn.tell('scanQueueUrl', queue.queueUrl);
  allow(fn, ['sqs:SendMessage'], queue.queueArn);
}

export function letReadFrontSecret(fn: ServiceFunction, secret: Secret): void {
  fn.tell('frontSecretArn', secret.secretArn);
  allow(fn, ['secretsmanager:GetSecretValue'], secret.secretArn);
}

export function letQueueDeliveries(fn: ServiceFunction, { waiting, slow }: { waiting: Queue; slow: Queue }): void {
  fn.tell('deliveryQueueUrl', waiting.queueUrl);
  fn.tell('slowDeliveryQueueUrl', slow.queueUrl);
  for (const queue of [waiting, slow]) allow(fn, ['sqs:SendMessage'], queue.queueArn);
}

export function letQueueDnsChecks(fn: ServiceFunction, queue: Queue): void {
  fn.tell('dnsWatchQueueUrl', queue.queueUrl);
  allow(fn, ['sqs:SendMessage'], queue.queueArn);
}

export function letQueueRehearsals(fn: ServiceFunction, queue: Queue): void {
  fn.tell('rehearsalQueueUrl', queue.queueUrl);
  allow(fn, ['sqs:SendMessage'], queue.queueArn);
}

export function letWakeZone(fn: ServiceFunction, queue: Queue): void {
  fn.tell('zoneQueueUrl', queue.queueUrl);
  allow(fn, ['sqs:SendMessage'], queue.queueArn);
}

/**
 * The records of the base target and of what lies below it, of four types: nothing else of the zone. Whether a change has
 * arrived is asked by an id that Route 53 makes.
 * https://docs.aws.amazon.com/Route53/latest/DeveloperGuide/specifying-conditions-route53.html
 */
export function letWriteZone(
  fn: ServiceFunction,
  hostedZoneId: string,
  { baseTarget, validationZone }: Pick<Settings, 'baseTarget' | 'validationZone'>,
): void {
  fn.tell('hostedZoneId', hostedZoneId);
  const { partition } = Stack.of(fn);
  const zone = `arn:${partition}:route53:::hostedzone/${hostedZoneId}`;
  const ofProofs = validationZone !== undefined;
  allow(fn, ['route53:ChangeResourceRecordSets'], zone, {
    'ForAllValues:StringLike': {
      'route53:ChangeResourceRecordSetsNormalizedRecordNames': [
        baseTarget,
        `*.${baseTarget}`,
        ...(ofProofs ? [`*.${validationZone}`] : []),
      ],
    },
    'ForAllValues:StringEquals': {
      'route53:ChangeResourceRecordSetsRecordTypes': ['A', 'AAAA', 'CAA', 'CNAME', ...(ofProofs ? ['TXT'] : [])],
    },
    Null: { 'route53:ChangeResourceRecordSetsNormalizedRecordNames': 'false' },
  });
  allow(fn, ['route53:ListResourceRecordSets'], zone);
  allow(fn, ['route53:GetChange'], `arn:${partition}:route53:::change/*`);
}

export function letWakeAws(fn: ServiceFunction, queue: Queue): void {
  fn.tell('awsQueueUrl', queue.queueUrl);
  allow(fn, ['sqs:SendMessage'], queue.queueArn);
}

/** In accounts that nobody knows before: their trust policies decide. Each call names for whom it is (external id). */
export function letAssumeRoles(fn: ServiceFunction): void {
  const { partition } = Stack.of(fn);
  allow(fn, ['sts:AssumeRole'], `arn:${partition}:iam::*:role/*`, { Null: { 'sts:ExternalId': 'false' } });
}

/** What an event source needs: https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-configure.html */
export function letTakeMessages(fn: ServiceFunction, queue: Queue): void {
  allow(fn, ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'], queue.queueArn);
}

// https://docs.aws.amazon.com/kms/latest/developerguide/conditions-kms.html#conditions-kms-encryption-context
const ofADomain = { Null: { [`kms:EncryptionContext:${SEALING_CONTEXT.domain}`]: 'false' } };
const ofAWebhook = { Null: { [`kms:EncryptionContext:${SEALING_CONTEXT.webhook}`]: 'false' } };
const ofAnswers = { StringEquals: { [`kms:EncryptionContext:${SEALING_CONTEXT.purpose}`]: 'idempotency' } };
const ofTheCaAccounts = (directoryUrls: string[]) => ({
  StringEquals: {
    [`kms:EncryptionContext:${SEALING_CONTEXT.acmeDirectory}`]: directoryUrls.length > 1 ? directoryUrls : directoryUrls[0],
  },
});

/** Opens private keys of domains, and seals nothing. */
export function letOpenDomainKeys(fn: ServiceFunction, sealingKey: Key): void {
  fn.tell('kmsKeyId', sealingKey.keyId);
  allow(fn, ['kms:Decrypt'], sealingKey.keyArn, ofADomain);
}

/** Seals private keys of domains, and opens nothing. */
export function letSealDomainKeys(fn: ServiceFunction, sealingKey: Key): void {
  fn.tell('kmsKeyId', sealingKey.keyId);
  allow(fn, ['kms:GenerateDataKey'], sealingKey.keyArn, ofADomain);
}

/** Seals the secrets that sign webhooks' deliveries, and opens none. */
export function letSealWebhookSecrets(fn: ServiceFunction, sealingKey: Key): void {
  fn.tell('kmsKeyId', sealingKey.keyId);
  allow(fn, ['kms:GenerateDataKey'], sealingKey.keyArn, ofAWebhook);
}

/** Opens the secrets that sign webhooks' deliveries, and seals nothing. */
export function letOpenWebhookSecrets(fn: ServiceFunction, sealingKey: Key): void {
  fn.tell('kmsKeyId', sealingKey.keyId);
  allow(fn, ['kms:Decrypt'], sealingKey.keyArn, ofAWebhook);
}

/** Seals and opens the answers that are kept for repeats with the same Idempotency-Key. */
export function letSealAnswers(fn: ServiceFunction, sealingKey: Key): void {
  fn.tell('kmsKeyId', sealingKey.keyId);
  allow(fn, ['kms:GenerateDataKey', 'kms:Decrypt'], sealingKey.keyArn, ofAnswers);
}

/** Seals and opens our account keys at these CAs, and nothing else. */
export function letUseCaAccounts(fn: ServiceFunction, sealingKey: Key, directoryUrls: string[]): void {
  fn.tell('kmsKeyId', sealingKey.keyId);
  allow(fn, ['kms:GenerateDataKey', 'kms:Decrypt'], sealingKey.keyArn, ofTheCaAccounts(directoryUrls));
}

/** From this address alone. Whoever deploys has verified it in SES, or its domain. SES asks for a configuration set, too. */
export function letSendMail(fn: ServiceFunction, from: string, configurationSet?: string): void {
  const { region, account } = Stack.of(fn);
  const names = [from, from.slice(from.indexOf('@') + 1)].map((identity) => `identity/${identity}`);
  if (configurationSet !== undefined) {
    fn.tell('mailConfigurationSet', configurationSet);
    names.push(`configuration-set/${configurationSet}`);
  }
  const conditions = { StringEquals: { 'ses:FromAddress': from } };
  for (const name of names) allow(fn, ['ses:SendEmail'], `arn:aws:ses:${region}:${account}:${name}`, conditions);
}

/** Where the stage has a template with DNS providers. */
export function letSignSetups(fn: ServiceFunction, key: Key | undefined): void {
  if (!key) return;
  fn.tell('domainConnectKeyId', key.keyId);
  allow(fn, ['kms:Sign'], key.keyArn);
}

function allow(fn: ServiceFunction, actions: string[], resource: string, conditions: object = {}): void {
  fn.lambda.addToRolePolicy(new PolicyStatement({ actions, resources: [resource], conditions: { ...conditions } }));
}
