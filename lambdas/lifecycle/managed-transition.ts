import type { DiagnosisReason } from '../../contract/api/error-codes.ts';
import type { TimedDecision } from '../../contract/stack/timings.schema.ts';
import type { Evidence } from '../model/domains/diagnosis/diagnosis.schema.ts';
import type { DomainIn } from '../model/domains/domain-row.schema.ts';
import type { CertificateFacts } from '../model/domains/issuance.schema.ts';
import { omit } from '../shared/rows/omit.ts';
import { addSeconds } from '../shared/time/instant.ts';
import type { PreparationObservation } from './issuance-observation.ts';
import { toDownloaded, toPending } from './issuance-transition.ts';
import { toInProgress, toObstructed } from './obstacle.ts';
import { troublePause } from './pace.ts';
import { decideOnPreparation, toDelayed } from './preparation-transition.ts';
import { type Transition, transitionTo, withCnameFound } from './transition.ts';

// CloudFront gets the certificate itself, so there is no order, slot or key.

/** The worker's recorded state of the request, or the obstacle to any request. */
export type ManagedObservation =
  /** An operator has paused it: no request yet. */
  | { kind: 'paused' }
  /** The same transaction makes the request. */
  | { kind: 'requested' }
  /** `isUnannounced`: the worker was not notified yet. */
  | { kind: 'pending'; isUnannounced?: true }
  | { kind: 'obstructed'; blocked: { reason: DiagnosisReason; observed?: string }; evidence: Evidence[] }
  /** The hostname's tenant has the certificate; the same transaction installs it at its server. */
  | { kind: 'issued'; certificate: CertificateFacts }
  | Extract<PreparationObservation, { kind: 'window-over' | 'cname-gone' | 'caa-forbids' }>;

/**
 * A certificate that CloudFront gets itself has the same window, from the request to the deadline. The worker retries after
 * obstacles.
 */
export function decideOnManaged(before: DomainIn<'preparing'>, observation: ManagedObservation, time: TimedDecision): Transition {
  const domain = withWindow(before, time);
  switch (observation.kind) {
    case 'paused':
      return toDelayed(before, { at: addSeconds(time.now, time.timings.caRetrySeconds) }, time);
    case 'requested':
      return transitionTo(
        toInProgress({ ...withCnameFound(domain), dnsStatus: 'validated' }, time.now),
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
          // At the end of the window this is the CA's answer: here AWS is the CA.
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

function withWindow(domain: DomainIn<'preparing'>, { now, timings }: TimedDecision) {
  const issuance = omit(domain.issuance, 'preflightDeadlineAt', 'place', 'waitsSince', 'slotGrantedAt');
  const issuanceDeadlineAt = managedDeadline(domain, now, timings.issuanceWindowSeconds);
  return { ...domain, issuance: { ...issuance, issuanceDeadlineAt } };
}

/** The deadline of the request, which begins the window. */
export function managedDeadline({ issuance }: DomainIn<'preparing'>, now: Date, windowSeconds: number): string {
  return issuance.issuanceDeadlineAt ?? addSeconds(now, windowSeconds);
}
