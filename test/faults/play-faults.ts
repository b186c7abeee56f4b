import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Command } from 'commander';
import pMap from 'p-map';
import { wholeNumber } from '../../bin/admin/arguments.ts';
import { startCloud } from '../../local/cloud.ts';
import { awsEndpoint, cloudEnvironment, NODE, PROJECT } from '../../local/machine/environment.ts';
import { CHAOS_PORTS as PORTS, portsFromVariable, readPorts } from '../../local/machine/ports.ts';
import { stateDir } from '../../local/machine/state-dir.ts';
import { stopRequest } from '../../local/machine/stop-request.ts';
import { TEST_TIMINGS, TEST_WEBHOOKS } from '../../local/stage.ts';
import { raiseLimits } from '../../local/test-cloud.ts';
import { integrator } from '../chaos/integrator.ts';
import { killIfThere, lambdaProcesses } from '../chaos/victims.ts';
import { holdTimelines } from '../e2e/timelines.ts';
import { startAcmeProxy } from './acme-proxy.ts';
import { startAwsProxy } from './aws-proxy.ts';
import { callersByKey } from './aws-request.ts';
import { type Asked, type Case, casesOf, planOf } from './cases.ts';
import { acmeFaults } from './faults.ts';
import { type LastingFaultPorts, lastingFaults } from './lasting-faults.ts';
import { type LifePorts, live } from './life.ts';
import { type Operator, openOperator } from './operator.ts';
import { endOf, faultTable, isLossless } from './report.ts';
import { lazySecondServer } from './second-server.ts';
import { serviceFaults } from './service-faults.ts';

/** Somebody at `npm run admin`, whose command is killed in the middle. */
function administrator(stateDir: string): Pick<LastingFaultPorts, 'changeKey' | 'endChange'> {
  let child: ChildProcess | undefined;
  return {
    async changeKey() {
      const env = { ...cloudEnvironment(), CPS_STATE_DIR: stateDir };
      child = spawn(NODE, ['bin/admin.ts', 'ca-account', 'change-key'], { cwd: PROJECT, env, stdio: 'ignore' });
      await once(child, 'exit');
    },
    endChange: () => void child?.kill('SIGKILL'),
  };
}

const STATE_DIR = '.local/faults';
/** Behind the last of the cloud's own ports. */
const PROXY_AFTER = 40;
/** Until all that are to wait have joined the queue: a name is there some seconds after its creation. */
const QUEUED_MS = 20_000;

const command = new Command('npm run faults --')
  .description(
    'Stands between the service and its CA, and between its Lambdas and AWS, in a local cloud of its own; plays each fault at each call and in each step of the lifecycle; and counts domains that did not come through. Ends with 1 unless that is 0, and each fault was met.',
  )
  .option('--only <texts...>', 'faults whose title has one of these, e.g. "503"', [''])
  .option('--at <place>', 'at this call of the CA, or in this Lambda, alone: newOrder, poll-order')
  .option('--at-once <n>', 'domains under way at once', wholeNumber, 16)
  .option('--patience <seconds>', 'what has not come through so long after it was asked for is lost', wholeNumber, 240)
  .option('--reset', 'forget what an earlier run left', false)
  .addHelpText(
    'after',
    `
met            requests that met the fault
orders         that the CA made for the hostname: 1, one more for each that the fault spoilt, and one where a certificate was replaced
came through   what the domain was when it had met its fault and all was well: served, moved to another server, its certificate
               revoked and replaced, or removed. A step that has its turn late is met late

It runs beside \`npm start\` and \`npm test\`, and not beside \`npm run chaos\`; ${portsFromVariable(PORTS)}=<port> moves its ports. State and logs are in ${STATE_DIR}.`,
  )
  .parse();
const options = command.opts<{ only: string[]; at?: string; atOnce: number; patience: number; reset: boolean }>();

const stop = stopRequest();
const ports = readPorts(process.env, PORTS);
const state = stateDir(STATE_DIR);
const cases: Case[] = [];
let isPlayed = false;
const proxyPort = Math.max(...Object.values(ports)) + PROXY_AFTER;
const lambdasPort = proxyPort + 1;
let callers = new Map<string, string>();
const plan = (asked: Asked) => (isPlayed ? planOf(cases, asked) : undefined);
const ca = await startAcmeProxy(proxyPort, ports.pebble, state.pebble, (request) => plan({ of: 'ca', request }));
const aws = await startAwsProxy(
  ...([lambdasPort, ports.aws] as const),
  () => callers,
  (request) => plan({ of: 'aws', request }),
);
const acmeDirectoryUrl = `https://127.0.0.1:${proxyPort}/dir`;
const cloud = await startCloud({
  ...{ stateDir: STATE_DIR, ports, range: PORTS, reset: options.reset, signal: stop.signal },
  ...{ timings: TEST_TIMINGS, webhooks: TEST_WEBHOOKS, acmeDirectoryUrl, lambdasAwsEndpoint: awsEndpoint(lambdasPort) },
});
const second = lazySecondServer(state.root);
try {
  await raiseLimits(cloud.connection, state.root);
  const operator = await openOperator(ports.aws, acmeDirectoryUrl);
  callers = callersByKey(operator.functions);
  const kill = (part: string) => {
    for (const pid of lambdaProcesses(cloud, part)) killIfThere(pid);
  };
  const killSteps = () => kill('LifecycleSteps');
  const faults = [
    ...acmeFaults(killSteps),
    ...lastingFaults({ ...administrator(state.root), kill: killSteps }),
    ...serviceFaults({ kill, dispatch: operator.dispatch }),
  ]
    .filter(({ title }) => options.only.some((text) => title.includes(text)))
    .filter(({ at }) => options.at === undefined || at === options.at);
  cases.push(...casesOf(faults, randomBytes(3).toString('hex')));
  isPlayed = true;
  const isDone = await Promise.race([playAll(operator), stop.asked]);
  if (isDone) console.log(`\n${faultTable(cases)}\n`);
  process.exitCode = isDone && isLossless(cases) ? 0 : 1;
} finally {
  await second.stop();
  await cloud.stop();
  ca.close();
  aws.close();
}
holdTimelines(state);

async function playAll({ isGone, spendOrdersUntil }: Operator): Promise<true> {
  const { dns, connection } = cloud;
  const ports = { dns, us: integrator(connection), cnameTarget: connection.cname_target, secondServer: second.get, isGone };
  const alone = cases.filter(({ fault }) => fault.isForAll);
  const queued = cases.filter(({ fault }) => fault.isQueued);
  const others = cases.filter((each) => !alone.includes(each) && !queued.includes(each));
  await Promise.all([someAtOnce(options.atOnce, others, ports), someAtOnce(1, alone, ports)]);
  if (queued.length > 0) await spendOrdersUntil(new Date(Date.now() + QUEUED_MS));
  await someAtOnce(Number.POSITIVE_INFINITY, queued, ports);
  return true;
}

/** Each until it has come through or is given up. */
async function someAtOnce(atOnce: number, these: readonly Case[], ports: Omit<LifePorts, 'patienceSeconds'>): Promise<void> {
  const play = async (one: Case) => {
    await live(one, { ...ports, patienceSeconds: options.patience });
    one.orders = ca.ordersOf(one.hostname);
    console.log(`${one.fault.title}, ${one.fault.at}: met ${one.met} times, ${endOf(one)}`);
  };
  await pMap(these, play, { concurrency: atOnce });
}
