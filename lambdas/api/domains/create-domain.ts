import { requireServer } from '../../model/accounts/api-key.ts';
import { ONE_PLACE } from '../../model/accounts/domain-places.schema.ts';
import { toQuotaExceeded } from '../../model/accounts/organization-limits.ts';
import { DomainResource } from '../../model/domains/domain-resource.schema.ts';
import { domainResource } from '../../model/domains/domain-resource.ts';
import { ANY_HOSTNAME, bodyByTenant } from '../../model/domains/hostnames/hostname-field.schema.ts';
import { NEW_DOMAIN, PENDING_DOMAIN } from '../../model/events/domain-examples.ts';
import type { HttpResponse } from '../../shared/http/route.ts';
import { decideAndWrite } from '../../shared/table/lost-race.ts';
import { domainNow } from '../../shared/time/instant.ts';
import type { CheckPorts } from '../../wiring/checks.wiring.ts';
import type { Call } from '../pipeline/call.ts';
import { defineOperation } from '../pipeline/operation.ts';
import { type ClaimPorts, memoizedOwnershipCheck, type OwnershipCheck } from './claim-hostname.ts';
import { type CreateDomainRequest, createDomainRequest } from './create-requests.schema.ts';
import { returnPlaces, withReservedPlace } from './domain-places.ts';
import { newRegistration, registerDomain } from './register-domain.ts';
import {
  findServerByNumber,
  type NumberedServer,
  newHostnameError,
  serverCreatedWarning,
  serverForDomain,
} from './server-by-number.ts';

type Uses = ClaimPorts & Pick<CheckPorts, 'servers' | 'serverLists' | 'newLabel' | 'newResourceId'>;

/** A new id or a new server's label may collide with an existing one; each try draws another. */
const TRIES = 4;

export const createDomain = defineOperation({
  id: 'createDomain',
  clientMethod: 'domains.create',
  tag: 'Domains',
  reach: 'domain',
  audit: { action: 'domain.created', facts: ['after'] },
  summary: 'Create a domain',
  description:
    'Registers a hostname of a customer of yours, and starts looking for its CNAME record. The record to publish is in `dns_records`. A `server_id` that is not known makes an unclaimed server, unless the deployment forbids it; `warnings` says so. A hostname that is a domain of yours already is refused with `details.existing_domain_id`; one that is not available, with `details.claim`: the record that proves that it is yours. Publish it and repeat the request. If another organization serves the hostname, it then has 72 hours’ notice: the 422 has `details.transfer` in place of `details.claim`. Repeat the request after `until`, with the record still there.',
  body: {
    schema: (settings) => bodyByTenant(createDomainRequest, settings),
    documented: createDomainRequest(ANY_HOSTNAME),
    example: () => NEW_DOMAIN,
  },
  answer: { status: 201, description: 'The new domain.', schema: DomainResource, example: () => PENDING_DOMAIN },
  errors: ['quota_exceeded'],
  reservation: {
    of: ONE_PLACE,
    giveBack: (call, ports: Pick<CheckPorts, 'domainPlaces' | 'log'>) => returnPlaces(call, 1, ports),
  },
  prepare:
    (ports: Uses & Pick<CheckPorts, 'domainPlaces' | 'log' | 'pause'>) =>
    async ({ caller, body }) => {
      const { organizationId } = caller;
      requireServer(caller, body.server_id);
      const findServer = () => findServerByNumber(organizationId, body.server_id, ports);
      const server = await findServer();
      return (call) => {
        const checkOwnership = memoizedOwnershipCheck(ports.lookAtOwnership, organizationId, body.url, domainNow(call));
        // After a lost race, another creation may have made the server.
        const tryOnce = (found: NumberedServer) => create(body, found, checkOwnership, call, ports);
        return withReservedPlace(call, () => decideAndWrite(server, findServer, tryOnce, ports.pause, TRIES), ports);
      };
    },
});

async function create(
  body: CreateDomainRequest,
  numbered: NumberedServer,
  checkOwnership: OwnershipCheck,
  call: Call,
  ports: Uses,
): Promise<HttpResponse> {
  const { server, isNew, writes } = serverForDomain(numbered, call, ports);
  const refusal = newHostnameError(server, body.validation);
  if (refusal) throw refusal;
  const domain = newRegistration({ body, id: ports.newResourceId(call.now), server, isNew }, call, ports);
  const response = { status: 201, json: { ...domainResource(domain), ...serverCreatedWarning(server.id, isNew) } };
  try {
    await registerDomain(domain, [...writes, ...(await call.answerWrites(response))], checkOwnership, call, ports);
  } catch (error) {
    throw toQuotaExceeded(error, domain.organizationId, 'servers', call.limits.servers);
  }
  return response;
}
