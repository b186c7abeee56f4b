import type { DnsAnswer, Resolve } from '../net/dns-answer.ts';
import type { DnsLook } from './dns-look.ts';
import { type NameAtZone, serverView } from './name-at-zone.ts';
import type { ServerAnswer } from './server-answer.ts';

/** A look through recursive servers alone: for whoever cannot wait for the zones' own, or reaches nothing else. */
export function recursiveLook(resolve: Resolve): DnsLook {
  return {
    resolve,
    lookAtName: async (name) => nameAt(name, await resolve(name, 'CNAME')),
    opinions: async () => [],
    ownNameServers: async () => undefined,
  };
}

function nameAt(name: string, answer: DnsAnswer): NameAtZone {
  return { name, zone: '', nameServers: [], views: [serverView([serverAnswer(name, answer)])] };
}

function serverAnswer(name: string, { kind, server, records, rcode, reason, extendedError }: DnsAnswer): ServerAnswer {
  const base = {
    server,
    type: 'CNAME' as const,
    records: [],
    ...(rcode !== undefined && { rcode }),
    ...(reason !== undefined && { reason }),
  };
  if (kind === 'failure')
    return { ...base, said: rcode === 'SERVFAIL' ? 'servfail' : 'silent', ...(extendedError && { extendedError }) };
  const own = records.filter((record) => record.type === 'CNAME' && record.name === name);
  if (own.length > 0) return { ...base, said: 'records', records: own };
  return { ...base, said: kind === 'nxdomain' ? 'nxdomain' : 'no-data' };
}
