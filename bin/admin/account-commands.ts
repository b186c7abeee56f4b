import { type Command, Option } from 'commander';
import { MAX_RATE_LIMITS } from '../../contract/api/limits.ts';
import { PERMISSIONS } from '../../contract/api/operations.ts';
import type { ApiKey } from '../../lambdas/model/accounts/account.schema.ts';
import { limitsResource } from '../../lambdas/model/accounts/organization-limits.ts';
import { MODES, testTenantOf } from '../../lambdas/model/accounts/tenant.ts';
import type { Server } from '../../lambdas/model/servers/server.schema.ts';
import { serverStore } from '../../lambdas/model/servers/server.store.ts';
import { cnameTargetOf, serverSettings, unclaimedServer } from '../../lambdas/model/servers/server.ts';
import { administratorsEntry } from '../../lambdas/shared/audit/audit.schema.ts';
import { prefixedId, serverLabel } from '../../lambdas/shared/ids/ids.gateway.ts';
import type { Table, Write } from '../../lambdas/shared/table/table.store.ts';
import { createKey, createOrganization, revokeKey, rotateKey, setLimits, setPermissions } from './account-changes.ts';
import { hours, limitParser, nonEmpty, permissionList, USUAL_PERMISSIONS, wholeNumber } from './arguments.ts';
import { connectAdministration, deployedSettings, type Session } from './connect.ts';

export function addAccountCommands(program: Command, session: Session): void {
  addOrganizationCommands(program, session);
  addKeyCommands(program, session);
  addLimitCommand(program, session);
}

const SERVER_1 = `
Server 1 is a name only, for web servers with an agent, until a machine enrolls there (create-enrollment). Domains need a server: in a stage
with settings.serverIds "registered", a domain with "server_id": 1 is refused where there is none.`;

/** A new organization needs counters before its first server. */
function firstServerWrites(table: Table, server: Server, auditId: string): Write[] {
  const resource = { type: 'server' as const, id: String(server.id) };
  const change = { action: 'server.created', resource, after: serverSettings(server) };
  const audit = administratorsEntry(server.organizationId, auditId, new Date(server.createdAt), change);
  return serverStore(table).createWrites(server, audit, { counted: 0, limit: 1 });
}

function addOrganizationCommands(program: Command, session: Session): void {
  program
    .command('create-organization')
    .description('creates an organization, with server 1')
    .requiredOption('--name <name>', 'its name', nonEmpty)
    .option('--no-server', 'without a server; `create-server` creates one later')
    .addHelpText('after', SERVER_1)
    .action(async ({ name, server: hasServer }: { name: string; server: boolean }) => {
      const { table, baseTarget } = await session.connect();
      const ports = await connectAdministration(session);
      let server: Server | undefined;
      const { id } = await createOrganization(name, ports, (organization) => {
        if (!hasServer) return [];
        server = unclaimedServer(organization.id, 1, serverLabel(), ports.clock());
        return firstServerWrites(table, server, prefixedId('aud'));
      });
      session.print({
        organization_id: id,
        ...(server && { server_id: server.id, cname_target: cnameTargetOf(server, baseTarget) }),
      });
    });
}

const OF_PERMISSIONS = `comma-separated, of ${PERMISSIONS.join(', ')}`;

function addKeyCommands(program: Command, session: Session): void {
  program
    .command('create-key')
    .description('creates an API key; its secret is shown once')
    .requiredOption('--organization <id>', 'the organization')
    .requiredOption('--name <name>', 'what the key is for', nonEmpty)
    .option(
      '--permissions <list>',
      `${OF_PERMISSIONS}; without this: all but servers.write, keys.read, keys.write and audit.read`,
      permissionList,
      USUAL_PERMISSIONS,
    )
    .addOption(new Option('--mode <mode>', 'which data it reaches; without this: live').choices(MODES))
    .option('--expires-in-days <days>', 'when it ends by itself', wholeNumber)
    .action(async ({ organization, mode, name, permissions, expiresInDays }) => {
      const wanted = {
        organizationId: organization,
        ...(mode && { mode }),
        name,
        permissions,
        ...(expiresInDays !== undefined && { expiresInDays }),
      };
      const { key, secret } = await createKey(wanted, await connectAdministration(session));
      session.print({
        api_key_id: key.keyId,
        api_key: secret,
        ...(key.expiresAt !== undefined && { expires_at: key.expiresAt }),
      });
    });

  program
    .command('list-keys')
    .description('lists the API keys of an organization, live and test, revoked ones too')
    .requiredOption('--organization <id>', 'the organization')
    .action(async ({ organization }) => {
      const { accounts } = await session.connect();
      if (!(await accounts.getOrganization(organization))) throw new Error(`There is no organization ${organization}.`);
      const tenants = [organization, testTenantOf(organization)];
      session.print({ keys: (await Promise.all(tenants.map(accounts.keysOf))).flat().map(keyRow) });
    });

  addKeyChanges(program, session);
}

function addKeyChanges(program: Command, session: Session): void {
  program
    .command('set-permissions')
    .description('replaces what an API key may do, from its next request on')
    .requiredOption('--key <id>', 'the public key id')
    .requiredOption('--permissions <list>', OF_PERMISSIONS, permissionList)
    .action(async ({ key, permissions }) => {
      const former = await setPermissions(key, permissions, await connectAdministration(session));
      session.print({ api_key_id: key, permissions, former_permissions: former });
    });

  program
    .command('rotate-key')
    .description('gives an API key a new secret, which is shown once')
    .requiredOption('--key <id>', 'the public key id')
    .option('--overlap-hours <n>', 'how long the former secret is let in too', hours, 24)
    .action(async ({ key, overlapHours }) => {
      const { secret, formerEndsAt } = await rotateKey(key, overlapHours, await connectAdministration(session));
      session.print({ api_key_id: key, api_key: secret, previous_secret_ends_at: formerEndsAt });
    });

  program
    .command('revoke-key')
    .description('ends an API key at once')
    .requiredOption('--key <id>', 'the public key id')
    .action(async ({ key }) => {
      session.print({ api_key_id: key, revoked_at: await revokeKey(key, await connectAdministration(session)) });
    });
}

const OF_LIMITS = `
<n> is a whole number of 1 or more, or \`standard\`: what the stage (settings.rateLimits) and the service have for everybody. Requests:
at most ${MAX_RATE_LIMITS.requestsPerMinute.toLocaleString('en')} a minute and ${MAX_RATE_LIMITS.requestsPerHour.toLocaleString('en')} an hour. A change holds from the next request on, for keys that exist too. A limit below what
was asked in the present minute or hour refuses requests until the next. Test data has limits of its own: --organization org_…_test.

  npm run admin -- set-limits --organization org_… --requests-per-minute 600 --requests-per-hour 20000`;

function addLimitCommand(program: Command, session: Session): void {
  const limit = limitParser(Number.MAX_SAFE_INTEGER);
  program
    .command('set-limits')
    .description('changes what an organization may ask and have; what is not named stays')
    .requiredOption('--organization <id>', 'the organization')
    .option('--requests-per-minute <n>', 'of each of its API keys', limitParser(MAX_RATE_LIMITS.requestsPerMinute))
    .option('--requests-per-hour <n>', 'of all its API keys together', limitParser(MAX_RATE_LIMITS.requestsPerHour))
    .option('--domains <n>', 'its domains', limit)
    .option('--unvalidated-domains <n>', 'its domains that were never validated', limit)
    .option('--servers <n>', 'its servers', limit)
    .option('--webhooks <n>', 'its webhooks', limit)
    .option('--new-receivers-per-hour <n>', 'webhooks it may create, or send to another host, in an hour', limit)
    .option('--open-invitations <n>', 'invitations of people that are in force at once', limit)
    .option('--new-invitations-per-hour <n>', 'invitations that its people may make in an hour', limit)
    .addHelpText('after', OF_LIMITS)
    .action(async ({ organization, ...limits }) => {
      if (Object.keys(limits).length === 0) throw new Error('no limit is named; see `set-limits --help`');
      const ports = await connectAdministration(session);
      const { rateLimits: ofStage } = (await deployedSettings(ports)).settings;
      const now = await setLimits(organization, limits, { ...ports, ofStage });
      session.print({ organization_id: organization, ...limitsResource(now) });
    });
}

function keyRow(key: ApiKey) {
  const { keyId, name, permissions, createdAt, expiresAt, lastUsedAt, lastUsedFrom, revokedAt } = key;
  return {
    api_key_id: keyId,
    name,
    permissions,
    created_at: createdAt,
    ...(expiresAt !== undefined && { expires_at: expiresAt }),
    ...(lastUsedAt !== undefined && { last_used_at: lastUsedAt }),
    ...(lastUsedFrom !== undefined && { last_used_from: lastUsedFrom }),
    ...(revokedAt !== undefined && { revoked_at: revokedAt }),
  };
}
