import { baseOf, isWildcard } from '../../../contract/domain-name.ts';
import type { Settings } from '../../../contract/stack/settings.schema.ts';
import type { ServiceSecret } from '../../shared/secrets/service-secret.ts';
import { LostRace } from '../../shared/table/lost-race.ts';
import { addSeconds } from '../../shared/time/instant.ts';
import type { Claim } from './claim.store.ts';
import type { Domain, Validation } from './domain-row.schema.ts';

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

const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567';
const LABEL_DIGITS = 26;

/**
 * The record that a domain is told whose hostname is to be validated by DNS: by the name that the stage has now. A
 * wildcard has the one that is written for each order.
 */
export function newValidation(
  organizationId: string,
  hostname: string,
  ports: { serviceSecret: ServiceSecret; validationZone: string; validationRecord?: Settings['validationRecord'] },
): Validation {
  const stands = ports.validationRecord === 'validation-persist' && !isWildcard(hostname);
  // One that stands has a label of its own, so that no order ever waits for it.
  const name = stands ? `_validation-persist.${hostname}` : baseOf(hostname);
  const target = validationTarget(organizationId, name, ports);
  return { target, state: 'missing', ...(stands && { stands }) };
}

/**
 * Where the record leads by which a hostname is validated: 130 bits that nobody else can know. The same for the same organization
 * and name, so that a record that was set once is right again after the domain was deleted and created anew. A wildcard shares
 * it with its base: both have one such record.
 */
function validationTarget(
  organizationId: string,
  name: string,
  { serviceSecret, validationZone }: { serviceSecret: ServiceSecret; validationZone: string },
): string {
  const bytes = serviceSecret.sign('validation-label', messageOf(organizationId, name));
  const label = Array.from(bytes.subarray(0, LABEL_DIGITS), (byte) => BASE32[byte & 31]).join('');
  return `${label}.${validationZone}`;
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
