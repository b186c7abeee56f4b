import type { Settings } from '../../../contract/stack/settings.schema.ts';
import { requireServer } from '../../model/accounts/api-key.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { ONE_PLACE } from '../../model/accounts/domain-places.schema.ts';
import { orQuotaExceeded } from '../../model/accounts/organization-limits.ts';
import { domainResource } from '../../model/domains/domain-resource.ts';
import { bodyByTenant } from '../../model/domains/hostnames/hostname-field.schema.ts';
import { readJsonBody } from '../../shared/http/json-body.ts';
import { refuseQuery } from '../../shared/http/parameters.ts';
import type { HttpRequest, HttpResponse } from '../../shared/http/route.ts';
import { decideAndWrite } from '../../shared/table/lost-race.ts';
import type { Pause } from '../../shared/time/clock.gateway.ts';
import { domainNow } from '../../shared/time/instant.ts';
import type { ApiRoute, Call } from '../pipeline/api-route.ts';
import { memoizedOwnershipCheck, type OwnershipCheck } from './claim-hostname.ts';
import { type CreateDomainRequest, createDomainRequest } from './create-requests.schema.ts';
import { type DomainPlacesPorts, givePlacesBack, takePlace, usePlace } from './domain-places.ts';
import { newRegistration, type RegistrationPorts, registerDomain } from './register-domain.ts';
import {
  findServerByNumber,
  type NumberedServer,
  refusalOfNewHostname,
  type ServerByNumberPorts,
  serverForDomain,
  serverWarning,
} from './server-by-number.ts';

export interface CreateDomainPorts extends RegistrationPorts, ServerByNumberPorts, DomainPlacesPorts {
  settings: Settings;
  newDomainId: (now: Date) => number;
  /** A moment, for another's transaction to end. */
  pause: Pause;
}

/** A new id or a new server's label may meet another's: drawn again, this often. */
const TRIES = 4;

export function createDomain(ports: CreateDomainPorts): ApiRoute {
  const schemaOf = bodyByTenant(createDomainRequest, ports.settings);
  const read = (request: HttpRequest, caller: Caller) => {
    const body = readJsonBody(request, schemaOf(caller));
    refuseQuery(request);
    return body;
  };
  return {
    operation: 'createDomain',
    reservation: {
      of: (request, caller) => read(request, caller) && ONE_PLACE,
      giveBack: (call) => givePlacesBack(call, call.reserved.left, ports),
    },
    async prepare(request, caller) {
      const { organizationId } = caller;
      const body = read(request, caller);
      requireServer(caller, body.server_id);
      const findServer = () => findServerByNumber(organizationId, body.server_id, ports);
      const server = await findServer();
      return async (call) => {
        await takePlace(call, ports);
        const checkOwnership = memoizedOwnershipCheck(ports.lookAtOwnership, organizationId, body.url, domainNow(call));
        // After a lost race another creation may have made the server.
        const tryOnce = (found: NumberedServer) => create(body, found, checkOwnership, call, ports);
        return usePlace(call.reserved, () => decideAndWrite(server, findServer, tryOnce, ports.pause, TRIES));
      };
    },
  };
}

async function create(
  body: CreateDomainRequest,
  numbered: NumberedServer,
  checkOwnership: OwnershipCheck,
  call: Call,
  ports: CreateDomainPorts,
): Promise<HttpResponse> {
  const { server, isNew, writes } = serverForDomain(numbered, call, ports);
  const refusal = refusalOfNewHostname(server, body.validation);
  if (refusal) throw refusal;
  const domain = newRegistration({ body, id: ports.newDomainId(call.now), server, isNew }, call, ports);
  const response = { status: 201, json: { ...domainResource(domain), ...serverWarning(server.id, isNew) } };
  try {
    await registerDomain(domain, [...writes, ...(await call.keepAnswer(response))], checkOwnership, call, ports);
  } catch (error) {
    throw orQuotaExceeded(error, domain.organizationId, 'servers', call.limits.servers);
  }
  return response;
}
