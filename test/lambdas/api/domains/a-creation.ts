import { vi } from 'vitest';
import type { CreateDomainsPorts } from '../../../../lambdas/api/domains/create-domains.ts';
import type { RetryDomainPorts } from '../../../../lambdas/api/domains/domain-actions.ts';
import { looksAtOwnership } from '../../../../lambdas/dns/look-at-ownership.ts';
import { type Claim, claimStore } from '../../../../lambdas/model/domains/claim.store.ts';
import { claimRecord } from '../../../../lambdas/model/domains/claim.ts';
import { domainPlacesStore } from '../../../../lambdas/model/events/domain-places.store.ts';
import { serverStore } from '../../../../lambdas/model/servers/server.store.ts';
import { serverListStore } from '../../../../lambdas/model/servers/server-list.store.ts';
import type { DnsAnswer } from '../../../../lambdas/shared/net/resolve.ts';
import { keys } from '../../../../lambdas/shared/table/keys.ts';
import { aDomain, HOUR, iso } from '../../a-domain.ts';
import { settings } from '../../settings.ts';
import { resolverKnowing } from '../../shared/net/answers.ts';
import { DOMAIN_ID, domains, itemOf, log, newId, serverItem, serviceSecret, table } from '../api-caller.ts';

// The caller is org_A, whose server 1 has the label abcdefghijklmnop. org_B is somebody else.

export const HOSTNAME = 'shop.customer.com';
export const OWN_TARGET = 'abcdefghijklmnop.cname.service.net';
export const FOREIGN_TARGET = 'foreignlabel.cname.service.net';
export const FOREIGN_ID = 99;
export const proof = claimRecord('org_A', HOSTNAME, serviceSecret);
export const claimKey = `HOST#${HOSTNAME}|CLAIM`;

/** What DNS knows, by `TYPE name`. */
export type Known = Record<string, string[] | DnsAnswer>;
export const cnameTo = (target: string): Known => ({ [`CNAME ${HOSTNAME}`]: [target] });
export const showingProof: Known = { [`TXT ${proof.name}`]: [proof.value] };

type Ports = CreateDomainsPorts & Pick<RetryDomainPorts, 'domains' | 'claims'>;

/** The ports of creation, bulk creation and retry; `asked` tells what DNS was asked. */
export function creationPorts(known: Known = {}, changes: Partial<Ports> = {}) {
  const resolve = resolverKnowing(known);
  const servers = serverStore(table);
  const ports: Ports = {
    domains,
    claims: claimStore(table),
    places: domainPlacesStore(table),
    servers,
    serverLists: serverListStore(table),
    lookAtOwnership: looksAtOwnership({ resolveWithin: () => resolve, servers, baseTarget: settings.baseTarget, serviceSecret }),
    settings,
    timings: settings.timings,
    serviceSecret,
    newDomainId: () => DOMAIN_ID,
    newLabel: () => 'newlabel',
    newId,
    log,
    pause: vi.fn(async () => {}),
    ...changes,
  };
  return { ports, asked: resolve.asked };
}

/** Server 1 of the caller, and both organizations' labels. */
export const places = [
  serverItem(),
  { ...keys.label('abcdefghijklmnop'), organizationId: 'org_A', serverId: 1 },
  { ...keys.label('foreignlabel'), organizationId: 'org_B', serverId: 1 },
];

export const claimItem = (claim: Partial<Claim> = {}) => ({
  ...keys.claim(HOSTNAME),
  organizationId: 'org_B',
  domainId: FOREIGN_ID,
  state: 'held',
  ...claim,
});
export const unproven = { holdsUntil: iso(HOUR) };
export const lapsed = { holdsUntil: iso(0) };
export const validated = { validatedAt: iso(-HOUR) };
export const quarantined = { state: 'quarantined', validatedAt: iso(-HOUR) } as const;

/** The domain that has the claim. */
export const foreignDomain = (phase: 'awaiting-dns' | 'failed' | 'active' = 'awaiting-dns') =>
  itemOf(aDomain(phase, { id: FOREIGN_ID, organizationId: 'org_B', cname: { target: FOREIGN_TARGET } }));
