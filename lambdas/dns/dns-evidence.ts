import type { DiagnosisReason } from '../../contract/api/error-codes.ts';
import { evidence } from '../model/domains/diagnosis/conditions.ts';
import type { Evidence } from '../model/domains/diagnosis/diagnosis.schema.ts';
import type { DnsRecord, ExtendedError } from '../shared/net/resolve.ts';
import type { ServerAnswer } from './walk/server-answer.ts';

/** RFC 8914, section 4: the codes for which a person must do something different. */
const REASON_OF_CODE: Readonly<Record<number, DiagnosisReason>> = {
  7: 'dnssec_expired',
  9: 'dnssec_key_missing',
  22: 'servers_silent',
};
/** The codes from 6 to 12 say that the zone's signatures are invalid. */
const FIRST_DNSSEC_ERROR = 6;
const LAST_DNSSEC_ERROR = 12;

/** Why a recursive server failed; undefined if its error proves nothing. */
export function reasonOf(extendedError: ExtendedError | undefined): DiagnosisReason | undefined {
  const code = extendedError?.code ?? 0;
  const isDnssec = code >= FIRST_DNSSEC_ERROR && code <= LAST_DNSSEC_ERROR;
  return REASON_OF_CODE[code] ?? (isDnssec ? 'dnssec_bogus' : undefined);
}

export function describeExtendedError({ code, text }: ExtendedError): string {
  return `extended error ${code} ${text}`.trim();
}

/** One question and its answer in the style of a DNS tool. */
export function dnsEvidence(name: string, answer: ServerAnswer, at: Date): Evidence {
  return evidence('dns', `${answer.type} ${name}`, describeAnswer(answer), at, answer.server);
}

/** In zone file format. */
export function recordsText(records: readonly DnsRecord[]): string {
  return records.map(({ name, ttl, type, value }) => `${name} ${ttl} ${type} ${value}`).join('; ');
}

/** Type names are spelled out letter by letter: an A, an NS, a CNAME. */
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
