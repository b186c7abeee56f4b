import { type Command, Option } from 'commander';
import { SERVER_TYPES } from '../../contract/api/server-types.ts';
import { nextId } from '../../lambdas/api/servers/next-id.ts';
import { refuseInvalidConfig, type ServerConfig, withTypeConfig } from '../../lambdas/api/servers/server-config.ts';
import { enrollmentStore } from '../../lambdas/model/servers/enrollment/enrollment.store.ts';
import {
  MAX_MACHINES_OF_A_TOKEN,
  MAX_TOKEN_DAYS,
  newEnrollment,
  newEnrollmentToken,
  newReusableToken,
  type TokenBounds,
  tokenTerms,
} from '../../lambdas/model/servers/enrollment/enrollment-token.ts';
import type { AgentServer, Server } from '../../lambdas/model/servers/server.schema.ts';
import { type ServerStore, serverStore } from '../../lambdas/model/servers/server.store.ts';
import { cnameTargetOf, serverSettings, unclaimedServer, withoutMachine } from '../../lambdas/model/servers/server.ts';
import { serverEvent } from '../../lambdas/model/servers/server-event.ts';
import { serverListStore } from '../../lambdas/model/servers/server-list.store.ts';
import { type AuditedChange, administratorsEntry } from '../../lambdas/shared/audit/audit.schema.ts';
import { base62, prefixedId, serverLabel } from '../../lambdas/shared/ids/ids.gateway.ts';
import { againAfterLostRace, LostRace } from '../../lambdas/shared/table/lost-race.ts';
import { systemClock as clock } from '../../lambdas/shared/time/clock.gateway.ts';
import { nonEmpty, wholeNumber } from './arguments.ts';
import { addAwsAccessCommand } from './aws-access-command.ts';
import type { Session } from './connect.ts';

const TRIES = 10;
const NO_LIMIT = Number.MAX_SAFE_INTEGER;
/** Tokens in a list. With more, some should be revoked. */
const MAX_LISTED = 1_000;

/** Commands for servers and machines, as in the API but without its quota. */
export function addServerCommands(program: Command, session: Session): void {
  addCreateServer(program, session);
  addAwsAccessCommand(program, session);
  addMachineCommands(program, session);
}

function addCreateServer(program: Command, session: Session): void {
  program
    .command('create-server')
    .description('creates a server: a place where certificates are installed')
    .requiredOption('--organization <id>', 'the organization')
    .requiredOption('--name <name>', 'its name', nonEmpty)
    .addOption(new Option('--type <type>', 'what installs there').choices(SERVER_TYPES).makeOptionMandatory())
    .option('--role-arn <arn>', 'of type alb or cloudfront: the IAM role in its AWS account (npm run admin -- aws-access)')
    .option('--listener-arn <arn>', 'of type alb: the listener of HTTPS')
    .option('--http-listener-arn <arn>', 'of type alb: the listener of port 80, where the service makes its rule')
    .option('--distribution-id <id>', 'of type cloudfront: the multi-tenant distribution')
    .option('--connection-group-id <id>', "of type cloudfront: a connection group other than the account's default one")
    .option('--managed', 'of type cloudfront: CloudFront orders and renews the certificates itself')
    .option('--id <n>', 'its number; counted from 1 if absent', wholeNumber)
    .action(async ({ organization, name, type, id, ...options }) => {
      const { table, baseTarget, accounts, pause, awsServersRoleArn } = await session.connect();
      const config = configOf(options);
      if (type !== 'agent' || config) refuseInvalidConfig(type, { config }, awsServersRoleArn);
      if (!(await accounts.getOrganization(organization))) throw new Error(`There is no organization ${organization}.`);
      const create = async () => {
        const inUse = await serverListStore(table).ids(organization);
        const serverId = id ?? nextId(inUse);
        const unclaimed = unclaimedServer(organization, serverId, serverLabel(), clock(), name);
        const server = withTypeConfig(unclaimed, type, config, clock());
        const change = { action: 'server.created', resource: serverOf(server), after: serverSettings(server) };
        const servers = serverStore(table);
        const waking = servers.accountCheckWrites(server, prefixedId('evt'), clock());
        const room = { counted: inUse.length, limit: NO_LIMIT };
        await servers.create(server, auditEntryOf(organization, change), room, waking);
        return server;
      };
      // A counted server number may be taken meanwhile. The next one is as good.
      const existsAlready = `Server ${id} of ${organization} exists already; nothing was changed.`;
      const server = await againAfterLostRace(id === undefined ? TRIES : 1, create, pause).catch(explainRefusal(existsAlready));
      session.print({ server_id: server.id, cname_target: cnameTargetOf(server, baseTarget) });
    });
}

interface ConfigOptions extends Partial<Record<'roleArn' | 'listenerArn' | 'httpListenerArn', string>> {
  distributionId?: string;
  connectionGroupId?: string;
  managed?: true;
}

/** The API's `config` object; undefined without any of its options. */
function configOf(options: ConfigOptions): ServerConfig | undefined {
  const { roleArn, listenerArn, httpListenerArn, distributionId, connectionGroupId, managed } = options;
  const config = {
    ...(roleArn && { role_arn: roleArn }),
    ...(listenerArn && { listener_arn: listenerArn }),
    ...(httpListenerArn && { http_listener_arn: httpListenerArn }),
    ...(distributionId && { distribution_id: distributionId }),
    ...(connectionGroupId && { connection_group_id: connectionGroupId }),
    ...(managed && { managed }),
  };
  return Object.keys(config).length > 0 ? config : undefined;
}

function addMachineCommands(program: Command, session: Session): void {
  serverCommand(
    program,
    'create-enrollment',
    'makes a token with which one machine of a server enrolls its agent within the hour, or with --machines several do',
  )
    .option('--machines <n>', 'how many machines may enroll with it in all, with --days', wholeNumber)
    .option('--days <n>', `for how many days it is valid, at most ${MAX_TOKEN_DAYS}, with --machines`, wholeNumber)
    .action(async ({ organization, server: serverId, machines, days }) => {
      const bounds = tokenBounds(machines, days);
      const { table } = await session.connect();
      const server = await getAgentServer(serverStore(table), organization, serverId);
      const token = newEnrollmentToken(base62);
      if (bounds) {
        const reusable = newReusableToken(server, prefixedId('ent'), bounds, clock());
        const change = { action: 'enrollment.created', resource: serverOf(server), after: tokenTerms(reusable) };
        await enrollmentStore(table).createReusable(reusable, token, auditEntryOf(organization, change));
        session.print({ enrollment_token: token, valid_until: reusable.validUntil, token_id: reusable.id, machines });
        return;
      }
      const enrollment = newEnrollment(server, clock());
      const after = { expires_at: enrollment.validUntil };
      const audit = auditEntryOf(organization, { action: 'enrollment.created', resource: serverOf(server), after });
      await enrollmentStore(table).create(enrollment, token, audit);
      session.print({ enrollment_token: token, valid_until: enrollment.validUntil });
    });

  serverCommand(program, 'list-enrollments', 'lists the tokens of a server with which several machines enroll').action(
    async ({ organization, server: serverId }) => {
      const { table } = await session.connect();
      const server = await getAgentServer(serverStore(table), organization, serverId);
      const { items } = await enrollmentStore(table).page(server, { limit: MAX_LISTED }, clock());
      session.print({ tokens: items.map((token) => ({ ...tokenTerms(token), machines_enrolled: token.machines })) });
    },
  );

  serverCommand(program, 'revoke-enrollment', 'ends such a token: no machine enrolls with it from this moment')
    .requiredOption('--token-id <id>', 'its id (ent_…)')
    .action(async ({ organization, server: serverId, tokenId }) => {
      const { table } = await session.connect();
      const enrollments = enrollmentStore(table);
      const server = await getAgentServer(serverStore(table), organization, serverId);
      const token = await enrollments.findReusable(server, tokenId);
      if (!token) throw new Error(`Server ${serverId} has no token ${tokenId}.`);
      const before = { ...tokenTerms(token), machines: token.machines };
      const change = { action: 'enrollment.revoked', resource: serverOf(server), before };
      await enrollments.revoke(token, auditEntryOf(organization, change)).catch(explainRefusal('It is gone already.'));
      session.print({ token_id: tokenId, revoked: true });
    });

  serverCommand(program, 'list-machines', 'lists the machines enrolled at a server').action(async ({ organization, server }) => {
    const { table } = await session.connect();
    const servers = serverStore(table);
    const machines = await servers.machines(await getAgentServer(servers, organization, server));
    session.print({
      machines: machines.map(({ id, name, enrolledAt, lastSeenAt }) => ({
        machine_id: id,
        name,
        enrolled_at: enrolledAt,
        ...(lastSeenAt !== undefined && { last_seen_at: lastSeenAt }),
      })),
    });
  });

  serverCommand(program, 'revoke-machine', "ends a machine's agent: it gets nothing more from this moment")
    .requiredOption('--machine <id>', 'the machine')
    .action(async ({ organization, server, machine }) => {
      const { table, baseTarget, pause } = await session.connect();
      const servers = serverStore(table);
      await getAgentServer(servers, organization, server);
      // Retries, because the machine's polls write to the same item.
      await againAfterLostRace(TRIES, () => revoke(machine), pause);

      async function revoke(id: string): Promise<void> {
        const found = await servers.getMachine(organization, server, id);
        if (!found) throw new Error(`Server ${server} has no machine ${id}.`);
        const { name } = found.machine;
        const resource = { type: 'machine' as const, id };
        const audit = auditEntryOf(organization, { action: 'machine.revoked', resource, before: { name, server_id: server } });
        const subject = { server: withoutMachine(found.server, found.machine), machine: found.machine };
        const event = serverEvent('machine.revoked', subject, { randomId: prefixedId('evt'), baseTarget, now: clock() });
        await servers.revokeMachine(found.server, found.machine, { audit, event });
      }
      session.print({ machine_id: machine, revoked: true });
    });
}

/** Undefined for a single-machine token. Throws for missing or surplus options. */
function tokenBounds(maxMachines: number | undefined, days: number | undefined): TokenBounds | undefined {
  if (maxMachines === undefined && days === undefined) return undefined;
  if (maxMachines === undefined || days === undefined) throw new Error('--machines and --days belong together.');
  if (days > MAX_TOKEN_DAYS) throw new Error(`--days is at most ${MAX_TOKEN_DAYS}.`);
  if (maxMachines > MAX_MACHINES_OF_A_TOKEN) throw new Error(`--machines is at most ${MAX_MACHINES_OF_A_TOKEN}.`);
  return { maxMachines, days };
}

function serverCommand(program: Command, name: string, description: string): Command {
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

async function getAgentServer(...of: Parameters<typeof getServer>): Promise<AgentServer> {
  const server = await getServer(...of);
  if (server.type !== 'agent')
    throw new Error(`Server ${server.id} is of type ${server.type}: only one of type agent has machines.`);
  return server;
}

function serverOf({ id }: Server) {
  return { type: 'server' as const, id: String(id) };
}

function auditEntryOf(organizationId: string, change: AuditedChange) {
  return administratorsEntry(organizationId, prefixedId('aud'), clock(), change);
}

/** For `catch`: explains what a failed condition means here. */
function explainRefusal(meaning: string): (error: unknown) => never {
  return (error) => {
    throw error instanceof LostRace ? new Error(meaning, { cause: error }) : error;
  };
}
