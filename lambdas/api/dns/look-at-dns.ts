import { LOOKS_AT_DNS } from '../../../contract/api/limits.ts';
import type { Settings } from '../../../contract/stack/settings.schema.ts';
import { FIELD_PROBLEMS } from '../../../copy/en/error-messages.ts';
import type { CaaObservation } from '../../dns/look-at-caa.ts';
import type { ExpectedCname } from '../../dns/look-at-cname.ts';
import type { DnsObservation } from '../../lifecycle/observation.ts';
import type { ClaimStore } from '../../model/domains/claim.store.ts';
import type { Server } from '../../model/servers/server.schema.ts';
import type { ServerStore } from '../../model/servers/server.store.ts';
import { cnameTargetOf } from '../../model/servers/server.ts';
import type { ServerListStore } from '../../model/servers/server-list.store.ts';
import { looksExceeded, validationError } from '../../shared/errors/named-errors.ts';
import { readJsonBody } from '../../shared/http/json-body.ts';
import { refuseQuery } from '../../shared/http/query.ts';
import type { ActionStore } from '../../shared/table/action.store.ts';
import { keys } from '../../shared/table/keys.ts';
import type { ApiRoute } from '../pipeline/api-route.ts';
import { dnsLookResource } from './dns-look-resource.ts';
import { lookAtDnsRequest } from './dns-requests.schema.ts';

export interface LookAtDnsPorts {
  actions: Pick<ActionStore, 'takeOneOf'>;
  claims: Pick<ClaimStore, 'get'>;
  servers: Pick<ServerStore, 'get'>;
  serverLists: Pick<ServerListStore, 'ids'>;
  settings: Settings;
  lookAtCname: (expected: ExpectedCname, now: Date) => Promise<DnsObservation>;
  lookAtCaa: (hostname: string, leadsTo: string | undefined, now: Date) => Promise<CaaObservation>;
}

/** Stands in sentences for the target that a server gets when it is created. */
const TARGET_TO_COME = '(the cname_target that the server gets when it is created)';

/** What a hostname's DNS has, before anything is created. Nothing but the count of looks is written. */
export function lookAtDns(ports: LookAtDnsPorts): ApiRoute {
  const schema = lookAtDnsRequest(ports.settings);
  return {
    operation: 'lookAtDns',
    async prepare(request, { organizationId }) {
      const { url, server_id: wanted } = readJsonBody(request, schema);
      refuseQuery(request);
      const [server, claim] = await Promise.all([findServer(organizationId, wanted, ports), ports.claims.get(url)]);
      return async ({ now }) => {
        const taken = await ports.actions.takeOneOf((window) => keys.looks(organizationId, window), now, LOOKS_AT_DNS);
        if (taken.kind === 'refused') throw looksExceeded(taken.againAt, now);
        const target = server && cnameTargetOf(server, ports.settings.baseTarget);
        const [dns, caa] = await Promise.all([
          ports.lookAtCname({ url, cnameTarget: target, organizationId }, now),
          ports.lookAtCaa(url, target, now),
        ]);
        const cnameTarget = target ?? TARGET_TO_COME;
        const domainId = claim?.organizationId === organizationId && claim.state === 'held' ? claim.domainId : undefined;
        return { status: 200, json: dnsLookResource({ url, server, cnameTarget, domainId, dns, caa, now }) };
      };
    },
  };
}

/** The one that is asked for, else the organization's first. A number that nobody has is refused where creating a domain would be too. */
async function findServer(
  organizationId: string,
  wanted: number | undefined,
  { servers, serverLists, settings }: LookAtDnsPorts,
): Promise<Server | undefined> {
  const id = wanted ?? (await serverLists.ids(organizationId)).at(-1);
  const server = id === undefined ? undefined : await servers.get(organizationId, id);
  if (!server && wanted !== undefined && settings.serverIds === 'registered')
    throw validationError({ server_id: [FIELD_PROBLEMS.unknownServer] });
  return server;
}
