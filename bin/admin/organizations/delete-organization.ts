import type { Timings } from '../../../contract/stack/timings.schema.ts';
import { type RemoveDomainPorts, removeDomain } from '../../../lambdas/api/domains/list-get-delete-domains.ts';
import type { Organization } from '../../../lambdas/model/accounts/account.schema.ts';
import type { AccountStore } from '../../../lambdas/model/accounts/account.store.ts';
import type { DomainStore } from '../../../lambdas/model/domains/domain.store.ts';
import type { DomainListStore } from '../../../lambdas/model/domains/domain-list.store.ts';
import type { Server } from '../../../lambdas/model/servers/server.schema.ts';
import type { ServerStore } from '../../../lambdas/model/servers/server.store.ts';
import { serverSettings } from '../../../lambdas/model/servers/server.ts';
import type { ServerListStore } from '../../../lambdas/model/servers/server-list.store.ts';
import type { Webhook } from '../../../lambdas/model/webhooks/webhook.schema.ts';
import type { WebhookStore } from '../../../lambdas/model/webhooks/webhook.store.ts';
import { webhookSettings } from '../../../lambdas/model/webhooks/webhook-resource.ts';
import { withMaskedUrl } from '../../../lambdas/model/webhooks/webhook-url.ts';
import { type AuditedChange, administratorsEntry } from '../../../lambdas/shared/audit/audit.schema.ts';
import { againAfterLostRace } from '../../../lambdas/shared/table/lost-race.ts';
import type { Clock, Pause } from '../../../lambdas/shared/time/clock.gateway.ts';
import { domainsOf, serversOf } from './list-commands.ts';
import type { OrganizationRemovalStore } from './organization-removal.store.ts';

export interface DeletionPorts extends Omit<RemoveDomainPorts, 'domains'> {
  accounts: Pick<AccountStore, 'keysOf' | 'revokeKey'>;
  webhooks: Pick<WebhookStore, 'get' | 'page' | 'remove'>;
  domains: Pick<DomainStore, 'get' | 'replace'>;
  lists: Pick<DomainListStore, 'page'>;
  servers: Pick<ServerStore, 'get' | 'remove'>;
  serverLists: Pick<ServerListStore, 'page' | 'hasCertificates'>;
  removal: OrganizationRemovalStore;
  timings: Timings;
  clock: Clock;
  newId: (prefix: 'aud') => string;
  /** A moment, for another's transaction to end. */
  pause: Pause;
  wait: (seconds: number) => Promise<void>;
  /** What is waited for. */
  note: (text: string) => void;
}

/** How many of each there are, or were. */
export interface Belongings {
  keys: number;
  webhooks: number;
  domains: number;
  servers: number;
  machines: number;
}

/** `heldServers`: they still have certificates of domains that are being removed; the organization is there as long as one is. */
export type Deleted = Belongings & { heldServers: number[] };

const TRIES = 10;
const AT_ONCE = 10;
const PAGE = 100;
/**
 * API Gateway has answered every call by then (lib/api/public-api.ts): none that a key began before it was revoked still
 * writes.
 */
const CALL_SECONDS = 30;
/** A domain with a certificate is removed in some seconds. */
const REMOVAL_SECONDS = 120;
const CHECK_EVERY_SECONDS = 2;

/** What a deletion would end. Nothing is written. */
export async function belongingsOf({ id }: Organization, ports: DeletionPorts): Promise<Belongings> {
  const servers = await all(serversOf(ports.serverLists, id));
  return {
    keys: (await activeKeys(id, ports)).length,
    webhooks: (await all(webhooksOf(id, ports))).length,
    domains: (await all(domainsOf(ports.lists, id))).length,
    servers: servers.length,
    machines: machinesOf(servers),
  };
}

/**
 * Ends an organization: what could add something first, then its domains by their own lifecycle, then the servers whose
 * certificates are gone, then itself. Safe to repeat from any point.
 */
export async function deleteOrganization(organization: Organization, ports: DeletionPorts): Promise<Deleted> {
  const { id } = organization;
  const keys = await revokeKeys(id, ports);
  await callsAreOver(id, ports);
  const webhooks = await deleteWebhooks(id, ports);
  const domains = await deleteDomains(id, ports);
  const { gone, held } = await deleteServers(id, ports);
  if (held.length === 0) {
    const resource = { type: 'organization' as const, id };
    const change = { action: 'organization.deleted', resource, before: { name: organization.name } };
    await again(ports, () => ports.removal.remove(id, auditOf(id, change, ports)));
  }
  return {
    keys,
    webhooks,
    domains,
    servers: gone.length,
    machines: machinesOf(gone),
    heldServers: held.map((server) => server.id),
  };
}

async function activeKeys(organizationId: string, { accounts }: DeletionPorts) {
  return (await accounts.keysOf(organizationId)).filter(({ revokedAt }) => revokedAt === undefined);
}

async function revokeKeys(organizationId: string, ports: DeletionPorts): Promise<number> {
  const active = await activeKeys(organizationId, ports);
  for (const { keyId } of active) {
    const now = ports.clock();
    const resource = { type: 'api_key' as const, id: keyId };
    const change = { action: 'api_key.revoked', resource, after: { revoked_at: now.toISOString() } };
    await again(ports, () => ports.accounts.revokeKey(keyId, now, auditOf(organizationId, change, ports)));
  }
  return active.length;
}

/** A call that was let in just before may create something just after. */
async function callsAreOver(organizationId: string, { accounts, clock, wait, note }: DeletionPorts): Promise<void> {
  const ends = (await accounts.keysOf(organizationId)).map(({ revokedAt = '' }) => Date.parse(revokedAt) + CALL_SECONDS * 1_000);
  const seconds = Math.ceil((Math.max(0, ...ends) - clock().getTime()) / 1_000);
  if (seconds <= 0) return;
  note(`the keys are revoked; waiting ${seconds} s for calls that were let in before`);
  await wait(seconds);
}

async function* webhooksOf(organizationId: string, { webhooks }: DeletionPorts): AsyncGenerator<Webhook> {
  let before: number | undefined;
  for (;;) {
    const { items, hasMore } = await webhooks.page(organizationId, { limit: PAGE, ...(before !== undefined && { before }) });
    yield* items;
    if (!hasMore) return;
    before = items.at(-1)?.id;
  }
}

async function deleteWebhooks(organizationId: string, ports: DeletionPorts): Promise<number> {
  let deleted = 0;
  for await (const { id } of webhooksOf(organizationId, ports)) if (await deleteWebhook(organizationId, id, ports)) deleted += 1;
  return deleted;
}

/** The sender keeps its slots on the same row. */
function deleteWebhook(organizationId: string, webhookId: number, ports: DeletionPorts): Promise<boolean> {
  return again(ports, async () => {
    const webhook = await ports.webhooks.get(organizationId, webhookId);
    if (!webhook) return false;
    const resource = { type: 'webhook' as const, id: String(webhookId) };
    const change = { action: 'webhook.deleted', resource, before: withMaskedUrl(webhookSettings(webhook)) };
    await ports.webhooks.remove(webhook, auditOf(organizationId, change, ports));
    return true;
  });
}

async function deleteDomains(organizationId: string, ports: DeletionPorts): Promise<number> {
  let deleted = 0;
  let some: number[] = [];
  const remove = async () => {
    const outcomes = await Promise.all(some.map((id) => deleteDomain(organizationId, id, ports)));
    deleted += outcomes.filter(Boolean).length;
    some = [];
  };
  for await (const { id } of domainsOf(ports.lists, organizationId)) {
    some.push(id);
    if (some.length === AT_ONCE) await remove();
  }
  await remove();
  return deleted;
}

/** Its row decides: the index may lag behind a removal. */
function deleteDomain(organizationId: string, domainId: number, ports: DeletionPorts): Promise<boolean> {
  return again(ports, async () => {
    const domain = await ports.domains.get(domainId);
    if (domain?.organizationId !== organizationId || domain.phase === 'removing') return false;
    await removeDomain(domain, { actor: { type: 'administrator' }, now: ports.clock() }, ports);
    return true;
  });
}

async function deleteServers(organizationId: string, ports: DeletionPorts): Promise<{ gone: Server[]; held: Server[] }> {
  const gone: Server[] = [];
  for (let waited = 0; ; waited += CHECK_EVERY_SECONDS) {
    const held: Server[] = [];
    for (const server of await all(serversOf(ports.serverLists, organizationId)))
      if (await ports.serverLists.hasCertificates(organizationId, server.id)) held.push(server);
      else if (await deleteServer(server, ports)) gone.push(server);
    if (held.length === 0 || waited >= REMOVAL_SECONDS) return { gone, held };
    if (waited === 0)
      ports.note(`waiting for the removal of certificates at ${held.length} servers, ${REMOVAL_SECONDS} s at most`);
    await ports.wait(CHECK_EVERY_SECONDS);
  }
}

/** With its machines: the next request that one of them signs is refused. */
function deleteServer({ organizationId, id }: Server, ports: DeletionPorts): Promise<boolean> {
  return again(ports, async () => {
    const server = await ports.servers.get(organizationId, id);
    if (!server) return false;
    const resource = { type: 'server' as const, id: String(id) };
    const before = { ...serverSettings(server), machines: Object.keys(server.machines) };
    await ports.servers.remove(server, auditOf(organizationId, { action: 'server.deleted', resource, before }, ports));
    return true;
  });
}

function machinesOf(servers: readonly Server[]): number {
  return servers.reduce((sum, { machines }) => sum + Object.keys(machines).length, 0);
}

async function all<T>(found: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const one of found) list.push(one);
  return list;
}

function again<T>({ pause }: DeletionPorts, work: () => Promise<T>): Promise<T> {
  return againAfterLostRace(TRIES, work, pause);
}

function auditOf(organizationId: string, change: AuditedChange, { newId, clock }: DeletionPorts) {
  return administratorsEntry(organizationId, newId('aud'), clock(), change);
}
