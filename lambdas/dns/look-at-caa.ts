import type { Evidence } from '../model/domains/evidence.schema.ts';
import { evidence } from '../model/domains/evidence.ts';
import { zonesUpwards } from '../shared/dns/zone-cuts.ts';
import type { DnsAnswer, Resolve } from '../shared/net/dns-answer.ts';
import { caaAllows } from './caa-records.ts';

/** Whether a CA may issue for a hostname. No usable answer is `unknown`. */
export type CaaObservation =
  | { kind: 'caa-allows' }
  /** `identity`: what a CAA record would have to name. */
  | { kind: 'caa-forbids'; identity: string; evidence: Evidence[] }
  | { kind: 'caa-unknown' };

export interface CaaPorts {
  resolve: Resolve;
  /** The CA's own names for CAA records, none where it does not say them; undefined where it does not answer. */
  caaIdentities: () => Promise<readonly string[] | undefined>;
}

/** Hostnames of customers have three or four labels; a question takes 3 s at most, and all are asked at once. */
const MOST_NAMES = 10;
/** The one by which we are validated. */
const METHOD = 'http-01';

/**
 * Looks for the CAA records that count: those of the hostname, or of the nearest name above it that has any (RFC 8659, section 3).
 * A resolver follows a CNAME by itself: then those of its target are the hostname's.
 */
export async function lookAtCaa({ resolve, caaIdentities }: CaaPorts, hostname: string, now: Date): Promise<CaaObservation> {
  const names = zonesUpwards(hostname);
  if (names.length > MOST_NAMES) return { kind: 'caa-unknown' };
  const [identities, ...answers] = await Promise.all([
    caaIdentities(),
    ...names.map(async (name) => ({ name, answer: await resolve(name, 'CAA') })),
  ]);
  if (identities === undefined) return { kind: 'caa-unknown' };
  const [identity] = identities;
  if (identity === undefined) return { kind: 'caa-allows' };
  const nearest = answers.find(({ answer }) => answer.kind === 'failure' || caaOf(answer).length > 0);
  if (nearest === undefined) return { kind: 'caa-allows' };
  const { name, answer } = nearest;
  if (answer.kind === 'failure') return { kind: 'caa-unknown' };
  if (caaAllows(answer.records, { identities, method: METHOD })) return { kind: 'caa-allows' };
  const records = caaOf(answer).map((record) => `${record.name} CAA ${record.value}`);
  return { kind: 'caa-forbids', identity, evidence: [evidence('caa', `CAA ${name}`, records.join('; '), now, answer.server)] };
}

function caaOf({ records }: DnsAnswer): DnsAnswer['records'] {
  return records.filter(({ type }) => type === 'CAA');
}
