import type * as z from 'zod/mini';
import type { Caller } from '../../model/accounts/caller.ts';
import { type PagePlace, pageAnswer, readPlace } from '../../shared/http/pagination/page-by-id.ts';
import type { ListQuery } from '../../shared/http/parameters.ts';
import type { HttpRequest, HttpResponse } from '../../shared/http/route.ts';
import type { ServiceSecret } from '../../shared/secrets/service-secret.ts';
import { decideAndWrite } from '../../shared/table/lost-race.ts';
import type { Pause } from '../../shared/time/clock.gateway.ts';
import type { Clocks } from '../../shared/time/instant.ts';
import type { Call } from './call.ts';
import type { Prepare } from './operation.ts';

// Endpoints of resources and lists differ in what they find, decide and show. The sequence is the same for all.

interface Finding<Found> {
  /** The caller's resource in the path. Throws the 404. */
  find: (request: HttpRequest, caller: Caller) => Promise<Found>;
}

export function prepareGet<Found>(
  { find }: Finding<Found>,
  toResource: (found: Found, clocks: Clocks) => unknown,
  headersOf: (found: Found) => Record<string, string> = () => ({}),
): Prepare {
  return async ({ request, caller }) => {
    const found = await find(request, caller);
    return (call) => ({ status: 200, json: toResource(found, call), headers: headersOf(found) });
  };
}

interface Listing<Item, Id extends number | string> {
  id: z.ZodMiniType<Id>;
  /** The items after a position, and whether more follow. Throws the 404 of a resource in the path. */
  read: (place: PagePlace<Id>, request: HttpRequest, caller: Caller) => Promise<{ items: readonly Item[]; hasMore: boolean }>;
  serviceSecret: ServiceSecret;
}

/** GET of a list in descending order of id: one page, and the cursor of the next. */
export function prepareList<Item extends { id: Id }, Id extends number | string>(
  { id, read, serviceSecret }: Listing<Item, Id>,
  toResource: (item: Item, request: HttpRequest) => unknown,
): Prepare<unknown, z.output<typeof ListQuery>> {
  return async ({ operation, request, caller, query }) => {
    // Ties the cursor to this list and organization: cursors of other lists are refused.
    const scope = JSON.stringify([operation, caller.organizationId, ...Object.values(request.params)]);
    const place = readPlace(query, scope, serviceSecret, id);
    const page = await read(place, request, caller);
    return () => pageAnswer(page, place, (item) => toResource(item, request), scope, serviceSecret);
  };
}

interface Changing<Found, Body> {
  /** The caller's resource in the path. Throws the 404, or the reason why this change is not allowed. */
  find: (request: HttpRequest, caller: Caller, body: Body) => Promise<Found>;
  /** Pauses before the next try, so that the competing transaction can finish. */
  pause: Pause;
  /** The number of tries in all, for resources whose transactions often lose. */
  tries?: number;
}

/**
 * Changes one resource: finds it, then `write` decides and writes. After a lost race both run again, on the current row or with
 * the 404 of a deleted one.
 */
export function prepareChange<Found, Body>(
  { find, pause, tries }: Changing<Found, Body>,
  write: (found: Found, call: Call, body: Body) => Promise<HttpResponse>,
): Prepare<Body> {
  return async ({ request, caller, body }) => {
    const read = () => find(request, caller, body);
    const found = await read();
    return (call) => decideAndWrite(found, read, (latest) => write(latest, call, body), pause, tries);
  };
}
