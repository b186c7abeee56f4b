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
import { denyAuditChanges } from './audit-guard.ts';
import type { ServiceFunction } from './service-function.ts';

// Grants of single actions. CDK's own grants also allow scans, batch calls and resource wildcards.

const READ_ITEMS = ['dynamodb:GetItem', 'dynamodb:Query'];
/** Rights on items beyond reading one and writing one. */
interface TableUse {
  /** Query on the table itself. An index needs a right of its own. */
  queries?: boolean;
  deletes?: boolean;
}

/** For the public challenge endpoint: single challenges and no other row. */
export function grantReadChallenges(fn: ServiceFunction, table: ITable): void {
  fn.setVariable('tableName', table.tableName);
  allow(fn, ['dynamodb:GetItem'], table.tableArn, keysBeginWith([CHALLENGE_PREFIX]));
}

/**
 * For the public portal: the rows it shows and those a check writes. A partition key contains no organization, so it reaches
 * every organization's rows; the code decides what a visitor sees.
 */
export function grantServePortal(fn: ServiceFunction, table: ITable): void {
  fn.setVariable('tableName', table.tableName);
  allow(fn, ['dynamodb:GetItem', 'dynamodb:BatchGetItem'], table.tableArn, keysBeginWith(PORTAL_ROWS.reads));
  allow(fn, ['dynamodb:PutItem', 'dynamodb:UpdateItem'], table.tableArn, keysBeginWith(PORTAL_ROWS.writes));
  denyAuditChanges(fn, table);
}

/** For the public sign-in: people, their memberships, the audit of changes to them, and the mail about it. */
export function grantSignIn(fn: ServiceFunction, table: ITable): void {
  fn.setVariable('tableName', table.tableName);
  const reads = [...READ_ITEMS, 'dynamodb:BatchGetItem'];
  allow(fn, reads, table.tableArn, keysBeginWith(SIGN_IN_ROWS.reads));
  // IAM may check each part of a transaction with the keys of all parts: a row, its mail and its audit entry.
  const writes = ['dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem'];
  allow(fn, writes, table.tableArn, keysBeginWith([...SIGN_IN_ROWS.reads, ...SIGN_IN_ROWS.writes, AUDIT_PREFIX]));
  denyAuditChanges(fn, table);
}

/** https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/specifying-conditions.html */
function keysBeginWith(prefixes: string[]) {
  return {
    'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': prefixes.map((prefix) => `${prefix}*`) },
    // ForAllValues is true for an absent key.
    Null: { 'dynamodb:LeadingKeys': 'false' },
  };
}

/** For the audit sealer: seals and nothing else of the table. It gets the entries from the stream. */
export function grantAddSeals(fn: ServiceFunction, table: ITable): void {
  fn.setVariable('tableName', table.tableName);
  allow(fn, ['dynamodb:Query', 'dynamodb:PutItem'], table.tableArn, keysBeginWith([SEALS_PREFIX]));
}

/** For the signer of the audit's heads. It writes nothing to the table. */
export function grantReadSeals(fn: ServiceFunction, table: ITable): void {
  fn.setVariable('tableName', table.tableName);
  allow(fn, ['dynamodb:Query'], table.tableArn, keysBeginWith([SEALS_PREFIX]));
  grantQueryIndex(fn, table, 'byDue');
}

/** For the only signer. The bucket's object lock protects stored days even from it. */
export function grantSignAudit(fn: ServiceFunction, { key, bucket }: { key: Key; bucket: Bucket }): void {
  fn.setVariable('auditKeyId', key.keyId);
  fn.setVariable('auditDaysBucket', bucket.bucketName);
  allow(fn, ['kms:Sign'], key.keyArn);
  allow(fn, ['s3:ListBucket'], bucket.bucketArn);
  allow(fn, ['s3:GetObject', 's3:PutObject'], bucket.arnForObjects('days/*'));
}

/** A transaction needs the permission of each of its parts. */
export function grantReadWriteTable(fn: ServiceFunction, table: ITable, { queries, deletes }: TableUse = {}): void {
  fn.setVariable('tableName', table.tableName);
  const more = [...(queries ? ['dynamodb:Query'] : []), ...(deletes ? ['dynamodb:DeleteItem'] : [])];
  allow(fn, ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem', ...more], table.tableArn);
  denyAuditChanges(fn, table);
}

export function grantDeleteItems(fn: ServiceFunction, table: ITable): void {
  allow(fn, ['dynamodb:DeleteItem'], table.tableArn);
}

/** For agents, which get a page of certificates at once, and for reads of a machine with its server. */
export function grantBatchGet(fn: ServiceFunction, table: ITable): void {
  allow(fn, ['dynamodb:BatchGetItem'], table.tableArn);
}

/** For a transaction with a condition on a row that it does not write. */
export function grantConditionChecks(fn: ServiceFunction, table: ITable): void {
  allow(fn, ['dynamodb:ConditionCheckItem'], table.tableArn);
}

/** For the relay, which numbers events. Of other rows it reads only webhooks and their counter. */
export function grantLogEvents(fn: ServiceFunction, table: ITable): void {
  fn.setVariable('tableName', table.tableName);
  allow(fn, ['dynamodb:Query', 'dynamodb:PutItem', 'dynamodb:UpdateItem'], table.tableArn);
  denyAuditChanges(fn, table);
}

/** For operations that only count requests and log the refused ones. */
export function grantCountRequests(fn: ServiceFunction, table: ITable): void {
  fn.setVariable('tableName', table.tableName);
  allow(fn, [...READ_ITEMS, 'dynamodb:UpdateItem'], table.tableArn);
  allow(fn, ['dynamodb:PutItem'], table.tableArn, keysBeginWith([REQUESTS_PREFIX]));
  denyAuditChanges(fn, table);
}

const { byDue, byScan } = TABLE_SHAPE;
const INDEXES = { byDue, byScan, ...LIST_INDEXES };

export function grantQueryIndex(fn: ServiceFunction, table: ITable, index: keyof typeof INDEXES): void {
  allow(fn, ['dynamodb:Query'], `${table.tableArn}/index/${INDEXES[index].name}`);
}

export function grantReadServiceSecret(fn: ServiceFunction, secret: Secret): void {
  fn.setVariable('serviceSecretArn', secret.secretArn);
  allow(fn, ['secretsmanager:GetSecretValue'], secret.secretArn);
}

/** The secret that authenticates us to the identity provider. The deployer creates it. */
export function grantReadClientSecret(fn: ServiceFunction, secretArn: string): void {
  allow(fn, ['secretsmanager:GetSecretValue'], secretArn);
}

export function grantQueueScans(fn: ServiceFunction, queue: Queue): void {
  fn.setVariable('scanQueueUrl', queue.queueUrl);
  allow(fn, ['sqs:SendMessage'], queue.queueArn);
}

export function grantReadFrontSecret(fn: ServiceFunction, secret: Secret): void {
  fn.setVariable('frontSecretArn', secret.secretArn);
  allow(fn, ['secretsmanager:GetSecretValue'], secret.secretArn);
}

export function grantQueueDeliveries(fn: ServiceFunction, { waiting, slow }: { waiting: Queue; slow: Queue }): void {
  fn.setVariable('deliveryQueueUrl', waiting.queueUrl);
  fn.setVariable('slowDeliveryQueueUrl', slow.queueUrl);
  for (const queue of [waiting, slow]) allow(fn, ['sqs:SendMessage'], queue.queueArn);
}

export function grantQueueDnsChecks(fn: ServiceFunction, queue: Queue): void {
  fn.setVariable('dnsWatchQueueUrl', queue.queueUrl);
  allow(fn, ['sqs:SendMessage'], queue.queueArn);
}

export function grantQueueRehearsals(fn: ServiceFunction, queue: Queue): void {
  fn.setVariable('rehearsalQueueUrl', queue.queueUrl);
  allow(fn, ['sqs:SendMessage'], queue.queueArn);
}

export function grantWakeZone(fn: ServiceFunction, queue: Queue): void {
  fn.setVariable('zoneQueueUrl', queue.queueUrl);
  allow(fn, ['sqs:SendMessage'], queue.queueArn);
}

/**
 * Records of four types at and below the base target, nothing else in the zone. A change's status is read by an id that Route 53
 * makes up. https://docs.aws.amazon.com/Route53/latest/DeveloperGuide/specifying-conditions-route53.html
 */
export function grantWriteZone(
  fn: ServiceFunction,
  hostedZoneId: string,
  { baseTarget, validationZone }: Pick<Settings, 'baseTarget' | 'validationZone'>,
): void {
  fn.setVariable('hostedZoneId', hostedZoneId);
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

export function grantWakeAws(fn: ServiceFunction, queue: Queue): void {
  fn.setVariable('awsQueueUrl', queue.queueUrl);
  allow(fn, ['sqs:SendMessage'], queue.queueArn);
}

/**
 * Any account, because the accounts are not known in advance: their trust policies decide. Each call names its organization
 * (external id).
 */
export function grantAssumeRoles(fn: ServiceFunction): void {
  const { partition } = Stack.of(fn);
  allow(fn, ['sts:AssumeRole'], `arn:${partition}:iam::*:role/*`, { Null: { 'sts:ExternalId': 'false' } });
}

/** Rights of an SQS event source: https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-configure.html */
export function grantConsumeMessages(fn: ServiceFunction, queue: Queue): void {
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

/** Opens private keys of domains, but does not seal. */
export function grantOpenDomainKeys(fn: ServiceFunction, sealingKey: Key): void {
  fn.setVariable('kmsKeyId', sealingKey.keyId);
  allow(fn, ['kms:Decrypt'], sealingKey.keyArn, ofADomain);
}

/** Seals private keys of domains, but does not open them. */
export function grantSealDomainKeys(fn: ServiceFunction, sealingKey: Key): void {
  fn.setVariable('kmsKeyId', sealingKey.keyId);
  allow(fn, ['kms:GenerateDataKey'], sealingKey.keyArn, ofADomain);
}

/** Seals webhook signing secrets, but does not open them. */
export function grantSealWebhookSecrets(fn: ServiceFunction, sealingKey: Key): void {
  fn.setVariable('kmsKeyId', sealingKey.keyId);
  allow(fn, ['kms:GenerateDataKey'], sealingKey.keyArn, ofAWebhook);
}

/** Opens webhook signing secrets, but does not seal. */
export function grantOpenWebhookSecrets(fn: ServiceFunction, sealingKey: Key): void {
  fn.setVariable('kmsKeyId', sealingKey.keyId);
  allow(fn, ['kms:Decrypt'], sealingKey.keyArn, ofAWebhook);
}

/** Seals and opens the stored answers for repeated Idempotency-Keys. */
export function grantSealAnswers(fn: ServiceFunction, sealingKey: Key): void {
  fn.setVariable('kmsKeyId', sealingKey.keyId);
  allow(fn, ['kms:GenerateDataKey', 'kms:Decrypt'], sealingKey.keyArn, ofAnswers);
}

/** Seals and opens our account keys at these CAs, and nothing else. */
export function grantUseCaAccounts(fn: ServiceFunction, sealingKey: Key, directoryUrls: string[]): void {
  fn.setVariable('kmsKeyId', sealingKey.keyId);
  allow(fn, ['kms:GenerateDataKey', 'kms:Decrypt'], sealingKey.keyArn, ofTheCaAccounts(directoryUrls));
}

/**
 * From this address alone, which the deployer verified in SES, itself or as a domain. SES also requires a right on the
 * configuration set.
 */
export function grantSendMail(fn: ServiceFunction, from: string, configurationSet?: string): void {
  const { region, account } = Stack.of(fn);
  const names = [from, from.slice(from.indexOf('@') + 1)].map((identity) => `identity/${identity}`);
  if (configurationSet !== undefined) {
    fn.setVariable('mailConfigurationSet', configurationSet);
    names.push(`configuration-set/${configurationSet}`);
  }
  const conditions = { StringEquals: { 'ses:FromAddress': from } };
  for (const name of names) allow(fn, ['ses:SendEmail'], `arn:aws:ses:${region}:${account}:${name}`, conditions);
}

/** No-op without a key: the stage has no Domain Connect template. */
export function grantSignSetupLinks(fn: ServiceFunction, key: Key | undefined): void {
  if (!key) return;
  fn.setVariable('domainConnectKeyId', key.keyId);
  allow(fn, ['kms:Sign'], key.keyArn);
}

function allow(fn: ServiceFunction, actions: string[], resource: string, conditions: object = {}): void {
  fn.lambda.addToRolePolicy(new PolicyStatement({ actions, resources: [resource], conditions: { ...conditions } }));
}
