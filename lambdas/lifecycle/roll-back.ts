import type { Timings } from '../../contract/stack/timings.schema.ts';
import { foundNow, withConditions } from '../model/domains/diagnosis/conditions.ts';
import type { Diagnosis } from '../model/domains/diagnosis/diagnosis.schema.ts';
import { diagnosisOf } from '../model/domains/diagnosis-of.ts';
import type { CertificateFacts, Domain, DomainIn } from '../model/domains/domain-row.schema.ts';
import { rollBackEnd } from '../model/domains/renewal-time.ts';
import { addSeconds } from '../shared/time/instant.ts';
import { certificateFailed, type Failure } from './certificate-failure.ts';
import { type InstallationObservation, wasSeen } from './observation.ts';
import { becomes, stays, type Transition } from './transition.ts';

type Installing = DomainIn<'installing'>;
export type RolledBack = Installing & { rolledBack: CertificateFacts };
type NothingSeen = Extract<InstallationObservation, { kind: 'nothing-seen' }>;

/** What is said of a renewal whose server refuses the handshake with it: a second look that finds the same is sure. */
export const REFUSED = { code: 'certificate_not_served', reason: 'tls_failed' } as const;

/** Domains are visited once a day, and by runs that are a little late. */
const LATE_VISIT = 1 / 24;

/**
 * Whether the former certificate is put back in the place of a renewed one: the server refuses the handshake with this, twice in a row, and
 * has worked with that within a day. Never on less than a refusal, and never so near the end of the former one that no other try comes before it. `servedAt`: when
 * a visit has last seen it served.
 */
export function mayRollBack(
  domain: Installing,
  { isRefused }: NothingSeen,
  servedAt: string | undefined,
  now: Date,
  timings: Timings,
): boolean {
  const { certificate } = domain;
  const refused = domain.conditions.obstacle?.found;
  if (!isRefused || certificate === undefined || domain.sslStatus !== 'active' || domain.rolledBack) return false;
  const beganAt = addSeconds(new Date(domain.installDeadlineAt), -timings.installWindowSeconds);
  const isSecondLook =
    refused?.code === REFUSED.code && refused.reason === REFUSED.reason && (refused.checkedAt ?? '') >= beganAt;
  const lastServedAt =
    [servedAt, domain.lastRenewedAt]
      .filter((at) => at !== undefined)
      .toSorted()
      .at(-1) ?? '';
  const worked = lastServedAt >= addSeconds(new Date(beganAt), -timings.watchDaySeconds * (1 + LATE_VISIT));
  return isSecondLook && worked && now.toISOString() < rollBackEnd(certificate);
}

/** The renewed certificate is taken back, with what was seen of it; the former one has to be seen served again. */
export function rolledBack(
  domain: Installing,
  former: CertificateFacts,
  { evidence }: NothingSeen,
  now: Date,
  timings: Timings,
): Transition {
  const { issued } = domain;
  const obstacle = refusal(domain, issued.fingerprintSha256, { evidence }, now);
  const next: Installing = { ...withConditions(domain, { obstacle }), issued: former, rolledBack: issued };
  return becomes(next, 'certificate.rolled_back', [], timings.installPollSeconds);
}

/** Until the former certificate is seen again, at the latest until the end of the window. The renewal has then failed. */
export function decideOnRollBack(
  domain: RolledBack,
  observation: InstallationObservation,
  now: Date,
  timings: Timings,
): Transition {
  if (!wasSeen(observation) && now.toISOString() < domain.installDeadlineAt) return stays(domain, timings.installPollSeconds);
  const { diagnosis } = diagnosisOf(domain);
  return certificateFailed(domain, refusal(domain, domain.rolledBack.fingerprintSha256, diagnosis, now), now, timings);
}

function refusal({ url }: Domain, expected: string, { evidence }: Pick<Diagnosis, 'evidence'>, now: Date): Failure {
  const code = 'certificate_install_failed';
  const condition = foundNow(undefined, { code, reason: REFUSED.reason, evidence }, now);
  return { ...condition, error: { code, details: { domain: url, expected_fingerprint: expected } } };
}
