import type { EventName } from '../../contract/api/events.ts';
import type { Timed } from '../../contract/stack/timings.schema.ts';
import { withConditions, withOnly } from '../model/domains/diagnosis/conditions.ts';
import type { Condition, Diagnosis, DomainError } from '../model/domains/diagnosis/diagnosis.schema.ts';
import type { CertificateFacts, Domain } from '../model/domains/domain-row.schema.ts';
import { type PhaseLess, withoutPhase } from '../model/domains/phase.ts';
import { nextTry, withServed } from '../model/domains/renewal-time.ts';
import { onItsWay, pauseBefore, servedAtRest, toSettled } from './retirement-transition.ts';
import { becomes, type Transition } from './transition.ts';

/** What stood in the way, with its error. */
export type Failure = Condition & { error: DomainError };

/**
 * The end of a request for a certificate that was refused, came too late or was not installed. A failed renewal is no failed
 * certificate: as long as the present one is valid the domain stays active, with the failure in view; after its end it goes on
 * being tried, also where somebody has started it over. It is told once for each cause until a renewal succeeds.
 */
export function certificateFailed(domain: Domain, failure: Failure, time: Timed): Transition {
  const certificate = domain.served?.certificate;
  const isFirst: How = { timeline: 'certificate.failed', events: ['certificate.failed'] };
  const isEnded = certificate !== undefined && certificate.notAfter <= time.now.toISOString();
  if (certificate === undefined || (domain.sslStatus === 'pending' && !isEnded)) return toFailed(domain, failure, isFirst, time);
  const { domain: notified, isNews } = withNotified(domain, 'failures', causeOf(failure.error));
  const events: EventName[] = isNews ? ['certificate.renewal_failed'] : [];
  const next = withNextTry(notified, time.now);
  if (!isEnded) {
    const rest = withFailure(withoutPhase(next), failure);
    return becomes(servedAtRest(rest, atServers(domain, certificate), time), 'certificate.renewal_failed', events);
  }
  const over = expiryFailure(domain, certificate, failure.found);
  if (domain.sslStatus === 'pending') return toFailed(next, over, isFirst, time);
  // The scan has told the end already, unless this comes first.
  if (domain.sslStatus === 'error') return toFailed(next, over, { timeline: 'certificate.renewal_failed', events }, time);
  return toFailed(next, over, { timeline: 'certificate.expired', events: [...events, 'certificate.expired'] }, time);
}

/** What is said of a domain whose last certificate has ended. What stood in the way of another stays in evidence. */
export function expiryFailure({ url }: Pick<Domain, 'url'>, { notAfter }: CertificateFacts, found: Diagnosis): Failure {
  return {
    since: notAfter,
    error: { code: 'certificate_expired', details: { domain: url, expired_at: notAfter } },
    found: { ...found, code: 'certificate_expired' },
  };
}

/** What looks at the domain at rest had found has led to the failure, or is looked for anew; but for its CNAME. */
export function withFailure<D extends PhaseLess>(domain: D, failure: Failure): D {
  const type = failure.error.code === 'certificate_expired' ? 'expiry' : 'failure';
  return withConditions(withOnly(domain, 'cname', 'unseen'), { [type]: failure });
}

/** When the renewal is tried again by itself. */
function withNextTry(domain: Domain, now: Date): Domain {
  if (!domain.served) return domain;
  const { certificate, renewalFailures } = domain.served;
  const failures = renewalFailures + 1;
  return withServed(domain, { renewalFailures: failures, renewAt: nextTry(certificate, failures, now) });
}

/** Nothing is served, so that nothing is cut off: copies stay at the server of the row alone. A move goes on all the same. */
function toFailed(domain: Domain, failure: Failure, how: How, time: Timed): Transition {
  const ended: PhaseLess = { ...withFailure(withoutPhase(domain), failure), sslStatus: 'error' };
  const { served, move } = domain;
  const next = move && served ? onItsWay(ended, atServers(domain, served.certificate), time) : toSettled(ended);
  return becomes(next, how.timeline, how.events, pauseBefore(next, time.timings));
}

interface How {
  timeline: string;
  events: EventName[];
}

/** What lies at the domain's servers: a certificate on its way has taken the place of the present one there. */
function atServers(domain: Domain, present: CertificateFacts): CertificateFacts {
  return domain.phase === 'installing' ? domain.issued : present;
}

/** What went wrong, without the words that differ each time: the code and, where the CA said it, its problem type. */
export function causeOf({ code, details }: DomainError): string {
  const [type = ''] = (details.acme_error ?? '').split(': ', 1);
  return type === '' ? code : `${code} ${type}`;
}

/** Adds a cause to those of which the holder of the certificate was notified. One that comes, goes and comes again is no news. */
export function withNotified<D extends Domain>(
  domain: D,
  of: 'failures' | 'risks',
  cause: string,
): { domain: D; isNews: boolean } {
  const notified = domain.served?.notified;
  if (!notified || notified[of].includes(cause)) return { domain, isNews: false };
  return { domain: withServed(domain, { notified: { ...notified, [of]: [...notified[of], cause] } }), isNews: true };
}
