import type { WarningCode } from '../../../contract/api/error-codes.ts';
import { AWS_QUOTA_WORDS } from '../../../copy/en/aws-problem-texts.ts';
import { FIELD_PROBLEMS, WARNING_MESSAGES } from '../../../copy/en/error-messages.ts';
import type { Server, UsedQuota } from '../../model/servers/server.schema.ts';
import { roomOf, serverCreated, tightestQuota, unclaimedServer } from '../../model/servers/server.ts';
import { type AppError, awsQuotaExceeded, quotaExceeded, validationError } from '../../shared/errors/app-error.ts';
import type { Write } from '../../shared/table/table.store.ts';
import type { Rows } from '../../wiring/rows.wiring.ts';
import type { Call } from '../pipeline/call.ts';

/** What a `server_id` means: a server that is there, or one that may come into being by its number. */
export interface NumberedServer {
  id: number;
  server?: Server;
  /** Counted only where there is no such server. */
  serversInUse: number;
}

/** One GetItem, and a Query where the server is new. Throws the 422 where the deployment lets no server come into being so. */
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

/** The server for a domain, with the writes that make it where it is new. Throws the 422 of a quota that is used up. */
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
  return { server: made, isNew: true, writes: servers.createWrites(made, serverCreated(call, newId('aud'), made), room) };
}

/**
 * CloudFront answers nothing for a hostname before it has a tenant with a certificate, so that the challenge for the first one
 * cannot be answered there. CloudFront answers that of its own CA. Undefined: the server takes it.
 */
export function refusalOfNewHostname(server: Server, validation: 'http' | 'dns'): AppError | undefined {
  if (server.type === 'cloudfront' && validation === 'dns')
    return validationError({ validation: [FIELD_PROBLEMS.dnsAtCloudFront] });
  if (server.type !== 'cloudfront' || server.managed) return undefined;
  return validationError({ server_id: [FIELD_PROBLEMS.noFirstCertificate] });
}

/** A quota of the AWS account of a server, as its last check has found it. */
export interface AccountQuota extends UsedQuota {
  serverId: number;
}

/** The one that leaves the least room there. */
export function accountQuota(server: Server): AccountQuota | undefined {
  const quota = tightestQuota(server);
  return quota && { ...quota, serverId: server.id };
}

/** A domain is refused at once where its certificate could not be installed. */
function fullQuota(server: Server): AccountQuota | undefined {
  const quota = accountQuota(server);
  return quota && roomOf(quota) === 0 ? quota : undefined;
}

export function awsQuotaRefusal({ serverId, name, used, limit }: AccountQuota): AppError {
  return awsQuotaExceeded(serverId, { name, limit, used }, AWS_QUOTA_WORDS[name]);
}

/** Beside a domain in the answer to a request whose `server_id` has made the server: the number may be a typing mistake. */
export function serverWarning(serverId: number, isNew: boolean): { warnings?: { code: WarningCode; message: string }[] } {
  return isNew ? { warnings: [{ code: 'server_created', message: WARNING_MESSAGES.server_created(serverId) }] } : {};
}
