import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { portalPath } from '../../contract/paths.ts';
import { changePortalToken, type PortalPorts, portalOf } from '../../lambdas/model/accounts/organization-portal.ts';
import { saveTheme } from '../../lambdas/model/accounts/organization-theme.ts';
import { portalStore } from '../../lambdas/model/accounts/portal/portal.store.ts';
import { contrastProblems } from '../../lambdas/model/accounts/portal/theme.ts';
import { PutThemeRequest } from '../../lambdas/model/accounts/portal/theme-request.schema.ts';
import { type DomainStore, domainStore } from '../../lambdas/model/domains/domain.store.ts';
import { endLinks } from '../../lambdas/model/domains/find-domain.ts';
import { type AuditedChange, administratorsEntry } from '../../lambdas/shared/audit/audit.schema.ts';
import { AppError, validationError } from '../../lambdas/shared/errors/app-error.ts';
import { fieldErrors } from '../../lambdas/shared/errors/field-errors.ts';
import { base62 } from '../../lambdas/shared/ids/ids.gateway.ts';
import { againAfterLostRace } from '../../lambdas/shared/table/lost-race.ts';
import type { Clock, Pause } from '../../lambdas/shared/time/clock.gateway.ts';
import { wholeNumber } from './arguments.ts';
import type { Session } from './connect.ts';

// The audit records each change of a portal by these commands.

interface PortalAdministrationPorts extends PortalPorts {
  domains: DomainStore;
  clock: Clock;
  newId: (prefix: 'aud') => string;
  /** Short pause while another transaction ends. */
  pause: Pause;
}

const TRIES = 10;

/** Gives the portal a new address. The old one and all links to it stop working. Returns the new token. */
export async function rotatePortalToken(organizationId: string, ports: PortalAdministrationPorts): Promise<string> {
  await requireOrganization(organizationId, ports);
  const rotate = () => changePortalToken(organizationId, ports, (change) => auditEntryOf(organizationId, change, ports));
  return againAfterLostRace(TRIES, rotate, ports.pause);
}

/** `given`: a body of PUT /organization/theme. Throws the API's errors for it. Returns the portal's token. */
export async function setTheme(organizationId: string, given: unknown, ports: PortalAdministrationPorts): Promise<string> {
  const theme = readTheme(given);
  await requireOrganization(organizationId, ports);
  return againAfterLostRace(TRIES, set, ports.pause);

  async function set(): Promise<string> {
    const portal = await portalOf(organizationId, ports);
    await saveTheme(portal, theme, (change) => auditEntryOf(organizationId, change, ports), ports.portals);
    return portal.token;
  }
}

function readTheme(given: unknown): PutThemeRequest {
  const parsed = PutThemeRequest.safeParse(given, { reportInput: true });
  const errors = parsed.success ? contrastProblems(parsed.data) : fieldErrors(parsed.error.issues);
  if (!parsed.success || Object.keys(errors).length > 0) throw validationError(errors);
  return parsed.data;
}

export async function endPortalLinks(domainId: number, ports: PortalAdministrationPorts): Promise<void> {
  await againAfterLostRace(
    TRIES,
    async () => {
      const domain = await ports.domains.get(domainId);
      if (!domain) throw new AppError('resource_not_found', `There is no domain ${domainId}.`);
      const ended = endLinks(domain, { type: 'administrator' }, { now: ports.clock() });
      await ports.domains.replace(domain, ended.domain, ended.change);
    },
    ports.pause,
  );
}

async function requireOrganization(id: string, { accounts }: PortalAdministrationPorts): Promise<void> {
  if (!(await accounts.getOrganization(id))) throw new AppError('resource_not_found', `There is no organization ${id}.`);
}

function auditEntryOf(organizationId: string, change: AuditedChange, { newId, clock }: PortalAdministrationPorts) {
  return administratorsEntry(organizationId, newId('aud'), clock(), change);
}

export function addPortalCommands(program: Command, session: Session): void {
  program
    .command('set-theme')
    .description('sets how the portal of an organization looks (docs/guides/portal.md)')
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
