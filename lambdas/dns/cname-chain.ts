import type { Evidence } from '../model/domains/evidence.schema.ts';
import { type DnsAnswer, isQueryableName, type Resolve } from '../shared/net/dns-answer.ts';
import { dnsEvidence } from './dns-evidence.ts';

/** Each hop is a question of up to 3 s, and a step has 30 s: 8 x 3 s leaves 6 s for the table. Real chains have one to three. */
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

/** The chain after the answer about its tip. Only the record of that very name counts, whatever else the answer holds. */
export function followed(chain: CnameChain, answer: DnsAnswer, isOurs: (name: string) => boolean): CnameChain {
  if (answer.kind === 'failure') return { ...chain, end: 'unknown' };
  const tip = tipOf(chain);
  const next = answer.records.find(({ type, name }) => type === 'CNAME' && name === tip)?.value;
  if (next === undefined) return { ...chain, end: 'no-cname' };
  const longer = { ...chain, targets: [...chain.targets, next] };
  if (isOurs(next)) return { ...longer, end: 'arrived' };
  if (next === chain.hostname || chain.targets.includes(next)) return { ...longer, end: 'loop' };
  if (longer.targets.length === MOST_HOPS) return { ...longer, end: 'too-long' };
  return isQueryableName(next) ? longer : { ...longer, end: 'no-cname' };
}

/** Asks hop by hop where a hostname's CNAME leads, until it arrives at one of our names or goes no further. */
export async function followChain(
  resolve: Resolve,
  hostname: string,
  isOurs: (name: string) => boolean,
  now: Date,
): Promise<{ chain: CnameChain; evidence: Evidence[]; lastAnswer: DnsAnswer }> {
  const evidence: Evidence[] = [];
  let chain = chainFrom(hostname);
  let lastAnswer: DnsAnswer;
  do {
    const name = tipOf(chain);
    lastAnswer = await resolve(name, 'CNAME');
    evidence.push(dnsEvidence(name, 'CNAME', lastAnswer, now));
    chain = followed(chain, lastAnswer, isOurs);
  } while (chain.end === undefined);
  return { chain, evidence, lastAnswer };
}

/** Whether a name is the base target, under which every server's label lies, or below it. */
export function isUnderTarget(name: string, baseTarget: string): boolean {
  return name === baseTarget || name.endsWith(`.${baseTarget}`);
}

/** The label of a server's CNAME target; undefined for any other name. */
export function labelOf(target: string, baseTarget: string): string | undefined {
  const label = isUnderTarget(target, baseTarget) ? target.slice(0, -`.${baseTarget}`.length) : '';
  return /^[a-z0-9]{1,63}$/.test(label) ? label : undefined;
}
