import { existsSync, readFileSync } from 'node:fs';
import { renamed } from './replay-trace.ts';
import { askedBy } from './trace-file.ts';
import type { WireClient } from './wire-client.ts';

/** A table request of the end-to-end tests, with numbers in place of values (local/processes/request_shapes.py). */
export interface Shape {
  action: string;
  caller: string;
  request: Record<string, unknown>;
}

const ASKED_OF_ITEMS = /^((Get|Put|Update|Delete)Item|Query|Scan|BatchGetItem|TransactWriteItems)$/;
/** Errors that depend on existing items, of which the table has none. */
const OF_ITEMS = /^ConditionalCheckFailedException$/;
const MISSING_MAP = /document path provided in the update expression is invalid|refers to an attribute that does not exist/;

export function readShapes(file: string): Shape[] {
  if (!existsSync(file)) throw new Error(`no recorded requests in ${file}: run npm test -- e2e first`);
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  const shapes = lines.map((line) => JSON.parse(line) as Shape & { service: string });
  return shapes.filter(({ service, action }) => service === 'dynamodb' && ASKED_OF_ITEMS.test(action));
}

/** Sends the request to an empty table. Returns why it was rejected; undefined if it was accepted, whatever its result. */
export async function refusalOf(
  { action, caller, request }: Shape,
  send: WireClient,
  table: string,
): Promise<string | undefined> {
  const { ExclusiveStartKey: _somewhere, ...asked } = inOrder(renamed(request, table)) as Record<string, unknown>;
  const { error, body } = await send(action, asked);
  if (error === undefined || OF_ITEMS.test(error)) return undefined;
  const message = String(body.message ?? body.Message);
  const reasons = (body.CancellationReasons ?? []) as { Code: string; Message?: string }[];
  const others = reasons.filter(({ Code }) => Code !== 'None' && Code !== 'ConditionalCheckFailed');
  if (error === 'TransactionCanceledException' && others.every((reason) => MISSING_MAP.test(reason.Message ?? '')))
    return undefined;
  if (MISSING_MAP.test(message)) return undefined;
  return `${caller}, ${action}: ${error}: ${message} ${JSON.stringify(others)}\n  ${askedBy(request).join('\n  ')}`;
}

/** Pads the numbers in place of values, so that they sort in their order: no range is reversed. */
function inOrder(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(/~(\d+)$/, (_, number: string) => `~${number.padStart(4, '0')}`);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(inOrder);
  return Object.fromEntries(Object.entries(value).map(([name, of]) => [name, inOrder(of)]));
}
