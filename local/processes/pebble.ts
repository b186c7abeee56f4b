import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { acmeTlsFiles } from '../machine/acme-tls.ts';
import type { PortName, Ports } from '../machine/ports.ts';
import type { StateDir } from '../machine/state-dir.ts';
import { fetchTrusting } from './checks.ts';
import type { ComponentSpec } from './component.ts';

/** The CAA identity in Pebble's directory. Pebble itself reads no CAA records. */
export const PEBBLE_CAA_IDENTITY = 'pebble.letsencrypt.org';
export const PEBBLE_PROFILES = { usual: 'default', brief: 'brief' } as const;

const KEPT_ROOTS = 20;
const END_OF_CERTIFICATE = '-----END CERTIFICATE-----\n';

/** The CA, and the fallback CA, which runs only in a test cloud. */
const PEBBLES = {
  pebble: { listen: 'pebble', management: 'pebbleManagement', config: 'config.json', roots: 'roots.pem' },
  'second-pebble': {
    listen: 'secondPebble',
    management: 'secondPebbleManagement',
    config: 'second-config.json',
    roots: 'second-roots.pem',
  },
} as const satisfies Record<string, { listen: PortName; management: PortName; config: string; roots: string }>;
export type PebbleName = keyof typeof PEBBLES;

export function acmeDirectoryUrl(ports: Ports, name: PebbleName = 'pebble'): string {
  return `https://127.0.0.1:${ports[PEBBLES[name].listen]}/dir`;
}

/** Roots of the certificates that a Pebble issued, newest first. */
export function issuedRootsFile(state: StateDir, name: PebbleName = 'pebble'): string {
  return join(state.pebble, PEBBLES[name].roots);
}

/**
 * A CA without persistence: every start makes a new root and forgets all accounts, orders and certificates. `forgotten` is called
 * before each start.
 */
export function pebble(
  name: PebbleName,
  command: string,
  state: StateDir,
  ports: Ports,
  forgotten: () => Promise<void> = async () => {},
): ComponentSpec {
  const { management, config: configFile } = PEBBLES[name];
  const tls = acmeTlsFiles(state.pebble);
  const config = join(state.pebble, configFile);
  const askOverTls = (url: string) => fetchTrusting(readFileSync(tls.root, 'utf8'), url);
  return {
    name,
    command,
    args: ['-config', config, '-dnsserver', `127.0.0.1:${ports.dns}`],
    // Answers at once, refuses 5 % of the nonces, and validates every order again (except one in a hundred, because Pebble
    // compares by greater-than).
    env: { PEBBLE_VA_NOSLEEP: '1', PEBBLE_WFE_NONCEREJECT: '5', PEBBLE_AUTHZREUSE: '0' },
    prepare: async () => {
      await writeFile(config, JSON.stringify(pebbleConfig(tls, ports, name), null, 2));
      await forgotten();
    },
    check: async () => void (await askOverTls(acmeDirectoryUrl(ports, name))),
    onHealthy: async () => {
      const file = issuedRootsFile(state, name);
      const former = existsSync(file) ? readFileSync(file, 'utf8') : '';
      await writeFile(file, withRoot(await askOverTls(`https://127.0.0.1:${ports[management]}/roots/0`), former));
    },
  };
}

export function pebbleConfig(tls: { certificate: string; key: string }, ports: Ports, name: PebbleName) {
  const { listen, management } = PEBBLES[name];
  return {
    pebble: {
      listenAddress: `127.0.0.1:${ports[listen]}`,
      managementListenAddress: `127.0.0.1:${ports[management]}`,
      certificate: tls.certificate,
      privateKey: tls.key,
      httpPort: ports.edgeHttp,
      tlsPort: ports.edgeHttps,
      keyAlgorithm: 'ecdsa',
      caaIdentities: [PEBBLE_CAA_IDENTITY],
      // Its Retry-After in seconds.
      retryAfter: { authz: 1, order: 1 },
      // An order without a profile gets a random one.
      profiles: {
        [PEBBLE_PROFILES.usual]: { description: '90 days, as public CAs have it', validityPeriod: 90 * 86_400 },
        [PEBBLE_PROFILES.brief]: { description: '45 seconds, for a test that sees a whole life', validityPeriod: 45 },
      },
    },
  };
}

/** Adds a root before the former ones, which still verify certificates issued before a restart. */
export function withRoot(root: string, former: string): string {
  const others = former
    .split(END_OF_CERTIFICATE)
    .filter(Boolean)
    .map((pem) => pem + END_OF_CERTIFICATE);
  const current = `${root.trimEnd()}\n`;
  return [current, ...others.filter((pem) => pem !== current)].slice(0, KEPT_ROOTS).join('');
}
