import type { Timed } from '../../contract/stack/timings.schema.ts';
import type { DomainIn } from '../model/domains/domain-row.schema.ts';
import { omit } from '../shared/rows/omit.ts';
import { addSeconds } from '../shared/time/instant.ts';
import type { ManagedObservation, PreparationObservation } from './issuance-observation.ts';
import { toDownloaded, toPending } from './issuance-transition.ts';
import { inProgress, toObstructed } from './obstacle.ts';
import { troublePause } from './pace.ts';
import { decideOnPreparation } from './preparation-transition.ts';
import { becomes, type Transition, withCnameFound } from './transition.ts';

/** What comes before an order at a CA, or instead of it where CloudFront gets the certificate itself. */
export function decideOnRequest(domain: DomainIn<'preparing'>, observation: PreparationObservation, time: Timed): Transition {
  return isManaged(observation) ? decideOnManaged(domain, observation, time) : decideOnPreparation(domain, observation, time);
}

function isManaged(observation: PreparationObservation): observation is ManagedObservation {
  return observation.kind.startsWith('managed-');
}

/**
 * A certificate that CloudFront gets itself has the window of any other: from the request to the end. There is no order, no slot
 * and no key. Whatever is in the way is the worker's to try again.
 */
function decideOnManaged(before: DomainIn<'preparing'>, observation: ManagedObservation, time: Timed): Transition {
  const domain = withWindow(before, time);
  switch (observation.kind) {
    case 'managed-requested':
      return becomes(
        inProgress({ ...withCnameFound(domain), dnsStatus: 'validated' }, time.now),
        'certificate.requested',
        [...(before.dnsStatus === 'error' ? (['domain.dns_restored'] as const) : []), 'certificate.requested'],
        time.timings.orderPollSeconds,
      );
    case 'managed-pending':
      return toPending(domain, undefined, time);
    case 'managed-obstructed': {
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
    case 'managed-issued':
      return toDownloaded(domain, { certificate: observation.certificate, spends: [] }, time);
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
