import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { marshallable } from '../../../lambdas/shared/table/write-input.ts';

// Converts requests and answers of the document client to the wire format.

export type WireItem = Record<string, AttributeValue>;
type Plain = Record<string, unknown>;

/** Members of requests that hold an item. */
const ITEMS = new Set(['Item', 'Key', 'ExpressionAttributeValues', 'ExclusiveStartKey', 'LastEvaluatedKey', 'Attributes']);
/** Members that hold a list of items. */
const LISTS = new Set(['Keys', 'Items']);

export function wireItem(item: Plain): WireItem {
  return marshall(marshallable(item), { removeUndefinedValues: true });
}

/** A request or an answer, without its undefined members. */
export function onTheWire(value: unknown, name = ''): unknown {
  if (value === undefined || value === null || typeof value !== 'object') return value;
  if (ITEMS.has(name)) return wireItem(value as Plain);
  if (LISTS.has(name)) return (value as Plain[]).map(wireItem);
  if (name === 'Responses')
    return Object.fromEntries(Object.entries(value).map(([table, items]) => [table, items.map(wireItem)]));
  if (Array.isArray(value)) return value.map((one) => onTheWire(one));
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(members.map(([member, of]) => [member, onTheWire(of, member)]));
}

/** Like JSON.stringify, with bytes in base64 as DynamoDB has them. */
export function asJson(value: unknown): string {
  return JSON.stringify(value, (_, member) => (member instanceof Uint8Array ? Buffer.from(member).toString('base64') : member));
}
