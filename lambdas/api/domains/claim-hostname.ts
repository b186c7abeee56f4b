import { wildcardOver } from '../../../contract/domain-name.ts';
import { FIELD_PROBLEMS } from '../../../copy/en/error-messages.ts';
import type { LookAtOwnership } from '../../dns/look-at-ownership.ts';
import { toClaimLost } from '../../lifecycle/request.ts';
import { toHandedOver, transferRequested, transferStateOf } from '../../lifecycle/requests/domain-requests.ts';
import type { Claim, Claimant } from '../../model/domains/claim.store.ts';
import { claimRecord, claimStateOf, decideClaim, isLapsed, type OwnershipObservation } from '../../model/domains/claim.ts';
import { transferResource } from '../../model/domains/domain-resource.ts';
import type { Transfer } from '../../model/domains/domain-row.schema.ts';
import { type Actor, auditEntry } from '../../shared/audit/audit.schema.ts';
import { type AppError, validationError } from '../../shared/errors/app-error.ts';
import type { ServiceSecret } from '../../shared/secrets/service-secret.ts';
import type { Write } from '../../shared/table/table.store.ts';
import { type Clocks, domainNow } from '../../shared/time/instant.ts';
import type { CheckPorts } from '../../wiring/checks.wiring.ts';
import type { Call } from '../pipeline/call.ts';

/** Reads DNS at most once, however often it is called. */
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

export type ClaimPorts = Pick<CheckPorts, 'claims' | 'domains' | 'lookAtOwnership' | 'serviceSecret' | 'settings' | 'newId'>;

type Asking = Pick<Call, 'actor' | 'caller' | keyof Clocks>;

/**
 * Returns the writes that give the domain its hostname: the new claim, and the change to the domain that loses it. Throws the 422
 * where the hostname is not available. Only a caller who proves ownership learns the reason.
 */
export async function claimHostnameWrites(
  domain: Claimant,
  found: Claim | undefined,
  checkOwnership: OwnershipCheck,
  asking: Asking,
  ports: ClaimPorts,
): Promise<{ claim: Write; alongside: Write[] }> {
  const now = domainNow(asking);
  const claim = ports.claims.takeWrite(domain, found);
  const claimState = claimStateOf(found, domain, now);
  if (!found || claimState === 'free') return { claim, alongside: [] };
  if (claimState === 'registered') throw isRegistered(found.domainId);
  if (claimState === 'validated') return transferFromHolder(domain, found, checkOwnership, asking, ports);
  if (claimState !== 'lapsed') await proveOwnership(domain, found, claimState, checkOwnership, now, ports);
  return { claim, alongside: await claimLossWrites(found, now, ports) };
}

/**
 * Throws the 422 for a hostname below another organization's validated wildcard, unless DNS proves ownership. The wildcard loses
 * nothing, because the hostname then has a record of its own. An organization keeps a hostname that it already holds, unless that
 * claim has lapsed. Wildcards have this protection even where the stage allows no new ones.
 */
export async function refuseBelowWildcard(
  domain: Claimant,
  checkOwnership: OwnershipCheck,
  now: Date,
  { claims, serviceSecret }: Pick<ClaimPorts, 'claims' | 'serviceSecret'>,
): Promise<void> {
  const { url, organizationId } = domain;
  const over = await claims.get(wildcardOver(url), organizationId);
  if (claimStateOf(over, domain, now) !== 'validated') return;
  const own = await claims.get(url, organizationId);
  const isCallers = own?.organizationId === organizationId && !isLapsed(own, now);
  if (isCallers || (await checkOwnership()).isProven) return;
  throw isNotAvailable(domain, serviceSecret);
}

/**
 * A hostname that another organization serves moves after three days' notice, if the holder has not refused and the ownership
 * record is still in DNS. Only a caller who shows that record learns the transfer's state. Others get the general answer, after
 * the same time.
 */
async function transferFromHolder(
  domain: Claimant,
  found: Claim,
  checkOwnership: OwnershipCheck,
  call: Asking,
  { claims, domains, serviceSecret, settings: { timings }, newId }: ClaimPorts,
): Promise<{ claim: Write; alongside: Write[] }> {
  const { isRecordShown } = await checkOwnership();
  const holder = isRecordShown ? await domains.get(found.domainId) : undefined;
  if (holder?.organizationId !== found.organizationId) throw isNotAvailable(domain, serviceSecret);
  const { organizationId } = domain;
  const now = domainNow(call);
  const state = transferStateOf(holder, organizationId, now);
  switch (state.kind) {
    case 'due': {
      const { domain: removing, ...change } = toHandedOver(holder, state.transfer, { now, timings });
      const audit = { by: SERVICE_ACTOR, clocks: call, before: { url: holder.url } };
      return {
        claim: claims.transferWrite(domain, found),
        alongside: domains.replaceWrites(holder, removing, { ...change, audit }),
      };
    }
    case 'none': {
      const { domain: notified, transfer, ...change } = transferRequested(holder, organizationId, now);
      const { until } = transfer;
      const resource = { type: 'organization', id: organizationId } as const;
      const asked = auditEntry(call, newId('aud'), { action: change.timeline, resource, after: { url: domain.url, until } });
      const audit = { by: SERVICE_ACTOR, clocks: call, after: { until } };
      await domains.replace(holder, notified, { ...change, audit, alongside: [claims.auditWrite(asked)] });
      throw isInNotice(transfer, FIELD_PROBLEMS.transferRequested(transfer.until));
    }
    case 'requested':
      throw isInNotice(state.transfer, FIELD_PROBLEMS.transferRequested(state.transfer.until));
    case 'refused':
      throw isInNotice(state.transfer, FIELD_PROBLEMS.transferRefused);
    case 'not-today':
      throw validationError({ url: [FIELD_PROBLEMS.transferNotToday] });
  }
}

/** The holder does not learn who requested the transfer. */
const SERVICE_ACTOR: Actor = { type: 'service' };

function isInNotice(transfer: Transfer, problem: string): AppError {
  return validationError({ url: [problem] }, { transfer: transferResource(transfer) });
}

/** Throws the 422 unless DNS proves ownership, or the holder's record has been gone for long enough. */
async function proveOwnership(
  domain: Claimant,
  found: Claim,
  claimState: 'unproven' | 'quarantined',
  checkOwnership: OwnershipCheck,
  now: Date,
  { claims, serviceSecret }: ClaimPorts,
): Promise<void> {
  const verdict = decideClaim(found, claimState, await checkOwnership(), now);
  if (verdict === 'take') return;
  if (verdict === 'gone') await claims.rememberGone(domain.url, found, now.toISOString());
  if (verdict === 'back') await claims.rememberGone(domain.url, found, undefined);
  throw isNotAvailable(domain, serviceSecret);
}

/** The losing domain stays visible, in error. A quarantined claim has no domain. */
async function claimLossWrites(former: Claim, now: Date, { domains }: ClaimPorts): Promise<Write[]> {
  const loser = former.state === 'held' ? await domains.get(former.domainId) : undefined;
  if (!loser || loser.organizationId !== former.organizationId || loser.phase === 'removing') return [];
  const { domain, timeline, events, startExecution } = toClaimLost(loser, now);
  return domains.replaceWrites(loser, domain, { timeline, events, startExecution });
}

function isRegistered(domainId: number): AppError {
  return validationError({ url: [FIELD_PROBLEMS.registered] }, { existing_domain_id: domainId });
}

function isNotAvailable({ organizationId, url }: Claimant, serviceSecret: ServiceSecret): AppError {
  return validationError({ url: [FIELD_PROBLEMS.notAvailable] }, { claim: claimRecord(organizationId, url, serviceSecret) });
}
