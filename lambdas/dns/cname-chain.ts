import { isAtOrBelow, isQueryableName } from '../../contract/domain-name.ts';
import type { Evidence } from '../model/domains/diagnosis/evidence.schema.ts';
import { judge, type NameVerdict, nameEvidence } from './name-verdict.ts';
import type { DnsLook } from './walk/dns-look.ts';
import type { NameAtZone } from './walk/name-at-zone.ts';

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
export function followed(chain: CnameChain, verdict: NameVerdict, isOurs: (name: string) => boolean): CnameChain {
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
  { lookAtName }: Pick<DnsLook, 'lookAtName'>,
  hostname: string,
  isOurs: (name: string) => boolean,
  now: Date,
): Promise<FollowedChain> {
  const at = async (name: string) => {
    const seen = await lookAtName(name);
    return { seen, verdict: judge(seen) };
  };
  const first = await at(hostname);
  const evidence = nameEvidence(first.seen, first.verdict, now);
  let last = first;
  let chain = followed(chainFrom(hostname), first.verdict, isOurs);
  while (chain.end === undefined) {
    last = await at(tipOf(chain));
    evidence.push(...nameEvidence(last.seen, last.verdict, now));
    chain = followed(chain, last.verdict, isOurs);
  }
  return { chain, first, last, evidence };
}

/** The label of a server's CNAME target; undefined for any other name. */
export function labelOf(target: string, baseTarget: string): string | undefined {
  const label = isAtOrBelow(target, baseTarget) ? target.slice(0, -`.${baseTarget}`.length) : '';
  return /^[a-z0-9]{1,63}$/.test(label) ? label : undefined;
}
