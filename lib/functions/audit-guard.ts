import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { AUDIT_PREFIX, SEALS_PREFIX } from '../../contract/stack/table-shape.ts';
import type { ServiceFunction } from './service-function.ts';

/**
 * Condition: all items of a request are audit items. AWS does not say whether it checks a transaction's parts each with its own
 * key or each with the keys of all. This condition is correct in the first case, and in the second it does not refuse our own
 * transactions (a row and its audit entry).
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/specifying-conditions.html
 */
const IS_OF_THE_AUDIT = {
  'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [`${AUDIT_PREFIX}*`] },
  // ForAllValues is true for an absent key.
  Null: { 'dynamodb:LeadingKeys': 'false' },
};
const IS_ALONE = { Null: { ...IS_OF_THE_AUDIT.Null, 'dynamodb:EnclosingOperation': 'true' } };
const HAS_A_SEAL = { 'ForAnyValue:StringLike': { 'dynamodb:LeadingKeys': [`${SEALS_PREFIX}*`] } };

/**
 * Denies writers to change or delete audit entries. DynamoDB deletes them by the TTL set at their creation. A single put could
 * overwrite an entry, so entries are written only in transactions, where shared/table/write-input.ts requires each to be new.
 */
export function denyAuditChanges(fn: ServiceFunction, table: ITable): void {
  deny(fn, ['dynamodb:UpdateItem', 'dynamodb:DeleteItem'], table, IS_OF_THE_AUDIT);
  deny(fn, ['dynamodb:PutItem'], table, { ...IS_OF_THE_AUDIT, ...IS_ALONE });
  // Writers of entries make no seals. No transaction of ours contains one.
  deny(fn, ['dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem'], table, HAS_A_SEAL);
}

function deny(fn: ServiceFunction, actions: string[], table: ITable, conditions: Record<string, unknown>): void {
  fn.lambda.addToRolePolicy(new PolicyStatement({ effect: Effect.DENY, actions, resources: [table.tableArn], conditions }));
}
