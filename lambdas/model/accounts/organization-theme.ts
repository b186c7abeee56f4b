import type { AuditEntry, AuditedChange } from '../../shared/audit/audit.schema.ts';
import { differences } from '../../shared/audit/differences.ts';
import { logoIdOf } from './portal/logo.ts';
import type { Portal } from './portal/portal.schema.ts';
import type { PortalStore } from './portal/portal.store.ts';
import { wholeTheme } from './portal/theme.ts';
import type { PutThemeRequest } from './portal/theme-request.schema.ts';

/** Gives a portal this theme, and says on the audit record what is different. Writes nothing where nothing is. */
export async function giveTheme(
  portal: Portal,
  { logo, ...values }: PutThemeRequest,
  auditOf: (change: AuditedChange) => AuditEntry,
  portals: PortalStore,
): Promise<void> {
  const { organizationId: id } = portal;
  const stored = logo === undefined ? undefined : { id: logoIdOf(id, logo), data: logo };
  const difference = differences(auditFacts(portal.theme, portal.logoId), auditFacts(values, stored?.id));
  if (!difference) return;
  const change = { action: 'organization.theme_changed', resource: { type: 'organization' as const, id }, ...difference };
  await portals.replaceTheme(portal, { values, logo: stored }, auditOf(change));
}

/** A logo by its name: the audit record is no place for pictures. */
function auditFacts(values: Portal['theme'], logoId: string | undefined): Record<string, unknown> {
  return { ...wholeTheme(values), ...(logoId !== undefined && { logo: logoId }) };
}
