import type { Command } from 'commander';
import type { AccountStore } from '../../../lambdas/model/accounts/account.store.ts';
import { workListStore } from '../../../lambdas/model/aws-servers/work-list.store.ts';
import { claimStore } from '../../../lambdas/model/domains/claim.store.ts';
import { domainStore } from '../../../lambdas/model/domains/domain.store.ts';
import { domainListStore } from '../../../lambdas/model/domains/domain-list.store.ts';
import { serverStore } from '../../../lambdas/model/servers/server.store.ts';
import { serverListStore } from '../../../lambdas/model/servers/server-list.store.ts';
import { webhookStore } from '../../../lambdas/model/webhooks/webhook.store.ts';
import { AUDIT_KEPT_DAYS } from '../../../lambdas/shared/audit/audit.schema.ts';
import { changesSince } from '../../../lambdas/shared/audit/audit.store.ts';
import type { Table } from '../../../lambdas/shared/table/table.store.ts';
import { pauseFor } from '../../../lambdas/shared/time/clock.gateway.ts';
import { deployedCa, type Session } from '../connect.ts';
import { type DeletionPorts, type DeletionResult, deleteTenants, tenantsOf } from './delete-organization.ts';
import { type Belongings, belongingsOf, sumBelongings } from './organization-belongings.ts';
import { organizationRemovalStore } from './organization-removal.store.ts';

const AFTER = `
In this order:
- its API keys are revoked, and calls that were let in before come to their end (30 s);
- its webhooks are deleted: nobody is sent anything any more;
- its domains are deleted as by DELETE /domains/{id}: their certificates are taken away, and a hostname that was ever validated is in quarantine for others;
- its servers are deleted, once their certificates are gone, with their machines, whose agents are refused from then on, and with the rule at their load balancer's port 80;
- the organization is deleted, with its portal and its limits.
All of it happens to its test data first.
Certificates are not revoked at the CA: do that first where a key is known to somebody else (POST /domains/{id}/revoke). An agent keeps the files that it has: remove
it from the machine. The audit record stays (admin audit). Where the command is interrupted, or says that something is left, run it again.`;

export function addDeleteOrganization(program: Command, session: Session): void {
  program
    .command('delete-organization')
    .description('deletes an organization with all that it has; --dry-run says what that is')
    .requiredOption('--organization <id>', 'the organization')
    .option('--dry-run', 'says what it would do, and changes nothing')
    .option('--yes', 'does it; it cannot be undone')
    .addHelpText('after', AFTER)
    .action(async ({ organization: id, dryRun, yes }: { organization: string; dryRun?: true; yes?: true }) => {
      const { accounts, table, settings, clock, newId, pause } = await deployedCa(session);
      const organization = await accounts.getOrganization(id);
      if (!organization) return session.print(await deletedBefore(table, id, clock()));
      const ports = portsOf({ accounts, table, timings: settings.timings, clock, newId, pause });
      const facts = { organization_id: id, name: organization.name };
      const tenants = await tenantsOf(organization, accounts);
      if (dryRun || !yes) {
        const belongings = await Promise.all(tenants.map((tenant) => belongingsOf(tenant, ports)));
        session.print({ ...facts, ...wouldBe(sumBelongings(belongings)), dry_run: true });
        if (!dryRun) throw new Error('Nothing was changed. Add --yes to delete it; it cannot be undone.');
        return;
      }
      const deleted = await deleteTenants(tenants, ports);
      session.print({ ...facts, ...was(deleted) });
      if (deleted.heldServers.length > 0)
        throw new Error(
          `Certificates at the servers ${deleted.heldServers.join(', ')} are still being removed. Run the command again in a minute; ` +
            'if that lasts, docs/operate/runbook.md says which alarm tells why.',
        );
    });
}

type Connected = Pick<DeletionPorts, 'clock' | 'newId' | 'pause' | 'timings'> & { accounts: AccountStore; table: Table };

function portsOf({ table, ...connected }: Connected & { newId: Parameters<typeof domainStore>[1]['newId'] }): DeletionPorts {
  return {
    ...connected,
    webhooks: webhookStore(table),
    domains: domainStore(table, connected),
    lists: domainListStore(table),
    claims: claimStore(table),
    servers: serverStore(table),
    serverLists: serverListStore(table),
    awsWork: workListStore(table),
    removal: organizationRemovalStore(table),
    wait: (seconds) => pauseFor(seconds * 1_000),
    note: (text) => console.error(text),
  };
}

/** A repeated deletion changes nothing. An id that never existed is an error. */
async function deletedBefore(table: Table, id: string, now: Date): Promise<Record<string, unknown>> {
  const since = new Date(now.getTime() - AUDIT_KEPT_DAYS * 86_400_000);
  for await (const { action, at } of changesSince(table, id, since, now))
    if (action === 'organization.deleted') return { organization_id: id, deleted: true, deleted_at: at };
  throw new Error(`There is no organization ${id}.`);
}

function wouldBe({ keys, webhooks, domains, servers, machines }: Belongings) {
  return {
    would_revoke_keys: keys,
    would_delete_webhooks: webhooks,
    would_delete_domains: domains,
    would_delete_servers: servers,
    would_revoke_machines: machines,
  };
}

function was({ keys, webhooks, domains, servers, machines, heldServers }: DeletionResult) {
  return {
    revoked_keys: keys,
    deleted_webhooks: webhooks,
    deleted_domains: domains,
    deleted_servers: servers,
    revoked_machines: machines,
    deleted: heldServers.length === 0,
  };
}
