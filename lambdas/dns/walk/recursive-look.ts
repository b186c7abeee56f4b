import type { DnsAnswer, DnsRecord, Resolve } from '../../shared/net/resolve.ts';
import type { DnsLook } from './dns-look.ts';
import { type NameAtZone, serverView } from './name-at-zone.ts';
import { recursiveAnswer, type Said } from './server-answer.ts';

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
  const { records, said, ...rest } = recursiveAnswer('CNAME', answer);
  const own = records.filter((record) => record.type === 'CNAME' && record.name === name);
  return { name, zone: '', nameServers: [], views: [serverView([{ ...rest, said: saidOf(said, own), records: own }])] };
}

/** Of the name itself: what is said further along its chain is not said of it. */
function saidOf(said: Said, own: readonly DnsRecord[]): Said {
  if (own.length > 0) return 'records';
  return said === 'records' ? 'no-data' : said;
}
