import type { OperationId } from '../../../contract/api/operations.ts';
import { requireServer, wholeOrganizationNotAllowed } from '../../model/accounts/key-restrictions.ts';
import type { HttpRequest } from '../../shared/http/route.ts';
import type { Caller } from './api-route.ts';

/**
 * What an operation reaches, for keys that are restricted to servers. `domain`: of one domain, or of those that it lists or makes:
 * whoever finds or makes a domain asks for its server (`requireServer`), because only there it is known. `server`: the one that its
 * path names. `listed`: servers, of which it shows those that are allowed. `organization`: more than single servers, so that no
 * such key may call it. `none`: nothing of a server.
 */
const REACH: Record<OperationId, 'domain' | 'server' | 'listed' | 'organization' | 'none'> = {
  createDomain: 'domain',
  listDomains: 'domain',
  countDomains: 'organization',
  countExpiries: 'organization',
  createDomains: 'domain',
  getDomain: 'domain',
  updateDomain: 'domain',
  deleteDomain: 'domain',
  checkDomain: 'domain',
  retryDomain: 'domain',
  renewDomain: 'domain',
  revokeDomain: 'domain',
  listDomainEvents: 'domain',
  createPortalLink: 'domain',
  endPortalLinks: 'domain',
  lookAtDns: 'domain',
  lookAtDnsOfMany: 'domain',
  getOrganization: 'none',
  getTheme: 'none',
  putTheme: 'organization',
  createServer: 'organization',
  listServers: 'listed',
  getServer: 'server',
  updateServer: 'server',
  deleteServer: 'server',
  createEnrollment: 'server',
  listMachines: 'server',
  revokeMachine: 'server',
  listMachineKeys: 'server',
  createWebhook: 'organization',
  listWebhooks: 'organization',
  getWebhook: 'organization',
  updateWebhook: 'organization',
  deleteWebhook: 'organization',
  rotateWebhookSecret: 'organization',
  testWebhook: 'organization',
  getWebhookHealth: 'organization',
  listDeliveries: 'organization',
  getDelivery: 'organization',
  redeliver: 'organization',
  replayDeliveries: 'organization',
  listEvents: 'organization',
  getEvent: 'organization',
  createKey: 'none',
  listKeys: 'none',
  updateKey: 'none',
  rotateKey: 'none',
  revokeKey: 'none',
  listAudit: 'organization',
};

/** Throws the 403 of a key that is restricted to servers where an operation, or the server of its path, is beyond them. */
export function requireReach(operation: OperationId, { params }: HttpRequest, caller: Caller): void {
  if (caller.kind !== 'key' || caller.allowedServers === undefined) return;
  if (REACH[operation] === 'organization') throw wholeOrganizationNotAllowed(caller);
  if (REACH[operation] === 'server') requireServer(caller, Number(params.id));
}
