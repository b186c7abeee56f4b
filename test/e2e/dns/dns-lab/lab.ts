import { mkdirSync, mkdtempSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { anyFreePort } from '../../../../local/machine/free-ports.ts';
import { type Component, component } from '../../../../local/processes/component.ts';
import { bindConfiguration, knotConfiguration, type LabPlace, zoneFile } from './configurations.ts';
import {
  ADDRESSES,
  LAB_ZONE_NAMES,
  type LabZoneName,
  labZone,
  NOBODY,
  type Place,
  rootText,
  tldText,
  ZONE_SERVERS,
  type ZoneServer,
  zoneText,
} from './lab-zones.ts';
import { requireSerial, untilSerial } from './served-serial.ts';
import { asSigned, dsOf, makeKey, signZone } from './sign-zone.ts';
import { planUnbound, surroundings } from './unbound.ts';

const PLACES = Object.keys(ADDRESSES) as Place[];
/** A name that does not exist, in a zone of each server. */
const MISSING: Record<Place, string> = { root: 'nothing', tld: 'nothing.test', first: 'x.plain.test', second: 'x.plain.test' };

/** Name servers and validating resolvers of other makes (Knot, BIND, Unbound) with the zones of lab-zones.ts. */
export interface DnsLab {
  rootServers: string[];
  /** `address:port` of each name server, by address. */
  nameServerEndpoints: Record<string, string>;
  /** `address:port` of BIND, which starts at the root, and of Unbound, which returns extended errors. */
  validators: { bind: string; unbound: string };
  /** Replaces a zone's lines besides SOA and NS, at both servers or at one, and signs it as before. */
  write(zone: LabZoneName, lines: string[], servers?: readonly ZoneServer[]): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a lab on its own ports, in about a second. It leaves nothing behind after `stop` or a failed start. */
export async function startDnsLab(): Promise<DnsLab> {
  const folder = mkdtempSync(join(tmpdir(), 'dns-lab-'));
  const place: LabPlace = { folder, port: await anyFreePort() };
  const unboundPort = await anyFreePort();
  const anchors: string[] = [];
  const keys = new Map<string, string>();
  let serial = 1;

  async function writeZone(zone: LabZoneName, lines: string[], server: ZoneServer): Promise<void> {
    const file = zoneFile(zone, server);
    const { signed } = labZone(zone);
    await writeFile(join(folder, file), zoneText(zone, signed === 'bogus' ? lines.map(asSigned) : lines, serial));
    const key = keys.get(zone);
    if (key) await signZone(folder, zone, file, key, signed);
  }

  async function writeZones(): Promise<void> {
    const ds = LAB_ZONE_NAMES.filter((zone) => labZone(zone).signed !== 'not').map(async (zone) => {
      keys.set(zone, await makeKey(folder, zone));
      const registered = labZone(zone).signed === 'missing-key' ? await makeKey(folder, zone) : undefined;
      return dsOf(folder, registered ?? keys.get(zone) ?? '');
    });
    const [rootKey, tldKey, ...below] = await Promise.all([makeKey(folder, '.'), makeKey(folder, 'test'), ...ds]);
    await writeFile(join(folder, 'test.zone'), tldText(below.flat()));
    await writeFile(join(folder, 'root.zone'), rootText(await dsOf(folder, tldKey)));
    await writeFile(join(folder, 'root.hints'), `. 3600 NS a.root.\na.root. 3600 A ${ADDRESSES.root}\n`);
    const anchor =
      (await readFile(join(folder, `${rootKey}.key`), 'utf8')).split('\n').find((line) => line.includes('DNSKEY ')) ?? '';
    await Promise.all([
      signZone(folder, '.', 'root.zone', rootKey, 'right'),
      signZone(folder, 'test', 'test.zone', tldKey, 'right'),
      ...ZONE_SERVERS.flatMap((server) => LAB_ZONE_NAMES.map((zone) => writeZone(zone, labZone(zone).lines, server))),
    ]);
    for (const each of PLACES) {
      mkdirSync(join(folder, each));
      await writeFile(join(folder, `${each}.conf`), knotConfiguration(place, each));
    }
    anchors.push(anchor);
    await writeFile(join(folder, 'named.conf'), bindConfiguration(place, anchor));
  }

  const at = (server: Place) => `${ADDRESSES[server]}:${place.port}`;
  const stubs = {
    '.': [at('root')],
    test: [at('tld')],
    ...Object.fromEntries(LAB_ZONE_NAMES.map((zone) => [zone, ZONE_SERVERS.map(at)])),
  };
  const validators = { bind: `127.0.0.1:${place.port}`, unbound: `127.0.0.1:${unboundPort}` };
  const program = (name: string, command: string, args: string[], server: string, asked: string) =>
    component({ name, command, args, check: () => requireSerial(server, asked, 1) }, surroundings(folder));
  const knots = Object.fromEntries(
    PLACES.map((each) => [each, program(`knot-${each}`, 'knotd', ['-c', join(folder, `${each}.conf`)], at(each), MISSING[each])]),
  ) as Record<Place, Component>;
  const programs = [
    ...Object.values(knots),
    program('named', 'named', ['-g', '-c', join(folder, 'named.conf')], validators.bind, MISSING.first),
    planUnbound({ folder, port: unboundPort, servers: stubs, anchors }),
  ];

  async function stop(): Promise<void> {
    await Promise.all(programs.map((each) => each.stop()));
    await rm(folder, { recursive: true, force: true });
  }
  try {
    await writeZones();
    await Promise.all(programs.map((each) => each.start()));
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    rootServers: [ADDRESSES.root],
    nameServerEndpoints: {
      ...Object.fromEntries(PLACES.map((each) => [ADDRESSES[each], at(each)])),
      [NOBODY]: `${NOBODY}:${place.port}`,
    },
    validators,
    async write(zone, lines, servers = ZONE_SERVERS) {
      serial += 1;
      await Promise.all(
        servers.map(async (server) => {
          await writeZone(zone, lines, server);
          process.kill(knots[server].pid() ?? 0, 'SIGHUP');
          // The zone's apex has no address record, whatever its wildcards are.
          await untilSerial(at(server), zone, serial);
        }),
      );
    },
    stop,
  };
}
