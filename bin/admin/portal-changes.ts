import { type PortalPorts, portalOf } from '../../lambdas/model/accounts/organization-portal.ts';
import { giveTheme } from '../../lambdas/model/accounts/organization-theme.ts';
import { newPortalToken } from '../../lambdas/model/accounts/portal/portal-token.ts';
import { contrastProblems } from '../../lambdas/model/accounts/portal/theme.ts';
import { PutThemeRequest } from '../../lambdas/model/accounts/portal/theme-request.schema.ts';
import type { DomainStore } from '../../lambdas/model/domains/domain.store.ts';
import { type AuditedChange, administratorsEntry } from '../../lambdas/shared/audit/audit-entry.ts';
import { AppError, validationError } from '../../lambdas/shared/errors/app-error.ts';
import { fieldErrors } from '../../lambdas/shared/errors/field-errors.ts';
import { againAfterLostRace } from '../../lambdas/shared/table/lost-race.ts';
import type { Clock } from '../../lambdas/shared/time/clock.gateway.ts';

// What administrators do with portals at the command line (bin/admin/portal-commands.ts). Each change is on the audit record.

export interface PortalAdministrationPorts extends PortalPorts {
  domains: DomainStore;
  clock: Clock;
  newId: (prefix: 'aud') => string;
  /** A moment, for another's transaction to end. */
  pause: () => Promise<void>;
}

const TRIES = 10;

/** The portal gets another address: the former one, and every link to it, leads nowhere from now on. Answers the new token. */
export async function rotatePortalToken(organizationId: string, ports: PortalAdministrationPorts): Promise<string> {
  await requireOrganization(organizationId, ports);
  return againAfterLostRace(TRIES, rotate, ports.pause);

  async function rotate(): Promise<string> {
    const portal = await portalOf(organizationId, ports);
    const token = newPortalToken(ports.base62);
    const resource = { type: 'organization' as const, id: organizationId };
    const change = { action: 'organization.portal_token_rotated', resource, before: { token: portal.token }, after: { token } };
    await ports.portals.rotate(portal, token, audited(organizationId, change, ports));
    return token;
  }
}

/** `given`: as the body of PUT /organization/theme. Throws what is wrong with it as the API does. Answers the portal's token. */
export async function setTheme(organizationId: string, given: unknown, ports: PortalAdministrationPorts): Promise<string> {
  const theme = readTheme(given);
  await requireOrganization(organizationId, ports);
  return againAfterLostRace(TRIES, set, ports.pause);

  async function set(): Promise<string> {
    const portal = await portalOf(organizationId, ports);
    await giveTheme(portal, theme, (change) => audited(organizationId, change, ports), ports.portals);
    return portal.token;
  }
}

function readTheme(given: unknown): PutThemeRequest {
  const parsed = PutThemeRequest.safeParse(given, { reportInput: true });
  const errors = parsed.success ? contrastProblems(parsed.data) : fieldErrors(parsed.error.issues);
  if (!parsed.success || Object.keys(errors).length > 0) throw validationError(errors);
  return parsed.data;
}

/** 65,536 times: then those of the first time would be let in again, long after the last of them has expired. */
const GENERATIONS = 65_536;

/** Every link to one domain ends. */
export async function endPortalLinks(domainId: number, ports: PortalAdministrationPorts): Promise<void> {
  await againAfterLostRace(
    TRIES,
    async () => {
      const domain = await ports.domains.get(domainId);
      if (!domain) throw new AppError('resource_not_found', `There is no domain ${domainId}.`);
      const linkGeneration = ((domain.linkGeneration ?? 0) + 1) % GENERATIONS;
      await ports.domains.replace(
        domain,
        { ...domain, linkGeneration },
        {
          ...{ timeline: 'portal_links.ended', events: [], isQuiet: true },
          audit: { by: { type: 'administrator' }, after: { link_generation: linkGeneration } },
        },
      );
    },
    ports.pause,
  );
}

async function requireOrganization(id: string, { accounts }: PortalAdministrationPorts): Promise<void> {
  if (!(await accounts.getOrganization(id))) throw new AppError('resource_not_found', `There is no organization ${id}.`);
}

function audited(organizationId: string, change: AuditedChange, { newId, clock }: PortalAdministrationPorts) {
  return administratorsEntry(organizationId, newId('aud'), clock(), change);
}
