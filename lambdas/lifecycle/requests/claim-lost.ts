import { foundNow, withConditions, withOnly } from '../../model/domains/diagnosis/conditions.ts';
import type { Domain } from '../../model/domains/domain-row.schema.ts';
import { withoutPhase } from '../../model/domains/phase.ts';
import { omit } from '../../shared/rows/omit.ts';
import { type Changed, inNextAttempt } from '../request.ts';

/** Another organization has proven a hostname that this domain never did. It stays in view, in error, until it is retried or deleted. */
export function claimLost(domain: Domain, now: Date): Changed {
  const failure = foundNow(undefined, { code: 'hostname_claimed', evidence: [] }, now);
  const rest = withConditions(withOnly(withoutPhase(domain)), { failure });
  const lost = inNextAttempt<Domain>({
    ...omit(rest, 'notBefore', 'stepDueAt', 'resumeAt', 'lastCheck'),
    phase: 'failed',
    dnsStatus: 'error',
    claimLost: true,
    updatedAt: now.toISOString(),
  });
  const events: Changed['events'] = domain.dnsStatus === 'pending' ? ['domain.validation_failed'] : [];
  return { kind: 'changed', domain: lost, timeline: 'domain.claim_lost', events, startExecution: false };
}
