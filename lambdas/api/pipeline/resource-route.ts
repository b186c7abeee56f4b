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

// The endpoints of a resource, and of a list of them, differ in what they find, decide and show; how a call goes is the same for
// all.

interface Finding<Found> {
  /** The caller's resource that the path names. Throws the 404. */
  find: (request: HttpRequest, caller: Caller) => Promise<Found>;
}

/** GET of one resource: found, shown. */
export function show<Found>(
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
  /** Of the items. */
  id: z.ZodMiniType<Id>;
  /** The items from a place on, and whether others follow them. Throws the 404 of what the path names. */
  read: (place: PagePlace<Id>, request: HttpRequest, caller: Caller) => Promise<{ items: readonly Item[]; hasMore: boolean }>;
  serviceSecret: ServiceSecret;
}

/** GET of a list that is ordered by id, the highest first: a page of it, and the cursor of the next. */
export function list<Item extends { id: Id }, Id extends number | string>(
  { id, read, serviceSecret }: Listing<Item, Id>,
  toResource: (item: Item, request: HttpRequest) => unknown,
): Prepare<unknown, z.output<typeof ListQuery>> {
  return async ({ operation, request, caller, query }) => {
    // Names the list and whose it is: a cursor of another is refused.
    const scope = JSON.stringify([operation, caller.organizationId, ...Object.values(request.params)]);
    const place = readPlace(query, scope, serviceSecret, id);
    const page = await read(place, request, caller);
    return () => pageAnswer(page, place, (item) => toResource(item, request), scope, serviceSecret);
  };
}

interface Changing<Found, Body> {
  /** The caller's resource that the path names. Throws the 404, and why it may not be changed so. */
  find: (request: HttpRequest, caller: Caller, body: Body) => Promise<Found>;
  /** A moment, for another's transaction to end. */
  pause: Pause;
  /** For what loses often: how many, in all. */
  tries?: number;
}

/**
 * A change of one resource: it is found, `write` decides and writes. After a lost race it is found again, as it is then or with
 * the 404 of what is gone, and `write` decides again.
 */
export function change<Found, Body>(
  { find, pause, tries }: Changing<Found, Body>,
  write: (found: Found, call: Call, body: Body) => Promise<HttpResponse>,
): Prepare<Body> {
  return async ({ request, caller, body }) => {
    const read = () => find(request, caller, body);
    const found = await read();
    return (call) => decideAndWrite(found, read, (latest) => write(latest, call, body), pause, tries);
  };
}
