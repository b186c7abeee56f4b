import { setTimeout as sleep } from 'node:timers/promises';
import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { Command, Option } from 'commander';
import { wholeNumber } from '../../bin/admin/arguments.ts';
import { readDeployment } from '../../lambdas/shared/aws/deployment.gateway.ts';
import { entriesSince } from '../../lambdas/shared/outbox/outbox.store.ts';
import { openTable } from '../../lambdas/shared/table/table.store.ts';
import { startCloud } from '../../local/cloud.ts';
import { awsClientSettings, awsEndpoint } from '../../local/machine/environment.ts';
import { CHAOS_PORTS as PORTS, portsFromVariable, readPorts } from '../../local/machine/ports.ts';
import { stateDir } from '../../local/machine/state-dir.ts';
import { stopRequest } from '../../local/machine/stop-request.ts';
import { LOCAL_STAGE, TEST_TIMINGS, TEST_WEBHOOKS } from '../../local/stage.ts';
import { raiseLimits } from '../../local/test-cloud.ts';
import { type Received, startReceiver } from '../e2e/receiver.ts';
import { holdTimelines } from '../e2e/timelines.ts';
import { type Integrator, integrator } from './integrator.ts';
import { isLossless, type Outcome, outcomeOf, table } from './report.ts';
import { playRound, type Round } from './round.ts';
import { type Target, VICTIMS } from './victims.ts';

const STATE_DIR = '.local/chaos';
const NAMES = VICTIMS.map(({ name }) => name);

/** A killed sender's claim lasts 65 s, and so does the visibility time-out of its message. */
const REST_SECONDS = 150;
const POLL_EVERY_MS = 2_000;

const command = new Command('npm run chaos --')
  .description(
    'Kills each program of a local cloud of its own in turn (`kill -9`), in the middle of issuing certificates, brings it up again, and counts what was lost. Ends with 1 unless all of it is 0.',
  )
  .addOption(new Option('--only <programs...>', 'these alone').choices(NAMES))
  .option('--issuances <n>', 'certificates under way at each kill, 100 at most', wholeNumber, 20)
  .option('--patience <seconds>', 'what is not served so long after a kill is lost', wholeNumber, 180)
  .option('--reset', 'forget what an earlier run left', false)
  .addHelpText(
    'after',
    `
lost domain      its creation was answered with 201, and it was not served in time
lost event       outbox or state say that it happened, and the event log does not have it, or has it twice
lost delivery    its event is in the log, and the receiver did not get it or our records do not say so

It runs beside \`npm start\` and \`npm test\`; ${portsFromVariable(PORTS)}=<port> moves its ports. State and logs are in ${STATE_DIR}.`,
  )
  .parse();
const { only = NAMES, issuances, patience, reset } = command.opts<Options>();

interface Options {
  only?: string[];
  issuances: number;
  patience: number;
  reset: boolean;
}

const stop = stopRequest();
const ports = readPorts(process.env, PORTS);
const state = stateDir(STATE_DIR);
const beganAt = Date.now();
const cloud = await startCloud({
  ...{ stateDir: STATE_DIR, ports, range: PORTS, reset, signal: stop.signal },
  ...{ timings: TEST_TIMINGS, webhooks: TEST_WEBHOOKS },
});
const hooks = await startReceiver();
try {
  await raiseLimits(cloud.connection, state.root);
  const outcomes = await Promise.race([play({ cloud, state, ports }), stop.asked]);
  if (outcomes) {
    console.log(`\n${table(outcomes)}\n`);
    console.log(`${isLossless(outcomes) ? 'Nothing was lost' : 'SOMETHING WAS LOST'}, after ${seconds(beganAt)} s.`);
  }
  process.exitCode = outcomes && isLossless(outcomes) ? 0 : 1;
} finally {
  hooks.close();
  await cloud.stop();
}
holdTimelines(state);

async function play(target: Target): Promise<Outcome[]> {
  const us = integrator(cloud.connection);
  const startedAt = new Date();
  const webhookId = await us.subscribe(hooks.url);
  const beginning = await markedBeginning(us);
  const rounds: Round[] = [];
  for (const victim of VICTIMS.filter(({ name }) => only.includes(name))) {
    const round = await playRound(victim, issuances, patience, us, target);
    console.log(`${victim.title}: ${round.active.size} of ${issuances} served ${Math.round(round.seconds)} s after the kill`);
    rounds.push(round);
  }
  const outcomes = await atRest(rounds, { us, webhookId, startedAt, beginning, aws: target.ports.aws });
  await us.unsubscribe(webhookId);
  return outcomes;
}

/** Creates a marker event: the log after it has everything that the rounds cause, and nothing of earlier runs. */
async function markedBeginning(us: Integrator): Promise<string> {
  const url = `marker-${Date.now()}.customer.test`;
  const id = await us.createDomain(url);
  const isMarker = ({ json }: Received) => json.data.domain?.url === url;
  const received = await hooks.until((all) => all.some(isMarker));
  await us.deleteDomain(id);
  return received.find(isMarker)?.json.id;
}

interface Run {
  us: Integrator;
  webhookId: number;
  startedAt: Date;
  beginning: string;
  aws: number;
}

/** The outcomes once nothing is missing any more, or at the time-out. */
async function atRest(rounds: Round[], { us, webhookId, startedAt, beginning, aws }: Run): Promise<Outcome[]> {
  for (const end = Date.now() + REST_SECONDS * 1000; ; await sleep(POLL_EVERY_MS)) {
    const everything = {
      asked: await askedSince(startedAt, aws),
      logged: await us.eventsAfter(beginning),
      recorded: await us.deliveries(webhookId),
      received: hooks.received.map(({ json }) => json.id),
    };
    const outcomes = rounds.map((round) => outcomeOf(round, everything));
    if (isLossless(outcomes) || Date.now() > end) return outcomes;
  }
}

/** Hostnames of events in the outbox, by event id. */
async function askedSince(since: Date, awsPort: number): Promise<Map<string, string>> {
  const settings = awsClientSettings(awsEndpoint(awsPort));
  const { tableName } = await readDeployment(LOCAL_STAGE, new CloudFormationClient(settings));
  const asked = new Map<string, string>();
  for await (const entry of entriesSince(openTable(new DynamoDBClient(settings), tableName), since, new Date())) {
    if (entry.kind === 'event') asked.set(entry.id, JSON.parse(entry.body).data.domain?.url);
  }
  return asked;
}

function seconds(since: number): number {
  return Math.round((Date.now() - since) / 1000);
}
