import { PERMISSIONS } from '../../../contract/api/operations.ts';
import { composeKey, hashSecret } from '../../../lambdas/model/accounts/api-key.ts';
import { NO_PLACES } from '../../../lambdas/model/accounts/domain-places.schema.ts';
import { nextReconciliationAt } from '../../../lambdas/model/accounts/next-night.ts';
import { isTestTenant, type Mode, testTenantOf } from '../../../lambdas/model/accounts/tenant.ts';
import type { AgentServer, Machine } from '../../../lambdas/model/servers/server.schema.ts';
import type { ServiceSecret } from '../../../lambdas/shared/secrets/service-secret.ts';
import { DUE_USE_PARTITION, keys } from '../../../lambdas/shared/table/keys.ts';
import type { Item } from '../../../lambdas/shared/table/table.store.ts';
import { portalRows } from '../portal/portal-visits.ts';
import { MAX_WEBHOOKS, type Traits } from '../traits.ts';

/** A server of an organization, with one machine. */
export interface ServerAt {
  row: AgentServer;
  machineId: string;
  machines: readonly Machine[];
  /** The CNAME target of the server. */
  target: string;
}

export interface Organization {
  id: string;
  servers: readonly [ServerAt, ...ServerAt[]];
  credentials: Record<string, string>;
}

export function newOrganization(letter: string, servers: number, secret: ServiceSecret, traits: Traits): Organization {
  const others = Array.from({ length: servers - 1 }, (_, at) => serverAt(letter, at + 2, traits));
  const credentials = credentialsOf('live', letter, secret);
  return { id: `org_${letter}`, servers: [serverAt(letter, 1, traits), ...others], credentials };
}

/** The test tenant of an organization. Its servers have no machines: a story decides what they serve. */
export function newTestTenant(organizationId: string, servers: number, secret: ServiceSecret, traits: Traits): Organization {
  const id = testTenantOf(organizationId);
  const at = (number: number): ServerAt => {
    const server = serverAt('T', number, traits);
    return { ...server, row: { ...server.row, organizationId: id, machineCount: 0, lastSeenAt: undefined }, machines: [] };
  };
  const others = Array.from({ length: servers - 1 }, (_, before) => at(before + 2));
  return { id, servers: [at(1), ...others], credentials: credentialsOf('test', 'T', secret) };
}

function credentialsOf(mode: Mode, letter: string, secret: ServiceSecret): Record<string, string> {
  const pair = composeKey(mode, letter.toLowerCase().repeat(22), 'b'.repeat(43), secret);
  return { 'x-api-key-id': pair.keyId, 'x-api-key': pair.secret };
}

function serverAt(letter: string, number: number, { startMs, settings }: Traits): ServerAt {
  const createdAt = new Date(startMs).toISOString();
  const label = `${letter.toLowerCase()}${'-bcd'[number]}cdefghijklmnop`;
  const machineId = `mch_${letter}${number}`;
  const machine = {
    id: machineId,
    name: `web ${letter}${number}`,
    signingJwk: {},
    encryptionJwk: {},
    enrolledAt: createdAt,
    lastSeenAt: createdAt,
  };
  const row: AgentServer = {
    organizationId: `org_${letter}`,
    id: number,
    name: `Server ${number}`,
    type: 'agent',
    label,
    createdAt,
    machineCount: 1,
    lastSeenAt: createdAt,
    silent: {},
    silentCount: 0,
    revision: 1,
  };
  return { row, machineId, machines: [machine], target: `${label}.${settings.baseTarget}` };
}

/** The rows of an organization at the start of a world. */
export function rowsOf({ id, servers, credentials }: Organization, { hasPortals, startMs, domains }: Traits): Item[] {
  const keyId = credentials['x-api-key-id'] ?? '';
  const key = {
    keyId,
    organizationId: id,
    name: 'first',
    permissions: [...PERMISSIONS],
    secretSha256: hashSecret(credentials['x-api-key'] ?? ''),
    createdAt: new Date(startMs).toISOString(),
  };
  const count = { task: 'begin', tries: 0, stepDueAt: nextReconciliationAt(new Date(startMs)) };
  return [
    ...(hasPortals && !isTestTenant(id) ? portalRows(id, startMs) : []),
    { ...keys.apiKey(keyId), ...key },
    { ...keys.limits(id), places: NO_PLACES, domains, webhooks: MAX_WEBHOOKS },
    ...servers.flatMap(({ row, machines }) => [
      { ...keys.server(id, row.id), ...row },
      ...machines.map((machine) => ({ ...keys.machine(id, row.id, machine.id), ...machine, label: row.label })),
      { ...keys.label(row.label), organizationId: id, serverId: row.id },
    ]),
    { ...keys.useReconciliation(id), duePk: DUE_USE_PARTITION, organizationId: id, ...count },
  ];
}
