import { RECURSIVE_VIEW } from './addresses.ts';
import type { DnsState, Fault, Signing } from './dns-state.ts';
import { affectsServer, serversOf, type ZoneFile, zoneFiles } from './zone-files.ts';

/** Files of the program (program/source.go). Write `index` last, after the files that it names. */
export interface ProgramFiles {
  index: { generation: number; zones: ZoneEntry[]; faults: FaultEntry[] };
  /** Text by file name. */
  files: Record<string, string>;
}

interface ZoneEntry {
  origin: string;
  serial: number;
  files: Record<string, string>;
  unreachable: boolean;
  signing: string;
}
interface FaultEntry {
  name: string;
  below: boolean;
  kind: 'servfail' | 'silent' | 'slow' | 'lame' | 'dnssec' | 'stale';
  servers: string[];
  milliseconds?: number;
  until?: number;
  code?: number;
  text?: string;
}

/** A zone's lines, and its serial: the time of their last change. */
export type Serials = Map<string, { lines: string; serial: number }>;

/** Extended DNS errors (RFC 8914) of a validating resolver. */
const DNSSEC_ERRORS: Record<Exclude<Signing, 'right'>, { code: number; text: string }> = {
  bogus: { code: 6, text: 'the signatures are by none of the keys of the zone' },
  expired: { code: 7, text: 'the signatures of the zone have expired' },
  'missing-key': { code: 9, text: 'the DS at the registry is of no key of the zone' },
};

/** All files of the program. `serials`: those of the last write. An unchanged zone keeps its serial. */
export function indexFiles(state: DnsState, generation: number, serials: Serials): ProgramFiles {
  const files: ProgramFiles['files'] = {};
  const zones = zoneFiles(state).map((zone) => {
    const lines = JSON.stringify(zone);
    const before = serials.get(zone.origin);
    const serial = before?.lines === lines ? before.serial : generation;
    serials.set(zone.origin, { lines, serial });
    const { origin, unreachable, signing } = zone;
    return { origin, serial, files: filesOf(zone, serial, files), unreachable, signing };
  });
  return {
    index: { generation, zones, faults: [...state.faults.flatMap((fault) => entryOf(state, fault)), ...dnssecFaults(state)] },
    files,
  };
}

/** The file of each server. Servers that agree share one. */
function filesOf(zone: ZoneFile, serial: number, files: ProgramFiles['files']): ZoneEntry['files'] {
  const { origin, lines, negativeTtlSeconds } = zone;
  // No hostname contains `@`, so it cannot collide with a zone's name.
  const name = origin === '.' ? '@' : origin.replace(/\.$/, '');
  const texts = new Map<string[], string>();
  return Object.fromEntries(
    Object.entries(lines).map(([server, each]) => {
      const file = texts.get(each) ?? `${name}${texts.size === 0 ? '' : `@${server}`}.zone`;
      texts.set(each, file);
      const [first = ''] = each;
      const master = first.split(' ').at(-1);
      const soa = `${origin} ${SOA_TTL} IN SOA ${master} hostmaster.dns.test. ${serial} 3600 600 86400 ${negativeTtlSeconds}`;
      files[file] = `${[soa, ...each].join('\n')}\n`;
      return [server, file];
    }),
  );
}
const SOA_TTL = 3_600;

/** Disagreements are in the zone files instead. */
function entryOf(state: DnsState, fault: Fault): FaultEntry[] {
  const { name } = fault;
  const all = serversOf(state, name);
  const servers = all.filter((_, at) => affectsServer(fault, at));
  // A resolver sees a fault only when all servers have it.
  const asSeen = servers.length === all.length ? [...servers, RECURSIVE_VIEW] : servers;
  switch (fault.kind) {
    case 'disagree':
      return [];
    case 'fail':
      return [{ name: `${name}.`, below: false, kind: 'servfail', servers: asSeen }];
    case 'stale':
      return [{ name: `${name}.`, below: false, kind: 'stale', servers: [RECURSIVE_VIEW], until: fault.until }];
    case 'slow':
      return [{ name: `${name}.`, below: true, kind: 'slow', servers: asSeen, milliseconds: fault.milliseconds }];
    case 'silent':
    case 'lame':
      return [{ name: `${name}.`, below: true, kind: fault.kind, servers: asSeen }];
  }
}

function dnssecFaults({ zones }: DnsState): FaultEntry[] {
  return Object.entries(zones).flatMap(([origin, { signing, delegation }]) =>
    signing === undefined || signing === 'right' || delegation === undefined
      ? []
      : [
          {
            name: `${origin}.`,
            below: true,
            kind: 'dnssec',
            servers: [RECURSIVE_VIEW],
            ...DNSSEC_ERRORS[signing],
          } satisfies FaultEntry,
        ],
  );
}
