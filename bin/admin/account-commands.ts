import type { Command } from 'commander';
import { PERMISSIONS } from '../../contract/api/operations.ts';
import type { ApiKey } from '../../lambdas/model/accounts/account.schema.ts';
import { limitsResource } from '../../lambdas/model/accounts/organization-limits.ts';
import { createKey, createOrganization, revokeKey, rotateKey, setLimits, setPermissions } from './account-changes.ts';
import { hours, nonEmpty, permissionList, USUAL_PERMISSIONS, wholeNumber } from './arguments.ts';
import { administration, type Session } from './connect.ts';

/** Organizations, their limits and their keys. */
export function addAccountCommands(program: Command, session: Session): void {
  addOrganizationCommands(program, session);
  addKeyCommands(program, session);
  addLimitCommand(program, session);
}

function addOrganizationCommands(program: Command, session: Session): void {
  program
    .command('create-organization')
    .description('creates an organization')
    .requiredOption('--name <name>', 'its name', nonEmpty)
    .action(async ({ name }) => {
      const { id } = await createOrganization(name, await administration(session));
      session.print({ organization_id: id });
    });
}

const OF_PERMISSIONS = `comma-separated, of ${PERMISSIONS.join(', ')}`;

function addKeyCommands(program: Command, session: Session): void {
  program
    .command('create-key')
    .description('creates an API key; its secret is shown once')
    .requiredOption('--organization <id>', 'the organization')
    .requiredOption('--name <name>', 'what the key is for', nonEmpty)
    .option('--permissions <list>', `${OF_PERMISSIONS}; without this: all but servers.write`, permissionList, USUAL_PERMISSIONS)
    .option('--expires-in-days <days>', 'when it ends by itself', wholeNumber)
    .action(async ({ organization, name, permissions, expiresInDays }) => {
      const wanted = { organizationId: organization, name, permissions, ...(expiresInDays !== undefined && { expiresInDays }) };
      const { key, secret } = await createKey(wanted, await administration(session));
      session.print({
        api_key_id: key.keyId,
        api_key: secret,
        ...(key.expiresAt !== undefined && { expires_at: key.expiresAt }),
      });
    });

  program
    .command('list-keys')
    .description('lists the API keys of an organization, revoked ones too')
    .requiredOption('--organization <id>', 'the organization')
    .action(async ({ organization }) => {
      const { accounts } = await session.connect();
      if (!(await accounts.getOrganization(organization))) throw new Error(`There is no organization ${organization}.`);
      session.print({ keys: (await accounts.keysOf(organization)).map(keyRow) });
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
      const former = await setPermissions(key, permissions, await administration(session));
      session.print({ api_key_id: key, permissions, former_permissions: former });
    });

  program
    .command('rotate-key')
    .description('gives an API key a new secret, which is shown once')
    .requiredOption('--key <id>', 'the public key id')
    .option('--overlap-hours <n>', 'how long the former secret is let in too', hours, 24)
    .action(async ({ key, overlapHours }) => {
      const { secret, formerEndsAt } = await rotateKey(key, overlapHours, await administration(session));
      session.print({ api_key_id: key, api_key: secret, previous_secret_ends_at: formerEndsAt });
    });

  program
    .command('revoke-key')
    .description('ends an API key at once')
    .requiredOption('--key <id>', 'the public key id')
    .action(async ({ key }) => {
      session.print({ api_key_id: key, revoked_at: await revokeKey(key, await administration(session)) });
    });
}

function addLimitCommand(program: Command, session: Session): void {
  program
    .command('set-limits')
    .description('changes what an organization may ask and have; what is not named stays')
    .requiredOption('--organization <id>', 'the organization')
    .option('--requests-per-minute <n>', 'of each of its API keys', wholeNumber)
    .option('--requests-per-hour <n>', 'of all its API keys together', wholeNumber)
    .option('--domains <n>', 'its domains', wholeNumber)
    .option('--unvalidated-domains <n>', 'its domains that were never validated', wholeNumber)
    .option('--servers <n>', 'its servers', wholeNumber)
    .option('--webhooks <n>', 'its webhooks', wholeNumber)
    .option('--new-receivers-per-hour <n>', 'webhooks it may create, or send to another host, in an hour', wholeNumber)
    .action(async ({ organization, ...limits }) => {
      if (Object.keys(limits).length === 0) throw new Error('no limit is named; see `set-limits --help`');
      const now = await setLimits(organization, limits, await administration(session));
      session.print({ organization_id: organization, ...limitsResource(now) });
    });
}

function keyRow(key: ApiKey) {
  const { keyId, name, permissions, createdAt, expiresAt, lastUsedAt, revokedAt } = key;
  return {
    api_key_id: keyId,
    name,
    permissions,
    created_at: createdAt,
    ...(expiresAt !== undefined && { expires_at: expiresAt }),
    ...(lastUsedAt !== undefined && { last_used_at: lastUsedAt }),
    ...(revokedAt !== undefined && { revoked_at: revokedAt }),
  };
}
