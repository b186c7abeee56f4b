import type { AuditEntry, AuditedChange } from '../../shared/audit/audit.schema.ts';
import { differences } from '../../shared/audit/differences.ts';
import { logoIdOf } from './portal/logo.ts';
import type { Portal } from './portal/portal.schema.ts';
import type { PortalStore } from './portal/portal.store.ts';
import { wholeTheme } from './portal/theme.ts';
import type { PutThemeRequest } from './portal/theme-request.schema.ts';

/** Sets a portal's theme and records the differences in the audit log. Writes nothing if there are none. */
export async function saveTheme(
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

/** A logo is recorded by its id: the audit log holds no pictures. */
function auditFacts(values: Portal['theme'], logoId: string | undefined): Record<string, unknown> {
  return { ...wholeTheme(values), ...(logoId !== undefined && { logo: logoId }) };
}
