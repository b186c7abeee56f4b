import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { Command } from 'commander';
import { wholeNumber } from '../../bin/admin/arguments.ts';
import { ApiError, createClient } from '../../client/typescript/create-client.ts';
import { verifyWebhook } from '../../client/typescript/verify-webhook.ts';
import { NUMBERS_OF_EPOCH } from '../../lambdas/model/events/event-log.schema.ts';
import { EVENTS_IN_PARTITION, keys } from '../../lambdas/shared/table/keys.ts';
import { everyItem } from '../../lambdas/shared/table/queries.ts';
import { openTable } from '../../lambdas/shared/table/table.store.ts';
import { startCloud } from '../../local/cloud.ts';
import { awsClientSettings, awsEndpoint, awsEnvironment, NODE, PROJECT } from '../../local/machine/environment.ts';
import { CHAOS_PORTS as PORTS, portsFromVariable, readPorts } from '../../local/machine/ports.ts';
import { stateDir } from '../../local/machine/state-dir.ts';
import { stopRequest } from '../../local/machine/stop-request.ts';
import { fetchServed } from '../../local/served-certificate.ts';
import { TEST_TIMINGS, TEST_WEBHOOKS } from '../../local/stage.ts';
import { raiseLimits } from '../../local/test-cloud.ts';
import { integrator } from '../chaos/integrator.ts';
import { machineAt } from '../e2e/machine-at.ts';
import { startReceiver } from '../e2e/receiver.ts';
import { commandsOf } from './page-commands.ts';
import { isAllZero, numberedTwice, twice, type Zero, zerosTable } from './zeros.ts';

const STATE_DIR = '.local/game-day';
const PAGE = 'docs/operate/recovery.md';
/** Domains that are at work when the restore goes back to them, deleted afterwards, and made afterwards. */
const FEW = 5;
const DAMAGED_PART = 0.5;
const PATIENCE_MS = 600_000;
const POLL_EVERY_MS = 2_000;
/** Deliveries that are still on their way come in. */
const QUIET_MS = 10_000;

const command = new Command('npm run game-day --')
  .description(
    `Loses the table of a local cloud of its own and brings it back with the commands of ${PAGE}: domains are served, a machine, keys and links are revoked, half of the domains' rows are deleted, the table is restored, the stage names it, and what must not come back to life is ended again. Ends with 1 unless every count is 0.`,
  )
  .option('--domains <n>', 'domains that are served', wholeNumber, 200)
  .addHelpText(
    'after',
    `
The emulator's RestoreTableToPointInTime copies what a table holds at that moment. So it is called at the moment that the restore goes back to, before the damage; on
AWS it is called afterwards. All other commands come in the order of the page. It needs the AWS command line (aws).
It runs beside \`npm start\` and \`npm test\`, not beside \`npm run chaos\`; ${portsFromVariable(PORTS)}=<port> moves its ports. State and logs are in ${STATE_DIR}.`,
  )
  .parse();
const { domains: served } = command.opts<{ domains: number }>();

const stop = stopRequest();
const ports = readPorts(process.env, PORTS);
const state = stateDir(STATE_DIR);
const settings = awsClientSettings(awsEndpoint(ports.aws));
const run = promisify(execFile);
const started = Date.now();

const cloud = await startCloud({
  ...{ stateDir: STATE_DIR, ports, range: PORTS, reset: true, signal: stop.signal },
  ...{ timings: TEST_TIMINGS, webhooks: TEST_WEBHOOKS },
});
const hooks = await startReceiver();
try {
  await raiseLimits(cloud.connection, state.root);
  const zeros = await Promise.race([play(), stop.asked]);
  if (zeros) {
    console.log(`\n${zerosTable(zeros)}\n`);
    console.log(
      `${isAllZero(zeros) ? 'Nothing was lost, doubled or brought back to life' : 'NOT ALL IS ZERO'}, after ${seconds()} s.`,
    );
  }
  process.exitCode = zeros && isAllZero(zeros) ? 0 : 1;
} finally {
  hooks.close();
  await cloud.stop();
}

async function play(): Promise<Zero[]> {
  const { connection } = cloud;
  const { site_url: siteUrl, organization_id: organization, server_id: serverId } = connection;
  const us = integrator(connection);
  const api = createClient({ siteUrl, apiKeyId: connection.api_key_id, apiKey: connection.api_key });
  const [theNames, toRestore, toSwitchOn, toReplay, toName, toDeploy, toEnd] = commandsOf(
    readFileSync(PAGE, 'utf8'),
    'A lost or damaged table',
  );

  say('a webhook, a key, a machine, an enrolment token and a portal that are to end');
  const { data: webhook } = await api.POST('/api/webhooks', { body: { url: hooks.url, events: ['*'] } });
  const marker = 'marker.customer.test';
  await us.createDomain(marker);
  const beginning = await firstEventOf(marker);
  const key = await admin('create-key', '--organization', organization, '--name', 'leaked');
  const enrollment = () => admin('create-enrollment', '--organization', organization, '--server', String(serverId));
  const machine = await machineAt(siteUrl, String((await enrollment()).enrollment_token));
  const token = String((await enrollment()).enrollment_token);
  const portal = connection.portal_url;
  const callWithKey = () =>
    isAnswered(
      fetch(`${siteUrl}/api/organization`, {
        headers: { 'x-api-key-id': String(key.api_key_id), 'x-api-key': String(key.api_key) },
      }),
    );

  say(`${served} domains`);
  const names = Array.from({ length: served }, (_, n) => `shop-${n}.customer.test`);
  const ids = new Map<string, number>();
  for (const name of names) ids.set(name, await created(name, true));
  await until('all are served', async () => (await activeNames()).size >= served);
  const atWork = Array.from({ length: FEW }, (_, n) => `later-${n}.customer.test`);
  for (const name of atWork) ids.set(name, await created(name, false));
  const controls = { key: await callWithKey(), machine: await keysFor(machine), portal: await isAnswered(fetch(portal)) };
  if (!controls.key || controls.machine === 0 || !controls.portal) throw new Error(`not usable: ${JSON.stringify(controls)}`);

  say('the moment that the restore goes back to');
  const at = new Date();
  const { stage, old, fresh } = await variables(theNames, at);
  const shell = shellOf({
    stage,
    at: at.toISOString(),
    earlier: new Date(at.getTime() - 600_000).toISOString(),
    old,
    new: fresh,
  });
  await shell(toRestore);

  say('afterwards: all of these end, some domains are deleted, and some are made');
  await admin('revoke-key', '--key', String(key.api_key_id));
  await admin('revoke-machine', '--organization', organization, '--server', String(serverId), '--machine', machineId(machine));
  await machineAt(siteUrl, token);
  await admin('rotate-portal-token', '--organization', organization);
  const params = { path: { id: webhook.id } };
  const { data: rotated } = await api.POST('/api/webhooks/{id}/rotate-secret', { params, body: { overlap_hours: 0 } });
  const deleted = names.slice(0, FEW);
  for (const name of deleted) await us.deleteDomain(ids.get(name) ?? 0);
  for (const name of atWork) await cloud.dns.set(name, 'CNAME', [connection.cname_target]);
  const lost = Array.from({ length: FEW }, (_, n) => `lost-${n}.customer.test`);
  for (const name of lost) await created(name, true);
  await until('the ones at work are served', async () => {
    const active = await activeNames();
    return [...atWork, ...lost].every((name) => active.has(name));
  });
  await until('the deleted ones are gone', async () =>
    (await Promise.all(deleted.map((name) => us.domain(ids.get(name) ?? 0)))).every((d) => !d),
  );

  say('the damage');
  const documents = DynamoDBDocumentClient.from(new DynamoDBClient(settings));
  const damaged = names.slice(-Math.ceil(served * DAMAGED_PART));
  for (const name of damaged) await documents.send(new DeleteCommand({ TableName: old, Key: keys.domain(ids.get(name) ?? 0) }));
  const kept = names.filter((name) => !deleted.includes(name));
  const unserved = await unservedOf(kept);

  say('the restore, as the page says it');
  await shell(toSwitchOn);
  say(await shell(toReplay));
  const named = JSON.parse(await shell(toName));
  const file = JSON.parse(readFileSync(state.stage, 'utf8'));
  const epoch = (file.settings.restoreEpoch ?? 0) + 1;
  const restored = { ...file, restoredTable: named, settings: { ...file.settings, restoreEpoch: epoch } };
  writeFileSync(state.stage, JSON.stringify(restored, null, 2));
  if (toDeploy?.trim() !== 'npm run deploy') throw new Error(`${PAGE} deploys otherwise: ${toDeploy}`);
  await cloud.redeploy();
  const postsBefore = hooks.received.length;
  say(await shell(toEnd));
  const again = await admin('restore-diff', '--from', old, '--into', fresh, '--restored-to', at.toISOString());

  say('what is there');
  const expected = [...kept, ...atWork];
  await until('all domains are served again', async () => {
    const active = await activeNames();
    return expected.every((name) => active.has(name));
  }).catch((error: Error) => say(error.message));
  const active = await activeNames();
  const newest = 'after-the-restore.customer.test';
  await created(newest, true);
  await until('a new one is served', async () => (await activeNames()).has(newest)).catch((error: Error) => say(error.message));
  await until('nothing is delivered any more', async () => {
    const before = hooks.received.length;
    await sleep(QUIET_MS);
    return hooks.received.length === before;
  });
  const revived = await Promise.all(deleted.map((name) => us.domain(ids.get(name) ?? 0)));
  const log = await us.eventsAfter(beginning);
  const logged = new Set(log.map(({ id }) => id));
  const posts = hooks.received.map(({ json }) => String(json.id));
  const ofDomains = hooks.received.filter(
    ({ json }) => json.data.domain && json.id !== beginning && json.data.domain.url !== marker,
  );
  const later = hooks.received.slice(postsBefore);
  return [
    { what: 'domains not served during the outage', count: unserved, of: kept.length },
    {
      what: 'domains not active after the restore',
      count: expected.filter((name) => !active.has(name)).length,
      of: expected.length,
    },
    { what: 'domains not served after the restore', count: await unservedOf([...expected, newest]), of: expected.length + 1 },
    { what: 'deleted domains that came back', count: revived.filter(Boolean).length, of: deleted.length },
    { what: 'private keys to the revoked machine', count: await keysFor(machine), of: controls.machine },
    { what: 'calls with the revoked key', count: Number(await callWithKey()), of: 1 },
    { what: "visits at the portal's former address", count: Number(await isAnswered(fetch(portal))), of: 1 },
    {
      what: 'machines by the used token',
      count: await machineAt(siteUrl, token).then(
        () => 1,
        () => 0,
      ),
      of: 1,
    },
    {
      what: 'deliveries without the new secret',
      count: later.filter((post) => !isSignedBy(post, rotated.secret)).length,
      of: later.length,
    },
    { what: 'events delivered twice', count: twice(posts), of: posts.length },
    { what: 'events in the log twice', count: twice(log.map(({ id }) => id)), of: log.length },
    {
      what: 'delivered events that the log has not',
      count: ofDomains.filter(({ json }) => !logged.has(json.id)).length,
      of: ofDomains.length,
    },
    { what: 'numbers of two events', count: numberedTwice(await Promise.all([old, fresh].map(numbersOf))), of: logged.size },
    { what: 'found by another restore-diff', count: Number(again.revived) + Number(again.event_numbers), of: 1 },
  ];

  async function created(name: string, pointsToUs: boolean): Promise<number> {
    if (pointsToUs) await cloud.dns.set(name, 'CNAME', [connection.cname_target]);
    return us.createDomain(name);
  }

  async function activeNames(): Promise<Set<string>> {
    const found = new Set<string>();
    for await (const { url } of api.items('/api/domains', { params: { query: { ssl_status: 'active', limit: 100 } } }))
      found.add(url);
    return found;
  }

  async function unservedOf(hostnames: readonly string[]): Promise<number> {
    let count = 0;
    for (const name of hostnames)
      count += await fetchServed(name, connection.edge_https_port, connection.ca_root_file).then(
        () => 0,
        () => 1,
      );
    return count;
  }
}

/** An event behind which the log has all that follows. */
async function firstEventOf(hostname: string): Promise<string> {
  const isOfIt = ({ json }: { json: { data: { domain?: { url: string } } } }) => json.data.domain?.url === hostname;
  return (await hooks.until((all) => all.some(isOfIt))).find(isOfIt)?.json.id;
}

/** Of the first block of the page, whose values are an example's. */
async function variables(block: string | undefined, at: Date) {
  const lines = (block ?? '').replace(/^stage=.*$/m, 'stage=local').replace(/^at=.*$/m, `at=${at.toISOString()}`);
  const said = await shellOf({})(`${lines}\nprintf '%s\\n' "$stage" "$old" "$new"`);
  const [stage = '', old = '', fresh = ''] = said.trim().split('\n');
  return { stage, old, fresh };
}

function shellOf(values: Record<string, string>) {
  const env = { ...awsEnvironment(ports.aws), ...values, CPS_STATE_DIR: state.root, AWS_DEFAULT_OUTPUT: 'json' };
  return async (block: string | undefined): Promise<string> => {
    if (block === undefined) throw new Error(`${PAGE} has other commands than the game day plays`);
    const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', block], { cwd: PROJECT, env, maxBuffer: 64 * 1024 * 1024 });
    return stdout;
  };
}

async function admin(...args: string[]): Promise<Record<string, unknown>> {
  const env = { ...process.env, CPS_STATE_DIR: state.root };
  const { stdout } = await run(NODE, ['bin/admin.ts', '--json', ...args], { cwd: PROJECT, env, maxBuffer: 64 * 1024 * 1024 });
  return JSON.parse(stdout);
}

type Machine = Awaited<ReturnType<typeof machineAt>>;
const machineId = ({ identity }: Machine) => identity.enrollment.machine_id;

/** How many private keys the service gives to a machine that asks for everything. */
async function keysFor({ service }: Machine): Promise<number> {
  const result = await service.certificates(undefined);
  if (result.kind !== 'answered') return 0;
  return result.body.changes.filter(({ state: is }) => is === 'present').length;
}

async function isAnswered(asked: Promise<Response>): Promise<boolean> {
  const response = await asked;
  await response.body?.cancel();
  return response.ok;
}

function isSignedBy({ body, headers }: { body: Buffer; headers: Record<string, string> }, secret: string): boolean {
  try {
    verifyWebhook(body, headers, secret, { toleranceSeconds: 86_400 });
    return true;
  } catch {
    return false;
  }
}

/** The events of the organization in a table, by their numbers. */
async function numbersOf(tableName: string): Promise<Map<number, string>> {
  const table = openTable(new DynamoDBClient(settings), tableName);
  const found = new Map<number, string>();
  for (const first of [0, NUMBERS_OF_EPOCH, NUMBERS_OF_EPOCH + EVENTS_IN_PARTITION]) {
    const pk = keys.event(cloud.connection.organization_id, first).pk;
    const query = { KeyConditionExpression: 'pk = :pk', ConsistentRead: true, values: { ':pk': pk } };
    for await (const { number, id } of everyItem(table, query)) found.set(Number(number), String(id));
  }
  return found;
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; ; await sleep(POLL_EVERY_MS)) {
    stop.signal.throwIfAborted();
    if (await isSo().catch(unlessBusy)) return;
    if (Date.now() > end) throw new Error(`not so after ${PATIENCE_MS / 1000} s: ${what}`);
  }
}

function unlessBusy(error: unknown): boolean {
  if (error instanceof ApiError) return false;
  throw error;
}

function say(text: string): void {
  console.log(`${seconds()} s: ${text.trim()}`);
}

function seconds(): number {
  return Math.round((Date.now() - started) / 1000);
}
