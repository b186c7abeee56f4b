import type { Evidence } from '../model/domains/diagnosis/evidence.schema.ts';
import { evidence } from '../model/domains/diagnosis/evidence.ts';
import type { DnsRecord } from '../shared/net/resolve.ts';
import { describeExtendedError } from './extended-error.ts';
import type { ServerAnswer } from './walk/server-answer.ts';

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
