import { ERROR_MESSAGES } from '../../../copy/en/error-messages.ts';
import { requestRenewal } from '../../lifecycle/requests/domain-requests.ts';
import { DomainResource } from '../../model/domains/domain-resource.schema.ts';
import { domainResource } from '../../model/domains/domain-resource.ts';
import { actionTimeOf } from '../../model/domains/domain-time.ts';
import { type FoundDomain, findDomain } from '../../model/domains/find-domain.ts';
import { ACTIVE_DOMAIN } from '../../model/events/domain-examples.ts';
import { AppError } from '../../shared/errors/app-error.ts';
import type { HttpResponse } from '../../shared/http/route.ts';
import type { Rows } from '../../wiring/rows.wiring.ts';
import type { Call } from '../pipeline/call.ts';
import { defineOperation, NO_FIELDS } from '../pipeline/operation.ts';
import { prepareChange } from '../pipeline/resource-route.ts';
import { statusesOf, withActionCounted } from './action-count.ts';

type Uses = Pick<Rows, 'domains' | 'settings'>;

export const renewDomain = defineOperation({
  id: 'renewDomain',
  clientMethod: 'domains.renew',
  tag: 'Domains',
  reach: 'domain',
  audit: { action: 'certificate.renewal_requested', facts: ['before', 'after'] },
  summary: 'Renew the certificate now',
  description:
    'For an active domain on which nothing else is going on; the present certificate serves until the new one does. Once a day (UTC) for each domain.',
  body: NO_FIELDS,
  answer: { status: 200, description: 'The domain.', schema: DomainResource, example: () => ACTIVE_DOMAIN },
  conflict: ERROR_MESSAGES.conflict.notRenewable,
  prepare: (ports: Uses & Pick<Rows, 'pause'>) =>
    prepareChange({ find: (request, caller) => findDomain(ports.domains, request, caller), pause: ports.pause }, (domain, call) =>
      renew(domain, call, ports),
    ),
});

/** A renewal that the domain's state forbids does not count against the day. */
async function renew(domain: FoundDomain, call: Call, { domains, settings: { timings } }: Uses): Promise<HttpResponse> {
  const requested = requestRenewal(domain, { now: actionTimeOf(domain, call), timings });
  if (requested.kind === 'conflict') throw new AppError('conflict', requested.message);
  const response = { status: 200, json: domainResource(requested.domain) };
  if (requested.kind === 'unchanged') return response;
  const { timeline, events, startExecution } = requested;
  await domains.replace(domain, withActionCounted(requested.domain, 'renew', call.now), {
    timeline,
    events,
    startExecution,
    audit: { by: call.actor, clocks: call, ...statusesOf(domain, requested.domain) },
    alongside: await call.answerWrites(response),
  });
  return response;
}
