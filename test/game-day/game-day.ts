import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { Command } from 'commander';
import { wholeNumber } from '../../bin/admin/arguments.ts';
import { createClient } from '../../client/typescript/create-client.ts';
import { NUMBERS_OF_EPOCH } from '../../lambdas/model/events/event-log.schema.ts';
import { EVENTS_IN_PARTITION, keys } from '../../lambdas/shared/table/keys.ts';
import { everyItem } from '../../lambdas/shared/table/queries.ts';
import { openTable } from '../../lambdas/shared/table/table.store.ts';
import { startCloud } from '../../local/cloud.ts';
import { awsClientSettings, awsEndpoint } from '../../local/machine/environment.ts';
import { CHAOS_PORTS as PORTS, portsFromVariable, readPorts } from '../../local/machine/ports.ts';
import { stateDir } from '../../local/machine/state-dir.ts';
import { stopRequest } from '../../local/machine/stop-request.ts';
import { fetchServed } from '../../local/served-certificate.ts';
import { TEST_TIMINGS, TEST_WEBHOOKS } from '../../local/stage.ts';
import { raiseLimits } from '../../local/test-cloud.ts';
import { integrator } from '../chaos/integrator.ts';
import { startReceiver } from '../e2e/receiver.ts';
import { oldRights } from './old-rights.ts';
import { operator } from './operator.ts';
import { commandsOf } from './page-commands.ts';
import { isAllZero, numberedTwice, twice, type Zero, zerosTable } from './zeros.ts';

const STATE_DIR = '.local/game-day';
const PAGE = 'docs/operate/recovery.md';
/** Number of domains in progress at the time of the restore, and of those deleted and created after it. */
const FEW = 5;
const DAMAGED_PART = 0.5;
const PATIENCE_MS = 900_000;
const POLL_EVERY_MS = 2_000;
/** Waits for deliveries in flight. */
const QUIET_MS = 10_000;

const command = new Command('npm run game-day --')
  .description(
    `Damages the table of a local cloud of its own, and restores it with the commands of ${PAGE}. Domains are served. Then a key and a machine are revoked, a portal and a webhook get new secrets, and half of the domains' rows are deleted. The table is restored, restore-diff ends again what had ended, and the stage names the restored table. Exits with 1 unless every count is 0.`,
  )
  .option('--domains <n>', 'domains that are served', wholeNumber, 200)
  .addHelpText(
    'after',
    `
What stands in for AWS:
  step 2, the restore  the emulator copies the table as it is at the time of the call. So it is called before the damage, at the time to which
                       the table is restored. On AWS it is called afterwards
  steps 5 and 6        the stage file is that of the local cloud (local.json), and its deployment runs in place of npm run deploy
All other commands are those of the page, in its order. Not played: admin undo, AWS Backup, the replica of the key; the emulator has no exports
and no backups. To type the commands yourself: ${PAGE}, "Practise on a local cloud".

It needs the AWS command line (aws). It runs beside \`npm start\` and \`npm test\`, not beside \`npm run chaos\`; ${portsFromVariable(PORTS)}=<port> moves its ports. State and logs are in ${STATE_DIR}.`,
  )
  .parse();
const { domains: served } = command.opts<{ domains: number }>();

const stop = stopRequest();
const ports = readPorts(process.env, PORTS);
const state = stateDir(STATE_DIR);
const started = Date.now();
const cloud = await startCloud({
  ...{ stateDir: STATE_DIR, ports, range: PORTS, reset: true, signal: stop.signal },
  ...{ timings: TEST_TIMINGS, webhooks: TEST_WEBHOOKS },
});
const { connection } = cloud;
const hooks = await startReceiver();
const { admin, variables, shellWith } = operator({ state, ports });
const us = integrator(connection);
const api = createClient({ siteUrl: connection.site_url, apiKeyId: connection.api_key_id, apiKey: connection.api_key });
const [theNames, toRestore, toSwitchOn, toReplay, toName, toDeploy, toEnd] = commandsOf(
  readFileSync(PAGE, 'utf8'),
  'A lost or damaged table',
);

try {
  await raiseLimits(connection, state.root);
  const zeros = await Promise.race([play(), stop.asked]);
  const isPassed = zeros !== undefined && isAllZero(zeros);
  if (zeros) console.log(`\n${zerosTable(zeros)}\n`);
  say(isPassed ? 'Nothing was lost, doubled or brought back to life.' : 'NOT ALL IS ZERO.');
  process.exitCode = isPassed ? 0 : 1;
} finally {
  hooks.close();
  await cloud.stop();
}

async function play(): Promise<Zero[]> {
  say('a webhook, a key, a machine, an enrolment token and a portal that are to end');
  const rights = await oldRights(connection, hooks.url, admin);
  const beginning = await beginningOfLog();

  say(`${served} domains`);
  const shops = await domains('shop', served, true);
  await untilActive([...shops.keys()]);
  const atWork = await domains('at-work', FEW, false);
  const before = await rights.uses();

  say('the moment that the restore goes back to');
  const at = new Date();
  const names = await variables(theNames, at);
  const shell = shellWith(names);
  await shell(toRestore);

  say('afterwards: all of these end, some domains are deleted, and some are made');
  await rights.end();
  await rights.useToken();
  const deleted = [...shops].slice(0, FEW);
  for (const [, id] of deleted) await us.deleteDomain(id);
  for (const name of atWork.keys()) await cloud.dns.set(name, 'CNAME', [connection.cname_target]);
  const lost = await domains('lost', FEW, true);
  await untilActive([...atWork.keys(), ...lost.keys()]);
  await until('the deleted ones are gone', async () => (await found(deleted)) === 0);

  say('the damage');
  await damage(names.old, [...shops.values()].slice(-Math.ceil(served * DAMAGED_PART)));
  const kept = [...shops.keys()].slice(FEW);
  const unserved = await countUnserved(kept);

  say('the restore, as the page says it');
  await shell(toSwitchOn);
  say(await shell(toReplay));
  await deployWith(await shell(toName));
  const postsBefore = hooks.received.length;
  say(await shell(toEnd));
  const again = await admin('restore-diff', '--from', names.old, '--into', names.new, '--restored-to', names.at);

  say('what is there');
  const expected = [...kept, ...atWork.keys()];
  await untilActive(expected).catch((error: Error) => say(error.message));
  const active = await activeNames();
  const newest = await domains('after-the-restore', 1, true);
  await untilActive([...newest.keys()]).catch((error: Error) => say(error.message));
  const after = await rights.uses();
  const all = [...expected, ...newest.keys()];
  return [
    { what: 'domains not served during the outage', count: unserved, of: kept.length },
    {
      what: 'domains not active after the restore',
      count: expected.filter((name) => !active.has(name)).length,
      of: expected.length,
    },
    { what: 'domains not served after the restore', count: await countUnserved(all), of: all.length },
    { what: 'deleted domains that came back', count: await found(deleted), of: deleted.length },
    { what: 'private keys to the revoked machine', count: after.privateKeys, of: before.privateKeys },
    { what: 'calls with the revoked key', count: after.keyCalls, of: before.keyCalls },
    { what: "visits at the portal's former address", count: after.portalVisits, of: before.portalVisits },
    { what: 'machines by the used token', count: await rights.useToken(), of: 1 },
    ...(await eventZeros(beginning, names)),
    {
      what: 'deliveries without the new secret',
      count: hooks.received.slice(postsBefore).filter((post) => !rights.isSigned(post)).length,
      of: hooks.received.length - postsBefore,
    },
    { what: 'found by another restore-diff', count: Number(again.revived) + Number(again.event_numbers), of: 1 },
  ];
}

/** After all deliveries. */
async function eventZeros(beginning: string, { old, new: restored }: { old: string; new: string }): Promise<Zero[]> {
  await until('nothing is delivered any more', async () => {
    const before = hooks.received.length;
    await sleep(QUIET_MS);
    return hooks.received.length === before;
  });
  const posts = hooks.received.map(({ json }) => String(json.id));
  const [, ...delivered] = hooks.received.filter(({ json }) => json.data.domain).map(({ json }) => String(json.id));
  let log = await us.eventsAfter(beginning);
  const unlogged = () => {
    const ids = new Set(log.map(({ id }) => id));
    return delivered.filter((id) => id !== beginning && !ids.has(id));
  };
  // After a gap of numbers, the log shows the next events a minute later.
  await until('the log shows what was delivered', async () => {
    log = await us.eventsAfter(beginning);
    return unlogged().length === 0;
  }).catch((error: Error) => say(error.message));
  return [
    { what: 'events delivered twice', count: twice(posts), of: posts.length },
    { what: 'events in the log twice', count: twice(log.map(({ id }) => id)), of: log.length },
    { what: 'delivered events that the log has not', count: unlogged().length, of: delivered.length },
    { what: 'numbers of two events', count: numberedTwice(await Promise.all([old, restored].map(numbersOf))), of: log.length },
  ];
}

/** A marker event: everything that follows comes after it in the log. */
async function beginningOfLog(): Promise<string> {
  await domains('marker', 1, false);
  const [first] = await hooks.until((all) => all.length > 0);
  return first?.json.id;
}

/** Creates this many domains; ids by name. */
async function domains(label: string, count: number, pointsToUs: boolean): Promise<Map<string, number>> {
  const created = new Map<string, number>();
  for (let n = 0; n < count; n += 1) {
    const name = `${label}-${n}.customer.test`;
    if (pointsToUs) await cloud.dns.set(name, 'CNAME', [connection.cname_target]);
    created.set(name, await us.createDomain(name));
  }
  return created;
}

async function activeNames(): Promise<Set<string>> {
  const names = new Set<string>();
  const params = { query: { ssl_status: 'active' as const, limit: 100 } };
  for await (const { url } of api.items('/api/domains', { params })) names.add(url);
  return names;
}

function untilActive(names: readonly string[]): Promise<void> {
  return until(`${names[0]} and ${names.length - 1} more are served`, async () => {
    const active = await activeNames();
    return names.every((name) => active.has(name));
  });
}

/** Number of these domains that exist. */
async function found(some: readonly [string, number][]): Promise<number> {
  return (await Promise.all(some.map(([, id]) => us.domain(id)))).filter(Boolean).length;
}

async function countUnserved(names: readonly string[]): Promise<number> {
  let count = 0;
  for (const name of names) {
    const isServed = await fetchServed(name, connection.edge_https_port, connection.ca_root_file).then(
      () => true,
      () => false,
    );
    if (!isServed) count += 1;
  }
  return count;
}

/** Deletes rows of domains directly in the table, like a faulty script. */
async function damage(tableName: string, ids: readonly number[]): Promise<void> {
  const table = openTable(new DynamoDBClient(awsClientSettings(awsEndpoint(ports.aws))), tableName);
  for (const id of ids) await table.transact([table.deleteWrite(keys.domain(id))]);
}

/** Steps 5 and 6 of the page. */
async function deployWith(restoredTable: string): Promise<void> {
  if (toDeploy?.trim() !== 'npm run deploy') throw new Error(`${PAGE} deploys otherwise: ${toDeploy}`);
  const file = JSON.parse(readFileSync(state.stage, 'utf8'));
  const settings = { ...file.settings, restoreEpoch: (file.settings.restoreEpoch ?? 0) + 1 };
  writeFileSync(state.stage, JSON.stringify({ ...file, restoredTable: JSON.parse(restoredTable), settings }, null, 2));
  await cloud.redeploy();
}

/** The organization's events in a table, by number. */
async function numbersOf(tableName: string): Promise<Map<number, string>> {
  const table = openTable(new DynamoDBClient(awsClientSettings(awsEndpoint(ports.aws))), tableName);
  const numbered = new Map<number, string>();
  for (const first of [0, NUMBERS_OF_EPOCH, NUMBERS_OF_EPOCH + EVENTS_IN_PARTITION]) {
    const pk = keys.event(connection.organization_id, first).pk;
    const query = { KeyConditionExpression: 'pk = :pk', ConsistentRead: true, values: { ':pk': pk } };
    for await (const { number, id } of everyItem(table, query)) numbered.set(Number(number), String(id));
  }
  return numbered;
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; !(await isSo()); await sleep(POLL_EVERY_MS)) {
    stop.signal.throwIfAborted();
    if (Date.now() > end) throw new Error(`not so after ${PATIENCE_MS / 1000} s: ${what}`);
  }
}

function say(text: string): void {
  console.log(`${Math.round((Date.now() - started) / 1000)} s: ${text.trim()}`);
}
