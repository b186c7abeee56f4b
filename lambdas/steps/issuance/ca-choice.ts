import { executionName } from '../../../contract/stack/execution.schema.ts';
import type { TimedDecision, Timings } from '../../../contract/stack/timings.schema.ts';
import { NO_DIRECTORY_RETRY_SECONDS } from '../../acme/caa-identities.ts';
import { toUnreachable } from '../../acme/problem.ts';
import type { Deferred } from '../../ca-limits/ca-health.ts';
import {
  type CertificateAuthorities,
  deferredByRateLimit,
  type KnownCa,
  pausedByOperator,
  type WatchedCa,
} from '../../ca-limits/certificate-authorities.ts';
import type { CaPassedOver, CaUnavailable, PreflightDue } from '../../lifecycle/issuance-observation.ts';
import type { Domain, DomainIn } from '../../model/domains/domain-row.schema.ts';
import { needsNewProof } from '../../model/domains/validation.ts';
import type { Clock } from '../../shared/time/clock.gateway.ts';
import { secondsFrom } from '../../shared/time/instant.ts';

export type Choice = { kind: 'chosen'; known: WatchedCa } | CaUnavailable;

/** When a CA recovers, the requests that waited are spread over at least this time, after the probe. */
const MIN_SPREAD_SECONDS = 10;

/** How long a preflight's result is valid: an outage, or a limit, may delay the order by days. */
const PREFLIGHT_LASTS_MS = 600_000;

/** Chooses the CA for a new order: the first that works, has not itself refused this name, and is not forbidden by CAA. */
export async function chooseCa(
  cas: CertificateAuthorities,
  domain: DomainIn<'ordering'>,
  clock: Clock,
  timings: Timings,
): Promise<Choice | PreflightDue> {
  const { issuance, organizationId } = domain;
  if ((await cas.paused()).ordersOf(organizationId))
    return toUnavailable(pausedByOperator(clock(), timings.caRetrySeconds), cas, { now: clock(), timings });
  if (needsNewProof(domain) && (await cas.isZoneBehind()))
    return toUnavailable(deferredByRateLimit(ZONE_IS_BEHIND, clock(), 0), cas, { now: clock(), timings });
  const eligible = cas.inOrder.filter(({ name }) => isEligible(issuance, name));
  const spared: Deferred[] = [];
  for (const known of eligible.length === 0 ? cas.inOrder : eligible) {
    const due = await preflightDue(known, issuance, { now: clock(), timings });
    if (due) return due;
    const may = await known.healthWrites.mayAsk(executionOf(domain), timings.caRetrySeconds);
    if (may.kind === 'serving') return { kind: 'chosen', known };
    spared.push(may);
  }
  const [first] = spared.toSorted((one, other) => (one.until < other.until ? -1 : 1));
  return first ? toUnavailable(first, cas, { now: clock(), timings }) : { kind: 'chosen', known: cas.inOrder[0] };
}

const ZONE_IS_BEHIND = 'So many certificates are being validated by DNS that this one waits: its proof would come too late.';

/**
 * Returns an existing order's CA, unless its circuit breaker is open. Then another takes over, if the order cannot have become a
 * certificate.
 */
export async function caOfOrder(
  cas: CertificateAuthorities,
  domain: DomainIn<'authorizing' | 'validating' | 'finalizing' | 'downloading'>,
  clock: Clock,
  timings: Timings,
): Promise<Choice | CaPassedOver> {
  const known = cas.of(domain.issuance.ca);
  const may = await known.healthWrites.mayAsk(executionOf(domain), timings.caRetrySeconds);
  if (may.kind === 'serving') return { kind: 'chosen', known };
  if (!mayBeCertificate(domain) && (await isAnotherCaServing(cas, known, domain.issuance)))
    return { kind: 'ca-passed-over', ca: known.name, problem: may.problem };
  return toUnavailable(may, cas, { now: clock(), timings });
}

function executionOf({ id: domainId, execution }: Pick<Domain, 'id' | 'execution'>): string {
  return executionName({ domainId, attempt: execution.attempt, epoch: 0 });
}

type ChoiceFacts = Pick<DomainIn<'ordering'>['issuance'], 'passedOver' | 'caa' | 'preparedAt'>;

function isEligible({ passedOver, caa }: ChoiceFacts, name: string): boolean {
  return !passedOver?.includes(name) && !caa?.forbids?.includes(name);
}

/**
 * Decided before the probe is taken. The preflight must be repeated if it is old, or could not judge the CAA records for this CA,
 * which answers now.
 */
async function preflightDue(
  { name, ca, health, healthWrites }: WatchedCa,
  { preparedAt, caa }: ChoiceFacts,
  time: TimedDecision,
): Promise<PreflightDue | undefined> {
  if ((await health.state()).kind === 'spared') return undefined;
  const isOld = preparedAt !== undefined && time.now.getTime() - Date.parse(preparedAt) >= PREFLIGHT_LASTS_MS;
  if (isOld) return { kind: 'preflight-due', waitSeconds: 0 };
  if (!caa?.unjudged?.includes(name)) return undefined;
  if (await ca.isServing()) return { kind: 'preflight-due', waitSeconds: NO_DIRECTORY_RETRY_SECONDS };
  await healthWrites.failed(toUnreachable('no directory'), { isCertain: true, countsAnyway: true }, time.timings.caRetrySeconds);
  return undefined;
}

export function otherCas({ inOrder }: CertificateAuthorities, known: KnownCa, issuance: ChoiceFacts): WatchedCa[] {
  return inOrder.filter((other) => other !== known && isEligible(issuance, other.name));
}

/** True when the order may already be a certificate: a second order elsewhere might make two. */
export function mayBeCertificate({ phase }: Pick<Domain, 'phase'>): boolean {
  return phase === 'finalizing' || phase === 'downloading';
}

export async function isAnotherCaServing(cas: CertificateAuthorities, known: KnownCa, issuance: ChoiceFacts): Promise<boolean> {
  for (const other of otherCas(cas, known, issuance)) if ((await other.health.state()).kind === 'serving') return true;
  return false;
}

/** Waiting requests return after the probe, when its result is known, spread over time. */
export function toUnavailable(
  { until, problem }: Pick<Deferred, 'until' | 'problem'>,
  { jitterSeconds }: CertificateAuthorities,
  time: TimedDecision,
): CaUnavailable {
  const untilProbe = secondsFrom(time.now, until);
  const spread = jitterSeconds(Math.max(MIN_SPREAD_SECONDS, 2 * time.timings.caRetrySeconds));
  const retryAfterSeconds = Math.max(1, untilProbe + spread, problem.retryAfterSeconds ?? 0);
  return { kind: 'ca-unavailable', problem, retryAfterSeconds };
}
