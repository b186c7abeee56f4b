import type { WarningCode } from '../../../contract/api/error-codes.ts';
import { AWS_QUOTA_WORDS } from '../../../copy/en/aws-problem-texts.ts';
import { FIELD_PROBLEMS, WARNING_MESSAGES } from '../../../copy/en/error-messages.ts';
import type { Server, UsedQuota } from '../../model/servers/server.schema.ts';
import { remainingQuota, serverCreatedAudit, tightestQuota, unclaimedServer } from '../../model/servers/server.ts';
import { type AppError, awsQuotaExceeded, quotaExceeded, validationError } from '../../shared/errors/app-error.ts';
import type { Write } from '../../shared/table/table.store.ts';
import type { Rows } from '../../wiring/rows.wiring.ts';
import type { Call } from '../pipeline/call.ts';

/** The server for a `server_id`: an existing one, or a number for which one may be created. */
export interface NumberedServer {
  id: number;
  server?: Server;
  /** Counted only if the server does not exist. */
  serversInUse: number;
}

/** One GetItem, and a Query if the server is new. Throws the 422 where the deployment creates no servers by number. */
export async function findServerByNumber(
  organizationId: string,
  id: number,
  { servers, serverLists, settings }: Pick<Rows, 'servers' | 'serverLists' | 'settings'>,
): Promise<NumberedServer> {
  const server = await servers.get(organizationId, id);
  if (server) return { id, server, serversInUse: 0 };
  if (settings.serverIds === 'registered') throw validationError({ server_id: [FIELD_PROBLEMS.unknownServer] });
  return { id, serversInUse: (await serverLists.ids(organizationId)).length };
}

/** The domain's server, with the writes that create it if it is new. Throws the 422 of a used-up quota. */
export function serverForDomain(
  { id, server, serversInUse }: NumberedServer,
  call: Call,
  { servers, newLabel, newId }: Pick<Rows, 'servers' | 'newLabel' | 'newId'>,
): { server: Server; isNew: boolean; writes: Write[] } {
  if (server) {
    const full = fullQuota(server);
    if (full) throw awsQuotaRefusal(full);
    return { server, isNew: false, writes: [] };
  }
  if (serversInUse >= call.limits.servers) throw quotaExceeded('servers', call.limits.servers, serversInUse);
  const made = unclaimedServer(call.caller.organizationId, id, newLabel(), call.now);
  const room = { counted: serversInUse, limit: call.limits.servers };
  return { server: made, isNew: true, writes: servers.createWrites(made, serverCreatedAudit(call, newId('aud'), made), room) };
}

/**
 * CloudFront answers no request for a hostname before it has a tenant with a certificate, so it cannot serve the first HTTP
 * challenge. Only CloudFront itself can, for certificates that it manages. Undefined: the server accepts the hostname.
 */
export function newHostnameError(server: Server, validation: 'http' | 'dns'): AppError | undefined {
  if (server.type === 'cloudfront' && validation === 'dns')
    return validationError({ validation: [FIELD_PROBLEMS.dnsAtCloudFront] });
  if (server.type !== 'cloudfront' || server.managed) return undefined;
  return validationError({ server_id: [FIELD_PROBLEMS.noFirstCertificate] });
}

/** A quota of the server's AWS account, as the last check found it. */
export interface AccountQuota extends UsedQuota {
  serverId: number;
}

/** The quota with the least room. */
export function accountQuota(server: Server): AccountQuota | undefined {
  const quota = tightestQuota(server);
  return quota && { ...quota, serverId: server.id };
}

/** Refuses the domain early: its certificate could not be installed. */
function fullQuota(server: Server): AccountQuota | undefined {
  const quota = accountQuota(server);
  return quota && remainingQuota(quota) === 0 ? quota : undefined;
}

export function awsQuotaRefusal({ serverId, name, used, limit }: AccountQuota): AppError {
  return awsQuotaExceeded(serverId, { name, limit, used }, AWS_QUOTA_WORDS[name]);
}

/** A warning that the request's `server_id` created a server: the number may be a typo. */
export function serverCreatedWarning(serverId: number, isNew: boolean): { warnings?: { code: WarningCode; message: string }[] } {
  return isNew ? { warnings: [{ code: 'server_created', message: WARNING_MESSAGES.server_created(serverId) }] } : {};
}
