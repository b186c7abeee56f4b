import type { AuditEntry } from '../../../shared/audit/audit.schema.ts';
import { auditWrite } from '../../../shared/audit/audit.store.ts';
import { keys } from '../../../shared/table/keys.ts';
import { notThereYet, type Table, type Write } from '../../../shared/table/table.store.ts';
import { Logo, Portal, PortalOfOrganization, type ThemeValues } from './portal.schema.ts';

const nobodyWroteSince = 'version = :seen';
const stillHasThisToken = '#token = :former';

/** A theme to store. Without `logo`, an existing logo is removed. */
export interface NewTheme {
  values: ThemeValues;
  logo?: { id: string; data: string } | undefined;
}

export function portalStore(table: Table) {
  return {
    /** Strongly consistent, two reads. Undefined: the organization has never had a portal, or its token is being replaced. */
    async ofOrganization(organizationId: string): Promise<Portal | undefined> {
      const item = await table.get(keys.portalOfOrganization(organizationId));
      const portal = item && (await table.get(keys.portal(PortalOfOrganization.parse(item).token)));
      return portal && Portal.parse(portal);
    },

    async logo({ logoId }: Portal): Promise<string | undefined> {
      const item = logoId === undefined ? undefined : await table.get(keys.portalLogo(logoId));
      return item && Logo.parse(item).data;
    },

    /** Throws LostRace if the organization already has one. */
    async create(portal: Portal): Promise<void> {
      await table.transact(firstWrites(table, portal));
    },

    /** Throws LostRace if the portal has changed since, or has another token. */
    async replaceTheme(before: Portal, { values, logo }: NewTheme, audit: AuditEntry): Promise<void> {
      const { logoId: former, ...portal } = before;
      const after = { ...portal, theme: values, ...(logo && { logoId: logo.id }), version: before.version + 1 };
      await table.transact([
        table.putWrite(itemOf(after), { expression: nobodyWroteSince, values: { ':seen': before.version } }),
        ...(logo ? [table.putWrite({ ...keys.portalLogo(logo.id), data: logo.data })] : []),
        ...(former === undefined || former === logo?.id ? [] : [table.deleteWrite(keys.portalLogo(former))]),
        auditWrite(table, audit),
      ]);
    },

    /**
     * Moves the portal to a new token. The former token is invalid, with every link to it. Throws LostRace if the portal has
     * changed since.
     */
    async rotate(before: Portal, token: string, audit: AuditEntry): Promise<void> {
      const seen = { expression: nobodyWroteSince, values: { ':seen': before.version } };
      await table.transact([
        table.deleteWrite(keys.portal(before.token), seen),
        table.putWrite(itemOf({ ...before, token, version: before.version + 1 }), notThereYet),
        table.updateWrite(keys.portalOfOrganization(before.organizationId), {
          expression: 'SET #token = :next',
          condition: stillHasThisToken,
          names: { '#token': 'token' },
          values: { ':next': token, ':former': before.token },
        }),
        auditWrite(table, audit),
      ]);
    },
  };
}
export type PortalStore = ReturnType<typeof portalStore>;

/** Also for the transaction that creates an organization. */
export function firstWrites(table: Table, portal: Portal): Write[] {
  return [
    table.putWrite({ ...keys.portalOfOrganization(portal.organizationId), token: portal.token }, notThereYet),
    table.putWrite(itemOf(portal), notThereYet),
  ];
}

function itemOf(portal: Portal) {
  // Last, because what was read contains its former key.
  return { ...portal, ...keys.portal(portal.token) };
}
