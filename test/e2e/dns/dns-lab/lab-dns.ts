import type { DnsClient } from '../../../../local/dns-client.ts';
import type { DnsLab } from './lab.ts';
import { LAB_ZONE_NAMES, type LabZone, type LabZoneName, labZone } from './lab-zones.ts';

/**
 * The lab behind the local DNS's interface. Its zones are broken from the start (lab-zones.ts): breaking one only checks that it
 * is the right zone. Throws for what these servers cannot do.
 */
export function labDns(lab: DnsLab): DnsClient & { clear(): Promise<void> } {
  const zones = new Map<LabZoneName, Map<string, string[]>>();
  const lines = (zone: LabZoneName) => [...(zones.get(zone) ?? new Map<string, string[]>()).values()].flat();

  async function set(name: string, type: string, values: string[]): Promise<void> {
    const zone = zoneOf(name);
    if (zone === undefined || labZone(zone).trouble) return;
    const records = zones.get(zone) ?? new Map<string, string[]>();
    const shown = values.map((value) => (type === 'CNAME' ? `${value}.` : value));
    zones.set(
      zone,
      records.set(
        `${type} ${name}`,
        shown.map((value) => `${name}. ${type} ${value}`),
      ),
    );
    await lab.write(zone, lines(zone));
  }

  async function disagree(name: string, type: string): Promise<void> {
    const zone = zoneOf(name) ?? refuse(`${name} is in no zone of the lab`);
    const others = lines(zone).filter((line) => !line.startsWith(`${name}. ${type} `));
    await lab.write(zone, others, ['second']);
  }

  return {
    set,
    disagree,
    fail: async (name) => expectZone(name, ({ trouble }) => trouble === 'broken'),
    lame: async (name) => expectZone(name, ({ trouble, registered }) => trouble === 'absent' && !registered),
    silent: async (name) => expectZone(name, ({ registered }) => registered !== undefined),
    sign: async (name, how) => expectZone(name, ({ signed }) => signed === how),
    bogus: async (name) => expectZone(name, ({ signed }) => signed === 'bogus'),
    delegate: async (name) => expectZone(name, ({ own, registered }) => (own ?? registered) !== undefined),
    async undelegate(name) {
      if (zoneOf(name) !== undefined) refuse(`${name} is registered`);
    },
    async clear() {
      const used = [...zones.keys()];
      zones.clear();
      await Promise.all(used.map((zone) => lab.write(zone, [])));
    },
    slow: async () => refuse('Knot answers at once'),
    stale: async () => refuse('BIND and Unbound keep nothing in this lab'),
    delete: async () => refuse('nothing is deleted here'),
    heal: async () => refuse('nothing is healed here'),
    negativeTtl: async () => refuse('each zone has one second'),
    list: async () => refuse('nothing is listed here'),
  };
}

function zoneOf(name: string): LabZoneName | undefined {
  return LAB_ZONE_NAMES.find((zone) => name === zone || name.endsWith(`.${zone}`));
}

function expectZone(name: string, isRight: (zone: LabZone) => boolean): void {
  const zone = zoneOf(name);
  if (zone === undefined || !isRight(labZone(zone))) refuse(`${name} is not in such a zone of the lab`);
}

function refuse(why: string): never {
  throw new Error(why);
}
