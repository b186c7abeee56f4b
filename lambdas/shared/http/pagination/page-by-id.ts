import * as z from 'zod/mini';
import type { ServiceSecret } from '../../secrets/service-secret.ts';
import type { ListQuery } from '../parameters.ts';
import type { HttpResponse } from '../route.ts';
import { openCursorAs, signCursor } from './cursor.ts';

/** Where a page of a list begins that is ordered by id, highest first: it stays there whatever is added or deleted. */
export interface PagePlace<Id> {
  /** Items below this id; absent on the first page. */
  before?: Id;
  limit: number;
}

/** Where the page begins that a list's query asks for. `scope` names the list and whose it is. */
export function readPlace<Id extends number | string>(
  { limit, cursor }: z.output<typeof ListQuery>,
  scope: string,
  secret: ServiceSecret,
  id: z.ZodMiniType<Id>,
): PagePlace<Id> {
  if (cursor === undefined) return { limit };
  const { before } = openCursorAs(z.object({ before: id }), cursor, scope, secret);
  return { limit, before: before as Id };
}

/**
 * The answer with a page of what was read: `items` may have more than the page, and `hasMore` says whether others follow them.
 */
export function pageAnswer<Item extends { id: number | string }>(
  { items, hasMore }: { items: readonly Item[]; hasMore: boolean },
  { limit }: PagePlace<unknown>,
  show: (item: Item) => unknown,
  scope: string,
  secret: ServiceSecret,
): HttpResponse {
  const shown = items.slice(0, limit);
  const last = shown.at(-1);
  const follows = last !== undefined && (hasMore || items.length > limit);
  const next_cursor = follows ? signCursor({ before: last.id }, scope, secret) : null;
  return { status: 200, json: { data: shown.map(show), next_cursor } };
}
