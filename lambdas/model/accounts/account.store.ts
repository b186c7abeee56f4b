import { LIMIT_NAMES, type LimitChanges } from '../../../contract/api/limits.ts';
import type { Permission } from '../../../contract/api/operations.ts';
import type { AuditEntry } from '../../shared/audit/audit.schema.ts';
import { auditWrite } from '../../shared/audit/audit.store.ts';
import type { OutboxEvent } from '../../shared/outbox/outbox.schema.ts';
import { outboxWrite } from '../../shared/outbox/outbox.store.ts';
import { KEY_PREFIX, keys, organizationPartition } from '../../shared/table/keys.ts';
import { wonRace } from '../../shared/table/lost-race.ts';
import { allItems, everyItem } from '../../shared/table/queries.ts';
import { type Item, notThereYet, type Table, type Update, type Write } from '../../shared/table/table.store.ts';
import { ApiKey, Organization, OrganizationLimits } from './account.schema.ts';
import { listPositionOf } from './api-key.ts';
import { NO_PLACES } from './domain-places.schema.ts';
import { noticeDueFields } from './key-notices.ts';
import type { QuotaRoom } from './organization-limits.ts';
import type { Portal } from './portal/portal.schema.ts';
import { firstWrites } from './portal/portal.store.ts';
import { deleteAndReleaseQuota, takeQuotaWrite } from './resource-counts.store.ts';
import { useReconciliationStore } from './use-reconciliation.store.ts';

const keyExists = 'attribute_exists(pk)';
const stillHasThisSecret = 'secretSha256 = :former';
export const isNotRevoked = 'attribute_not_exists(revokedAt)';

/** Organizations and their API keys, as administrators change them. Every change is written together with its audit entry. */
export function accountStore(table: Table) {
  async function getKey(keyId: string): Promise<ApiKey | undefined> {
    const item = await table.get(keys.apiKey(keyId));
    return item && ApiKey.parse(item);
  }

  async function getOrganization(id: string): Promise<Organization | undefined> {
    const item = await table.get(keys.organization(id));
    return item && Organization.parse(item);
  }

  function unrevokedIds(organizationId: string): Promise<Item[]> {
    return allItems(table, { ...keysOfOrganization(organizationId), FilterExpression: isNotRevoked });
  }

  return {
    getKey,
    getOrganization,
    /** Only the differences from the default limits. */
    async getLimits(organizationId: string): Promise<OrganizationLimits> {
      return OrganizationLimits.parse((await table.get(keys.limits(organizationId))) ?? {});
    },
    async createOrganization(
      organization: Organization,
      portal: Portal,
      audit: AuditEntry,
      alongside: Write[] = [],
    ): Promise<void> {
      const rows = organizationWrites(table, organization);
      await table.transact([...rows, ...firstWrites(table, portal), auditWrite(table, audit), ...alongside]);
    },
    /** Creates the test tenant if the organization exists. An existing test tenant is not changed. */
    async createTestTenant(organizationId: string, audit: AuditEntry, alongside: Write[]): Promise<void> {
      const organization = await getOrganization(organizationId);
      if (!organization) return;
      const tenant = { ...organization, id: audit.organizationId, createdAt: audit.at };
      await wonRace(table.transact([...organizationWrites(table, tenant), auditWrite(table, audit), ...alongside]));
    },
    /** Throws LostRace, with the counter of keys among the items found, if the organization has reached its limit meanwhile. */
    async createKey(key: ApiKey, audit: AuditEntry, room: QuotaRoom, alongside: Write[] = []): Promise<void> {
      const { organizationId, keyId } = key;
      await table.transact([
        table.putWrite(
          { ...keys.apiKey(keyId), ...key, ...noticeDueFields(key.expiresAt, new Date(key.createdAt)) },
          notThereYet,
        ),
        table.putWrite({ ...keys.keyOfOrganization(organizationId, keyId), keyId }),
        auditWrite(table, audit),
        takeQuotaWrite(table, organizationId, 'api_keys', room),
        ...alongside,
      ]);
    },
    /** All keys that an organization has ever had, revoked ones included, in the order of their ids. */
    async keysOf(organizationId: string): Promise<ApiKey[]> {
      const found: ApiKey[] = [];
      for await (const keyId of keyIdsOf(table, organizationId)) {
        const key = await getKey(keyId);
        if (key) found.push(key);
      }
      return found;
    },
    async countKeys(organizationId: string): Promise<number> {
      return (await unrevokedIds(organizationId)).length;
    },
    /** The keys that are not revoked, newest first. One Query, and one request more per hundred keys. */
    async listActiveKeys(organizationId: string): Promise<ApiKey[]> {
      const ids = await unrevokedIds(organizationId);
      const wanted = ids.map(({ keyId }) => keys.apiKey(String(keyId)));
      const items: Item[] = [];
      for (let from = 0; from < wanted.length; from += MAX_AT_ONCE)
        items.push(...(await table.getMany(wanted.slice(from, from + MAX_AT_ONCE))));
      return items
        .map((item) => ApiKey.parse(item))
        .filter(({ revokedAt }) => revokedAt === undefined)
        .toSorted((a, b) => (listPositionOf(a) < listPositionOf(b) ? 1 : -1));
    },
    /** Throws LostRace if there is no such key or it is already revoked: the first instant is never overwritten. */
    async revokeKey({ keyId, organizationId }: ApiKey, at: Date, audit: AuditEntry, alongside: Write[] = []): Promise<void> {
      const change = table.updateWrite(keys.apiKey(keyId), {
        expression: 'SET revokedAt = :at REMOVE duePk, stepDueAt',
        condition: `${keyExists} AND ${isNotRevoked}`,
        values: { ':at': at.toISOString() },
      });
      const listed = table.updateWrite(keys.keyOfOrganization(organizationId, keyId), {
        expression: 'SET keyId = :key, revokedAt = :at',
        values: { ':key': keyId, ':at': at.toISOString() },
      });
      const writes = [change, listed, auditWrite(table, audit), ...alongside];
      await deleteAndReleaseQuota(table, organizationId, 'api_keys', writes);
    },
    /** The previous secret is valid for a while. Throws LostRace if the key was revoked, or has another secret by now. */
    async changeSecret(
      { keyId, secretSha256 }: ApiKey,
      next: string,
      formerEndsAt: string,
      audit: AuditEntry,
      alongside: Write[] = [],
    ): Promise<void> {
      const change = table.updateWrite(keys.apiKey(keyId), {
        expression: 'SET secretSha256 = :next, previousSecretSha256 = :former, previousSecretEndsAt = :ends',
        condition: `${stillHasThisSecret} AND ${isNotRevoked}`,
        values: { ':next': next, ':former': secretSha256, ':ends': formerEndsAt },
      });
      await table.transact([change, auditWrite(table, audit), ...alongside]);
    },
    /** The fields that a PATCH can change. Throws LostRace if the key was revoked, or any of them has changed since. */
    async changeSettings(before: ApiKey, after: ApiKey, now: Date, audit: AuditEntry, alongside: Write[] = []): Promise<void> {
      const change = table.updateWrite(keys.apiKey(before.keyId), settingsUpdate(before, after, now));
      await table.transact([change, auditWrite(table, audit), ...alongside]);
    },
    /** Ends the previous secret after a rotation. Throws LostRace if the key was revoked, or has rotated again. */
    async endFormerSecret(
      { keyId, previousSecretSha256 }: ApiKey,
      at: Date,
      audit: AuditEntry,
      alongside: Write[] = [],
    ): Promise<void> {
      const change = table.updateWrite(keys.apiKey(keyId), {
        expression: 'SET previousSecretEndsAt = :at',
        condition: `previousSecretSha256 = :former AND ${isNotRevoked}`,
        values: { ':at': at.toISOString(), ':former': previousSecretSha256 },
      });
      await table.transact([change, auditWrite(table, audit), ...alongside]);
    },
    eventWrite: (event: OutboxEvent): Write => outboxWrite(table, event),
    /** Throws LostRace if there is no such key, or it is revoked. */
    async setPermissions(keyId: string, permissions: Permission[], audit: AuditEntry): Promise<void> {
      const change = table.updateWrite(keys.apiKey(keyId), {
        expression: 'SET #permissions = :permissions',
        condition: `${keyExists} AND ${isNotRevoked}`,
        names: { '#permissions': 'permissions' },
        values: { ':permissions': permissions },
      });
      await table.transact([change, auditWrite(table, audit)]);
    },
    /** Limits of the organization. Each key stores its own limit, because its requests are counted there: see `setKeyLimit`. */
    async setLimits(organizationId: string, limits: LimitChanges, audit: AuditEntry): Promise<void> {
      await table.transact([table.updateWrite(keys.limits(organizationId), limitsUpdate(limits)), auditWrite(table, audit)]);
    },
    async setKeyLimit(keyId: string, requestsPerMinute: number | 'standard'): Promise<void> {
      await table.update(keys.apiKey(keyId), { ...limitsUpdate({ requestsPerMinute }), condition: keyExists });
    },
  };
}
export type AccountStore = ReturnType<typeof accountStore>;

/** The portal is not included: it is created when it is needed. */
function organizationWrites(table: Table, organization: Organization): Write[] {
  return [
    table.putWrite({ ...keys.organization(organization.id), ...organization }, notThereYet),
    useReconciliationStore(table).firstWrite(organization.id, new Date(organization.createdAt)),
    // No place is taken yet, so the first creation may count.
    table.putWrite({ ...keys.limits(organization.id), places: NO_PLACES }, notThereYet),
  ];
}

const SETTINGS = ['name', 'expiresAt', 'allowedAddresses', 'allowedServers'] as const satisfies (keyof ApiKey)[];

function settingsUpdate(before: ApiKey, after: ApiKey, now: Date): Update {
  const written = {
    ...Object.fromEntries(SETTINGS.map((field) => [field, after[field]])),
    ...{ duePk: undefined, stepDueAt: undefined, ...noticeDueFields(after.expiresAt, now) },
  };
  const present = Object.entries(written).filter(([, value]) => value !== undefined);
  const absent = Object.entries(written).filter(([, value]) => value === undefined);
  const read = SETTINGS.filter((field) => before[field] !== undefined);
  const asRead = SETTINGS.map((field) =>
    read.includes(field) ? `#${field} = :former_${field}` : `attribute_not_exists(#${field})`,
  );
  const set = `SET ${present.map(([field]) => `#${field} = :${field}`).join(', ')}`;
  const remove = absent.length > 0 ? ` REMOVE ${absent.map(([field]) => `#${field}`).join(', ')}` : '';
  return {
    expression: set + remove,
    condition: [isNotRevoked, ...asRead].join(' AND '),
    names: Object.fromEntries(Object.keys(written).map((field) => [`#${field}`, field])),
    values: {
      ...Object.fromEntries(present.map(([field, value]) => [`:${field}`, value])),
      ...Object.fromEntries(read.map((field) => [`:former_${field}`, before[field]])),
    },
  };
}

async function* keyIdsOf(table: Table, organizationId: string): AsyncGenerator<string> {
  for await (const { keyId } of everyItem(table, keysOfOrganization(organizationId))) yield String(keyId);
}

function keysOfOrganization(organizationId: string) {
  return {
    KeyConditionExpression: 'pk = :organization AND begins_with(sk, :keys)',
    values: { ':organization': organizationPartition(organizationId), ':keys': KEY_PREFIX },
    ConsistentRead: true,
  };
}

/** The maximum of a BatchGetItem. */
const MAX_AT_ONCE = 100;

function limitsUpdate(limits: LimitChanges): Update {
  const changed = LIMIT_NAMES.filter((name) => limits[name] !== undefined);
  const set = changed.filter((name) => limits[name] !== 'standard');
  const removed = changed.filter((name) => limits[name] === 'standard');
  const clauses = [
    ...(set.length > 0 ? [`SET ${set.map((name) => `#${name} = :${name}`).join(', ')}`] : []),
    ...(removed.length > 0 ? [`REMOVE ${removed.map((name) => `#${name}`).join(', ')}`] : []),
  ];
  return {
    expression: clauses.join(' '),
    names: Object.fromEntries(changed.map((name) => [`#${name}`, name])),
    ...(set.length > 0 && { values: Object.fromEntries(set.map((name) => [`:${name}`, limits[name]])) }),
  };
}
