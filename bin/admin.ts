import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { Command, InvalidArgumentError, Option } from 'commander';
import { accountStore } from '../lambdas/accounts/account.store.ts';
import { createKey, createOrganization } from '../lambdas/accounts/administer.ts';
import { domainStore } from '../lambdas/domains/domain.store.ts';
import { enrollmentStore } from '../lambdas/installation/enrollment.store.ts';
import { newEnrollmentToken } from '../lambdas/installation/enrollment-token.ts';
import { Server } from '../lambdas/installation/server.schema.ts';
import { type ServerStore, serverStore } from '../lambdas/installation/server.store.ts';
import { unclaimedServer } from '../lambdas/installation/server.ts';
import { systemClock as clock } from '../lambdas/shared/clock.gateway.ts';
import { PERMISSIONS, type Permission } from '../lambdas/shared/contract/codes.ts';
import { readDeployment } from '../lambdas/shared/deployment.gateway.ts';
import { base62, prefixedId, serverLabel } from '../lambdas/shared/ids.gateway.ts';
import { entriesSince, putAgain } from '../lambdas/shared/outbox/outbox.store.ts';
import { loadServiceSecret } from '../lambdas/shared/service-secret.gateway.ts';
import { LostRace } from '../lambdas/shared/table/lost-race.ts';
import { connectTable } from '../lambdas/shared/table/table.store.ts';
import { awsVariables } from '../local/environment.ts';
import { findCloud } from '../local/running-cloud.ts';

const program = new Command('admin')
  .description(
    'Organizations, keys and servers of a deployment: the local cloud while it runs, otherwise AWS by your credentials.',
  )
  .option('--aws', 'use AWS even while the local cloud runs')
  .option('--json', 'print one JSON object')
  .configureHelp({ sortSubcommands: true, showGlobalOptions: true });

program
  .command('create-organization')
  .description('creates an organization')
  .requiredOption('--name <name>', 'its name', nonEmpty)
  .action(async ({ name }) => {
    const { id } = await createOrganization(name, await administration());
    print({ organization_id: id });
  });

program
  .command('create-key')
  .description('creates an API key; its secret is shown once')
  .requiredOption('--organization <id>', 'the organization')
  .requiredOption('--name <name>', 'what the key is for', nonEmpty)
  .requiredOption('--permissions <list>', `comma-separated, of ${PERMISSIONS.join(', ')}`, permissionList)
  .option('--expires-in-days <days>', 'when it ends by itself', wholeNumber)
  .action(async ({ organization, name, permissions, expiresInDays }) => {
    const asked = { organizationId: organization, name, permissions, ...(expiresInDays !== undefined && { expiresInDays }) };
    const { key, secret } = await createKey(asked, await administration());
    print({ api_key_id: key.keyId, api_key: secret, ...(key.expiresAt !== undefined && { expires_at: key.expiresAt }) });
  });

program
  .command('revoke-key')
  .description('ends an API key at once')
  .requiredOption('--key <id>', 'the public key id')
  .action(async ({ key }) => {
    const { accounts } = await connect();
    const revoked = await accounts.revokeKey(key, clock()).catch(refused(`There is no key ${key}.`));
    print({ api_key_id: revoked.keyId, revoked_at: revoked.revokedAt ?? '' });
  });

program
  .command('create-server')
  .description('creates a server: a place where certificates are installed')
  .requiredOption('--organization <id>', 'the organization')
  .requiredOption('--name <name>', 'its name', nonEmpty)
  .addOption(new Option('--type <type>', 'what installs there').choices(Server.shape.type.options).makeOptionMandatory())
  .option('--id <n>', 'its number; counted from 1 if absent', wholeNumber)
  .action(async ({ organization, name, type, id }) => {
    const { table, baseTarget, accounts } = await connect();
    if (!(await accounts.getOrganization(organization))) throw new Error(`There is no organization ${organization}.`);
    const servers = serverStore(table);
    const serverId = id ?? (await nextServerId(servers, organization));
    const server = unclaimedServer(organization, serverId, serverLabel(), clock(), name, type);
    const existsAlready = `Server ${serverId} of ${organization} exists already; nothing was changed.`;
    await table.transact(servers.createWrites(server)).catch(refused(existsAlready));
    print({ server_id: serverId, cname_target: `${server.label}.${baseTarget}` });
  });

serverCommand(
  'create-enrollment',
  'makes a one-time token, valid for an hour, with which one machine of a server enrolls its agent',
).action(async ({ organization, server }) => {
  const { table } = await connect();
  await getServer(serverStore(table), organization, server);
  const token = newEnrollmentToken(base62);
  const { validUntil } = await enrollmentStore(table).create(organization, server, token, clock());
  print({ enrollment_token: token, valid_until: validUntil });
});

serverCommand('list-machines', 'lists the machines enrolled at a server').action(async ({ organization, server }) => {
  const { table } = await connect();
  const { machines } = await getServer(serverStore(table), organization, server);
  print({
    machines: Object.values(machines).map(({ id, name, enrolledAt, lastSeenAt }) => ({
      machine_id: id,
      name,
      enrolled_at: enrolledAt,
      ...(lastSeenAt !== undefined && { last_seen_at: lastSeenAt }),
    })),
  });
});

serverCommand('revoke-machine', "ends a machine's agent: it gets nothing more from this moment")
  .requiredOption('--machine <id>', 'the machine')
  .action(async ({ organization, server, machine }) => {
    const { table } = await connect();
    const revoked = await serverStore(table).revokeMachine(organization, server, machine);
    if (!revoked) throw new Error(`Server ${server} has no machine ${machine}.`);
    print({ machine_id: machine, revoked: true });
  });

program
  .command('timeline')
  .description('prints what has happened to a domain, oldest first')
  .requiredOption('--domain <id>', 'the domain', wholeNumber)
  .option('--limit <n>', 'the newest entries only', wholeNumber, 100)
  .action(async ({ domain, limit }) => {
    const { table } = await connect();
    const entries = await domainStore(table, { newId: prefixedId }).timeline(domain, limit);
    if (entries.length === 0) throw new Error(`There is no domain ${domain}.`);
    print({ timeline: entries.map(({ at, what, code }) => ({ at, what, diagnosis: code })) });
  });

program
  .command('redrive')
  .description('has the relay act once more on everything written since an instant; what was done stays done once')
  .requiredOption('--since <time>', 'ISO 8601, for example 2026-11-21T10:00:00Z', instant)
  .action(async ({ since }) => {
    const { table } = await connect();
    let redriven = 0;
    for await (const entry of entriesSince(table, since, clock())) {
      await putAgain(table, entry, clock());
      redriven += 1;
    }
    print({ redriven });
  });

await program.parseAsync().catch((error: unknown) => {
  console.error(`admin: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
});

/** The clients take endpoint, region and credentials from the environment; a local cloud's go before the caller's. */
async function connect() {
  const cloud = program.opts().aws ? undefined : findCloud();
  if (cloud) Object.assign(process.env, awsVariables(cloud.aws_endpoint_url));
  const deployment = await readDeployment().catch(withoutRegion);
  const table = connectTable(deployment.tableName);
  return { ...deployment, table, accounts: accountStore(table) };
}

async function administration() {
  const { accounts, keyMode, serviceSecretArn } = await connect();
  const serviceSecret = await loadServiceSecret(new SecretsManagerClient({}), serviceSecretArn);
  return { accounts, keyMode, serviceSecret, clock, base62, newId: prefixedId };
}

/** The SDK's own words name no remedy. */
function withoutRegion(error: unknown): never {
  if (!(error instanceof Error && error.message === 'Region is missing')) throw error;
  throw new Error('no local cloud runs (start it with `npm start`), and no AWS region is set (AWS_REGION, or a profile)', {
    cause: error,
  });
}

/** A command about one server. */
function serverCommand(name: string, description: string): Command {
  return program
    .command(name)
    .description(description)
    .requiredOption('--organization <id>', 'the organization')
    .requiredOption('--server <n>', "the server's number", wholeNumber);
}

async function getServer(servers: ServerStore, organizationId: string, serverId: number): Promise<Server> {
  const server = await servers.get(organizationId, serverId);
  if (!server) throw new Error(`There is no server ${serverId}.`);
  return server;
}

async function nextServerId(servers: ServerStore, organizationId: string): Promise<number> {
  let id = 1;
  while (await servers.get(organizationId, id)) id += 1;
  return id;
}

/** For `catch`: says in words what it means that the table's condition refused a write. */
function refused(meaning: string): (error: unknown) => never {
  return (error) => {
    throw error instanceof LostRace ? new Error(meaning, { cause: error }) : error;
  };
}

function print(result: Record<string, unknown>): void {
  if (program.opts().json) console.log(JSON.stringify(result));
  else for (const [name, value] of Object.entries(result)) console.log(Array.isArray(value) ? lines(value) : `${name}: ${value}`);
}

function lines(rows: object[]): string {
  return rows.map((row) => Object.values(row).join('  ')).join('\n');
}

function nonEmpty(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('It is empty.');
  return text;
}

function wholeNumber(text: string): number {
  if (!/^[1-9][0-9]{0,15}$/.test(text)) throw new InvalidArgumentError('It must be a whole number of 1 or more.');
  return Number(text);
}

function instant(text: string): Date {
  const date = new Date(text);
  if (Number.isNaN(date.getTime())) throw new InvalidArgumentError('It must be an ISO 8601 instant.');
  return date;
}

function permissionList(text: string): Permission[] {
  return text.split(',').map((name) => {
    const found = PERMISSIONS.find((permission) => permission === name.trim());
    if (!found) throw new InvalidArgumentError(`${name} is not one of ${PERMISSIONS.join(', ')}.`);
    return found;
  });
}
