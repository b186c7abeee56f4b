import type { DiagnosisReason } from '../../contract/api/error-codes.ts';
import { evidence } from '../model/domains/diagnosis/conditions.ts';
import type { Evidence } from '../model/domains/diagnosis/diagnosis.schema.ts';
import type { DnsRecord, ExtendedError } from '../shared/net/resolve.ts';
import type { ServerAnswer } from './walk/server-answer.ts';

/** RFC 8914, section 4: those that tell a person something else to do. */
const REASON_OF_CODE: Readonly<Record<number, DiagnosisReason>> = {
  7: 'dnssec_expired',
  9: 'dnssec_key_missing',
  22: 'servers_silent',
};
/** From the one to the other they say that the zone's signatures do not hold. */
const FIRST_DNSSEC_ERROR = 6;
const LAST_DNSSEC_ERROR = 12;

/** What a recursive server says of its failure; undefined where it says nothing that is certain. */
export function reasonOf(extendedError: ExtendedError | undefined): DiagnosisReason | undefined {
  const code = extendedError?.code ?? 0;
  const isDnssec = code >= FIRST_DNSSEC_ERROR && code <= LAST_DNSSEC_ERROR;
  return REASON_OF_CODE[code] ?? (isDnssec ? 'dnssec_bogus' : undefined);
}

/** For people. */
export function describeExtendedError({ code, text }: ExtendedError): string {
  return `extended error ${code} ${text}`.trim();
}

/** One question and its answer, as a person would read it from a DNS tool. */
export function dnsEvidence(name: string, answer: ServerAnswer, at: Date): Evidence {
  return evidence('dns', `${answer.type} ${name}`, describeAnswer(answer), at, answer.server);
}

/** As lines of a zone file are written. */
export function recordsText(records: readonly DnsRecord[]): string {
  return records.map(({ name, ttl, type, value }) => `${name} ${ttl} ${type} ${value}`).join('; ');
}

/** As the names of types are spelled out: an A, an NS, a CNAME. */
function withArticle(type: string): string {
  return `${/^[ANS]/.test(type) ? 'an' : 'a'} ${type}`;
}

function describeAnswer({ said, type, records, rcode, reason, extendedError }: ServerAnswer): string {
  switch (said) {
    case 'records':
      return recordsText(records);
    case 'no-data':
      return `the name exists without ${withArticle(type)} record (NOERROR)`;
    case 'nxdomain':
      return 'the name does not exist (NXDOMAIN)';
    case 'lame':
      return `this server does not serve the zone (${rcode === 'NOERROR' ? 'no authority' : rcode})`;
    case 'servfail':
    case 'silent':
    case 'not-asked':
    case 'spent':
      return [rcode ?? reason ?? 'no answer', extendedError && describeExtendedError(extendedError)].filter(Boolean).join(', ');
  }
}
