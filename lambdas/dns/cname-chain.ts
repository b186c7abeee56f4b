import type { DiagnosisReason } from '../../contract/api/error-codes.ts';
import { isAtOrBelow, isQueryableName } from '../../contract/domain-name.ts';
import type { Evidence } from '../model/domains/diagnosis/diagnosis.schema.ts';
import { publicSuffixOf } from '../model/domains/hostnames/public-suffix.ts';
import { dnsEvidence, reasonOf } from './dns-evidence.ts';
import { type DnsReader, haveSameCname, type NameAtZone, type ServerView } from './walk/dns-reader.ts';
import { isUsable, type ServerAnswer } from './walk/server-answer.ts';

/** Whether a name has a CNAME: yes, no, or unknown. Only `unknown` says nothing about the name. */
export type NameVerdict =
  | { kind: 'found'; target: string; addresses: string[] }
  | { kind: 'absent'; addresses: string[]; isNxdomain: boolean; saidBy: string }
  | { kind: 'unknown'; reason?: DiagnosisReason };

/** Addresses to report: a stranger's name may have thousands. */
const MAX_ADDRESSES = 10;

/**
 * Combines the answers of a zone's name servers. `absent` needs every reachable server that serves the zone to say so. If two
 * disagree or none answers, the result is `unknown`.
 */
export function combineViews({ views, zone }: NameAtZone): NameVerdict {
  const [first, ...others] = views.filter(isUsable);
  if (!first) return toUnknown(reasonOfSilence(views, zone));
  if (!others.every((other) => haveSameCname(first, other))) return toUnknown('servers_disagree');
  const addresses = [...new Set(views.flatMap((view) => view.addresses.map(({ value }) => value)))]
    .sort()
    .slice(0, MAX_ADDRESSES);
  if (first.cname !== undefined) return { kind: 'found', target: first.cname, addresses };
  if (views.some(({ said }) => said === 'servfail')) return toUnknown('servfail');
  if (views.some(({ said }) => said === 'spent')) return toUnknown(undefined);
  const saidBy = first.answers.find((answer) => answer.zone !== undefined)?.zone ?? zone;
  return { kind: 'absent', addresses, isNxdomain: first.said === 'nxdomain', saidBy };
}

function toUnknown(reason: DiagnosisReason | undefined): NameVerdict {
  return { kind: 'unknown', ...(reason && { reason }) };
}

/** The certain cause if a zone gives no answer; undefined if it may be anything, our own network included. */
function reasonOfSilence(views: readonly ServerView[], zone: string): DiagnosisReason | undefined {
  const all = (...said: ServerView['said'][]) => views.every((view) => said.includes(view.said));
  const told = views.flatMap((view) => view.answers.map(({ extendedError }) => reasonOf(extendedError))).find(Boolean);
  if (told) return told;
  if (views.some(({ said }) => said === 'servfail')) return 'servfail';
  if (all('spent')) return undefined;
  // The root and public suffixes always exist: the failure is ours.
  if (zone === '' || publicSuffixOf(zone) === zone) return undefined;
  if (!all('lame', 'silent', 'not-asked')) return undefined;
  if (views.some(({ said }) => said === 'lame')) return 'lame_servers';
  if (views.some(({ said }) => said === 'silent')) return 'servers_silent';
  // No server is named if the delegations do not end, which proves nothing about the servers.
  return views.every(({ server }) => server !== '') ? 'servers_not_public' : undefined;
}

/** Questions and answers in the style of a DNS tool: once if all servers agree, else per server. */
export function nameEvidence(seen: NameAtZone, verdict: NameVerdict, at: Date): Evidence[] {
  const telling = verdict.kind === 'unknown' ? seen.views.map(lastAnswer) : answersOnce(seen.views);
  return telling.flatMap((answer) => (answer ? [dnsEvidence(seen.name, answer, at)] : []));
}

function lastAnswer({ answers }: ServerView): ServerAnswer | undefined {
  return answers.findLast((answer) => answer.said !== 'spent') ?? answers.at(-1);
}

/** The first answer with records, and every other with addresses. */
function answersOnce(views: readonly ServerView[]): ServerAnswer[] {
  const answers = views.filter(isUsable).flatMap((view) => view.answers);
  const first = answers.find(({ records }) => records.length > 0) ?? answers.find(isUsable);
  const others = answers.filter((answer) => answer !== first && answer.records.some(({ type }) => type !== 'CNAME'));
  return first ? [first, ...others] : [];
}

/** Real chains have one to three hops. */
export const MAX_HOPS = 8;

export interface CnameChain {
  hostname: string;
  targets: string[];
  /**
   * Why the chain ends: it `arrived` at a name of ours, the last name has `no-cname`, DNS gave no usable answer (`unknown`), a
   * `loop`, or more than eight hops. Absent while there is a name left to query.
   */
  end?: 'arrived' | 'no-cname' | 'unknown' | 'loop' | 'too-long';
}

export function chainFrom(hostname: string): CnameChain {
  return { hostname, targets: [] };
}

export function lastNameOf({ hostname, targets }: CnameChain): string {
  return targets.at(-1) ?? hostname;
}

export function followCname(chain: CnameChain, verdict: NameVerdict, isOurs: (name: string) => boolean): CnameChain {
  if (verdict.kind === 'unknown') return { ...chain, end: 'unknown' };
  if (verdict.kind === 'absent') return { ...chain, end: 'no-cname' };
  const { target } = verdict;
  const longer = { ...chain, targets: [...chain.targets, target] };
  if (isOurs(target)) return { ...longer, end: 'arrived' };
  if (target === chain.hostname || chain.targets.includes(target)) return { ...longer, end: 'loop' };
  if (longer.targets.length === MAX_HOPS) return { ...longer, end: 'too-long' };
  return isQueryableName(target) ? longer : { ...longer, end: 'no-cname' };
}

export interface FollowedChain {
  chain: CnameChain;
  /** For the hostname itself. */
  first: { seen: NameAtZone; verdict: NameVerdict };
  /** For the name at which the chain ends: equal to `first` if there is only one name. */
  last: { seen: NameAtZone; verdict: NameVerdict };
  evidence: Evidence[];
}

/** Follows a hostname's CNAME hop by hop, until it arrives at one of our names or ends. */
export async function followChain(
  { lookAtName }: Pick<DnsReader, 'lookAtName'>,
  hostname: string,
  isOurs: (name: string) => boolean,
  now: Date,
): Promise<FollowedChain> {
  let first: FollowedChain['first'] | undefined;
  let chain = chainFrom(hostname);
  const evidence: Evidence[] = [];
  for (;;) {
    const seen = await lookAtName(lastNameOf(chain));
    const last = { seen, verdict: combineViews(seen) };
    first ??= last;
    evidence.push(...nameEvidence(seen, last.verdict, now));
    chain = followCname(chain, last.verdict, isOurs);
    if (chain.end !== undefined) return { chain, first, last, evidence };
  }
}

/** The label of a server's CNAME target; undefined for any other name. */
export function labelOf(target: string, baseTarget: string): string | undefined {
  const label = isAtOrBelow(target, baseTarget) ? target.slice(0, -`.${baseTarget}`.length) : '';
  return /^[a-z0-9]{1,63}$/.test(label) ? label : undefined;
}
