import type { ApiRoute, Caller } from '../accounts/authenticate.ts';
import type { Server } from '../installation/server.schema.ts';
import type { ServerStore } from '../installation/server.store.ts';
import { isConnected, unclaimedServer } from '../installation/server.ts';
import { AppError } from '../shared/app-error.ts';
import type { Settings } from '../shared/contract/settings.schema.ts';
import { readJsonBody, validationError } from '../shared/http/json-body.ts';
import { refuseQuery } from '../shared/http/query.ts';
import type { HttpRequest } from '../shared/http/route.ts';
import type { ServiceSecret } from '../shared/service-secret.ts';
import { againAfterLostRace, LostRace } from '../shared/table/lost-race.ts';
import { type Claim, claimRecord, HostnameTaken } from './claim.ts';
import { type CreateDomainRequest, createDomainRequest } from './create-domain.schema.ts';
import type { DomainStore } from './domain.store.ts';
import { domainResource } from './domain-resource.ts';
import type { Domain } from './domain-row.schema.ts';
import { newDomain } from './new-domain.ts';

export interface CreateDomainPorts {
  domains: Pick<DomainStore, 'create'>;
  servers: Pick<ServerStore, 'get' | 'createWrites'>;
  settings: Settings;
  serviceSecret: ServiceSecret;
  newDomainId: (now: Date) => number;
  newLabel: () => string;
  /** A moment, for another's transaction to end. */
  pause: () => Promise<void>;
}

/** A new id or a new server's label may meet another's: rolled again, this often. */
const TRIES = 4;

export function createDomain(ports: CreateDomainPorts): ApiRoute {
  const schema = createDomainRequest(ports.settings);
  return {
    method: 'POST',
    path: '/api/domains',
    permission: 'domains.write',
    async handle(request, caller) {
      const body = readJsonBody(request, schema);
      refuseQuery(request);
      return { status: 201, json: domainResource(await create(body, caller, request, ports)) };
    },
  };
}

async function create(
  body: CreateDomainRequest,
  caller: Caller,
  request: HttpRequest,
  ports: CreateDomainPorts,
): Promise<Domain> {
  try {
    return await againAfterLostRace(TRIES, () => tryToCreate(body, caller, request.now, ports), ports.pause);
  } catch (error) {
    if (error instanceof HostnameTaken) throw hostnameTaken(error.claim, body.url, caller, ports.serviceSecret);
    if (error instanceof LostRace)
      throw new AppError('service_unavailable', 'Too much is happening at once; please try again.', retrySoon(error));
    throw error;
  }
}

async function tryToCreate(body: CreateDomainRequest, caller: Caller, now: Date, ports: CreateDomainPorts): Promise<Domain> {
  const { server, isNew } = await serverFor(body.server_id, caller, now, ports);
  const domain = newDomain(body, {
    id: ports.newDomainId(now),
    organizationId: caller.organizationId,
    cnameTarget: `${server.label}.${ports.settings.baseTarget}`,
    serverIsClaimed: isConnected(server),
    now,
    timings: ports.settings.timings,
  });
  const alongside = isNew ? ports.servers.createWrites(server) : [];
  await ports.domains.create(domain, { timeline: 'domain.created', events: ['domain.created'], startExecution: true, alongside });
  return domain;
}

/** The organization's server, or, where the deployment is open, one that now exists by its number. */
async function serverFor(
  id: number,
  caller: Caller,
  now: Date,
  ports: CreateDomainPorts,
): Promise<{ server: Server; isNew: boolean }> {
  const server = await ports.servers.get(caller.organizationId, id);
  if (server) return { server, isNew: false };
  if (ports.settings.serverIds === 'registered') throw validationError({ server_id: ['is not a server of this organization'] });
  return { server: unclaimedServer(caller.organizationId, id, ports.newLabel(), now), isNew: true };
}

/** One's own hostname again is named; about anybody else's nothing is said but how to prove that it is one's own. */
function hostnameTaken(claim: Claim, hostname: string, caller: Caller, serviceSecret: ServiceSecret): AppError {
  if (claim.organizationId === caller.organizationId) {
    return validationError({ url: ['is already registered'] }, { existing_domain_id: claim.domainId });
  }
  return validationError(
    { url: ['is not available; to prove that it is yours, publish this record'] },
    { claim: claimRecord(caller.organizationId, hostname, serviceSecret) },
  );
}

function retrySoon(cause: unknown) {
  return { headers: { 'retry-after': '1' }, cause };
}
