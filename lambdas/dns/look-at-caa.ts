import type { Diagnosis } from '../model/domains/domain-row.schema.ts';
import type { Evidence } from '../model/domains/evidence/evidence.schema.ts';
import { clean, evidence } from '../model/domains/evidence/evidence.ts';
import { zonesUpwards } from '../shared/dns/zone-cuts.ts';
import type { DnsAnswer, Resolve } from '../shared/net/dns-answer.ts';
import { caaAllows } from './caa-records.ts';

/** Whether a CA may issue for a hostname. No usable answer is `unknown`; that the zone's servers fail is a refusal to every CA. */
export type CaaObservation =
  | { kind: 'caa-allows' }
  /** `missing`: the record that would allow it beside those that are there. */
  | { kind: 'caa-forbids'; missing: { name: string; value: string }; evidence: Evidence[] }
  | { kind: 'caa-unreadable'; evidence: Evidence[] }
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
 * A resolver follows a CNAME by itself: then those of its target are the hostname's. `leadsTo`: where a CNAME is to lead that is not there
 * yet, whose records will be the first to count.
 */
export async function lookAtCaa(
  { resolve, caaIdentities }: CaaPorts,
  hostname: string,
  now: Date,
  leadsTo = hostname,
): Promise<CaaObservation> {
  const names = [leadsTo, ...zonesUpwards(hostname).slice(1)];
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
  if (answer.kind === 'failure') {
    // RFC 8659, section 3: a CA that cannot read the records must take that as a refusal, as it is where the servers say so themselves.
    if (answer.rcode !== 'SERVFAIL') return { kind: 'caa-unknown' };
    return { kind: 'caa-unreadable', evidence: [evidence('caa', `CAA ${name}`, 'SERVFAIL', now, answer.server)] };
  }
  if (caaAllows(answer.records, { identities, method: METHOD })) return { kind: 'caa-allows' };
  const records = caaOf(answer);
  const said = records.map((record) => `${record.name} CAA ${record.value}`).join('; ');
  return {
    kind: 'caa-forbids',
    missing: { name: records[0]?.name ?? name, value: `0 issue "${identity}"` },
    evidence: [evidence('caa', `CAA ${name}`, said, now, answer.server)],
  };
}

/** What a look at CAA makes of a domain, if it stands in the way. */
export function forbiddenByCaa(caa: CaaObservation): Omit<Diagnosis, 'checkedAt'> | undefined {
  switch (caa.kind) {
    case 'caa-forbids':
      return {
        code: 'caa_forbids_issuance',
        observed: clean(`${caa.missing.name} CAA ${caa.missing.value}`),
        evidence: caa.evidence,
      };
    case 'caa-unreadable':
      return { code: 'caa_forbids_issuance', reason: 'caa_unreadable', evidence: caa.evidence };
    case 'caa-allows':
    case 'caa-unknown':
      return undefined;
  }
}

function caaOf({ records }: DnsAnswer): DnsAnswer['records'] {
  return records.filter(({ type }) => type === 'CAA');
}
