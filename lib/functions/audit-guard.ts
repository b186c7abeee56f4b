import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { AUDIT_PREFIX, SEALS_PREFIX } from '../../contract/stack/table-shape.ts';
import type { ServiceFunction } from './service-function.ts';

/**
 * Whether all items of a request are of the audit. AWS does not say whether the parts of a transaction are judged each with its
 * own key or each with the keys of all: this is right for the first, and does not refuse our own transactions (a row, and its
 * audit entry) in the second. https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/specifying-conditions.html
 */
const IS_OF_THE_AUDIT = {
  'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [`${AUDIT_PREFIX}*`] },
  // For a key that is absent, ForAllValues is true.
  Null: { 'dynamodb:LeadingKeys': 'false' },
};
const IS_ALONE = { Null: { ...IS_OF_THE_AUDIT.Null, 'dynamodb:EnclosingOperation': 'true' } };
const HAS_A_SEAL = { 'ForAnyValue:StringLike': { 'dynamodb:LeadingKeys': [`${SEALS_PREFIX}*`] } };

/**
 * Nobody who writes changes or deletes the audit; its TTL, which DynamoDB deletes by, is set when an entry is added. A single put
 * could take an entry's place: entries come in transactions only, and there shared/table/write-input.ts sees to it that each is
 * new.
 */
export function keepTheAudit(fn: ServiceFunction, table: ITable): void {
  deny(fn, ['dynamodb:UpdateItem', 'dynamodb:DeleteItem'], table, IS_OF_THE_AUDIT);
  deny(fn, ['dynamodb:PutItem'], table, { ...IS_OF_THE_AUDIT, ...IS_ALONE });
  // Whoever writes entries makes no seals: no transaction of ours has one.
  deny(fn, ['dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem'], table, HAS_A_SEAL);
}

function deny(fn: ServiceFunction, actions: string[], table: ITable, conditions: Record<string, unknown>): void {
  fn.lambda.addToRolePolicy(new PolicyStatement({ effect: Effect.DENY, actions, resources: [table.tableArn], conditions }));
}
