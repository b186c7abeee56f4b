import { isWildcard } from '../../../contract/domain-name.ts';
import { FIELD_PROBLEMS } from '../../../copy/en/error-messages.ts';
import { checkTimesOf } from '../../lifecycle/check-times.ts';
import { interruptStep } from '../../lifecycle/request.ts';
import { withTransferRefused } from '../../lifecycle/requests/domain-requests.ts';
import { requestMove } from '../../lifecycle/requests/move-request.ts';
import { requireServer } from '../../model/accounts/api-key.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import type { Change } from '../../model/domains/domain.store.ts';
import { DomainResource } from '../../model/domains/domain-resource.schema.ts';
import { domainResource } from '../../model/domains/domain-resource.ts';
import type { Domain } from '../../model/domains/domain-row.schema.ts';
import { actionTimeOf } from '../../model/domains/domain-time.ts';
import { type FoundDomain, findDomain } from '../../model/domains/find-domain.ts';
import { newValidation, proofOf } from '../../model/domains/validation.ts';
import { ACTIVE_DOMAIN } from '../../model/events/domain-examples.ts';
import { installer } from '../../model/servers/installer.ts';
import { cnameTargetOf, whyNotReady } from '../../model/servers/server.ts';
import { differences } from '../../shared/audit/differences.ts';
import { AppError, validationError } from '../../shared/errors/app-error.ts';
import type { HttpRequest, HttpResponse } from '../../shared/http/route.ts';
import { omit } from '../../shared/rows/omit.ts';
import { domainNow } from '../../shared/time/instant.ts';
import type { Rows } from '../../wiring/rows.wiring.ts';
import { requirePermission } from '../pipeline/authorize.ts';
import type { Call } from '../pipeline/call.ts';
import { defineOperation } from '../pipeline/operation.ts';
import { prepareChange } from '../pipeline/resource-route.ts';
import { MAX_METADATA_PAIRS, type MetadataChange, TOO_MANY_PAIRS, UpdateDomainRequest } from './domain-requests.schema.ts';
import { findServerByNumber, newHostnameError, serverCreatedWarning, serverForDomain } from './server-by-number.ts';

type MovePorts = Pick<Rows, 'certificates' | 'managedTenants' | 'servers' | 'serverLists' | 'settings' | 'newLabel' | 'newId'>;
type Uses = MovePorts & Pick<Rows, 'domains' | 'proofs' | 'serviceSecret'>;

export const updateDomain = defineOperation({
  id: 'updateDomain',
  clientMethod: 'domains.update',
  tag: 'Domains',
  reach: 'domain',
  audit: { action: 'domain.updated', facts: ['before', 'after'] },
  summary: 'Change a domain',
  description:
    '`server_id` needs `servers.write` as well. A new one counts at once (one that is not known makes a server, as at the creation of a domain); the old server serves until the new one is seen serving, and `move` says how far that is. `metadata` is merged; null removes a key. `url` cannot be changed.',
  needsFreshSignIn: ({ server_id }) => server_id !== undefined,
  body: { schema: UpdateDomainRequest, example: () => ({ metadata: { plan: 'basic' } }) },
  answer: { status: 200, description: 'The domain as it is now.', schema: DomainResource, example: () => ACTIVE_DOMAIN },
  errors: ['quota_exceeded'],
  prepare: (ports: Uses & Pick<Rows, 'pause'>) =>
    prepareChange(
      { find: (request, caller, body: UpdateDomainRequest) => findChangeable(request, caller, body, ports), pause: ports.pause },
      (domain, call, body) => update(domain, body, call, ports),
    ),
});

/** A move takes the domain's private key to the new server, so it needs the same permission as enrolling a machine. */
async function findChangeable(
  request: HttpRequest,
  caller: Caller,
  { server_id: serverId }: UpdateDomainRequest,
  { domains }: Uses,
) {
  if (serverId !== undefined) {
    requirePermission(caller, 'servers.write');
    requireServer(caller, serverId);
  }
  return findDomain(domains, request, caller);
}

async function update(domain: FoundDomain, body: UpdateDomainRequest, call: Call, ports: Uses): Promise<HttpResponse> {
  const updated = await decide(domain, body, call, ports);
  const changed = differences(changeableFields(domain), changeableFields(updated.domain));
  const now = domainNow(call);
  const show = (after: Domain) => domainResource(after, checkTimesOf(after, { now, timings: ports.settings.timings }), now);
  if (!changed) return { status: 200, json: show(domain) };
  // The proof record is withdrawn first, because nothing retries it later: a record left in DNS would let our CA account issue
  // for a year.
  if (domain.validation && !updated.domain.validation) await ports.proofs?.withdraw(proofOf(domain), now);
  await ports.domains.replace(domain, updated.domain, {
    ...updated.change,
    audit: { by: call.actor, clocks: call, ...changed },
  });
  const warnings = serverCreatedWarning(updated.domain.serverId, updated.isNewServer);
  return { status: 200, json: { ...show(updated.domain), ...warnings } };
}

async function decide(
  domain: FoundDomain,
  body: UpdateDomainRequest,
  call: Call,
  ports: Uses,
): Promise<{ domain: Domain; change: Change; isNewServer: boolean }> {
  const refused = withRefusal(domain, body, domainNow(call));
  const changed = withValidation(withUpdate(refused, body), body, ports);
  const updated = { ...changed, updatedAt: actionTimeOf(domain, call).toISOString() };
  const { server_id: serverId = domain.serverId } = body;
  if (serverId === domain.serverId) {
    if (!isOtherValidation(domain, updated)) {
      const timeline = body.refuse_transfer ? 'domain.transfer_refused' : 'domain.updated';
      return { domain: updated, change: { timeline, events: ['domain.updated'] }, isNewServer: false };
    }
    await refuseAtItsServer(updated, ports);
    const time = { now: actionTimeOf(domain, call), timings: ports.settings.timings };
    const what = { timeline: 'domain.updated', events: ['domain.updated' as const] };
    const { domain: next, ...change } = interruptStep(updated, what, time);
    return { domain: next, change, isNewServer: false };
  }
  const move = await toMovedDomain(serverId, updated, call, ports);
  return { ...move, change: { ...move.change, events: ['domain.updated', ...move.change.events] } };
}

/** Applies a PATCH, except for the server. Throws if the metadata would exceed its limit. */
function withUpdate<D extends FoundDomain>(domain: D, { send_notifications: notify, metadata }: UpdateDomainRequest): D {
  return {
    ...domain,
    ...(notify !== undefined && { sendNotifications: notify }),
    ...(metadata && { metadata: mergeMetadata(domain.metadata, metadata) }),
  };
}

function withRefusal(domain: FoundDomain, { refuse_transfer: reason }: UpdateDomainRequest, now: Date): FoundDomain {
  if (reason === undefined) return domain;
  const refused = withTransferRefused(domain, reason, now);
  if (!refused) throw validationError({ refuse_transfer: [FIELD_PROBLEMS.noTransfer] });
  return refused;
}

function isOtherValidation({ validation }: Domain, after: Domain): boolean {
  return (validation === undefined) !== (after.validation === undefined);
}

/** Refuses the same servers as a creation. */
async function refuseAtItsServer({ organizationId, serverId, validation }: Domain, { servers }: MovePorts): Promise<void> {
  const server = validation && (await servers.get(organizationId, serverId));
  const refusal = server && newHostnameError(server, 'dns');
  if (refusal) throw refusal;
}

/** An order in progress whose challenge is not answered yet uses the new method: a CA offers both. */
function withValidation(
  domain: FoundDomain,
  { validation }: UpdateDomainRequest,
  { settings: { validationZone, validationRecord }, serviceSecret }: Pick<Rows, 'settings' | 'serviceSecret'>,
): FoundDomain {
  if (validation === 'http' && isWildcard(domain.url)) throw validationError({ validation: [FIELD_PROBLEMS.wildcardByDns] });
  if (validation === 'http') return omit(domain, 'validation');
  if (validation === undefined || domain.validation !== undefined) return domain;
  if (validationZone === undefined) throw validationError({ validation: [FIELD_PROBLEMS.noValidationZone] });
  const { organizationId, url } = domain;
  return { ...domain, validation: newValidation(organizationId, url, { serviceSecret, validationZone, validationRecord }) };
}

function mergeMetadata(present: Record<string, string>, change: MetadataChange): Record<string, string> {
  const pairs = Object.entries({ ...present, ...change }).flatMap(([key, value]) =>
    value === null ? [] : [[key, value] as const],
  );
  if (pairs.length > MAX_METADATA_PAIRS) throw validationError({ metadata: [TOO_MANY_PAIRS] });
  return Object.fromEntries(pairs);
}

function changeableFields({ serverId, sendNotifications, metadata, validation, transfer }: Domain) {
  const base = { server_id: serverId, send_notifications: sendNotifications, metadata, validation: validation ? 'dns' : 'http' };
  return transfer?.refused ? { ...base, refuse_transfer: transfer.refused.reason } : base;
}

/** The domain with its move to another server of the organization, and the writes for it. */
async function toMovedDomain(
  serverId: number,
  domain: FoundDomain,
  call: Call,
  ports: MovePorts,
): Promise<{ domain: Domain; change: Change; isNewServer: boolean }> {
  const { certificates, managedTenants, settings } = ports;
  const { organizationId, url } = domain;
  const [numbered, certificate, tenant] = await Promise.all([
    findServerByNumber(organizationId, serverId, ports),
    certificates.get(organizationId, domain.serverId, url),
    managedTenants.get(organizationId, domain.serverId, url),
  ]);
  const { server, isNew, writes } = serverForDomain(numbered, call, ports);
  const isByDns = domain.validation !== undefined;
  const isPresent = certificate?.state === 'present' && !isByDns;
  const refusal = isPresent ? undefined : newHostnameError(server, isByDns ? 'dns' : 'http');
  if (refusal) throw refusal;
  if (server.type === 'cloudfront') await refuseOtherDistributions(domain, serverId, ports);
  const cnameTarget = cnameTargetOf(server, settings.baseTarget);
  const to = { serverId, cnameTarget, connected: installer(server).isReady(), whyNot: whyNotReady(server), isNew };
  const time = { now: actionTimeOf(domain, call), timings: settings.timings };
  const requested = requestMove(domain, to, certificate, time, tenant?.domainId === domain.id);
  if (requested.kind === 'conflict') throw new AppError('conflict', requested.message);
  if (requested.kind === 'unchanged') throw new Error(`domain ${domain.id} cannot be moved to server ${serverId}`);
  const { timeline, events, startExecution } = requested;
  const alongside = [...writes, ...('put' in requested ? [certificates.putWrite(requested.put)] : [])];
  return { domain: requested.domain, change: { timeline, events, startExecution, alongside }, isNewServer: isNew };
}

/** CloudFront allows a hostname at one distribution only, and the old one drops it only after the move is complete. */
async function refuseOtherDistributions(domain: FoundDomain, serverId: number, { servers }: MovePorts): Promise<void> {
  const { organizationId, move, retireFrom = [] } = domain;
  const others = new Set([domain.serverId, ...(move ? [move.fromServerId] : []), ...retireFrom]);
  others.delete(serverId);
  const found = await Promise.all([...others].map((id) => servers.get(organizationId, id)));
  if (found.some((other) => other?.type === 'cloudfront'))
    throw validationError({ server_id: [FIELD_PROBLEMS.otherDistribution] });
}
