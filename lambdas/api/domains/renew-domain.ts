import type { Timings } from '../../../contract/stack/timings.schema.ts';
import { renewRequested } from '../../lifecycle/requests/domain-requests.ts';
import type { DomainStore } from '../../model/domains/domain.store.ts';
import { domainResource } from '../../model/domains/domain-resource.ts';
import { type FoundDomain, findDomain } from '../../model/domains/find-domain.ts';
import { AppError } from '../../shared/errors/app-error.ts';
import { refuseBodyFields } from '../../shared/http/json-body.ts';
import type { HttpResponse } from '../../shared/http/route.ts';
import type { Pause } from '../../shared/time/clock.gateway.ts';
import { timeOf } from '../../stories/story.ts';
import type { ApiRoute, Call } from '../pipeline/api-route.ts';
import { changeRoute } from '../pipeline/resource-route.ts';
import { countedAction, statusesOf } from './domain-actions.ts';

export interface RenewDomainPorts {
  domains: DomainStore;
  timings: Timings;
  /** A moment, for another's transaction to end. */
  pause: Pause;
}

export function renewDomain(ports: RenewDomainPorts): ApiRoute {
  const { domains, pause } = ports;
  return changeRoute(
    {
      operation: 'renewDomain',
      readBody: refuseBodyFields,
      find: (request, caller) => findDomain(domains, request, caller),
      pause,
    },
    (domain, call) => renew(domain, call, ports),
  );
}

/** What the state forbids does not count. */
async function renew(domain: FoundDomain, call: Call, { domains, timings }: RenewDomainPorts): Promise<HttpResponse> {
  const requested = renewRequested(domain, { now: timeOf(domain, call), timings });
  if (requested.kind === 'conflict') throw new AppError('conflict', requested.message);
  const response = { status: 200, json: domainResource(requested.domain) };
  if (requested.kind === 'unchanged') return response;
  const { timeline, events, startExecution } = requested;
  await domains.replace(domain, countedAction(requested.domain, 'renew', call.now), {
    timeline,
    events,
    startExecution,
    audit: { by: call.actor, clocks: call, ...statusesOf(domain, requested.domain) },
    alongside: await call.keepAnswer(response),
  });
  return response;
}
