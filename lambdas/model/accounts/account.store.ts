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
import { placeOf } from './api-key.ts';
import { NO_PLACES } from './domain-places.schema.ts';
import { noticeMark } from './key-notices.ts';
import type { Room } from './organization-limits.ts';
import type { Portal } from './portal/portal.schema.ts';
import { firstWrites } from './portal/portal.store.ts';
import { deleteAndGiveRoomBack, takeRoomWrite } from './resource-counts.store.ts';
import { useReconciliationStore } from './use-reconciliation.store.ts';

const keyExists = 'attribute_exists(pk)';
const stillHasThisSecret = 'secretSha256 = :former';
/** Of a key. */
export const isNotRevoked = 'attribute_not_exists(revokedAt)';

/** Organizations and their API keys, as administrators change them. Every change goes with its audit entry, or not at all. */
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
    /** What differs from the standard. */
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
    /** Where the organization's test data will lie, if there is the organization. A test tenant that is there stays. */
    async createTestTenant(organizationId: string, audit: AuditEntry, alongside: Write[]): Promise<void> {
      const organization = await getOrganization(organizationId);
      if (!organization) return;
      const tenant = { ...organization, id: audit.organizationId, createdAt: audit.at };
      await wonRace(table.transact([...organizationWrites(table, tenant), auditWrite(table, audit), ...alongside]));
    },
    /** Throws LostRace, with the counter of keys among what was found, if the organization has its limit by then. */
    async createKey(key: ApiKey, audit: AuditEntry, room: Room, alongside: Write[] = []): Promise<void> {
      const { organizationId, keyId } = key;
      await table.transact([
        table.putWrite({ ...keys.apiKey(keyId), ...key, ...noticeMark(key.expiresAt, new Date(key.createdAt)) }, notThereYet),
        table.putWrite({ ...keys.keyOfOrganization(organizationId, keyId), keyId }),
        auditWrite(table, audit),
        takeRoomWrite(table, organizationId, 'api_keys', room),
        ...alongside,
      ]);
    },
    /** All keys that an organization has had, revoked ones too, in the order of their ids. */
    async keysOf(organizationId: string): Promise<ApiKey[]> {
      const found: ApiKey[] = [];
      for await (const keyId of keyIdsOf(table, organizationId)) {
        const key = await getKey(keyId);
        if (key) found.push(key);
      }
      return found;
    },
    /** How many keys are not revoked. */
    async countKeys(organizationId: string): Promise<number> {
      return (await unrevokedIds(organizationId)).length;
    },
    /** They themselves, newest first. One Query, and one request more for each hundred. */
    async keysInForce(organizationId: string): Promise<ApiKey[]> {
      const ids = await unrevokedIds(organizationId);
      const wanted = ids.map(({ keyId }) => keys.apiKey(String(keyId)));
      const items: Item[] = [];
      for (let from = 0; from < wanted.length; from += MOST_AT_ONCE)
        items.push(...(await table.getMany(wanted.slice(from, from + MOST_AT_ONCE))));
      return items
        .map((item) => ApiKey.parse(item))
        .filter(({ revokedAt }) => revokedAt === undefined)
        .toSorted((a, b) => (placeOf(a) < placeOf(b) ? 1 : -1));
    },
    /** Throws LostRace where there is no such key, or somebody has revoked it: the first instant stays. */
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
      await deleteAndGiveRoomBack(table, organizationId, 'api_keys', writes);
    },
    /** The former secret is let in until then. Throws LostRace if the key was revoked, or has another secret by now. */
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
    /** What a PATCH can change. Throws LostRace if the key was revoked, or any of it is not as it was read. */
    async changeSettings(before: ApiKey, after: ApiKey, now: Date, audit: AuditEntry, alongside: Write[] = []): Promise<void> {
      const change = table.updateWrite(keys.apiKey(before.keyId), settingsUpdate(before, after, now));
      await table.transact([change, auditWrite(table, audit), ...alongside]);
    },
    /** The secret that a rotation has replaced ends. Throws LostRace if the key was revoked, or has rotated again. */
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
    /** For the transaction of what an organization is told of. */
    eventWrite: (event: OutboxEvent): Write => outboxWrite(table, event),
    /** Throws LostRace where there is no such key, or it is revoked. */
    async setPermissions(keyId: string, permissions: Permission[], audit: AuditEntry): Promise<void> {
      const change = table.updateWrite(keys.apiKey(keyId), {
        expression: 'SET #permissions = :permissions',
        condition: `${keyExists} AND ${isNotRevoked}`,
        names: { '#permissions': 'permissions' },
        values: { ':permissions': permissions },
      });
      await table.transact([change, auditWrite(table, audit)]);
    },
    /** Of the organization. The limit of each key lies with the key, where its requests are counted: see `setKeyLimit`. */
    async setLimits(organizationId: string, limits: LimitChanges, audit: AuditEntry): Promise<void> {
      await table.transact([table.updateWrite(keys.limits(organizationId), limitsUpdate(limits)), auditWrite(table, audit)]);
    },
    async setKeyLimit(keyId: string, requestsPerMinute: number | 'standard'): Promise<void> {
      await table.update(keys.apiKey(keyId), { ...limitsUpdate({ requestsPerMinute }), condition: keyExists });
    },
  };
}
export type AccountStore = ReturnType<typeof accountStore>;

/** Without its portal, which is made when it is needed. */
function organizationWrites(table: Table, organization: Organization): Write[] {
  return [
    table.putWrite({ ...keys.organization(organization.id), ...organization }, notThereYet),
    useReconciliationStore(table).firstWrite(organization.id, new Date(organization.createdAt)),
    // No place is taken: the first creation finds that it may count.
    table.putWrite({ ...keys.limits(organization.id), places: NO_PLACES }, notThereYet),
  ];
}

const SETTINGS = ['name', 'expiresAt', 'allowedAddresses', 'allowedServers'] as const satisfies (keyof ApiKey)[];

function settingsUpdate(before: ApiKey, after: ApiKey, now: Date): Update {
  const written = {
    ...Object.fromEntries(SETTINGS.map((field) => [field, after[field]])),
    ...{ duePk: undefined, stepDueAt: undefined, ...noticeMark(after.expiresAt, now) },
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

/** Of a BatchGetItem. */
const MOST_AT_ONCE = 100;

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
