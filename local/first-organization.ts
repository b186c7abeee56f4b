import { execFile } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PERMISSIONS } from '../contract/api/operations.ts';
import { DASHBOARD_PATHS } from '../contract/paths.ts';
import { ownCaaRecord } from '../lambdas/acme/caa-identities.ts';
import type { Stage } from '../lib/stage/stage.schema.ts';
import {
  type Connection,
  connectionOf,
  environmentText,
  type FirstOrganization,
  type OwnConnection,
  siteUrl,
  withPorts,
  writePrivately,
} from './connection.ts';
import type { DnsClient } from './dns-client.ts';
import { cloudEnvironment, NODE, PROJECT } from './machine/environment.ts';
import type { Ports } from './machine/ports.ts';
import { runCommand } from './machine/run-command.ts';
import { timesOfConnection } from './machine/shortened-times.ts';
import type { StateDir } from './machine/state-dir.ts';
import type { Change } from './name-servers/changes.ts';
import { issuedRootsFile, PEBBLE_CAA_IDENTITY } from './processes/pebble.ts';

const EVERY_PERMISSION = PERMISSIONS.join(',');

/** Finds or creates the first organization, and writes `connection.json` when everything exists. */
export async function ensureFirstOrganization(
  state: StateDir,
  ports: Ports,
  signal: AbortSignal,
  note: (text: string) => void,
): Promise<Connection> {
  const former = readConnection(state);
  const isKept = former !== undefined && (await isKeyKnown(withPorts(former, ports)));
  note(isKept ? 'kept' : 'created');
  const own = isKept ? withPorts(former, ports) : await create(state, ports, signal);
  const { settings } = JSON.parse(readFileSync(state.stage, 'utf8')) as Stage;
  const owner = isKept ? ownerIn(former) : await createOwner(state, own);
  const connection = {
    ...own,
    portal_url: await portalUrl(own),
    dashboard_url: siteUrl(ports) + DASHBOARD_PATHS.home,
    ...owner,
    mails_folder: state.mails,
    shortened_times: timesOfConnection(settings),
  };
  writePrivately(state.environment, environmentText(own));
  writePrivately(state.connection, connection);
  return connection;
}

const OWNER_EMAIL = 'owner@cps.test';
type Owner = Pick<Connection, 'dashboard_email' | 'dashboard_password'>;

function ownerIn({ dashboard_email, dashboard_password }: Connection): Owner {
  return { dashboard_email, dashboard_password };
}

/** Creates the first owner, who signs in with this password at the local provider. */
async function createOwner(state: StateDir, { organization_id }: OwnConnection): Promise<Owner> {
  const { email, password } = await admin(state, ['create-user', '--organization', organization_id, '--email', OWNER_EMAIL]);
  return { dashboard_email: email, dashboard_password: password };
}

function readConnection(state: StateDir): Connection | undefined {
  return existsSync(state.connection) ? JSON.parse(readFileSync(state.connection, 'utf8')) : undefined;
}

/** False when MiniStack was killed before it wrote its state: the table is new then, and the old key unknown. */
async function isKeyKnown({ base_url, api_key_id, api_key }: OwnConnection): Promise<boolean> {
  const headers = { 'x-api-key-id': api_key_id, 'x-api-key': api_key };
  const answer = await fetch(`${base_url}/domains/1`, { headers });
  await answer.body?.cancel();
  return answer.status !== 401;
}

async function portalUrl({ base_url, api_key_id, api_key }: OwnConnection): Promise<string> {
  const headers = { 'x-api-key-id': api_key_id, 'x-api-key': api_key, 'content-type': 'application/json' };
  const answer = await fetch(`${base_url}/organization`, { headers });
  return ((await answer.json()) as { portal_url: string }).portal_url;
}

async function create(state: StateDir, ports: Ports, signal: AbortSignal): Promise<OwnConnection> {
  const first = await createFirstOrganization(state);
  signal.throwIfAborted();
  rmSync(state.agent, { recursive: true, force: true });
  await enrollAgent(state, siteUrl(ports), first, signal);
  return connectionOf(first, ports, issuedRootsFile(state));
}

/** Creates an organization, a key with all permissions and server 1 with the administrator's commands. */
async function createFirstOrganization(state: StateDir): Promise<FirstOrganization> {
  const { organization_id, ...server } = await admin(state, ['create-organization', '--name', 'First organization']);
  const organization = ['--organization', organization_id];
  const key = await admin(state, ['create-key', ...organization, '--name', 'first', '--permissions', EVERY_PERMISSION]);
  return {
    organizationId: organization_id,
    apiKeyId: key.api_key_id,
    apiKey: key.api_key,
    serverId: server.server_id,
    cnameTarget: server.cname_target,
  };
}

/** Enrolls the agent beside Caddy as a machine of the server. */
async function enrollAgent(state: StateDir, site: string, first: FirstOrganization, signal: AbortSignal): Promise<void> {
  const server = ['--organization', first.organizationId, '--server', String(first.serverId)];
  const { enrollment_token } = await admin(state, ['create-enrollment', ...server]);
  await runCommand('enrolling the agent', {
    command: NODE,
    args: ['agent/main.ts', 'enroll', '--site', site, '--name', hostname(), '--dir', state.agent],
    env: { CPS_AGENT_TOKEN: enrollment_token },
    cwd: PROJECT,
    log: join(state.logs, 'enroll.log'),
    signal,
  });
}

/** Runs an `admin` command and parses the JSON object it prints. */
async function admin(state: StateDir, args: string[]) {
  const env = { ...cloudEnvironment(), CPS_STATE_DIR: state.root };
  const { stdout } = await promisify(execFile)(NODE, ['bin/admin.ts', '--json', ...args], { cwd: PROJECT, env });
  return JSON.parse(stdout);
}

/** CAA record of names that lead to us before Pebble knows our account: each Pebble gives the account another URL. */
export const CAA_OF_ANY_ACCOUNT = ownCaaRecord(PEBBLE_CAA_IDENTITY, undefined, ['http-01', 'dns-01', 'dns-persist-01']);

/** For the base target, and for every label below it without records of its own. */
export function caaOfAnyAccount(baseTarget: string): Change[] {
  return [`*.${baseTarget}`, baseTarget].map((name) => ({ do: 'set', name, type: 'CAA', values: [CAA_OF_ANY_ACCOUNT] }));
}

/** Registers our account at Pebble and publishes the CAA records that name it, which a deployer does by hand. */
export async function publishCaa(state: StateDir, dns: DnsClient): Promise<void> {
  const { records } = (await admin(state, ['caa', '--register'])) as { records: { name: string; value: string }[] };
  // All CAs' records are at the same names, and setting a name replaces all its records.
  const names = new Set(records.map(({ name }) => name));
  const valuesAt = (at: string) => records.filter(({ name }) => name === at).map(({ value }) => value);
  await Promise.all([...names].map((name) => dns.set(name, 'CAA', valuesAt(name))));
}
