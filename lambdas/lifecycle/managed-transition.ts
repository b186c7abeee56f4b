import type { DiagnosisReason } from '../../contract/api/error-codes.ts';
import type { Timed } from '../../contract/stack/timings.schema.ts';
import type { Evidence } from '../model/domains/diagnosis/diagnosis.schema.ts';
import type { DomainIn } from '../model/domains/domain-row.schema.ts';
import type { CertificateFacts } from '../model/domains/issuance.schema.ts';
import { omit } from '../shared/rows/omit.ts';
import { addSeconds } from '../shared/time/instant.ts';
import type { PreparationObservation } from './issuance-observation.ts';
import { toDownloaded, toPending } from './issuance-transition.ts';
import { inProgress, toObstructed } from './obstacle.ts';
import { troublePause } from './pace.ts';
import { decideOnPreparation, notBefore } from './preparation-transition.ts';
import { becomes, type Transition, withCnameFound } from './transition.ts';

// Where CloudFront gets the certificate itself, there is no order, no slot and no key.

/** What the worker in AWS accounts has written down of the request, or what is in the way of any request. */
export type ManagedObservation =
  /** An operator of the service has paused it: nothing is asked for yet. */
  | { kind: 'paused' }
  /** The transaction that says so asks for it. */
  | { kind: 'requested' }
  /** `isUnannounced`: the worker does not know of it yet. */
  | { kind: 'pending'; isUnannounced?: true }
  | { kind: 'obstructed'; blocked: { reason: DiagnosisReason; observed?: string }; evidence: Evidence[] }
  /** The hostname's tenant has it: a transaction that says so puts it before its server. */
  | { kind: 'issued'; certificate: CertificateFacts }
  | Extract<PreparationObservation, { kind: 'window-over' | 'cname-gone' | 'caa-forbids' }>;

/**
 * A certificate that CloudFront gets itself has the window of any other: from the request to the end. Whatever is in the way is
 * the worker's to try again.
 */
export function decideOnManaged(before: DomainIn<'preparing'>, observation: ManagedObservation, time: Timed): Transition {
  const domain = withWindow(before, time);
  switch (observation.kind) {
    case 'paused':
      return notBefore(before, { at: addSeconds(time.now, time.timings.caRetrySeconds) }, time);
    case 'requested':
      return becomes(
        inProgress({ ...withCnameFound(domain), dnsStatus: 'validated' }, time.now),
        'certificate.requested',
        [...(before.dnsStatus === 'error' ? (['domain.dns_restored'] as const) : []), 'certificate.requested'],
        time.timings.orderPollSeconds,
      );
    case 'pending':
      return toPending(domain, undefined, time);
    case 'obstructed': {
      const { blocked, evidence } = observation;
      return toObstructed(
        before,
        domain,
        {
          diagnosis: { code: 'certificate_install_failed', ...blocked, evidence },
          // At the end of the window this is the answer of the CA, which AWS is.
          acme: { type: blocked.reason, detail: blocked.observed ?? '' },
          risk: `certificate_install_failed ${blocked.reason}`,
          waitSeconds: troublePause(time.timings.orderPollSeconds, domain.issuance.issuanceDeadlineAt, time),
        },
        time,
      );
    }
    case 'issued':
      return toDownloaded(domain, { certificate: observation.certificate, spends: [] }, time);
    default:
      return decideOnPreparation(before, observation, time);
  }
}

function withWindow(domain: DomainIn<'preparing'>, { now, timings }: Timed) {
  const issuance = omit(domain.issuance, 'preflightDeadlineAt', 'place', 'waitsSince', 'slotGrantedAt');
  const issuanceDeadlineAt = managedDeadline(domain, now, timings.issuanceWindowSeconds);
  return { ...domain, issuance: { ...issuance, issuanceDeadlineAt } };
}

/** When the window of the request ends, which begins with it. */
export function managedDeadline({ issuance }: DomainIn<'preparing'>, now: Date, windowSeconds: number): string {
  return issuance.issuanceDeadlineAt ?? addSeconds(now, windowSeconds);
}
