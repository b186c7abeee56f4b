import type { Evidence } from '../model/domains/domain-row.schema.ts';
import type { DnsAnswer, Resolve } from '../shared/net/dns-answer.ts';
import { type CnameChain, chainFrom, followed, tipOf } from './cname-chain.ts';
import { dnsEvidence } from './dns-evidence.ts';

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
