import type { Evidence } from '../model/domains/evidence/evidence.schema.ts';
import { evidence } from '../model/domains/evidence/evidence.ts';
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
