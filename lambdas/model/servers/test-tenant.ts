import type { AccountStore } from '../accounts/account.store.ts';
import { testTenantOf } from '../accounts/tenant.ts';
import type { ServerStore } from './server.store.ts';
import { serverSettings, unclaimedServer } from './server.ts';

interface TestTenantPorts {
  accounts: Pick<AccountStore, 'createTestTenant'>;
  servers: Pick<ServerStore, 'createWrites'>;
  newId: (prefix: 'aud') => string;
  newLabel: () => string;
}

/** Creates an organization's test tenant, with server 1, unless it exists. */
export type CreateTestTenant = (organizationId: string, now: Date) => Promise<void>;

export function testTenantCreator({ accounts, servers, newId, newLabel }: TestTenantPorts): CreateTestTenant {
  return async (organizationId, now) => {
    const tenantId = testTenantOf(organizationId);
    const common = { at: now.toISOString(), organizationId: tenantId, actor: { type: 'service' as const } };
    const server = unclaimedServer(tenantId, 1, newLabel(), now);
    const serverMade = {
      ...common,
      id: newId('aud'),
      action: 'server.created',
      resource: { type: 'server' as const, id: String(server.id) },
      after: serverSettings(server),
    };
    const made = {
      ...common,
      id: newId('aud'),
      action: 'organization.created',
      resource: { type: 'organization' as const, id: tenantId },
    };
    await accounts.createTestTenant(organizationId, made, servers.createWrites(server, serverMade, { counted: 0, limit: 1 }));
  };
}
