import { keys } from '../shared/table/keys.ts';
import { notThereYet, type Table } from '../shared/table/table.store.ts';
import { ApiKey, Organization } from './account.schema.ts';

/** Organizations and their API keys. */
export function accountStore(table: Table) {
  return {
    async getKey(keyId: string): Promise<ApiKey | undefined> {
      const item = await table.get(keys.apiKey(keyId));
      return item && ApiKey.parse(item);
    },
    async getOrganization(id: string): Promise<Organization | undefined> {
      const item = await table.get(keys.organization(id));
      return item && Organization.parse(item);
    },
    async createOrganization(organization: Organization): Promise<void> {
      await table.put({ ...keys.organization(organization.id), ...organization }, notThereYet);
    },
    async createKey(key: ApiKey): Promise<void> {
      await table.put({ ...keys.apiKey(key.keyId), ...key }, notThereYet);
    },
    /** Throws LostRace where there is no such key. Revoking twice keeps the first instant. */
    async revokeKey(keyId: string, at: Date): Promise<ApiKey> {
      const item = await table.update(keys.apiKey(keyId), {
        expression: 'SET revokedAt = if_not_exists(revokedAt, :at)',
        condition: 'attribute_exists(pk)',
        values: { ':at': at.toISOString() },
      });
      return ApiKey.parse(item);
    },
  };
}
export type AccountStore = ReturnType<typeof accountStore>;
