import { isDeepStrictEqual } from 'node:util';
import type { HeldTable } from './held-table.ts';
import { partitionKeyOf, type Trace } from './trace.ts';
import type { WireItem } from './wire.ts';
import type { WireAnswer, WireClient } from './wire-client.ts';

/**
 * Replays a request of the fake table on the engine. Returns the difference of the answers, or of the items afterwards; undefined
 * if there is none.
 */
export async function replay(trace: Trace, send: WireClient, table: HeldTable): Promise<string | undefined> {
  const keys = trace.after.map(({ key }) => key);
  await table.hold(trace.items, concernedBy(trace, keys));
  const answer = await send(trace.action, renamed(trace.request, table.name) as object);
  const isWrite = /^(Put|Update|Transact)/.test(trace.action);
  const after = isWrite ? await table.read(keys) : [];
  return (
    (answer.error === trace.error?.name ? undefined : differenceIn('fate', fateOf(answer), trace.error?.name ?? 'taken')) ??
    (trace.error ? differenceOfErrors(trace.error, answer) : differenceOfAnswers(trace, answer, table.name)) ??
    (isWrite
      ? differenceIn(
          'table',
          after,
          trace.after.map(({ item }) => item),
        )
      : undefined)
  );
}

function concernedBy({ action, request }: Trace, keys: WireItem[]): (item: WireItem) => boolean {
  if (action !== 'Query') return ({ pk, sk }) => keys.some((key) => key.pk?.S === pk?.S && key.sk?.S === sk?.S);
  const partitions = Object.values(request.ExpressionAttributeValues as WireItem).map(({ S }) => S);
  const attribute = partitionKeyOf(request.IndexName);
  return (item) => item[attribute] !== undefined && partitions.includes(item[attribute].S);
}

/** The tests' table is always called `table`. */
export function renamed(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => renamed(one, name));
  const members = Object.entries(value).map(([member, of]) => {
    if (member === 'TableName') return [member, name];
    if (member === 'RequestItems') return [member, Object.fromEntries(Object.values(of as object).map((keys) => [name, keys]))];
    return [member, renamed(of, name)];
  });
  return Object.fromEntries(members);
}

function fateOf({ error = 'taken', body }: WireAnswer): string {
  return error === 'ValidationException' ? `${error}: ${body.message ?? body.Message}` : error;
}

function differenceOfErrors({ reasons, item }: NonNullable<Trace['error']>, { body }: WireAnswer): string | undefined {
  if (reasons === undefined) return differenceIn('item', body.Item, item);
  const found = body.CancellationReasons as { Code: string; Item?: WireItem }[];
  return differenceIn(
    'reasons',
    found.map(({ Code, Item }) => ({ Code, Item })),
    reasons.map(({ Code, Item }) => ({ Code, Item })),
  );
}

function differenceOfAnswers({ action, request, answer = {} }: Trace, { body }: WireAnswer, name: string): string | undefined {
  if (action === 'GetItem') return differenceIn('item', body.Item, answer.Item);
  if (action === 'UpdateItem') return differenceIn('item', body.Attributes, answer.Attributes);
  if (action === 'BatchGetItem') {
    const [expected = []] = Object.values((answer.Responses ?? {}) as Record<string, WireItem[]>);
    return differenceIn(
      'items',
      inOrder((body.Responses as Record<string, WireItem[]>)[name] ?? []),
      inOrder(expected.map(plain)),
    );
  }
  if (action !== 'Query') return undefined;
  const [found, expected] = [body.Items, answer.Items].map((items) => (items as WireItem[] | undefined)?.map(plain));
  const isIndex = request.IndexName !== undefined;
  return (
    differenceIn('count', [body.Count, body.ScannedCount], [answer.Count, answer.ScannedCount]) ??
    // Index entries with the same sort key have no defined order.
    differenceIn('items', isIndex ? inOrder(found) : found, isIndex ? inOrder(expected) : expected) ??
    differenceIn('next page', body.LastEvaluatedKey, answer.LastEvaluatedKey)
  );
}

function inOrder(items: unknown[] = []): string[] {
  return items.map((item) => JSON.stringify(item, byName)).toSorted();
}

/** A replacer for JSON.stringify that sorts the members of a map. */
function byName(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function plain(item: unknown): unknown {
  return JSON.parse(JSON.stringify(item));
}

function differenceIn(what: string, found: unknown, expected: unknown): string | undefined {
  const [engine, standIn] = [found, expected].map((value) => (value === undefined ? undefined : plain(value)));
  if (isDeepStrictEqual(engine, standIn)) return undefined;
  return `${what}: DynamoDB Local ${JSON.stringify(engine)?.slice(0, 300)}, the stand-in ${JSON.stringify(standIn)?.slice(0, 300)}`;
}
