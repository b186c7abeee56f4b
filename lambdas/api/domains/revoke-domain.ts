import { orderedCas } from '../../../contract/stack/settings.schema.ts';
import { ERROR_MESSAGES } from '../../../copy/en/error-messages.ts';
import { requestRevocation } from '../../lifecycle/requests/domain-requests.ts';
import { DomainResource } from '../../model/domains/domain-resource.schema.ts';
import { domainResource } from '../../model/domains/domain-resource.ts';
import { actionTimeOf } from '../../model/domains/domain-time.ts';
import { type FoundDomain, findDomain } from '../../model/domains/find-domain.ts';
import { REVOKED_DOMAIN } from '../../model/events/domain-examples.ts';
import { findServedLeaf } from '../../model/servers/served-leaf.ts';
import { AppError } from '../../shared/errors/app-error.ts';
import type { HttpResponse } from '../../shared/http/route.ts';
import type { Rows } from '../../wiring/rows.wiring.ts';
import type { Call } from '../pipeline/call.ts';
import { defineOperation } from '../pipeline/operation.ts';
import { prepareChange } from '../pipeline/resource-route.ts';
import { statusesOf, withActionCounted } from './action-count.ts';
import { RevokeDomainRequest } from './domain-requests.schema.ts';

type Uses = Pick<Rows, 'domains' | 'certificates' | 'formerCertificates' | 'revocations' | 'settings'>;

export const revokeDomain = defineOperation({
  id: 'revokeDomain',
  clientMethod: 'domains.revoke',
  tag: 'Domains',
  reach: 'domain',
  audit: { action: 'certificate.revocation_requested', facts: ['before', 'after'] },
  summary: 'Revoke the certificate',
  description:
    'A new certificate with a new key is ordered at once (a renewal that is under way is waited for). When that is seen served, the certificate authority revokes the former one, and `certificate.revoked` is sent; until then `revocation` shows how far it is. Where the renewal fails, the revocation waits for the next one. So the domain is served all the while, also for `keyCompromise`: whoever has the private key can revoke at the certificate authority without delay. A domain that is deleted meanwhile has it revoked at once. Five times a day (UTC) for each domain.',
  body: { schema: RevokeDomainRequest, example: () => ({ reason: 'keyCompromise' }) },
  answer: { status: 200, description: 'The domain.', schema: DomainResource, example: () => REVOKED_DOMAIN },
  conflict: ERROR_MESSAGES.conflict.notRevocable,
  prepare: (ports: Uses & Pick<Rows, 'pause'>) =>
    prepareChange(
      { find: (request, caller) => findDomain(ports.domains, request, caller), pause: ports.pause },
      (domain, call, { reason }: RevokeDomainRequest) => revoke(domain, reason, call, ports),
    ),
});

/** A revocation that the domain's state forbids does not count against the day. */
async function revoke(
  domain: FoundDomain,
  reason: RevokeDomainRequest['reason'],
  call: Call,
  ports: Uses,
): Promise<HttpResponse> {
  const { domains, revocations, settings } = ports;
  const requested = requestRevocation(domain, reason, { now: actionTimeOf(domain, call), timings: settings.timings });
  if (requested.kind === 'conflict') throw new AppError('conflict', requested.message);
  if (orderedCas(settings).every(({ caName }) => caName !== domain.served?.certificate.ca))
    throw new AppError('conflict', ERROR_MESSAGES.conflict.otherCertificateAuthority);
  const { timeline, events, startExecution, revocation } = requested;
  const counted = withActionCounted(requested.domain, 'revoke', call.now);
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
    alongside: [revocations.putWrite(domain.id, leafPem, revocation), ...(await call.answerWrites(response))],
  });
  return response;
}
