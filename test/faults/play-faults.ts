import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Command, InvalidArgumentError } from 'commander';
import { wholeNumber } from '../../admin/arguments.ts';
import { startCloud } from '../../local/cloud.ts';
import { CHAOS_PORTS as PORTS, portsFromVariable, readPorts } from '../../local/machine/ports.ts';
import { stateDir } from '../../local/machine/state-dir.ts';
import { stopRequest } from '../../local/machine/stop-request.ts';
import { TEST_TIMINGS, TEST_WEBHOOKS } from '../../local/stage.ts';
import { raiseLimits } from '../../local/test-cloud.ts';
import { type Integrator, integrator } from '../chaos/integrator.ts';
import { killIfThere, lambdaProcesses } from '../chaos/victims.ts';
import { CALLS } from './acme-call.ts';
import { startAcmeProxy } from './acme-proxy.ts';
import { type Case, casesOf, planOf } from './cases.ts';
import { acmeFaults } from './faults.ts';
import { faultTable, isLossless } from './report.ts';

const STATE_DIR = '.local/faults';
/** Behind the last of the cloud's own ports. */
const PROXY_AFTER = 40;
const LOOK_EVERY_MS = 1_000;

const command = new Command('npm run faults --')
  .description(
    'Stands between the service and its CA in a local cloud of its own, plays each fault at each call of an order, and counts domains that were not served in the end. Ends with 1 unless that is 0, and each fault was met.',
  )
  .option('--only <text>', 'faults whose title has this, e.g. "503"', '')
  .option('--call <call>', `at this call alone: ${CALLS.slice(0, -1).join(', ')}`, aCall)
  .option('--at-once <n>', 'domains under way at once', wholeNumber, 16)
  .option('--patience <seconds>', 'what is not served so long after its creation is lost', wholeNumber, 240)
  .option('--reset', 'forget what an earlier run left', false)
  .addHelpText(
    'after',
    `
met      requests that met the fault
orders   that the CA made for the hostname: 1, and one more for each that the fault spoilt
lost     the domain was not served in time

It runs beside \`npm start\` and \`npm test\`, and not beside \`npm run chaos\`; ${portsFromVariable(PORTS)}=<port> moves its ports. State and logs are in ${STATE_DIR}.`,
  )
  .parse();
const options = command.opts<{ only: string; call?: string; atOnce: number; patience: number; reset: boolean }>();

function aCall(text: string): string {
  if (!CALLS.some((call) => call === text)) throw new InvalidArgumentError(`It is one of ${CALLS.join(', ')}.`);
  return text;
}

const stop = stopRequest();
const ports = readPorts(process.env, PORTS);
const state = stateDir(STATE_DIR);
const cases: Case[] = [];
let isPlayed = false;
const proxyPort = Math.max(...Object.values(ports)) + PROXY_AFTER;
const proxy = await startAcmeProxy(proxyPort, ports.pebble, state.pebble, (call, hostname) =>
  isPlayed ? planOf(cases, call, hostname) : undefined,
);
const cloud = await startCloud({
  ...{ stateDir: STATE_DIR, ports, range: PORTS, reset: options.reset, signal: stop.signal },
  ...{ timings: TEST_TIMINGS, webhooks: TEST_WEBHOOKS, acmeDirectoryUrl: `https://127.0.0.1:${proxyPort}/dir` },
});
try {
  await raiseLimits(cloud.connection, state.root);
  const kill = () => {
    for (const pid of lambdaProcesses(cloud, 'LifecycleSteps')) killIfThere(pid);
  };
  const faults = acmeFaults(kill).filter(({ title }) => title.includes(options.only));
  cases.push(...casesOf(faults, randomBytes(3).toString('hex'), options.call));
  isPlayed = true;
  const isDone = await Promise.race([playAll(integrator(cloud.connection)), stop.asked]);
  if (isDone) console.log(`\n${faultTable(cases)}\n`);
  process.exitCode = isDone && isLossless(cases) ? 0 : 1;
} finally {
  await cloud.stop();
  proxy.close();
}

/** Some at once, each until it is served or given up. */
async function playAll(us: Integrator): Promise<true> {
  const waiting = [...cases];
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await play(next, us);
  };
  await Promise.all(Array.from({ length: options.atOnce }, worker));
  return true;
}

async function play(played: Case, us: Integrator): Promise<void> {
  const { hostname } = played;
  await cloud.dns.set(hostname, 'CNAME', [cloud.connection.cname_target]);
  const beganAt = Date.now();
  const id = await us.createDomain(hostname);
  while (!played.isServed && Date.now() < beganAt + options.patience * 1000) {
    await sleep(LOOK_EVERY_MS);
    played.isServed = await us.isServed(id);
  }
  played.seconds = Math.round((Date.now() - beganAt) / 1000);
  played.orders = proxy.ordersOf(hostname);
  const { fault, call, met, isServed, seconds } = played;
  console.log(`${fault.title}, ${call}: met ${met} times, ${isServed ? `served after ${seconds} s` : 'LOST'}`);
}
