import type { Domain } from '../model/domains/domain-row.schema.ts';
import { type Changed, inNextAttempt } from './request.ts';
import { withoutPhase } from './without-phase.ts';

/** Another organization has proven a hostname that this domain never did. It stays in view, in error, until it is retried or deleted. */
export function claimLost(domain: Domain, now: Date): Changed {
  const { error: _, notBefore: __, stepDueAt: ___, resumeAt: ____, ...rest } = withoutPhase(domain);
  const at = now.toISOString();
  const lost = inNextAttempt<Domain>({
    ...rest,
    phase: 'failed',
    dnsStatus: 'error',
    claimLost: true,
    diagnosis: { code: 'hostname_claimed', evidence: [], checkedAt: at },
    updatedAt: at,
  });
  const events: Changed['events'] = domain.dnsStatus === 'pending' ? ['domain.validation_failed'] : [];
  return { kind: 'changed', domain: lost, timeline: 'domain.claim_lost', events, startExecution: false };
}
