import type { EventName } from '../../contract/api/events.ts';
import type { TimedDecision } from '../../contract/stack/timings.schema.ts';
import { withConditions, withOnlyConditions } from '../model/domains/diagnosis/conditions.ts';
import type { Condition, Diagnosis, DomainError } from '../model/domains/diagnosis/diagnosis.schema.ts';
import type { Domain } from '../model/domains/domain-row.schema.ts';
import type { CertificateFacts } from '../model/domains/issuance.schema.ts';
import { type CommonDomain, withoutPhase } from '../model/domains/phase.ts';
import { nextRenewalTryAt } from '../model/domains/renewal-time.ts';
import { retirementPause, toMoving, toServedAtRest, toSettled } from './retirement-transition.ts';
import { type Transition, transitionTo, withServed } from './transition.ts';

/** The condition that blocked the request, with its error. */
export type Failure = Condition & { error: DomainError };

/**
 * Ends a certificate request that was refused, timed out or could not be installed. A failed renewal does not end service: the
 * domain stays active while the current certificate is valid, and shows the failure. After it expires, renewal attempts continue,
 * also after a retry. The holder is notified once per cause until a renewal succeeds.
 */
export function toCertificateFailed(domain: Domain, failure: Failure, time: TimedDecision): Transition {
  const certificate = domain.served?.certificate;
  const isFirst: How = { timeline: 'certificate.failed', events: ['certificate.failed'] };
  const isEnded = certificate !== undefined && certificate.notAfter <= time.now.toISOString();
  if (certificate === undefined || (domain.sslStatus === 'pending' && !isEnded)) return toFailed(domain, failure, isFirst, time);
  const { domain: notified, isNews } = withNotified(domain, 'failures', causeOf(failure.error));
  const events: EventName[] = isNews ? ['certificate.renewal_failed'] : [];
  const next = withNextTry(notified, time.now);
  if (!isEnded) {
    const rest = withFailure(withoutPhase(next), failure);
    return transitionTo(toServedAtRest(rest, atServers(domain, certificate), time), 'certificate.renewal_failed', events);
  }
  const over = expiryFailure(domain, certificate, failure.found);
  if (domain.sslStatus === 'pending') return toFailed(next, over, isFirst, time);
  // Usually the scan has announced the expiry already.
  if (domain.sslStatus === 'error') return toFailed(next, over, { timeline: 'certificate.renewal_failed', events }, time);
  return toFailed(next, over, { timeline: 'certificate.expired', events: [...events, 'certificate.expired'] }, time);
}

/** The failure of a domain whose last certificate has expired. The evidence keeps the problem that blocked a new one. */
export function expiryFailure({ url }: Pick<Domain, 'url'>, { notAfter }: CertificateFacts, found: Diagnosis): Failure {
  return {
    since: notAfter,
    error: { code: 'certificate_expired', details: { domain: url, expired_at: notAfter } },
    found: { ...found, code: 'certificate_expired' },
  };
}

/** Drops findings of checks at rest: they led to this failure, or are checked again. The CNAME's state stays. */
export function withFailure<D extends CommonDomain>(domain: D, failure: Failure): D {
  const type = failure.error.code === 'certificate_expired' ? 'expiry' : 'failure';
  return withConditions(withOnlyConditions(domain, 'cname', 'unseen'), { [type]: failure });
}

function withNextTry(domain: Domain, now: Date): Domain {
  if (!domain.served) return domain;
  const { certificate, renewalFailures } = domain.served;
  const failures = renewalFailures + 1;
  return withServed(domain, { renewalFailures: failures, renewAt: nextRenewalTryAt(certificate, failures, now) });
}

/** Nothing is served, so copies at other servers can be removed at once, without interrupting anybody. A move continues. */
function toFailed(domain: Domain, failure: Failure, how: How, time: TimedDecision): Transition {
  const ended: CommonDomain = { ...withFailure(withoutPhase(domain), failure), sslStatus: 'error' };
  const { served, move } = domain;
  const next = move && served ? toMoving(ended, atServers(domain, served.certificate), time) : toSettled(ended);
  return transitionTo(next, how.timeline, how.events, retirementPause(next, time.timings));
}

interface How {
  timeline: string;
  events: EventName[];
}

/** The certificate at the domain's servers. While one is being installed, it has replaced the present one there. */
function atServers(domain: Domain, present: CertificateFacts): CertificateFacts {
  return domain.phase === 'installing' ? domain.issued : present;
}

/** The cause without variable text: the code and, if the CA reported it, its problem type. */
export function causeOf({ code, details }: DomainError): string {
  const [type = ''] = (details.acme_error ?? '').split(': ', 1);
  return type === '' ? code : `${code} ${type}`;
}

/** Adds a cause to the notified ones. The holder is not notified again when it returns. */
export function withNotified<D extends Domain>(
  domain: D,
  of: 'failures' | 'risks',
  cause: string,
): { domain: D; isNews: boolean } {
  const notified = domain.served?.notified;
  if (!notified || notified[of].includes(cause)) return { domain, isNews: false };
  return { domain: withServed(domain, { notified: { ...notified, [of]: [...notified[of], cause] } }), isNews: true };
}
