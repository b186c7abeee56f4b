import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Key } from 'aws-cdk-lib/aws-kms';
import type { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { TABLE_SHAPE } from '../lambdas/shared/contract/table-shape.ts';
import type { ServiceFunction } from './service-function.ts';

// What a Lambda may touch, action by action: CDK's own grants also allow scans, batch calls and wildcards of resources.

const READ_ITEMS = ['dynamodb:GetItem', 'dynamodb:Query'];
/** A transaction needs the permission of each of its parts. */
const CHANGE_ITEMS = ['dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem', 'dynamodb:ConditionCheckItem'];

export function letReadTable(fn: ServiceFunction, table: Table): void {
  fn.tell('tableName', table.tableName);
  allow(fn, READ_ITEMS, table.tableArn);
}

export function letChangeTable(fn: ServiceFunction, table: Table): void {
  fn.tell('tableName', table.tableName);
  allow(fn, [...READ_ITEMS, ...CHANGE_ITEMS], table.tableArn);
}

export function letQueryIndex(fn: ServiceFunction, table: Table, index: 'byChange' | 'byDue'): void {
  allow(fn, ['dynamodb:Query'], `${table.tableArn}/index/${TABLE_SHAPE[index].name}`);
}

export function letReadSecret(fn: ServiceFunction, secret: Secret): void {
  fn.tell('serviceSecretArn', secret.secretArn);
  allow(fn, ['secretsmanager:GetSecretValue'], secret.secretArn);
}

/** Opens what was sealed, and seals nothing. */
export function letOpen(fn: ServiceFunction, sealingKey: Key): void {
  fn.tell('kmsKeyId', sealingKey.keyId);
  allow(fn, ['kms:Decrypt'], sealingKey.keyArn);
}

export function letSealAndOpen(fn: ServiceFunction, sealingKey: Key): void {
  fn.tell('kmsKeyId', sealingKey.keyId);
  allow(fn, ['kms:GenerateDataKey', 'kms:Decrypt'], sealingKey.keyArn);
}

function allow(fn: ServiceFunction, actions: string[], resource: string): void {
  fn.lambda.addToRolePolicy(new PolicyStatement({ actions, resources: [resource] }));
}
