import * as z from 'zod/mini';
import type { ServiceSecret } from '../../secrets/service-secret.ts';
import type { ListQuery } from '../parameters.ts';
import type { HttpResponse } from '../route.ts';
import { openCursorAs, signCursor } from './cursor.ts';

/** The start of a page in a list ordered by id, highest first. Additions and deletions do not move it. */
export interface PagePlace<Id> {
  /** Items below this id; absent on the first page. */
  before?: Id;
  limit: number;
}

/** The start of the page that a list's query requests. `scope` names the list and its owner. */
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

/** The response with one page: `items` may have more than the page, and `hasMore` says if others follow them. */
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
