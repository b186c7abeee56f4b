import { casOf, type Settings } from '../../../contract/stack/settings.schema.ts';
import { ERROR_MESSAGES } from '../../../copy/en/error-messages.ts';
import { revokeRequested } from '../../lifecycle/requests/domain-requests.ts';
import type { DomainStore } from '../../model/domains/domain.store.ts';
import { domainResource } from '../../model/domains/domain-resource.ts';
import { type FoundDomain, findDomain } from '../../model/domains/find-domain.ts';
import type { RevocationStore } from '../../model/domains/revocation.store.ts';
import { findServedLeaf, type ServedLeafPorts } from '../../model/servers/served-leaf.ts';
import { AppError } from '../../shared/errors/app-error.ts';
import { readJsonBody } from '../../shared/http/json-body.ts';
import type { HttpRequest, HttpResponse } from '../../shared/http/route.ts';
import type { Pause } from '../../shared/time/clock.gateway.ts';
import { timeOf } from '../../stories/story.ts';
import type { ApiRoute, Call } from '../pipeline/api-route.ts';
import { changeRoute } from '../pipeline/resource-route.ts';
import { countedAction, statusesOf } from './domain-actions.ts';
import { RevokeDomainRequest } from './domain-requests.schema.ts';

export interface RevokeDomainPorts extends ServedLeafPorts {
  domains: DomainStore;
  revocations: Pick<RevocationStore, 'putWrite'>;
  settings: Pick<Settings, 'timings' | 'acme' | 'acmeFallbacks'>;
  /** A moment, for another's transaction to end. */
  pause: Pause;
}

export function revokeDomain(ports: RevokeDomainPorts): ApiRoute {
  const { domains, pause } = ports;
  const readBody = (request: HttpRequest) => readJsonBody(request, RevokeDomainRequest);
  return changeRoute(
    { operation: 'revokeDomain', readBody, find: (request, caller) => findDomain(domains, request, caller), pause },
    (domain, call, { reason }) => revoke(domain, reason, call, ports),
  );
}

/** What the state forbids does not count. */
async function revoke(
  domain: FoundDomain,
  reason: RevokeDomainRequest['reason'],
  call: Call,
  ports: RevokeDomainPorts,
): Promise<HttpResponse> {
  const { domains, revocations, settings } = ports;
  const requested = revokeRequested(domain, reason, { now: timeOf(domain, call), timings: settings.timings });
  if (requested.kind === 'conflict') throw new AppError('conflict', requested.message);
  if (casOf(settings).every(({ caName }) => caName !== domain.served?.certificate.ca))
    throw new AppError('conflict', ERROR_MESSAGES.conflict.otherCertificateAuthority);
  const { timeline, events, startExecution, revocation } = requested;
  const counted = countedAction(requested.domain, 'revoke', call.now);
  const leafPem = await findServedLeaf(domain, ports);
  if (leafPem === undefined) throw new AppError('conflict', ERROR_MESSAGES.conflict.notRevocable);
  const response = { status: 200, json: domainResource(counted) };
  const { before, after } = statusesOf(domain, counted);
  await domains.replace(domain, counted, {
    timeline,
    events,
    startExecution,
    audit: {
      by: call.actor,
      clocks: call,
      before,
      after: { ...after, revocation: { reason, serial_number: revocation.serialNumber } },
    },
    alongside: [revocations.putWrite(domain.id, leafPem, revocation), ...(await call.keepAnswer(response))],
  });
  return response;
}
