import { newDomain } from '../../lifecycle/new-domain.ts';
import { canBeBelowWildcard, HostnameTaken } from '../../model/domains/claim.ts';
import type { Change } from '../../model/domains/domain.store.ts';
import type { Domain, DomainIn } from '../../model/domains/domain-row.schema.ts';
import { newValidation } from '../../model/domains/validation.ts';
import type { Server } from '../../model/servers/server.schema.ts';
import { cnameTargetOf, whyNotReady } from '../../model/servers/server.ts';
import type { Write } from '../../shared/table/table.store.ts';
import { domainNow } from '../../shared/time/instant.ts';
import type { Rows } from '../../wiring/rows.wiring.ts';
import type { Call } from '../pipeline/call.ts';
import { type ClaimPorts, claimHostnameWrites, type OwnershipCheck, refuseBelowWildcard } from './claim-hostname.ts';
import type { CreateDomainRequest } from './create-requests.schema.ts';

/** The new domain's row. The server exists or is created with it. */
export function newRegistration(
  { body, id, server, isNew }: { body: CreateDomainRequest; id: number; server: Server; isNew: boolean },
  call: Call,
  {
    settings: { baseTarget, validationZone, validationRecord, timings },
    serviceSecret,
  }: Pick<Rows, 'settings' | 'serviceSecret'>,
): DomainIn<'awaiting-dns'> {
  const { organizationId } = call.caller;
  const isByDns = body.validation === 'dns' && validationZone !== undefined;
  const zone = isByDns && { serviceSecret, validationZone, validationRecord };
  const facts = {
    id,
    organizationId,
    ...(zone && { validation: newValidation(organizationId, body.url, zone) }),
    cnameTarget: cnameTargetOf(server, baseTarget),
    whyNotReady: whyNotReady(server),
    serverIsNew: isNew,
  };
  return newDomain(body, facts, { now: domainNow(call), timings });
}

/**
 * Writes a new domain with the claim to its hostname. Takes over a claim that is held if the rules allow it, else throws the 422.
 * Returns an existing domain from an earlier try as it is now. Throws LostRace if the id or the server collides, or the claim
 * changed hands.
 */
export async function registerDomain(
  domain: DomainIn<'awaiting-dns'>,
  alongside: Write[],
  checkOwnership: OwnershipCheck,
  call: Call,
  ports: ClaimPorts,
): Promise<Domain> {
  const change: Change = {
    timeline: 'domain.created',
    events: ['domain.created'],
    startExecution: true,
    audit: { by: call.actor, clocks: call, after: createdFacts(domain) },
    alongside,
  };
  if (canBeBelowWildcard(domain)) {
    await refuseBelowWildcard(domain, checkOwnership, domainNow(call), ports);
  }
  try {
    await ports.domains.create(domain, ports.claims.firstWrite(domain), change);
    return domain;
  } catch (error) {
    if (!(error instanceof HostnameTaken)) throw error;
    const earlier = await writtenEarlier(domain, error, ports);
    if (earlier) return earlier;
    const writes = await claimHostnameWrites(domain, error.claim, checkOwnership, call, ports);
    await ports.domains.create(domain, writes.claim, { ...change, alongside: [...alongside, ...writes.alongside] });
    return domain;
  }
}

async function writtenEarlier(
  { id, organizationId }: Domain,
  { claim }: HostnameTaken,
  { domains }: Pick<Rows, 'domains'>,
): Promise<Domain | undefined> {
  if (claim.domainId !== id || claim.organizationId !== organizationId || claim.state !== 'held') return undefined;
  return domains.get(id);
}

function createdFacts({ url, serverId, sendNotifications, metadata, validation }: Domain) {
  const base = { url, server_id: serverId, send_notifications: sendNotifications, metadata };
  return validation ? { ...base, validation: 'dns' } : base;
}
