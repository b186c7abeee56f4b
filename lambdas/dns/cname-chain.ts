import type { DiagnosisReason } from '../../contract/api/error-codes.ts';
import { isAtOrBelow, isQueryableName } from '../../contract/domain-name.ts';
import type { Evidence } from '../model/domains/diagnosis/diagnosis.schema.ts';
import { publicSuffixOf } from '../model/domains/hostnames/public-suffix.ts';
import { dnsEvidence, reasonOf } from './dns-evidence.ts';
import { agree, type DnsReader, type NameAtZone, type ServerView } from './walk/dns-reader.ts';
import { isUsable, type ServerAnswer } from './walk/server-answer.ts';

/** Whether a name has a CNAME: yes, no, or nobody knows. Only the last says nothing about the name. */
export type NameVerdict =
  | { kind: 'found'; target: string; addresses: string[] }
  | { kind: 'absent'; addresses: string[]; isNxdomain: boolean; saidBy: string }
  | { kind: 'unknown'; reason?: DiagnosisReason };

/** Of addresses: a stranger's name may have thousands. */
const MOST_TOLD = 10;

/**
 * What the name servers of a zone say together. Absent is what every server says that can be reached and serves the zone; where
 * two say different things, or none says anything, it is unknown.
 */
export function judge({ views, zone }: NameAtZone): NameVerdict {
  const [first, ...others] = views.filter(isUsable);
  if (!first) return toUnknown(reasonOfSilence(views, zone));
  if (!others.every((other) => agree(first, other))) return toUnknown('servers_disagree');
  const addresses = [...new Set(views.flatMap((view) => view.addresses.map(({ value }) => value)))].sort().slice(0, MOST_TOLD);
  if (first.cname !== undefined) return { kind: 'found', target: first.cname, addresses };
  if (views.some(({ said }) => said === 'servfail')) return toUnknown('servfail');
  if (views.some(({ said }) => said === 'spent')) return toUnknown(undefined);
  const saidBy = first.answers.find((answer) => answer.zone !== undefined)?.zone ?? zone;
  return { kind: 'absent', addresses, isNxdomain: first.said === 'nxdomain', saidBy };
}

function toUnknown(reason: DiagnosisReason | undefined): NameVerdict {
  return { kind: 'unknown', ...(reason && { reason }) };
}

/** What is certain about a zone that says nothing; undefined when it may be anything, our own network included. */
function reasonOfSilence(views: readonly ServerView[], zone: string): DiagnosisReason | undefined {
  const all = (...said: ServerView['said'][]) => views.every((view) => said.includes(view.said));
  const told = views.flatMap((view) => view.answers.map(({ extendedError }) => reasonOf(extendedError))).find(Boolean);
  if (told) return told;
  if (views.some(({ said }) => said === 'servfail')) return 'servfail';
  if (all('spent')) return undefined;
  // The root, and what anybody can register names under, are always there: it is we who do not reach them.
  if (zone === '' || publicSuffixOf(zone) === zone) return undefined;
  if (!all('lame', 'silent', 'not-asked')) return undefined;
  if (views.some(({ said }) => said === 'lame')) return 'lame_servers';
  if (views.some(({ said }) => said === 'silent')) return 'servers_silent';
  // No server at all is named where the way down does not end: that says nothing about one.
  return views.every(({ server }) => server !== '') ? 'servers_not_public' : undefined;
}

/** What was asked and answered, as a person would read it from a DNS tool: once where all say the same, else each server. */
export function nameEvidence(seen: NameAtZone, verdict: NameVerdict, at: Date): Evidence[] {
  const telling = verdict.kind === 'unknown' ? seen.views.map(lastAnswer) : answersOnce(seen.views);
  return telling.flatMap((answer) => (answer ? [dnsEvidence(seen.name, answer, at)] : []));
}

function lastAnswer({ answers }: ServerView): ServerAnswer | undefined {
  return answers.findLast((answer) => answer.said !== 'spent') ?? answers.at(-1);
}

/** The first that says what matters, and every other that has addresses. */
function answersOnce(views: readonly ServerView[]): ServerAnswer[] {
  const answers = views.filter(isUsable).flatMap((view) => view.answers);
  const first = answers.find(({ records }) => records.length > 0) ?? answers.find(isUsable);
  const others = answers.filter((answer) => answer !== first && answer.records.some(({ type }) => type !== 'CNAME'));
  return first ? [first, ...others] : [];
}

/** Real chains have one to three. */
export const MOST_HOPS = 8;

/** Where CNAME records lead, hop by hop. */
export interface CnameChain {
  hostname: string;
  /** The targets passed so far, in order. */
  targets: string[];
  /**
   * Why it goes no further: `arrived` at a name of ours, the last name has `no-cname`, DNS gave no usable answer
   * (`unknown`), a `loop`, or more than eight hops. Absent while there is something left to ask.
   */
  end?: 'arrived' | 'no-cname' | 'unknown' | 'loop' | 'too-long';
}

export function chainFrom(hostname: string): CnameChain {
  return { hostname, targets: [] };
}

/** The name whose CNAME is to be asked for next. */
export function tipOf({ hostname, targets }: CnameChain): string {
  return targets.at(-1) ?? hostname;
}

/** The chain after what is known of its tip. */
export function followCname(chain: CnameChain, verdict: NameVerdict, isOurs: (name: string) => boolean): CnameChain {
  if (verdict.kind === 'unknown') return { ...chain, end: 'unknown' };
  if (verdict.kind === 'absent') return { ...chain, end: 'no-cname' };
  const { target } = verdict;
  const longer = { ...chain, targets: [...chain.targets, target] };
  if (isOurs(target)) return { ...longer, end: 'arrived' };
  if (target === chain.hostname || chain.targets.includes(target)) return { ...longer, end: 'loop' };
  if (longer.targets.length === MOST_HOPS) return { ...longer, end: 'too-long' };
  return isQueryableName(target) ? longer : { ...longer, end: 'no-cname' };
}

export interface FollowedChain {
  chain: CnameChain;
  /** Of the hostname itself. */
  first: { seen: NameAtZone; verdict: NameVerdict };
  /** Of the name at which it ends: `first`, where there is one name only. */
  last: { seen: NameAtZone; verdict: NameVerdict };
  evidence: Evidence[];
}

/** Asks hop by hop where a hostname's CNAME leads, until it arrives at one of our names or goes no further. */
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
    const seen = await lookAtName(tipOf(chain));
    const last = { seen, verdict: judge(seen) };
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
