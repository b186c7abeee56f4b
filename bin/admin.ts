import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { Command, InvalidArgumentError } from 'commander';
import { accountStore } from '../lambdas/accounts/account.store.ts';
import { createKey, createOrganization } from '../lambdas/accounts/administer.ts';
import { domainStore } from '../lambdas/domains/domain.store.ts';
import { enrollmentStore } from '../lambdas/installation/enrollment.store.ts';
import { newEnrollmentToken } from '../lambdas/installation/enrollment-token.ts';
import { serverStore } from '../lambdas/installation/server.store.ts';
import { unclaimedServer } from '../lambdas/installation/server.ts';
import { AppError } from '../lambdas/shared/app-error.ts';
import { systemClock as clock } from '../lambdas/shared/clock.gateway.ts';
import { PERMISSIONS, type Permission } from '../lambdas/shared/contract/codes.ts';
import { readDeployment } from '../lambdas/shared/deployment.gateway.ts';
import { base62, prefixedId, serverLabel } from '../lambdas/shared/ids.gateway.ts';
import { entriesSince, putAgain } from '../lambdas/shared/outbox/outbox.store.ts';
import { loadServiceSecret } from '../lambdas/shared/service-secret.gateway.ts';
import { LostRace } from '../lambdas/shared/table/lost-race.ts';
import { connectTable } from '../lambdas/shared/table/table.store.ts';

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
    const { accounts } = await administration();
    const revoked = await orNotFound(accounts.revokeKey(key, clock()), `There is no key ${key}.`);
    print({ api_key_id: revoked.keyId, revoked_at: revoked.revokedAt ?? '' });
  });

program
  .command('create-server')
  .description('creates a server: a place where certificates are installed')
  .requiredOption('--organization <id>', 'the organization')
  .requiredOption('--name <name>', 'its name', nonEmpty)
  .requiredOption('--type <type>', 'agent', serverType)
  .option('--id <n>', 'its number; counted from 1 if absent', wholeNumber)
  .action(async ({ organization, name, id }) => {
    const { table, baseTarget, accounts } = await connect();
    await existing(accounts.getOrganization(organization), `There is no organization ${organization}.`);
    const servers = serverStore(table);
    const serverId = id ?? (await nextServerId(servers, organization));
    const server = unclaimedServer(organization, serverId, serverLabel(), clock(), name);
    await orNotFound(table.transact(servers.createWrites(server)), `There is a server ${serverId} already.`);
    print({ server_id: serverId, cname_target: `${server.label}.${baseTarget}` });
  });

program
  .command('create-enrollment')
  .description('makes a one-time token, valid for an hour, with which one machine of a server enrolls its agent')
  .requiredOption('--organization <id>', 'the organization')
  .requiredOption('--server <n>', "the server's number", wholeNumber)
  .action(async ({ organization, server }) => {
    const { table } = await connect();
    await existing(serverStore(table).get(organization, server), `There is no server ${server}.`);
    const token = newEnrollmentToken(base62);
    const { validUntil } = await enrollmentStore(table).create(organization, server, token, clock());
    print({ enrollment_token: token, valid_until: validUntil });
  });

program
  .command('list-machines')
  .description('lists the machines enrolled at a server')
  .requiredOption('--organization <id>', 'the organization')
  .requiredOption('--server <n>', "the server's number", wholeNumber)
  .action(async ({ organization, server }) => {
    const { table } = await connect();
    const { machines } = await existing(serverStore(table).get(organization, server), `There is no server ${server}.`);
    print({
      machines: Object.values(machines).map(({ id, name, enrolledAt, lastSeenAt }) => ({
        machine_id: id,
        name,
        enrolled_at: enrolledAt,
        ...(lastSeenAt !== undefined && { last_seen_at: lastSeenAt }),
      })),
    });
  });

program
  .command('revoke-machine')
  .description("ends a machine's agent: it gets nothing more from this moment")
  .requiredOption('--organization <id>', 'the organization')
  .requiredOption('--server <n>', "the server's number", wholeNumber)
  .requiredOption('--machine <id>', 'the machine')
  .action(async ({ organization, server, machine }) => {
    const { table } = await connect();
    const revoked = await serverStore(table).revokeMachine(organization, server, machine);
    if (!revoked) throw new AppError('resource_not_found', `Server ${server} has no machine ${machine}.`);
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
  process.stderr.write(`admin: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});

/** The clients' own settings (endpoint, region, credentials) come from the environment, as the AWS SDK reads it. */
async function connect() {
  useLocalCloudIfItRuns();
  const deployment = await readDeployment();
  const table = connectTable(deployment.tableName);
  return { ...deployment, table, accounts: accountStore(table) };
}

async function administration() {
  const { accounts, keyMode, serviceSecretArn } = await connect();
  const serviceSecret = await loadServiceSecret(new SecretsManagerClient({}), serviceSecretArn);
  return { accounts, keyMode, serviceSecret, clock, base62, newId: prefixedId };
}

/** `cloud.json` is there while the local cloud is (local/): its endpoint and made-up credentials go before the caller's. */
function useLocalCloudIfItRuns(): void {
  const file = join(process.env.CPS_STATE_DIR ?? '.local', 'cloud.json');
  if (program.opts().aws || !existsSync(file)) return;
  const cloud = JSON.parse(readFileSync(file, 'utf8')) as { aws_endpoint_url: string; region: string };
  Object.assign(process.env, {
    AWS_ENDPOINT_URL: cloud.aws_endpoint_url,
    AWS_REGION: cloud.region,
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
  });
}

async function nextServerId(servers: ReturnType<typeof serverStore>, organizationId: string): Promise<number> {
  let id = 1;
  while (await servers.get(organizationId, id)) id += 1;
  return id;
}

async function existing<T>(found: Promise<T | undefined>, message: string): Promise<T> {
  const value = await found;
  if (value === undefined) throw new AppError('resource_not_found', message);
  return value;
}

async function orNotFound<T>(work: Promise<T>, message: string): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof LostRace ? new AppError('resource_not_found', message, { cause: error }) : error;
  }
}

function print(result: Record<string, unknown>): void {
  if (program.opts().json) process.stdout.write(`${JSON.stringify(result)}\n`);
  else for (const [name, value] of Object.entries(result)) printField(name, value);
}

function printField(name: string, value: unknown): void {
  if (Array.isArray(value)) process.stdout.write(`${value.map((row) => Object.values(row).join('  ')).join('\n')}\n`);
  else process.stdout.write(`${name}: ${value}\n`);
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

function serverType(text: string): string {
  if (text !== 'agent') throw new InvalidArgumentError('The only type so far is agent.');
  return text;
}

function permissionList(text: string): Permission[] {
  return text.split(',').map((name) => {
    const found = PERMISSIONS.find((permission) => permission === name.trim());
    if (!found) throw new InvalidArgumentError(`${name} is not one of ${PERMISSIONS.join(', ')}.`);
    return found;
  });
}
