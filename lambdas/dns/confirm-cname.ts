import type { DiagnosisReason } from '../../contract/api/error-codes.ts';
import type { DnsObservation } from '../lifecycle/observation.ts';
import { evidence } from '../model/domains/diagnosis/conditions.ts';
import { addSeconds } from '../shared/time/instant.ts';
import type { FollowedChain } from './cname-chain.ts';
import { describeExtendedError, reasonOf, recordsText } from './dns-evidence.ts';
import type { DnsReader, Opinion } from './walk/dns-reader.ts';

/**
 * A CNAME that the zone's own servers show, as a CA would come to know it: not beside addresses, and not behind signatures that
 * do not hold. Validating resolvers are asked only now, so that none of them remembers, for our question, that there was nothing.
 */
export async function confirmCname(
  reader: DnsReader,
  { chain, first, evidence: seen }: FollowedChain,
  now: Date,
): Promise<DnsObservation> {
  const beside = first.verdict.kind === 'found' ? first.verdict.addresses : [];
  if (beside.length > 0)
    return { kind: 'cname-missing', reason: 'record_beside_cname', observed: beside.join(', '), evidence: seen };
  const opinions = await reader.opinions(chain.hostname);
  const trouble = troubleIn(opinions, now);
  if (!trouble) return { kind: 'cname-matched', evidence: seen };
  const heard = opinions.map((opinion) =>
    evidence('dns', `CNAME ${chain.hostname}`, describeOpinion(opinion), now, opinion.server),
  );
  return { kind: 'dns-unknown', ...trouble, evidence: [...seen, ...heard] };
}

const SECONDS_PER_MINUTE = 60;

/** One resolver may be mistaken, or old; where only one is configured, it is believed. */
const MOST_NEEDED = 2;

/** What all say that say anything, two at least; one who found the record has the last word. */
function troubleIn(opinions: readonly Opinion[], now: Date): { reason: DiagnosisReason; observed?: string } | undefined {
  const said = opinions.filter(({ kind }) => kind !== 'silent' && kind !== 'failed');
  const [first] = said;
  if (!first || first.kind === 'records' || said.length < Math.min(MOST_NEEDED, opinions.length)) return undefined;
  if (said.every((opinion) => opinion.kind === 'dnssec')) return { reason: dnssecReason(said) };
  const seconds = said.map((opinion) => (opinion.kind === 'absent' ? opinion.seconds : 0));
  if (!said.every(({ kind }) => kind === 'absent')) return undefined;
  return { reason: 'negative_cache', observed: toTheMinute(addSeconds(now, Math.max(...seconds) + SECONDS_PER_MINUTE)) };
}

/** Resolvers count down by seconds: that is no news at each check. */
function toTheMinute(instant: string): string {
  return `${instant.slice(0, 'YYYY-MM-DDThh:mm'.length)}Z`;
}

/** The most exact of what they say; many resolvers say no more than that it failed. */
function dnssecReason(opinions: readonly Opinion[]): DiagnosisReason {
  const reasons = opinions.map((opinion) => ('extendedError' in opinion ? reasonOf(opinion.extendedError) : undefined));
  return reasons.find((reason) => reason === 'dnssec_expired' || reason === 'dnssec_key_missing') ?? 'dnssec_bogus';
}

function describeOpinion(opinion: Opinion): string {
  switch (opinion.kind) {
    case 'records':
      return recordsText(opinion.records);
    case 'absent':
      return `this resolver remembers that there is no such record, for ${opinion.seconds} s more`;
    case 'silent':
      return 'no answer';
    case 'dnssec':
    case 'failed': {
      const failed = opinion.kind === 'dnssec' ? 'SERVFAIL, but an answer when signatures are not checked' : 'SERVFAIL';
      return opinion.extendedError ? `${failed}; ${describeExtendedError(opinion.extendedError)}` : failed;
    }
  }
}
