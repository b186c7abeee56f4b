import type { Timings } from '../../../contract/stack/timings.schema.ts';
import { retryRequested } from '../../lifecycle/requests/retry-request.ts';
import type { ClaimStore } from '../../model/domains/claim.store.ts';
import type { DomainStore } from '../../model/domains/domain.store.ts';
import { domainResource } from '../../model/domains/domain-resource.ts';
import { type FoundDomain, findDomain } from '../../model/domains/find-domain.ts';
import { AppError } from '../../shared/errors/app-error.ts';
import { refuseBodyFields } from '../../shared/http/json-body.ts';
import { refuseQuery } from '../../shared/http/query.ts';
import type { HttpResponse } from '../../shared/http/route.ts';
import { decideAndWrite } from '../../shared/table/decide-and-write.ts';
import type { ApiRoute, Call } from '../pipeline/api-route.ts';
import { type ClaimPorts, type LookOnce, lookOnce, writesToClaim } from './claim-hostname.ts';
import { countedAction, statusesOf } from './domain-action.ts';

export interface RetryDomainPorts extends ClaimPorts {
  domains: DomainStore;
  claims: ClaimStore;
  timings: Timings;
  /** A moment, for another's transaction to end. */
  pause: () => Promise<void>;
}

export function retryDomain(ports: RetryDomainPorts): ApiRoute {
  return {
    operation: 'retryDomain',
    async prepare(request, caller) {
      refuseBodyFields(request);
      refuseQuery(request);
      const find = () => findDomain(ports.domains, request, caller);
      const read = await find();
      return (call) => {
        const look = lookOnce(ports.lookAtOwnership, read.organizationId, read.url, call.now);
        return decideAndWrite(read, find, (domain) => retry(domain, look, call, ports), ports.pause);
      };
    },
  };
}

/** The hostname may be somebody else's by now: it has to be got again. What is refused does not count against the day. */
async function retry(domain: FoundDomain, look: LookOnce, call: Call, ports: RetryDomainPorts): Promise<HttpResponse> {
  const requested = retryRequested(domain, call.now, ports.timings);
  if (requested.kind === 'conflict') throw new AppError('conflict', requested.message);
  const counted = countedAction(requested.domain, 'retry', call.now);
  if (requested.kind === 'unchanged' || counted.phase !== 'awaiting-dns')
    throw new Error(`domain ${domain.id} was not started over`);
  const { claim, alongside } = await writesToClaim(counted, await ports.claims.get(domain.url), look, call.now, ports);
  const response = { status: 200, json: domainResource(counted) };
  const { timeline, events, startExecution } = requested;
  await ports.domains.replace(domain, counted, {
    ...{ timeline, events, startExecution },
    audit: { by: call.actor, ...statusesOf(domain, requested.domain) },
    alongside: [claim, ...alongside, ...(await call.keepAnswer(response))],
  });
  return response;
}
