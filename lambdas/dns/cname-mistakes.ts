import { isIPv4 } from 'node:net';
import type { DiagnosisReason } from '../../contract/api/error-codes.ts';
import { isAtOrBelow, isBelow, nameAndParents } from '../../contract/domain-name.ts';
import type { DnsObservation } from '../lifecycle/observation.ts';
import { cleanText, evidence } from '../model/domains/diagnosis/conditions.ts';
import type { Evidence } from '../model/domains/diagnosis/diagnosis.schema.ts';
import { registrableDomainOf } from '../model/domains/hostnames/public-suffix.ts';
import { combineViews, type FollowedChain, type NameVerdict, nameEvidence } from './cname-chain.ts';
import { dnsEvidence } from './dns-evidence.ts';
import { proxyOf } from './known-proxies.ts';
import type { DnsReader } from './walk/dns-reader.ts';
import { recursiveAnswer } from './walk/server-answer.ts';

type Missing = Extract<DnsObservation, { kind: 'cname-missing' }>;
type Cause = Omit<Missing, 'kind' | 'evidence'> & { evidence?: Evidence[] };

/** Why the zone has no CNAME for a hostname, as far as other records at the name and nearby names tell. */
export async function findMissingCause(
  reader: DnsReader,
  expected: Pick<Expected, 'url'> & { cnameTarget: string | undefined; isForWildcard: boolean },
  followed: FollowedChain,
  now: Date,
): Promise<DnsObservation> {
  const hostname = expected.url;
  const cause =
    (await findAddressCause(reader, expected, followed, now)) ??
    (await findTextCause(reader, expected, followed, now)) ??
    notRegistered(hostname, followed) ??
    (await findDoubledName(reader, expected, followed, now)) ??
    (await otherNameServers(reader, hostname, followed, now)) ??
    {};
  return { kind: 'cname-missing', ...cause, evidence: [...followed.evidence, ...(cause.evidence ?? [])] };
}

/**
 * Addresses instead of the CNAME: from a proxy, which hides it; from a wildcard record, which sibling names share; or the name's
 * own.
 */
async function findAddressCause(
  reader: DnsReader,
  { url, isForWildcard }: Parameters<typeof findMissingCause>[1],
  { first: { verdict } }: FollowedChain,
  now: Date,
): Promise<Cause | undefined> {
  if (verdict.kind !== 'absent' || verdict.addresses.length === 0) return undefined;
  const observed = verdict.addresses.join(', ');
  if (verdict.addresses.every((address) => proxyOf(address) !== undefined)) return { reason: 'proxy_addresses', observed };
  if (isForWildcard) return { reason: 'address_instead', observed };
  const sibling = combineViews(await reader.lookAtName(siblingOf(url)));
  const isAnswer = (other: NameVerdict) => other.kind === 'absent' && other.addresses.join(', ') === observed;
  if (!isAnswer(sibling)) return { reason: 'address_instead', observed };
  const found = isValidationName(url) ? await wildcardOf(reader, url, isAnswer, now) : undefined;
  if (!found) return { reason: 'wildcard_answer', observed };
  const type = verdict.addresses.some((address) => isIPv4(address)) ? 'A' : 'AAAA';
  return { reason: 'wildcard_answer', observed: cleanText(`${found.wildcard} ${type} ${observed}`), evidence: found.evidence };
}

/** The name holds no hostname: its records change nothing for visitors. */
export function isValidationName(name: string): boolean {
  return name.startsWith('_');
}

/** The validation name is its own zone, so nobody sees a record for it in the zone of the hostname. */
export function findDelegatedValidation({ chain, first, evidence: seen }: FollowedChain, now: Date): DnsObservation | undefined {
  const { zone, nameServers } = first.seen;
  if (zone !== chain.hostname || !isValidationName(zone) || first.verdict.kind === 'found') return undefined;
  const servers = nameServers.toSorted();
  return {
    kind: 'cname-missing',
    reason: 'name_servers_differ',
    observed: cleanText(`${zone} NS ${servers.join(', ')}`),
    evidence: [...seen, evidence('dns', `NS ${zone}`, servers.join('; '), now)],
  };
}

/**
 * The target in a record of the wrong type. At a validation name any text counts, because no CNAME can exist beside it. Queried
 * only if the name exists and has neither CNAME nor addresses.
 */
async function findTextCause(
  { resolve }: DnsReader,
  { url, cnameTarget }: Parameters<typeof findMissingCause>[1],
  { first: { verdict } }: FollowedChain,
  now: Date,
): Promise<Cause | undefined> {
  if (verdict.kind !== 'absent' || verdict.isNxdomain || verdict.addresses.length > 0 || cnameTarget === undefined)
    return undefined;
  const answer = await resolve(url, 'TXT');
  const isOfValidation = isValidationName(url);
  const isInTheWay = (value: string) => isOfValidation || holdsTarget(value, cnameTarget);
  const text = answer.records.find(({ type, value }) => type === 'TXT' && isInTheWay(value))?.value;
  if (text === undefined) return undefined;
  const asked = dnsEvidence(url, recursiveAnswer('TXT', answer), now);
  const beside = isOfValidation ? (await resolve(siblingOf(url), 'TXT')).records : [];
  const isWildcard = beside.some(({ type, value }) => type === 'TXT' && value === text);
  return { reason: isWildcard ? 'wildcard_answer' : 'txt_instead', observed: cleanText(text), evidence: [asked] };
}

/** As people paste it: alone, with a final dot, in quotes, or after the word CNAME. */
function holdsTarget(text: string, cnameTarget: string): boolean {
  const words = text.toLowerCase().split(/[\s"'=:]+/);
  return words.some((word) => word === cnameTarget || word === `${cnameTarget}.`);
}

/** The registry says that the domain does not exist: it was never registered, has expired, or has no name servers. */
function notRegistered(hostname: string, { first: { verdict } }: FollowedChain): Cause | undefined {
  const domain = registrableDomainOf(hostname);
  if (verdict.kind !== 'absent' || !verdict.isNxdomain || domain === undefined) return undefined;
  const isAbove = isBelow(domain, verdict.saidBy);
  return isAbove ? { reason: 'domain_not_registered', observed: domain } : undefined;
}

/** A form that appends the zone automatically turns `shop.example.com` into `shop.example.com.example.com`. */
async function findDoubledName(
  reader: DnsReader,
  { url: hostname, isForWildcard }: Parameters<typeof findMissingCause>[1],
  { first }: FollowedChain,
  now: Date,
): Promise<Cause | undefined> {
  const { zone } = first.seen;
  const domain = registrableDomainOf(hostname);
  if (domain === undefined || zone === '') return undefined;
  const appended = isBelow(zone, domain) ? zone : domain;
  const doubled = `${hostname}.${appended}`;
  const seen = await reader.lookAtName(doubled);
  const verdict = combineViews(seen);
  if (verdict.kind !== 'found') return undefined;
  if (!isForWildcard && (await isWildcard(reader, doubled, verdict.target))) return undefined;
  return {
    reason: 'doubled_name',
    observed: cleanText(`${doubled} CNAME ${verdict.target}`),
    evidence: nameEvidence(seen, verdict, now),
  };
}

/**
 * The record may be at servers that the registry no longer lists. Two lists that share a server belong to the same zone, and one
 * of them is incomplete.
 */
async function otherNameServers(
  reader: DnsReader,
  hostname: string,
  { first }: FollowedChain,
  now: Date,
): Promise<Cause | undefined> {
  const { nameServers, zone } = first.seen;
  const own = zone === '' ? undefined : await reader.ownNameServers(hostname);
  const above = [...nameServers].sort();
  if (own === undefined || own.some((server) => above.includes(server))) return undefined;
  return {
    reason: 'name_servers_differ',
    observed: cleanText(own.join(', ')),
    evidence: [evidence('dns', `NS ${zone}`, own.join('; '), now), evidence('dns', `NS ${zone} above it`, above.join('; '), now)],
  };
}

/** If sibling names have the same wrong target, it comes from a wildcard, which was not meant for this name. */
export async function findWildcardCause(
  reader: DnsReader,
  hostname: string,
  elsewhere: DnsObservation,
  now: Date,
): Promise<DnsObservation> {
  if (elsewhere.kind !== 'cname-elsewhere' || elsewhere.reason !== undefined) return elsewhere;
  const { actualTarget: target } = elsewhere;
  if (!(await isWildcard(reader, hostname, target))) return elsewhere;
  const record = await wildcardOf(reader, hostname, (verdict) => verdict.kind === 'found' && verdict.target === target, now);
  const evidence = [...elsewhere.evidence, ...(record?.evidence ?? [])];
  return { ...elsewhere, reason: 'wildcard_answer', evidence, ...(record && { wildcard: record.wildcard }) };
}

/** The highest such record: a wildcard answers for the stars below it, too. */
async function wildcardOf(reader: DnsReader, hostname: string, isAnswer: (verdict: NameVerdict) => boolean, now: Date) {
  const domain = registrableDomainOf(hostname) ?? hostname;
  const parents = nameAndParents(hostname).filter((name) => name !== hostname && isAtOrBelow(name, domain));
  for (const parent of parents.reverse()) {
    const wildcard = `*.${parent}`;
    const seen = await reader.lookAtName(wildcard);
    const verdict = combineViews(seen);
    if (isAnswer(verdict)) return { wildcard, evidence: nameEvidence(seen, verdict, now) };
  }
  return;
}

/** The wildcard also answers for a name that nobody created. */
async function isWildcard(reader: DnsReader, name: string, target: string): Promise<boolean> {
  const verdict = combineViews(await reader.lookAtName(siblingOf(name)));
  return verdict.kind === 'found' && verdict.target === target;
}

/** A sibling name that nobody creates on purpose. It need not be secret: an owner who answers for it only misses a hint. */
function siblingOf(name: string): string {
  return ['_cps-wildcard-probe', ...name.split('.').slice(1)].join('.');
}

export interface Expected {
  url: string;
  cnameTarget: string;
  /** The domain below which every server's label lies. */
  baseTarget: string;
}

/** A label has 16 random characters: within three edits it is a typo, hardly another label. */
const MAX_EDITS = 3;

/** The typical mistake that explains a wrong target, if any. */
export function classifyWrongTarget(actual: string, { url, cnameTarget, baseTarget }: Expected): DiagnosisReason | undefined {
  const [label = ''] = cnameTarget.split('.');
  if (actual === baseTarget) return 'base_target';
  // The provider appended the zone to a target without a final dot, or to a bare label.
  if (actual.startsWith(`${baseTarget}.`) || actual.includes(`.${baseTarget}.`)) return 'missing_dot';
  if (actual.startsWith(`${cnameTarget}.`) || (actual.startsWith(`${label}.`) && sharesZone(actual, url))) return 'missing_dot';
  if (actual.endsWith(`.${cnameTarget}`)) return 'name_before_target';
  if (editDistance(actual, cnameTarget) <= MAX_EDITS) return 'target_typo';
  return isAtOrBelow(actual, baseTarget) ? 'other_target' : undefined;
}

function sharesZone(actual: string, url: string): boolean {
  const domain = registrableDomainOf(url);
  return domain !== undefined && actual.endsWith(`.${domain}`);
}

/** Levenshtein: insertions, deletions and substitutions. Names have at most 253 characters. */
function editDistance(from: string, to: string): number {
  let above = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (const [row, character] of [...from].entries()) {
    const current = [row + 1];
    for (let column = 1; column <= to.length; column += 1) {
      const substituted = (above[column - 1] ?? 0) + (character === to[column - 1] ? 0 : 1);
      current.push(Math.min(substituted, (above[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    above = current;
  }
  return above[to.length] ?? 0;
}
