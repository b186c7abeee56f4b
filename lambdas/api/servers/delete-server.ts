import { ERROR_MESSAGES } from '../../../copy/en/error-messages.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { SERVER } from '../../model/events/server-examples.ts';
import { removeRuleWrites } from '../../model/servers/aws-installer.ts';
import { serverSettings } from '../../model/servers/server.ts';
import { DeletedServer } from '../../model/servers/server-resource.schema.ts';
import { auditEntry } from '../../shared/audit/audit.schema.ts';
import { AppError, notFound } from '../../shared/errors/app-error.ts';
import { pathId } from '../../shared/http/parameters.ts';
import type { HttpRequest } from '../../shared/http/route.ts';
import type { Rows } from '../../wiring/rows.wiring.ts';
import { defineOperation } from '../pipeline/operation.ts';
import { prepareChange } from '../pipeline/resource-route.ts';

type Uses = Pick<Rows, 'servers' | 'serverLists' | 'domainLists'>;

/** Deletes a server without domains, with its machines and enrollment tokens. No other server ever gets its label. */
export const deleteServer = defineOperation({
  id: 'deleteServer',
  clientMethod: 'servers.delete',
  tag: 'Servers',
  reach: 'server',
  audit: { action: 'server.deleted', facts: ['before'] },
  summary: 'Delete a server',
  description: 'Its machines get nothing more from this moment.',
  answer: {
    status: 200,
    description: 'It is gone.',
    schema: DeletedServer,
    example: () => ({ id: SERVER.id, deleted: true }),
  },
  conflict: ERROR_MESSAGES.conflict.serverInUse,
  prepare: (ports: Uses & Pick<Rows, 'awsWork' | 'newId' | 'pause'>) =>
    prepareChange({ find: (request, caller) => readUnused(request, caller, ports), pause: ports.pause }, async (server, call) => {
      const resource = { type: 'server' as const, id: String(server.id) };
      const audited = { action: 'server.deleted', resource, before: serverSettings(server) };
      await ports.servers.remove(
        server,
        auditEntry(call, ports.newId('aud'), audited),
        removeRuleWrites(server, undefined, ports.awsWork, call.now),
      );
      return { status: 200, json: { id: server.id, deleted: true } };
    }),
});

/**
 * The domain index may lag a second. Certificates are read consistently, so domains that are moving away or being removed are
 * found.
 */
async function readUnused(request: HttpRequest, { organizationId }: Caller, { servers, serverLists, domainLists }: Uses) {
  const id = pathId(request.params.id, 'server_id');
  const [server, hasDomains, hasCertificates] = await Promise.all([
    servers.get(organizationId, id),
    domainLists.anyOnServer(organizationId, id),
    serverLists.hasCertificates(organizationId, id),
  ]);
  if (!server) throw notFound('server_id', id);
  const hasTenants = server.type === 'cloudfront' && (await serverLists.hasTenants(organizationId, id));
  if (!hasDomains && !hasCertificates && !hasTenants) return server;
  throw new AppError('conflict', ERROR_MESSAGES.conflict.serverInUse);
}
