import { join } from 'node:path';
import { ADDRESSES, LAB_ZONE_NAMES, labZone, type Place } from './lab-zones.ts';

/** Folder and port of one lab. */
export interface LabPlace {
  folder: string;
  /** The port of every name server, and of BIND as a resolver at 127.0.0.1. */
  port: number;
}

/** An authoritative server. Each is a process of its own, or a parent would answer for its child zone. */
export function knotConfiguration({ folder, port }: LabPlace, place: Place): string {
  const home = join(folder, place);
  const listed = zonesAt(place).map(({ domain, file }) => `  - domain: ${domain}\n    file: ${file}\n`);
  return `server:
  rundir: ${home}
  udp-workers: 1
  tcp-workers: 1
  background-workers: 1
  listen: ${ADDRESSES[place]}@${port}
  udp-max-payload: 1232
database:
  storage: ${join(home, 'db')}
log:
  - target: stderr
    any: warning
template:
  - id: default
    storage: ${folder}
    semantic-checks: off
    zonefile-sync: -1
    zonefile-load: whole
    journal-content: none
zone:
${listed.join('')}`;
}

function zonesAt(place: Place): { domain: string; file: string }[] {
  if (place === 'root') return [{ domain: '.', file: 'root.zone' }];
  if (place === 'tld') return [{ domain: 'test', file: 'test.zone' }];
  return LAB_ZONE_NAMES.filter((zone) => labZone(zone).trouble !== 'absent').map((domain) => ({
    domain,
    file: labZone(domain).trouble === 'broken' ? 'no-such-file' : zoneFile(domain, place),
  }));
}

export function zoneFile(zone: string, place: Place): string {
  return `${zone}@${place}.zone`;
}

/** A validating resolver that starts at the root. `port` is also that of the name servers that it queries. */
export function bindConfiguration({ folder, port }: LabPlace, anchor: string): string {
  const [flags, protocol, algorithm, ...key] =
    anchor
      .split(/\s+DNSKEY\s+/)[1]
      ?.trim()
      .split(/\s+/) ?? [];
  return `options {
  directory "${folder}"; pid-file none; session-keyfile none; managed-keys-directory "${folder}";
  port ${port}; listen-on port ${port} { 127.0.0.1; }; listen-on-v6 { none; }; query-source address 127.0.0.1;
  recursion yes; allow-query { 127.0.0.0/8; }; dnssec-validation yes; empty-zones-enable no; qname-minimization off;
  max-cache-ttl 0; max-ncache-ttl 0; lame-ttl 0; servfail-ttl 0; prefetch 0;
};
controls { };
trust-anchors { "." static-key ${flags} ${protocol} ${algorithm} "${key.join('')}"; };
zone "." { type hint; file "root.hints"; };
`;
}
