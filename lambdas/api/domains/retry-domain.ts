import { ERROR_MESSAGES } from '../../../copy/en/error-messages.ts';
import { requestRetry } from '../../lifecycle/requests/domain-requests.ts';
import { canBeBelowWildcard } from '../../model/domains/claim.ts';
import { DomainResource } from '../../model/domains/domain-resource.schema.ts';
import { domainResource } from '../../model/domains/domain-resource.ts';
import { actionTimeOf } from '../../model/domains/domain-time.ts';
import { type FoundDomain, findDomain } from '../../model/domains/find-domain.ts';
import { PENDING_DOMAIN } from '../../model/events/domain-examples.ts';
import { AppError } from '../../shared/errors/app-error.ts';
import type { HttpResponse } from '../../shared/http/route.ts';
import { decideAndWrite } from '../../shared/table/lost-race.ts';
import { domainNow } from '../../shared/time/instant.ts';
import type { CheckPorts } from '../../wiring/checks.wiring.ts';
import type { Call } from '../pipeline/call.ts';
import { defineOperation, NO_FIELDS } from '../pipeline/operation.ts';
import { statusesOf, withActionCounted } from './action-count.ts';
import {
  type ClaimPorts,
  claimHostnameWrites,
  memoizedOwnershipCheck,
  type OwnershipCheck,
  refuseBelowWildcard,
} from './claim-hostname.ts';

export const retryDomain = defineOperation({
  id: 'retryDomain',
  clientMethod: 'domains.retry',
  tag: 'Domains',
  reach: 'domain',
  audit: { action: 'domain.retried', facts: ['before', 'after'] },
  summary: 'Start over',
  description:
    'For a domain in `error`: the same id and history, and a fresh time window. Five times a day for each domain. If the hostname is somebody else’s by now, it has to be proved again: 422, as for a new domain.',
  body: NO_FIELDS,
  answer: { status: 200, description: 'The domain.', schema: DomainResource, example: () => PENDING_DOMAIN },
  conflict: ERROR_MESSAGES.conflict.notRetryable,
  prepare:
    (ports: ClaimPorts & Pick<CheckPorts, 'pause'>) =>
    async ({ request, caller }) => {
      const find = () => findDomain(ports.domains, request, caller);
      const read = await find();
      return (call) => {
        const checkOwnership = memoizedOwnershipCheck(ports.lookAtOwnership, read.organizationId, read.url, domainNow(call));
        return decideAndWrite(read, find, (domain) => retry(domain, checkOwnership, call, ports), ports.pause);
      };
    },
});

/**
 * Another organization may hold the hostname by now, so the claim is taken again. A refused retry does not count against the day.
 */
async function retry(domain: FoundDomain, checkOwnership: OwnershipCheck, call: Call, ports: ClaimPorts): Promise<HttpResponse> {
  const requested = requestRetry(domain, { now: actionTimeOf(domain, call), timings: ports.settings.timings });
  if (requested.kind === 'conflict') throw new AppError('conflict', requested.message);
  const counted = withActionCounted(requested.domain, 'retry', call.now);
  if (requested.kind === 'unchanged' || counted.phase !== 'awaiting-dns')
    throw new Error(`domain ${domain.id} was not started over`);
  if (canBeBelowWildcard(counted)) await refuseBelowWildcard(counted, checkOwnership, domainNow(call), ports);
  const { claim, alongside } = await claimHostnameWrites(
    counted,
    await ports.claims.get(domain.url, domain.organizationId),
    checkOwnership,
    call,
    ports,
  );
  const response = { status: 200, json: domainResource(counted) };
  const { timeline, events, startExecution } = requested;
  await ports.domains.replace(domain, counted, {
    timeline,
    events,
    startExecution,
    audit: { by: call.actor, clocks: call, ...statusesOf(domain, requested.domain) },
    alongside: [claim, ...alongside, ...(await call.answerWrites(response))],
  });
  return response;
}
