import type { DnsAnswer, DnsRecord, Resolve } from '../../../../lambdas/shared/net/resolve.ts';

/** A resolver with these records by `TYPE name`. All other names have no data. */
export function resolverKnowing(known: Record<string, string[] | DnsAnswer>): Resolve & { asked: string[] } {
  const asked: string[] = [];
  const resolve: Resolve = async (name, type) => {
    asked.push(`${type} ${name}`);
    const found = known[`${type} ${name}`] ?? [];
    if (!Array.isArray(found)) return found;
    return answer(found.map((value) => ({ type, name, ttl: 60, value })));
  };
  return Object.assign(resolve, { asked });
}

export function answer(records: DnsRecord[]): DnsAnswer {
  return { kind: records.length > 0 ? 'answer' : 'no-data', records, server: '192.0.2.53:53', rcode: 'NOERROR' };
}

export const servfail: DnsAnswer = { kind: 'failure', records: [], server: '192.0.2.53:53', rcode: 'SERVFAIL' };
export const noSuchName: DnsAnswer = { kind: 'nxdomain', records: [], server: '192.0.2.53:53', rcode: 'NXDOMAIN' };
export const nobodyAnswers: DnsAnswer = {
  kind: 'failure',
  records: [],
  server: '192.0.2.53:53',
  reason: 'no answer within 1500 ms',
};
