import { isWildcard, wildcardOver } from '../../../contract/domain-name.ts';
import { FIELD_PROBLEMS } from '../../../copy/en/error-messages.ts';
import type { LookAtOwnership } from '../../dns/look-at-ownership.ts';
import { claimLost } from '../../lifecycle/request.ts';
import type { Claim, Claimant, ClaimStore } from '../../model/domains/claim.store.ts';
import { claimRecord, claimStateOf, decideOnClaim, type OwnershipObservation } from '../../model/domains/claim.ts';
import type { DomainStore } from '../../model/domains/domain.store.ts';
import { type AppError, validationError } from '../../shared/errors/app-error.ts';
import type { ServiceSecret } from '../../shared/secrets/service-secret.ts';
import type { Write } from '../../shared/table/table.store.ts';

/** Reads DNS once, however often it is called. */
export type OwnershipCheck = () => Promise<OwnershipObservation>;

export function memoizedOwnershipCheck(
  lookAtOwnership: LookAtOwnership,
  organizationId: string,
  hostname: string,
  now: Date,
): OwnershipCheck {
  let observation: Promise<OwnershipObservation> | undefined;
  return () => {
    observation ??= lookAtOwnership(organizationId, hostname, now);
    return observation;
  };
}

export interface ClaimPorts {
  claims: ClaimStore;
  domains: DomainStore;
  lookAtOwnership: LookAtOwnership;
  serviceSecret: ServiceSecret;
}

/**
 * What has to be written for a domain to get its hostname from the claim that was found: the claim itself, and what becomes of
 * the domain that loses it. Throws the 422 where it cannot be had. Which of the reasons it is, only who proves it learns.
 */
export async function writesToClaim(
  domain: Claimant,
  found: Claim | undefined,
  checkOwnership: OwnershipCheck,
  now: Date,
  ports: ClaimPorts,
): Promise<{ claim: Write; alongside: Write[] }> {
  const claim = ports.claims.takeWrite(domain, found);
  const claimState = claimStateOf(found, domain, now);
  if (!found || claimState === 'free') return { claim, alongside: [] };
  if (claimState === 'registered') throw isRegistered(found.domainId);
  if (claimState === 'validated') throw await isHeld(domain, checkOwnership, ports);
  if (claimState !== 'lapsed') await proveOwnership(domain, found, claimState, checkOwnership, now, ports);
  return { claim, alongside: await lossWrites(found, now, ports) };
}

/**
 * Throws the 422 of a claimed name for one below a wildcard that another organization has in use, unless it is proven. That takes
 * nothing from the wildcard: the name has a record of its own then. Names that an organization had before stay its own.
 */
export async function refuseBelowWildcard(
  domain: Claimant,
  checkOwnership: OwnershipCheck,
  now: Date,
  { claims, serviceSecret }: Pick<ClaimPorts, 'claims' | 'serviceSecret'>,
): Promise<void> {
  const { url, organizationId } = domain;
  if (isWildcard(url)) return;
  const over = await claims.get(wildcardOver(url), organizationId);
  if (claimStateOf(over, domain, now) !== 'validated') return;
  const own = await claims.get(url, organizationId);
  if (own?.organizationId === organizationId || (await checkOwnership()).isProven) return;
  throw isNotAvailable(domain, serviceSecret);
}

/**
 * A proof does not take what another organization serves: asking for one that is there would go on for ever. Whoever shows it may
 * know why; anybody else is answered as for every other reason, and as late.
 */
async function isHeld(domain: Claimant, checkOwnership: OwnershipCheck, { serviceSecret }: ClaimPorts): Promise<AppError> {
  const { isProven } = await checkOwnership();
  return isProven ? validationError({ url: [FIELD_PROBLEMS.heldByAnother] }) : isNotAvailable(domain, serviceSecret);
}

/** Throws the 422 unless DNS, or the time since it was seen to have changed, ends the other's claim. */
async function proveOwnership(
  domain: Claimant,
  found: Claim,
  claimState: 'unproven' | 'quarantined',
  checkOwnership: OwnershipCheck,
  now: Date,
  { claims, serviceSecret }: ClaimPorts,
): Promise<void> {
  const verdict = decideOnClaim(found, claimState, await checkOwnership(), now);
  if (verdict === 'take') return;
  if (verdict === 'gone') await claims.rememberGone(domain.url, found, now.toISOString());
  if (verdict === 'back') await claims.rememberGone(domain.url, found, undefined);
  throw isNotAvailable(domain, serviceSecret);
}

/** The domain that loses its hostname stays in view, in error. In quarantine there is none. */
async function lossWrites(former: Claim, now: Date, { domains }: ClaimPorts): Promise<Write[]> {
  const loser = former.state === 'held' ? await domains.get(former.domainId) : undefined;
  if (!loser || loser.organizationId !== former.organizationId || loser.phase === 'removing') return [];
  const { domain, timeline, events, startExecution } = claimLost(loser, now);
  return domains.replaceWrites(loser, domain, { timeline, events, startExecution });
}

function isRegistered(domainId: number): AppError {
  return validationError({ url: [FIELD_PROBLEMS.registered] }, { existing_domain_id: domainId });
}

function isNotAvailable({ organizationId, url }: Claimant, serviceSecret: ServiceSecret): AppError {
  return validationError({ url: [FIELD_PROBLEMS.notAvailable] }, { claim: claimRecord(organizationId, url, serviceSecret) });
}
