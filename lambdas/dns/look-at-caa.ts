import type { DiagnosisReason } from '../../contract/api/error-codes.ts';
import { isAtOrBelow, isWildcard, nameAndParents, wildcardBaseOf } from '../../contract/domain-name.ts';
import { ownCaaRecord } from '../acme/caa-identities.ts';
import type { ChallengeType } from '../acme/challenge.ts';
import { cleanText, evidence } from '../model/domains/diagnosis/conditions.ts';
import type { Diagnosis, Evidence } from '../model/domains/diagnosis/diagnosis.schema.ts';
import { type CaaChange, caaChangesText } from '../model/domains/record-fixes.ts';
import type { DnsAnswer, Resolve } from '../shared/net/resolve.ts';
import { type CaaVerdict, type Issuer, judgeCaa } from './caa-records.ts';

/**
 * The result of a CAA check for one CA. No usable answer is `unknown`, but a failure of the zone's servers is a refusal to every
 * CA.
 */
export type CaaObservation =
  | { kind: 'caa-allows' }
  /** `changes`: what to change in the existing records so that they allow it. */
  | { kind: 'caa-forbids'; reason?: DiagnosisReason; changes: CaaChange[]; evidence: Evidence[] }
  | { kind: 'caa-unreadable'; evidence: Evidence[] }
  | { kind: 'caa-unknown' }
  /** There are records, but the CA does not publish its names. */
  | { kind: 'caa-unjudged' };

export interface CaaIssuer {
  /** The CA's names in CAA records; empty if it lists none, undefined if it does not answer. */
  caaIdentities: () => Promise<readonly string[] | undefined>;
  /** The current URL of our account at the CA; undefined until we are registered there. */
  accountUrl: () => Promise<string | undefined>;
}

/** The names of Amazon's CA (ACM User Guide, "CAA records"), which may issue for hostnames at CloudFront. */
const AMAZON_IDENTITIES = ['amazon.com', 'amazontrust.com', 'awstrust.com', 'amazonaws.com'];
export const AMAZON: CaaIssuer = { caaIdentities: async () => AMAZON_IDENTITIES, accountUrl: async () => undefined };

interface DnsPorts {
  resolve: Resolve;
  /** The domain of our own labels and their records. */
  baseTarget: string;
  /** The challenge type; absent: HTTP. */
  method?: ChallengeType | undefined;
}

export interface CaaPorts extends CaaIssuer, DnsPorts {
  /** Fallback CAs, in order. */
  others?: readonly CaaIssuer[];
}

/**
 * Customers' hostnames have three or four labels. A query takes 3 s at most, and all names above the hostname are queried in
 * parallel.
 */
const MAX_NAMES = 10;

interface AnswerAt {
  name: string;
  answer: DnsAnswer;
}

/** Checks whether one of the CAs may issue. If records forbid all of them, the result is that of the first. */
export async function lookAtCaa({ others = [], ...first }: CaaPorts, ...about: About): Promise<CaaObservation> {
  const [caa = { kind: 'caa-unknown' }, ...ofOthers] = await lookAtCaaOfEach({ ...first, cas: [first, ...others] }, ...about);
  return caa.kind === 'caa-forbids' ? (ofOthers.find(({ kind }) => kind === 'caa-allows') ?? caa) : caa;
}

/** `leadsTo`: the target of a CNAME that is still missing. The target's records will count first. */
type About = [hostname: string, now: Date, leadsTo?: string];

/**
 * Checks whether each of the CAs may issue, in the order of `cas`. One lookup finds the relevant records for all: those of the
 * hostname, or of the nearest name above it that has any (RFC 8659, section 3). A resolver follows a CNAME itself, so one query
 * also returns the records of its target.
 */
export async function lookAtCaaOfEach(
  { cas, resolve, baseTarget, method = 'http-01' }: DnsPorts & { cas: readonly CaaIssuer[] },
  ...[hostname, now, leadsTo = hostname]: About
): Promise<CaaObservation[]> {
  const base = wildcardBaseOf(hostname);
  const isForWildcard = isWildcard(hostname);
  // A wildcard uses the records of its base (RFC 8659, section 3).
  const names = [isForWildcard ? base : leadsTo, ...nameAndParents(base).slice(1)];
  if (names.length > MAX_NAMES) return cas.map(() => ({ kind: 'caa-unknown' }));
  const nearest = nearestAnswer(resolve, names);
  return Promise.all(cas.map((ca) => caaFor(ca, nearest, { baseTarget, method, isForWildcard }, now)));
}

async function caaFor(
  ca: CaaIssuer,
  found: Promise<AnswerAt | undefined>,
  ours: Pick<Wanted, 'baseTarget' | 'method' | 'isForWildcard'>,
  now: Date,
): Promise<CaaObservation> {
  const [identities, nearest] = await Promise.all([ca.caaIdentities(), found]);
  if (nearest === undefined) return { kind: 'caa-allows' };
  if (identities === undefined) return { kind: 'caa-unjudged' };
  const [identity] = identities;
  if (identity === undefined) return { kind: 'caa-allows' };
  if (nearest.answer.kind === 'failure') return classifyNoAnswer(nearest, now);
  const named = caaOf(nearest.answer).some(({ value }) => /accounturi/i.test(value));
  const accountUrl = named ? await ca.accountUrl() : undefined;
  return judgeAnswer(nearest, { ...ours, identities, identity, accountUrl }, now);
}

/**
 * RFC 8659, section 3: a CA that cannot read the records must treat that as a refusal, if the servers themselves report the
 * failure.
 */
function classifyNoAnswer({ name, answer }: AnswerAt, now: Date): CaaObservation {
  if (answer.rcode !== 'SERVFAIL') return { kind: 'caa-unknown' };
  return { kind: 'caa-unreadable', evidence: [evidence('caa', `CAA ${name}`, 'SERVFAIL', now, answer.server)] };
}

interface Wanted extends Issuer, Pick<DnsPorts, 'baseTarget'> {
  /** The CA's name in a record that must be added. */
  identity: string;
}

function judgeAnswer({ name, answer }: AnswerAt, { identity, baseTarget, ...issuer }: Wanted, now: Date): CaaObservation {
  const records = caaOf(answer);
  const verdict = judgeCaa(records, issuer);
  if (verdict.notUnderstood.length === 0 && verdict.issue !== 'forbids')
    return { kind: verdict.issue === 'unsure' ? 'caa-unknown' : 'caa-allows' };
  const at = records[0]?.name ?? name;
  const reason = isAtOrBelow(at, baseTarget) ? 'caa_at_target' : reasonOf(verdict);
  const missing =
    verdict.isRestricted || reason === 'caa_at_target'
      ? ownCaaRecord(identity, issuer.accountUrl, [issuer.method], verdict.tag)
      : `0 ${verdict.tag} "${identity}"`;
  const said = records.map((record) => `${record.name} CAA ${record.value}`).join('; ');
  return {
    kind: 'caa-forbids',
    ...(reason && { reason }),
    changes: changesFor(verdict, { name: at, value: missing }),
    evidence: [evidence('caa', `CAA ${name}`, said, now, answer.server)],
  };
}

function changesFor({ notUnderstood, issue }: CaaVerdict, missing: Omit<CaaChange, 'action'>): CaaChange[] {
  const removals = notUnderstood.map(({ name, value }): CaaChange => ({ action: 'remove', name, value }));
  return issue === 'forbids' ? [...removals, { action: 'add', ...missing }] : removals;
}

/**
 * The answer of the first name, from the hostname upwards, that has CAA records or whose answer is unknown; undefined if none has
 * records.
 */
async function nearestAnswer(resolve: Resolve, [first = '', ...above]: string[]): Promise<AnswerAt | undefined> {
  const ask = async (name: string) => ({ name, answer: await resolve(name, 'CAA') });
  const own = await ask(first);
  if (decides(own)) return own;
  return (await Promise.all(above.map(ask))).find(decides);
}

function decides({ answer }: AnswerAt): boolean {
  return answer.kind === 'failure' || caaOf(answer).length > 0;
}

function reasonOf({ notUnderstood, isRestricted }: CaaVerdict): DiagnosisReason | undefined {
  if (notUnderstood.length > 0) return 'caa_not_understood';
  return isRestricted ? 'caa_restricted' : undefined;
}

/**
 * The diagnosis of a domain from its CAA check, if issuance is blocked. A zone that gives no answer at all says nothing about
 * CAA.
 */
export function forbiddenByCaa(caa: CaaObservation, isZoneSilent = false): Omit<Diagnosis, 'checkedAt'> | undefined {
  const code = 'caa_forbids_issuance';
  switch (caa.kind) {
    case 'caa-forbids': {
      const { reason, changes, evidence } = caa;
      return { code, ...(reason && { reason }), observed: cleanText(caaChangesText(changes)), evidence };
    }
    case 'caa-unreadable':
      return isZoneSilent ? undefined : { code, reason: 'caa_unreadable', evidence: caa.evidence };
    case 'caa-allows':
    case 'caa-unknown':
    case 'caa-unjudged':
      return undefined;
  }
}

function caaOf({ records }: DnsAnswer): DnsAnswer['records'] {
  return records.filter(({ type }) => type === 'CAA');
}
