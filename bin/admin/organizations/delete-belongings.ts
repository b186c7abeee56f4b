import type { Timings } from '../../../contract/stack/timings.schema.ts';
import { type RemoveDomainPorts, removeDomain } from '../../../lambdas/api/domains/remove-domain.ts';
import type { AccountStore } from '../../../lambdas/model/accounts/account.store.ts';
import { keyRevokedAudit } from '../../../lambdas/model/accounts/key-changes.ts';
import type { WorkListStore } from '../../../lambdas/model/aws-servers/work-list.store.ts';
import type { DomainStore } from '../../../lambdas/model/domains/domain.store.ts';
import type { DomainListStore } from '../../../lambdas/model/domains/domain-list.store.ts';
import { removeRuleWrites } from '../../../lambdas/model/servers/aws-installer.ts';
import type { Server } from '../../../lambdas/model/servers/server.schema.ts';
import type { ServerStore } from '../../../lambdas/model/servers/server.store.ts';
import { serverSettings } from '../../../lambdas/model/servers/server.ts';
import type { ServerListStore } from '../../../lambdas/model/servers/server-list.store.ts';
import type { WebhookStore } from '../../../lambdas/model/webhooks/webhook.store.ts';
import { webhookSettings } from '../../../lambdas/model/webhooks/webhook-resource.ts';
import { withMaskedUrl } from '../../../lambdas/model/webhooks/webhook-url.ts';
import { type AuditedChange, administratorsEntry } from '../../../lambdas/shared/audit/audit.schema.ts';
import { againAfterLostRace } from '../../../lambdas/shared/table/lost-race.ts';
import type { Clock, Pause } from '../../../lambdas/shared/time/clock.gateway.ts';
import { domainsOf, serversOf } from './list-commands.ts';
import { activeKeys, collectAll, webhooksOf } from './organization-belongings.ts';

export interface BelongingsDeletionPorts extends Omit<RemoveDomainPorts, 'domains'> {
  accounts: Pick<AccountStore, 'keysOf' | 'revokeKey'>;
  webhooks: Pick<WebhookStore, 'get' | 'page' | 'remove'>;
  domains: Pick<DomainStore, 'get' | 'replace'>;
  lists: Pick<DomainListStore, 'page'>;
  servers: Pick<ServerStore, 'get' | 'machines' | 'remove'>;
  serverLists: Pick<ServerListStore, 'page' | 'hasCertificates'>;
  awsWork: Pick<WorkListStore, 'addWrites'>;
  timings: Timings;
  clock: Clock;
  newId: (prefix: 'aud') => string;
  /** Short pause while another transaction ends. */
  pause: Pause;
  wait: (seconds: number) => Promise<void>;
  /** Prints what the deletion waits for. */
  note: (text: string) => void;
}

const TRIES = 10;
const AT_ONCE = 10;
/** The removal of a domain with a certificate takes some seconds. */
const REMOVAL_SECONDS = 120;
const CHECK_EVERY_SECONDS = 2;

export async function revokeKeys(organizationId: string, ports: BelongingsDeletionPorts): Promise<number> {
  const active = await activeKeys(organizationId, ports);
  for (const key of active) {
    const now = ports.clock();
    await retryLostRace(ports, () =>
      ports.accounts.revokeKey(key, now, auditOf(organizationId, keyRevokedAudit(key, now), ports)),
    );
  }
  return active.length;
}

export async function deleteWebhooks(organizationId: string, ports: BelongingsDeletionPorts): Promise<number> {
  let deleted = 0;
  for await (const { id } of webhooksOf(organizationId, ports)) if (await deleteWebhook(organizationId, id, ports)) deleted += 1;
  return deleted;
}

/** Retries, because the sender stores its slots in the same row. */
function deleteWebhook(organizationId: string, webhookId: number, ports: BelongingsDeletionPorts): Promise<boolean> {
  return retryLostRace(ports, async () => {
    const webhook = await ports.webhooks.get(organizationId, webhookId);
    if (!webhook) return false;
    const resource = { type: 'webhook' as const, id: String(webhookId) };
    const change = { action: 'webhook.deleted', resource, before: withMaskedUrl(webhookSettings(webhook)) };
    await ports.webhooks.remove(webhook, auditOf(organizationId, change, ports));
    return true;
  });
}

export async function deleteDomains(organizationId: string, ports: BelongingsDeletionPorts): Promise<number> {
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

/** Reads the row itself, because the index may lag behind a removal. */
function deleteDomain(organizationId: string, domainId: number, ports: BelongingsDeletionPorts): Promise<boolean> {
  return retryLostRace(ports, async () => {
    const domain = await ports.domains.get(domainId);
    if (domain?.organizationId !== organizationId || domain.phase === 'removing') return false;
    await removeDomain(domain, { actor: { type: 'administrator' }, now: ports.clock() }, ports);
    return true;
  });
}

export async function deleteServers(
  organizationId: string,
  ports: BelongingsDeletionPorts,
): Promise<{ gone: Server[]; held: Server[] }> {
  const gone: Server[] = [];
  for (let waited = 0; ; waited += CHECK_EVERY_SECONDS) {
    const held: Server[] = [];
    for (const server of await collectAll(serversOf(ports.serverLists, organizationId)))
      if (await ports.serverLists.hasCertificates(organizationId, server.id)) held.push(server);
      else if (await deleteServer(server, ports)) gone.push(server);
    if (held.length === 0 || waited >= REMOVAL_SECONDS) return { gone, held };
    if (waited === 0)
      ports.note(`waiting for the removal of certificates at ${held.length} servers, ${REMOVAL_SECONDS} s at most`);
    await ports.wait(CHECK_EVERY_SECONDS);
  }
}

/** Deletes its machines too: their next signed request is refused. Its installations at AWS are queued for removal. */
function deleteServer({ organizationId, id }: Server, ports: BelongingsDeletionPorts): Promise<boolean> {
  return retryLostRace(ports, async () => {
    const server = await ports.servers.get(organizationId, id);
    if (!server) return false;
    const resource = { type: 'server' as const, id: String(id) };
    const machines = server.type === 'agent' ? await ports.servers.machines(server) : [];
    const before = { ...serverSettings(server), machines: machines.map((machine) => machine.id) };
    const audit = auditOf(organizationId, { action: 'server.deleted', resource, before }, ports);
    await ports.servers.remove(server, audit, removeRuleWrites(server, undefined, ports.awsWork, ports.clock()));
    return true;
  });
}

export function retryLostRace<T>({ pause }: BelongingsDeletionPorts, work: () => Promise<T>): Promise<T> {
  return againAfterLostRace(TRIES, work, pause);
}

export function auditOf(organizationId: string, change: AuditedChange, { newId, clock }: BelongingsDeletionPorts) {
  return administratorsEntry(organizationId, newId('aud'), clock(), change);
}
