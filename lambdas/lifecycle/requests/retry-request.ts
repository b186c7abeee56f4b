import type { Timings } from '../../../contract/stack/timings.schema.ts';
import { ERROR_MESSAGES } from '../../../copy/en/error-messages.ts';
import { withOnly } from '../../model/domains/diagnosis/conditions.ts';
import type { Domain } from '../../model/domains/domain-row.schema.ts';
import { hasFailed, withoutPhase } from '../../model/domains/phase.ts';
import { omit } from '../../shared/rows/omit.ts';
import { addSeconds } from '../../shared/time/instant.ts';
import { begun, inNextAttempt, type Requested } from '../request.ts';
import { withCnameFound } from '../transition.ts';

/**
 * Starts a failed domain over in place: same id and history, a fresh DNS window. What is known of its last certificate stays.
 * A domain whose hostname another organization holds has to get it back in the same transaction.
 */
export function retryRequested(domain: Domain, now: Date, timings: Timings): Requested {
  if (!hasFailed(domain)) {
    return {
      kind: 'conflict',
      message: ERROR_MESSAGES.conflict.notRetryable,
    };
  }
  const rest = withCnameFound(withOnly(withoutPhase(domain)));
  const again = inNextAttempt<Domain>({
    ...omit(rest, 'claimLost', 'allClear'),
    phase: 'awaiting-dns',
    dnsStatus: 'pending',
    sslStatus: 'pending',
    dnsStartedAt: now.toISOString(),
    dnsDeadlineAt: addSeconds(now, timings.dnsWindowSeconds),
  });
  return begun(again, { timeline: 'domain.retried', events: [] }, now, timings);
}
