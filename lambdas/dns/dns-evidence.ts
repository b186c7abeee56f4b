import type { Evidence } from '../model/domains/evidence.schema.ts';
import { evidence } from '../model/domains/evidence.ts';
import type { DiagnosisReason } from '../shared/contract/error-codes.ts';
import type { DnsAnswer, QueryType } from '../shared/net/dns-answer.ts';

/** One question and its answer, as a person would read it from a DNS tool. */
export function dnsEvidence(name: string, type: QueryType, answer: DnsAnswer, at: Date): Evidence {
  return evidence('dns', `${type} ${name}`, described(answer, type), at, answer.server);
}

function described({ kind, records, rcode, reason, extendedError }: DnsAnswer, type: QueryType): string {
  switch (kind) {
    case 'answer':
      return records.map((record) => `${record.name} ${record.ttl} ${record.type} ${record.value}`).join('; ');
    case 'no-data':
      return `the name exists without a ${type} record (NOERROR)`;
    case 'nxdomain':
      return 'the name does not exist (NXDOMAIN)';
    case 'failure':
      return [
        rcode ?? reason ?? 'no answer',
        extendedError && `extended error ${extendedError.code} ${extendedError.text}`.trim(),
      ]
        .filter(Boolean)
        .join(', ');
  }
}

/** RFC 8914: 6 to 12 say that the zone's signatures do not hold. */
const FIRST_DNSSEC_ERROR = 6;
const LAST_DNSSEC_ERROR = 12;
/** RFC 8914: no name server of the zone could be reached. */
const NO_REACHABLE_AUTHORITY = 22;

/** What is certain about a failed answer; undefined when it may be anything, our own network included. */
export function failureReason({ rcode, extendedError }: DnsAnswer): DiagnosisReason | undefined {
  const code = extendedError?.code ?? 0;
  if (code >= FIRST_DNSSEC_ERROR && code <= LAST_DNSSEC_ERROR) return 'dnssec_bogus';
  if (code === NO_REACHABLE_AUTHORITY) return 'lame_servers';
  return rcode === 'SERVFAIL' ? 'servfail' : undefined;
}
