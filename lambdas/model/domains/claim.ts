import { isWildcard, wildcardBaseOf } from '../../../contract/domain-name.ts';
import type { ServiceSecret } from '../../shared/secrets/service-secret.ts';
import { LostRace } from '../../shared/table/lost-race.ts';
import { addSeconds } from '../../shared/time/instant.ts';
import type { Claim } from './claim.store.ts';
import type { Domain } from './domain-row.schema.ts';

/** The hostname is already claimed. `claim` names the holder: internal, never for the caller. */
export class HostnameTaken extends LostRace {
  readonly claim: Claim;
  constructor(claim: Claim, cause: unknown) {
    super([claim], cause);
    this.claim = claim;
  }
}

/** The state of a claim from the view of an organization that wants its hostname. */
export type ClaimState =
  | 'free'
  /** Another domain of the same organization has it. */
  | 'registered'
  /** Another organization has it, and the CNAME was right once. */
  | 'validated'
  /** Another organization has it, and its first DNS window is open. */
  | 'unproven'
  /** Another organization has it, and its DNS window has ended. */
  | 'lapsed'
  /** Another organization had it validated and deleted it; also if it was created again and the new DNS window has ended. */
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

/** The state of another organization's request for the hostname; undefined once that request has expired. */
export function pendingTransfer({ transfer }: Pick<Domain, 'transfer'>, now: Date): Domain['transfer'] {
  return transfer && transfer.endsAt > now.toISOString() ? transfer : undefined;
}

/** True when a wildcard above is possible: none exists directly below a registrable domain, or below another wildcard. */
export function canBeBelowWildcard({ url, cname }: Pick<Domain, 'url'> & { cname: Pick<Domain['cname'], 'host'> }): boolean {
  return !isWildcard(url) && cname.host.includes('.');
}

/** The owner of a hostname according to DNS. */
export interface OwnershipObservation {
  /** The CNAME passes a label of the requesting organization, or DNS shows that organization's TXT record. */
  isProven: boolean;
  isRecordShown: boolean;
  leadsTo: { kind: 'organization'; organizationId: string } | { kind: 'elsewhere' } | { kind: 'unknown' };
}

/** The effect of a DNS check on another organization's claim. `gone` and `back` are recorded in it. */
export type ClaimVerdict = 'take' | 'refuse' | 'gone' | 'back';

const QUARANTINE_SECONDS = 72 * 3600;

/** The proof takes any hostname that no validated domain holds. A quarantine also ends by time, once the CNAME is gone. */
export function decideClaim(
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

/** The TXT record that proves an organization's ownership of a hostname: only the controller of the zone can publish it. */
export function claimRecord(organizationId: string, hostname: string, serviceSecret: ServiceSecret) {
  const proof = serviceSecret.sign('hostname-claim', messageOf(organizationId, hostname));
  return { type: 'TXT', name: proofName(hostname), value: recordValue(proof) };
}

/** Every valid proof: a value signed with an earlier version of the secret may still be published. */
export function proofValues(organizationId: string, hostname: string, serviceSecret: ServiceSecret): string[] {
  return serviceSecret.signAll('hostname-claim', messageOf(organizationId, hostname)).map(recordValue);
}

export function proofName(hostname: string): string {
  return `_cps-claim.${wildcardBaseOf(hostname)}`;
}

function messageOf(organizationId: string, hostname: string): string {
  return `${organizationId} ${hostname}`;
}

function recordValue(proof: Buffer): string {
  return `cps-claim=${proof.toString('base64url')}`;
}
