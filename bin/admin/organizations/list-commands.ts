import type { Command } from 'commander';
import { limitsResource } from '../../../lambdas/model/accounts/organization-limits.ts';
import { isTestTenant } from '../../../lambdas/model/accounts/tenant.ts';
import { type DomainListStore, domainListStore, type ListPosition } from '../../../lambdas/model/domains/domain-list.store.ts';
import { domainResource } from '../../../lambdas/model/domains/domain-resource.ts';
import type { ShownDomain } from '../../../lambdas/model/domains/domain-row.schema.ts';
import type { Server } from '../../../lambdas/model/servers/server.schema.ts';
import { machineCountOf, serverResource } from '../../../lambdas/model/servers/server.ts';
import { type ServerListStore, serverListStore } from '../../../lambdas/model/servers/server-list.store.ts';
import { listPartitions } from '../../../lambdas/shared/table/keys.ts';
import { systemClock as clock } from '../../../lambdas/shared/time/clock.gateway.ts';
import { wholeNumber } from '../arguments.ts';
import type { Session } from '../connect.ts';
import { allOrganizations } from './organization-list.store.ts';

const PAGE = 100;

export function addListCommands(program: Command, session: Session): void {
  program
    .command('list-organizations')
    .description(
      'lists the organizations of the deployment, oldest first, with the number of their domains and the limits that were set for them',
    )
    .addHelpText('after', '\nOne that was created a second ago may be missing. It takes one request for each 33 organizations.')
    .action(async () => {
      const { table } = await session.connect();
      const found = await allOrganizations(table);
      session.print({
        organizations: found
          .filter(({ id }) => !isTestTenant(id))
          .map(({ id, name, domains, createdAt, limits }) => ({
            organization_id: id,
            name,
            domains,
            ...limitsField(limitsResource(limits)),
            created_at: createdAt,
          })),
      });
    });

  organizationCommand(program, 'list-domains', 'lists the domains of an organization, newest first')
    .option('--limit <n>', 'the newest only', wholeNumber, 1_000)
    .addHelpText('after', '\nIt takes one request for each hundred domains. Domains that are being deleted are not listed.')
    .action(async ({ organization, limit }: { organization: string; limit: number }) => {
      const { table, accounts } = await session.connect();
      if (!(await accounts.getOrganization(organization))) throw new Error(`There is no organization ${organization}.`);
      const domains: ShownDomain[] = [];
      for await (const domain of domainsOf(domainListStore(table), organization)) {
        domains.push(domain);
        if (domains.length > limit) break;
      }
      session.print({ domains: domains.slice(0, limit).map(domainRow), has_more: domains.length > limit });
    });

  organizationCommand(program, 'list-servers', 'lists the servers of an organization, the highest number first').action(
    async ({ organization }: { organization: string }) => {
      const { table, accounts, baseTarget } = await session.connect();
      if (!(await accounts.getOrganization(organization))) throw new Error(`There is no organization ${organization}.`);
      const rows: object[] = [];
      for await (const server of serversOf(serverListStore(table), organization)) rows.push(serverRow(server, baseTarget));
      session.print({ servers: rows });
    },
  );
}

/** Most organizations have no limits of their own. */
function limitsField(limits: Record<string, number>) {
  return Object.keys(limits).length > 0 ? { limits } : {};
}

function organizationCommand(program: Command, name: string, description: string): Command {
  return program.command(name).description(description).requiredOption('--organization <id>', 'the organization');
}

/** All domains except those being removed, newest first. The index may lag a second. One Query per hundred. */
export async function* domainsOf(lists: Pick<DomainListStore, 'page'>, organizationId: string): AsyncGenerator<ShownDomain> {
  let after: ListPosition | undefined;
  for (;;) {
    const partition = listPartitions.ofOrganization(organizationId);
    const { domains, mayHaveMore } = await lists.page({
      index: 'byOrganization',
      partition,
      limit: PAGE,
      ...(after && { after }),
    });
    yield* domains;
    const last = domains.at(-1);
    if (!mayHaveMore || !last) return;
    after = { id: last.id };
  }
}

/** All servers, strongly consistent. One Query per hundred. */
export async function* serversOf(lists: Pick<ServerListStore, 'page'>, organizationId: string): AsyncGenerator<Server> {
  let before: number | undefined;
  for (;;) {
    const { items, hasMore } = await lists.page(organizationId, { limit: PAGE, ...(before !== undefined && { before }) });
    yield* items;
    if (!hasMore) return;
    before = items.at(-1)?.id;
  }
}

function domainRow(domain: ShownDomain) {
  const { id, url, dns_status, ssl_status, diagnosis, server_id, expires_at, created_at } = domainResource(domain);
  return {
    domain_id: id,
    url,
    dns_status,
    ssl_status,
    diagnosis: diagnosis.code,
    server_id,
    ...(expires_at !== undefined && { expires_at }),
    created_at,
  };
}

function serverRow(server: Server, baseTarget: string) {
  const { id, name, type, status, cname_target, created_at } = serverResource(server, baseTarget, clock());
  return { server_id: id, name, type, status, machines: machineCountOf(server), cname_target, created_at };
}
