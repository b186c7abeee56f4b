import { baseOf, isWildcard } from '../../../contract/domain-name.ts';
import type { ServiceSecret } from '../../shared/secrets/service-secret.ts';
import { LostRace } from '../../shared/table/lost-race.ts';
import { addSeconds } from '../../shared/time/instant.ts';
import type { Claim } from './claim.store.ts';
import type { Domain } from './domain-row.schema.ts';

/** The hostname is claimed already. `claim` says by whom: for us, never for the caller. */
export class HostnameTaken extends LostRace {
  readonly claim: Claim;
  constructor(claim: Claim, cause: unknown) {
    super([claim], cause);
    this.claim = claim;
  }
}

/** What a claim means to whoever wants its hostname now. */
export type ClaimState =
  | 'free'
  /** Another domain of the same organization has it. */
  | 'registered'
  /** Another organization has it, and the CNAME was right once. */
  | 'validated'
  /** Another organization has it, and its first DNS window is open. */
  | 'unproven'
  /** Another organization has let its DNS window end. */
  | 'lapsed'
  /** Another organization had it validated, and deleted it; also where it has created it again and let the new DNS window end. */
  | 'quarantined';

export function claimStateOf(claim: Claim | undefined, wanted: Pick<Domain, 'id' | 'organizationId'>, now: Date): ClaimState {
  if (!claim) return 'free';
  if (claim.organizationId === wanted.organizationId) {
    return claim.state === 'quarantined' || claim.domainId === wanted.id ? 'free' : 'registered';
  }
  if (claim.state === 'quarantined') return 'quarantined';
  if (claim.holdsUntil === undefined) return 'validated';
  if (claim.holdsUntil > now.toISOString()) return 'unproven';
  return isLapsed(claim, now) ? 'lapsed' : 'quarantined';
}

/** Its window has ended, and it was never validated: anybody may take it. */
export function isLapsed({ state, holdsUntil, validatedAt }: Claim, now: Date): boolean {
  return state === 'held' && holdsUntil !== undefined && holdsUntil <= now.toISOString() && validatedAt === undefined;
}

/** What another organization's request for the hostname has come to; undefined once it is as if nobody had asked. */
export function transferAt({ transfer }: Pick<Domain, 'transfer'>, now: Date): Domain['transfer'] {
  return transfer && transfer.endsAt > now.toISOString() ? transfer : undefined;
}

/** Whether a wildcard can be above: none stands directly below a registrable domain, and none below another. */
export function canBeBelowWildcard({ url, cname }: Pick<Domain, 'url'> & { cname: Pick<Domain['cname'], 'host'> }): boolean {
  return !isWildcard(url) && cname.host.includes('.');
}

/** What DNS says about whose a hostname is. */
export interface OwnershipObservation {
  /** Its CNAME passes a label of the organization that asks, or it shows that organization's TXT record. */
  isProven: boolean;
  /** It shows that record. */
  isRecordShown: boolean;
  leadsTo: { kind: 'organization'; organizationId: string } | { kind: 'elsewhere' } | { kind: 'unknown' };
}

/** What a check of DNS makes of another organization's claim: `gone` and `back` are to be remembered in it. */
export type ClaimVerdict = 'take' | 'refuse' | 'gone' | 'back';

const QUARANTINE_SECONDS = 72 * 3600;

/**
 * The proof takes whatever is not held by a validated domain; a quarantine ends by time as well, once the CNAME was seen gone.
 */
export function decideOnClaim(
  claim: Claim,
  claimState: 'unproven' | 'quarantined',
  observation: OwnershipObservation,
  now: Date,
): ClaimVerdict {
  if (observation.isProven) return 'take';
  if (claimState === 'unproven') return 'refuse';
  const { leadsTo } = observation;
  if (leadsTo.kind === 'unknown') return 'refuse';
  if (leadsTo.kind === 'organization' && leadsTo.organizationId === claim.organizationId) {
    return claim.goneSince === undefined ? 'refuse' : 'back';
  }
  if (claim.goneSince === undefined) return 'gone';
  return now.toISOString() >= addSeconds(new Date(claim.goneSince), QUARANTINE_SECONDS) ? 'take' : 'refuse';
}

/** The TXT record that proves a hostname to be an organization's: only who controls the zone can publish it. */
export function claimRecord(organizationId: string, hostname: string, serviceSecret: ServiceSecret) {
  const proof = serviceSecret.sign('hostname-claim', messageOf(organizationId, hostname));
  return { type: 'TXT', name: proofName(hostname), value: recordValue(proof) };
}

/** Every value that proves it: what an earlier version of the secret has signed may be published still. */
export function proofValues(organizationId: string, hostname: string, serviceSecret: ServiceSecret): string[] {
  return serviceSecret.signAll('hostname-claim', messageOf(organizationId, hostname)).map(recordValue);
}

export function proofName(hostname: string): string {
  return `_cps-claim.${baseOf(hostname)}`;
}

function messageOf(organizationId: string, hostname: string): string {
  return `${organizationId} ${hostname}`;
}

function recordValue(proof: Buffer): string {
  return `cps-claim=${proof.toString('base64url')}`;
}
