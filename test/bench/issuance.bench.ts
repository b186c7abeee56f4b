import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { styleText } from 'node:util';
import { installCertbot, installLego, installPythonTools, locateTools } from '../../local/machine/tools.ts';
import type { Contender } from './contender.ts';
import { bareFlow } from './issue-bare.ts';
import { acmeClient } from './issue-with-acme-client.ts';
import { caddy } from './issue-with-caddy.ts';
import { ours } from './issue-with-ours.ts';
import { certbot, lego } from './issue-with-programs.ts';
import { type Pebble, startPebble } from './pebble.ts';

/** Those in this process take short turns, so that whatever else the machine does meets all of them. Programs have one round: theirs are seconds. */
const ROUNDS = 10;
const WARM_UP = 10;
/** Of certificates a second, within this run. */
const GOALS = { 'acme-client, tuned': 1.25, 'a bare flow': 0.8 };

interface Total {
  certificates: number;
  ms: number;
  /** Of this process, the CA's own work apart. */
  cpuMs: number;
  requests: number;
}

async function measure(pebble: Pebble, contender: Contender, label: string, certificates: number): Promise<Total> {
  const hostnames = Array.from({ length: certificates }, (_, n) => `${label}-${n}.customer.example`);
  const requestsBefore = pebble.requests();
  const startedAt = performance.now();
  const cpuBefore = process.cpuUsage();
  await contender.issueAll(hostnames);
  const { user, system } = process.cpuUsage(cpuBefore);
  const ms = performance.now() - startedAt;
  return { certificates, ms, cpuMs: (user + system) / 1000, requests: pebble.requests() - requestsBefore };
}

function perSecond({ certificates, ms }: Total): number {
  return certificates / (ms / 1000);
}

function sum(totals: readonly Total[]): Total {
  return totals.reduce((one, other) => ({
    certificates: one.certificates + other.certificates,
    ...{ ms: one.ms + other.ms, cpuMs: one.cpuMs + other.cpuMs, requests: one.requests + other.requests },
  }));
}

/** Of what each round says, the middle: a machine that does something else for a moment spoils a round and not the result. */
function ratio(ours: readonly Total[], theirs: readonly Total[]): number {
  const ratios = ours.slice(0, theirs.length).map((round, n) => perSecond(round) / perSecond(theirs[n] ?? round));
  return ratios.toSorted((a, b) => a - b)[Math.floor(ratios.length / 2)] ?? 0;
}

/** A program that cannot be had on this machine is left out, with a line that says so. */
async function programs(pebble: Pebble, folder: string): Promise<Contender[]> {
  const installation = { logs: folder, signal: undefined };
  const makers: [string, () => Promise<Contender>][] = [
    ['certbot', async () => certbot(pebble, await installCertbot(installation), folder)],
    ['lego', async () => lego(pebble, await installLego(installation), folder)],
    ['Caddy', async () => caddy(pebble, locateTools(await installPythonTools(installation), '').caddy, folder)],
  ];
  const made: Contender[] = [];
  for (const [name, make] of makers) {
    try {
      made.push(await make());
    } catch (error) {
      console.log(styleText('yellow', `${name} is left out: ${error instanceof Error ? error.message.split('\n')[0] : error}`));
    }
  }
  return made;
}

const folder = await mkdtemp(join(tmpdir(), 'issuers-'));
const pebble = await startPebble({ nonceRejectPercent: 5 });
try {
  const inProcess = [await ours(pebble), await acmeClient(pebble), await bareFlow(pebble)];
  const rounds = new Map<Contender, Total[]>();
  for (const [index, contender] of inProcess.entries()) await measure(pebble, contender, `warm-${index}`, WARM_UP);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, contender] of inProcess.entries()) {
      const measured = await measure(pebble, contender, `r${round}-${index}`, contender.certificates);
      rounds.set(contender, [...(rounds.get(contender) ?? []), measured]);
    }
  }
  for (const [index, contender] of (await programs(pebble, folder)).entries())
    rounds.set(contender, [await measure(pebble, contender, `p${index}`, contender.certificates)]);

  const [mine = []] = rounds.values();
  console.log('Certificates from one Pebble, which refuses one nonce in twenty and waits for nothing');
  console.table(
    Array.from(rounds, ([{ name, manner, isInProcess }, measured]) => {
      const total = sum(measured);
      return {
        ...{ '': name, manner, certificates: total.certificates },
        'certificates/s': perSecond(total).toFixed(1),
        'ours to it': ratio(isInProcess ? mine : [sum(mine)], measured).toFixed(2),
        'CPU ms each': isInProcess ? (total.cpuMs / total.certificates).toFixed(1) : '',
        'requests each': (total.requests / total.certificates).toFixed(1),
      };
    }),
  );
  for (const [{ name }, measured] of rounds) {
    const goal = GOALS[name as keyof typeof GOALS];
    if (goal === undefined) continue;
    const reached = ratio(mine, measured);
    console.log(`ours to ${name}: ${reached.toFixed(2)}, goal at least ${goal}: ${reached >= goal ? 'held' : 'MISSED'}`);
    if (reached < goal) process.exitCode = 1;
  }
} finally {
  await pebble.stop();
  await rm(folder, { recursive: true, force: true });
}
