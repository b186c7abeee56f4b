import pMap from 'p-map';
import * as z from 'zod/mini';
import { maxLength, minLength } from '../../../contract/text.schema.ts';
import { ERROR_MESSAGES } from '../../../copy/en/error-messages.ts';
import { toQuotaExceeded } from '../../model/accounts/organization-limits.ts';
import type { Domain, DomainIn } from '../../model/domains/domain-row.schema.ts';
import { ANY_HOSTNAME, bodyByTenant } from '../../model/domains/hostnames/hostname-field.schema.ts';
import { apexProblem } from '../../model/domains/hostnames/normalize-hostname.ts';
import { NEW_DOMAIN, PENDING_DOMAIN } from '../../model/events/domain-examples.ts';
import type { Server } from '../../model/servers/server.schema.ts';
import { serverCreatedAudit, unclaimedServer } from '../../model/servers/server.ts';
import { AppError, failedItem, internalError, validationError } from '../../shared/errors/app-error.ts';
import type { Log } from '../../shared/runtime/log.gateway.ts';
import { againAfterLostRace, LostRace } from '../../shared/table/lost-race.ts';
import { domainNow } from '../../shared/time/instant.ts';
import type { CheckPorts } from '../../wiring/checks.wiring.ts';
import type { Call } from '../pipeline/call.ts';
import { defineOperation } from '../pipeline/operation.ts';
import { type ClaimPorts, memoizedOwnershipCheck } from './claim-hostname.ts';
import {
  type BulkItem,
  type BulkResult,
  bulkAnswer,
  readItems,
  refuseBeyondAccountQuota,
  refuseBeyondPlaces,
  refuseBeyondServerQuota,
  refuseForbiddenServers,
  serverIdsOf,
  withinServers,
} from './create-domains-items.ts';
import {
  type CreateDomainRequest,
  CreateDomainsRequest,
  CreationPlan,
  createDomainRequest,
  MAX_DOMAINS_AT_ONCE,
} from './create-requests.schema.ts';
import { domainQuotaExceeded, isCertainlyUnwritten, returnPlaces } from './domain-places.ts';
import { BulkResource } from './domain-responses.schema.ts';
import { newRegistration, registerDomain } from './register-domain.ts';
import { accountQuota, newHostnameError } from './server-by-number.ts';

type Uses = ClaimPorts &
  Pick<CheckPorts, 'servers' | 'serverLists' | 'newLabel' | 'newResourceId' | 'domainPlaces' | 'log' | 'pause'>;

/** If every item needs a DNS check of 3 s: 100 / 25 x 3 s = 12 s of the 25 s that an answer may take. */
const AT_ONCE = 25;
const TRIES = 4;

/** The documented schema of an item. Validation runs per item, so that a bad one fails alone. */
const documented = z.extend(CreateDomainsRequest, {
  domains: z
    .array(createDomainRequest(ANY_HOSTNAME))
    .check(minLength(1), maxLength(MAX_DOMAINS_AT_ONCE), z.describe('The domains to create, each as in a request of its own.')),
});

export const createDomains = defineOperation({
  id: 'createDomains',
  clientMethod: 'domains.create_many',
  tag: 'Domains',
  reach: 'domain',
  audit: { action: 'domain.created', facts: ['after'] },
  summary: 'Create up to 100 domains',
  description:
    'Each item is created or refused on its own, as by a request to create one domain. If none could be created the answer is an error, with each item in `details.items`. Counts as one request.',
  body: {
    schema: CreateDomainsRequest,
    documented,
    example: () => ({ domains: [NEW_DOMAIN, { url: 'www.customer.com', server_id: 1 }] }),
  },
  answer: {
    status: 201,
    description: 'At least one domain was created.',
    schema: BulkResource,
    example: () => ({
      data: [
        { index: 0, status: 'created', domain: PENDING_DOMAIN },
        failedItem(1, validationError({ url: [apexProblem('customer.com', 'https://api.example.net')] })),
      ],
      summary: { created: 1, failed: 1 },
    }),
  },
  prepare: (ports: Uses) => {
    const schemaOf = bodyByTenant(createDomainRequest, ports.settings);
    return async ({ request, caller, body: { domains } }) => {
      const { organizationId } = caller;
      const items = refuseForbiddenServers(readItems(domains, schemaOf(caller)), caller);
      const servers = await findServers(items, organizationId, ports);
      const plan = await newPlan(items, servers, { organizationId, now: request.now }, ports);
      return {
        plan,
        run: async (call, kept) => {
          // A stored plan is a different object, so this is a repeat.
          const planned = { ...CreationPlan.parse(kept), isRepeat: kept !== plan };
          return bulkAnswer(await createAll(items, servers, planned, call, ports));
        },
      };
    };
  },
});

type Servers = ReadonlyMap<number, Server>;
/** `isRepeat`: an earlier try began, and may have finished, but its answer was not stored. */
type Planned = CreationPlan & { isRepeat: boolean };

async function findServers(items: BulkItem[], organizationId: string, { servers }: Uses): Promise<Servers> {
  const found = await pMap(serverIdsOf(items), (id) => servers.get(organizationId, id), { concurrency: AT_ONCE });
  return new Map(found.flatMap((server) => (server ? [[server.id, server] as const] : [])));
}

async function newPlan(
  items: BulkItem[],
  servers: Servers,
  { organizationId, now }: { organizationId: string; now: Date },
  ports: Uses,
): Promise<CreationPlan> {
  const unknown = ports.settings.serverIds === 'open' ? [...serverIdsOf(items)].filter((id) => !servers.has(id)) : [];
  const inUse = unknown.length > 0 ? (await ports.serverLists.ids(organizationId)).length : 0;
  return {
    ids: items.map(() => ports.newResourceId(now)),
    used: { servers: inUse },
    newServers: unknown.map((id) => ({ id, label: ports.newLabel() })),
    accounts: [...servers.values()].flatMap((server) => accountQuota(server) ?? []),
  };
}

/** Reserves places for all items, creates them, then returns the unused places. */
async function createAll(items: BulkItem[], found: Servers, plan: Planned, call: Call, ports: Uses): Promise<BulkResult[]> {
  const isThere = (id: number) => found.has(id) || plan.newServers.some((server) => server.id === id);
  const judged = refuseBeyondAccountQuota(refuseBeyondServerQuota(withinServers(items, isThere), plan, call.limits), plan);
  const wanted = judged.filter((item) => 'body' in item).length;
  if (wanted === 0) return judged.flatMap((item) => ('refusal' in item ? [item] : []));
  const { organizationId } = call.caller;
  // Identifies the request: the plan is stored, so a repeat after a crash has the same first id.
  const bulk = String(plan.ids[0]);
  const {
    taken,
    used,
    isFromEarlier = false,
  } = await ports.domainPlaces.take(organizationId, { wanted, limits: call.limits, bulk });
  const allowed = refuseBeyondPlaces(judged, taken, domainQuotaExceeded(used, call.limits));
  const results = await createInPlaces(isFromEarlier, allowed, found, plan, call, ports);
  const left = taken - results.filter(({ usesPlace }) => usesPlace).length;
  if (taken > 0) await returnPlaces(call, left, ports, bulk);
  return results;
}

type PlacedResult = BulkResult & { usesPlace: boolean };

/** Creates servers first, so that no two items create the same one; then each item in its own transaction. */
async function createInPlaces(
  hasPlacesFromEarlier: boolean,
  items: BulkItem[],
  found: Servers,
  plan: Planned,
  call: Call,
  ports: Uses,
): Promise<PlacedResult[]> {
  const needed = serverIdsOf(items);
  const toMake = plan.newServers.filter(({ id }) => needed.has(id) && !found.has(id));
  // One after the other: each increments the same counter item.
  const make = (server: PlannedServer) => createPlannedServer(server, plan.used.servers, call, ports);
  const made = await pMap(toMake, (server) => catchRefusal(() => make(server), ports.log), { concurrency: 1 });
  const servers = new Map<number, Server | AppError>([
    ...found,
    ...toMake.map(({ id }, at) => [id, made[at] ?? serviceBusy()] as const),
  ]);
  const create = async (item: BulkItem): Promise<PlacedResult> => {
    const { index } = item;
    if ('refusal' in item) return { ...(await withEarlierCreation(item, plan, call, ports)), usesPlace: false };
    const server = servers.get(item.body.server_id) ?? serviceBusy();
    const domain = await catchRefusal(() => registrationOf(item, server, plan, call, ports), ports.log);
    try {
      const created = await createOnce(domain, plan.ids[index], plan, call, ports);
      const usesPlace = created === domain || hasPlacesFromEarlier; // a domain from an earlier try already has its place
      return { index, domain: created, isNewServer: isNewServer(item.body.server_id, plan), usesPlace };
    } catch (error) {
      return { index, refusal: refusalOf(error, ports.log), usesPlace: !isCertainlyUnwritten(error) };
    }
  };
  return pMap(items, create, { concurrency: AT_ONCE });
}

/** Throws every refusal that needs no write. */
function registrationOf(
  { index, body }: Extract<BulkItem, { body: CreateDomainRequest }>,
  server: Server | AppError,
  plan: Planned,
  call: Call,
  ports: Uses,
): DomainIn<'awaiting-dns'> {
  if (server instanceof AppError) throw server;
  const refusal = newHostnameError(server, body.validation);
  if (refusal) throw refusal;
  const id = plan.ids[index] ?? ports.newResourceId(call.now);
  return newRegistration({ body, id, server, isNew: isNewServer(server.id, plan) }, call, ports);
}

function isNewServer(serverId: number, { newServers }: Planned): boolean {
  return newServers.some(({ id }) => id === serverId);
}

/** Domains from an earlier try may have used up the quota that refuses their items now. */
async function withEarlierCreation(
  item: Extract<BulkItem, { refusal: AppError }>,
  plan: Planned,
  call: Call,
  ports: Uses,
): Promise<BulkResult> {
  const { index } = item;
  const earlier = await catchRefusal(() => findCreatedEarlier(plan.ids[index], plan, call, ports), ports.log);
  if (!earlier) return item;
  if (earlier instanceof AppError) return { index, refusal: earlier };
  return { index, domain: earlier, isNewServer: isNewServer(earlier.serverId, plan) };
}

async function findCreatedEarlier(
  id: number | undefined,
  { isRepeat }: Planned,
  { caller: { organizationId } }: Call,
  { domains }: Uses,
): Promise<Domain | undefined> {
  const found = isRepeat && id !== undefined ? await domains.get(id) : undefined;
  return found?.organizationId === organizationId ? found : undefined;
}

type PlannedServer = CreationPlan['newServers'][number];

/** A concurrent request may create the same server; then that one is used. */
function createPlannedServer({ id, label }: PlannedServer, counted: number, call: Call, ports: Uses): Promise<Server> {
  const { organizationId } = call.caller;
  const { servers: limit } = call.limits;
  const server = unclaimedServer(organizationId, id, label, call.now);
  const makeIt = async () => {
    call.refuseIfLate();
    try {
      await ports.servers.create(server, serverCreatedAudit(call, ports.newId('aud'), server), { counted, limit });
      return server;
    } catch (error) {
      const theirs = error instanceof LostRace ? await ports.servers.get(organizationId, id) : undefined;
      if (!theirs) throw toQuotaExceeded(error, organizationId, 'servers', limit);
      return theirs;
    }
  };
  return againAfterLostRace(TRIES, makeIt, ports.pause);
}

/** A failed item may exist from an earlier try. It then keeps its place, and no other try may return it. */
async function createOnce(
  domain: DomainIn<'awaiting-dns'> | AppError,
  id: number | undefined,
  plan: Planned,
  call: Call,
  ports: Uses,
): Promise<Domain> {
  try {
    if (domain instanceof AppError) throw domain;
    return await createOne(domain, call, ports);
  } catch (error) {
    const earlier = await findCreatedEarlier(id, plan, call, ports).catch((cause: unknown) => {
      throw new Error('nobody knows whether an earlier try has created it', { cause });
    });
    if (earlier) return earlier;
    throw error;
  }
}

async function createOne(domain: DomainIn<'awaiting-dns'>, call: Call, ports: Uses): Promise<Domain> {
  const checkOwnership = memoizedOwnershipCheck(ports.lookAtOwnership, domain.organizationId, domain.url, domainNow(call));
  const register = () => {
    call.refuseIfLate();
    return registerDomain(domain, [], checkOwnership, call, ports);
  };
  return againAfterLostRace(TRIES, register, ports.pause);
}

async function catchRefusal<T>(work: () => T | Promise<T>, log: Log): Promise<T | AppError> {
  try {
    return await work();
  } catch (error) {
    return refusalOf(error, log);
  }
}

/** One item's failure does not fail the others. */
function refusalOf(error: unknown, log: Log): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof LostRace) return serviceBusy();
  log('error', 'an item of a bulk request failed', { cause: error });
  return internalError();
}

function serviceBusy(): AppError {
  return new AppError('service_unavailable', ERROR_MESSAGES.service_unavailable.tooMuchAtOnce);
}
