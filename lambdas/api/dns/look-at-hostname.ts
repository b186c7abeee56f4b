import { DNS_CHECKS, DNS_CHECKS_OF_PEOPLE } from '../../../contract/api/limits.ts';
import { FIELD_PROBLEMS } from '../../../copy/en/error-messages.ts';
import { type AllowedServers, allowsServer, requireServer } from '../../model/accounts/api-key.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import type { Claim } from '../../model/domains/claim.store.ts';
import type { Server } from '../../model/servers/server.schema.ts';
import { cnameTargetOf } from '../../model/servers/server.ts';
import { dnsChecksExceeded, validationError } from '../../shared/errors/app-error.ts';
import { keys } from '../../shared/table/keys.ts';
import type { CheckPorts } from '../../wiring/checks.wiring.ts';
import { dnsCheckResource } from './dns-check-resource.ts';

export type DnsCheckPorts = Pick<
  CheckPorts,
  'actionCounts' | 'claims' | 'servers' | 'serverLists' | 'settings' | 'lookAtExpectedCname' | 'lookAtCaa'
>;

/** Replaces the CNAME target in texts for a server that does not exist yet. */
const TARGET_TO_COME = '(the cname_target that the server gets when it is created)';

/** Counts all checks of a list at once, or throws one 429 for the whole list. */
export async function countChecks(
  count: number,
  { organizationId, kind }: Caller,
  now: Date,
  { actionCounts }: DnsCheckPorts,
): Promise<void> {
  const most = kind === 'session' ? DNS_CHECKS_OF_PEOPLE : DNS_CHECKS;
  const keyOf = (window: string) => keys.dnsChecks(organizationId, kind === 'session' ? `${window}#PEOPLE` : window);
  const taken = await actionCounts.takeOf(keyOf, now, most, count);
  if (taken.kind === 'refused') throw dnsChecksExceeded(most.limit, taken.againAt, now);
}

interface Named {
  url: string;
  claim: Claim | undefined;
}

export async function lookAt(
  { url, claim }: Named,
  server: Server | undefined,
  { caller: { organizationId }, now }: { caller: Caller; now: Date },
  ports: DnsCheckPorts,
) {
  const target = server && cnameTargetOf(server, ports.settings.baseTarget);
  const [dns, caa] = await Promise.all([
    ports.lookAtExpectedCname({ url, cname: { target }, organizationId }, now),
    ports.lookAtCaa({ url, organizationId }, target, now),
  ]);
  const domainId = claim?.organizationId === organizationId && claim.state === 'held' ? claim.domainId : undefined;
  return dnsCheckResource({ url, server, cnameTarget: target ?? TARGET_TO_COME, domainId, dns, caa, now });
}

/**
 * The requested server, or else the organization's first one that the caller may use. An unknown number is refused where creating
 * a domain would refuse it too.
 */
export async function findServer(
  caller: AllowedServers,
  wanted: number | undefined,
  { servers, serverLists, settings }: DnsCheckPorts,
): Promise<Server | undefined> {
  const { organizationId } = caller;
  if (wanted !== undefined) requireServer(caller, wanted);
  const id = wanted ?? (await serverLists.ids(organizationId)).findLast((each) => allowsServer(caller, each));
  const server = id === undefined ? undefined : await servers.get(organizationId, id);
  if (!server && wanted !== undefined && settings.serverIds === 'registered')
    throw validationError({ server_id: [FIELD_PROBLEMS.unknownServer] });
  return server;
}
