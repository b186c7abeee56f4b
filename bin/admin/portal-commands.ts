import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { portalPath } from '../../contract/paths.ts';
import { portalStore } from '../../lambdas/model/accounts/portal/portal.store.ts';
import { domainStore } from '../../lambdas/model/domains/domain.store.ts';
import { base62 } from '../../lambdas/shared/ids/ids.gateway.ts';
import { wholeNumber } from './arguments.ts';
import type { Session } from './connect.ts';
import { endPortalLinks, type PortalAdministrationPorts, rotatePortalToken, setTheme } from './portal-changes.ts';

/** The pages in which owners of hostnames see what to do. */
export function addPortalCommands(program: Command, session: Session): void {
  program
    .command('set-theme')
    .description('sets how the portal of an organization looks (docs/portal.md)')
    .requiredOption('--organization <id>', 'the organization')
    .requiredOption('--file <path>', 'the theme, as JSON: the body of PUT /api/organization/theme')
    .option('--logo <path>', 'a PNG or WebP image of at most 100,000 bytes; goes before `logo` of the file')
    .action(async ({ organization, file, logo }) => {
      const theme = {
        ...JSON.parse(readFileSync(file, 'utf8')),
        ...(logo !== undefined && { logo: readFileSync(logo).toString('base64') }),
      };
      const token = await setTheme(organization, theme, await administration(session));
      session.print({ organization_id: organization, portal_path: portalPath(token) });
    });

  program
    .command('rotate-portal-token')
    .description('gives the portal of an organization another address; the former one ends at once, with every link to it')
    .requiredOption('--organization <id>', 'the organization')
    .action(async ({ organization }) => {
      const token = await rotatePortalToken(organization, await administration(session));
      session.print({ organization_id: organization, portal_path: portalPath(token) });
    });

  program
    .command('end-portal-links')
    .description('ends every link to a domain in the portal; those that are made from then on work')
    .requiredOption('--domain <id>', 'the domain', wholeNumber)
    .action(async ({ domain }) => {
      await endPortalLinks(domain, await administration(session));
      session.print({ domain_id: domain });
    });
}

async function administration(session: Session): Promise<PortalAdministrationPorts> {
  const { table, accounts, clock, newId, pause } = await session.connect();
  return { portals: portalStore(table), domains: domainStore(table, { newId }), accounts, base62, clock, newId, pause };
}
