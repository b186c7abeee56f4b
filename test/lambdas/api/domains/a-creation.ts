import { vi } from 'vitest';
import { DNS_OPERATIONS } from '../../../../lambdas/api/dns/operations.ts';
import { DOMAIN_OPERATIONS } from '../../../../lambdas/api/domains/operations.ts';
import { REGISTRATION_OPERATIONS } from '../../../../lambdas/api/domains/registration-operations.ts';
import { recursiveReader } from '../../../../lambdas/dns/walk/dns-reader.ts';
import type { Claim } from '../../../../lambdas/model/domains/claim.store.ts';
import { claimRecord } from '../../../../lambdas/model/domains/claim.ts';
import { domainOf } from '../../../../lambdas/model/domains/domain-item.ts';
import type { DnsAnswer } from '../../../../lambdas/shared/net/resolve.ts';
import { keys } from '../../../../lambdas/shared/table/keys.ts';
import type { Item, Table } from '../../../../lambdas/shared/table/table.store.ts';
import type { NetEdges } from '../../../../lambdas/wiring/edges.ts';
import { aDomain, HOUR, iso } from '../../a-domain.ts';
import { resolverKnowing } from '../../shared/net/answers.ts';
import { apiCaller, itemOf, opened, serverItem, serviceSecret, table } from '../api-caller.ts';

// The caller is org_A. Its server 1 has the label abcdefghijklmnop. org_B is another organization.

export const HOSTNAME = 'shop.customer.com';
export const OWN_TARGET = 'abcdefghijklmnop.cname.service.net';
export const FOREIGN_TARGET = 'foreignlabel.cname.service.net';
export const FOREIGN_ID = 99;
export const proof = claimRecord('org_A', HOSTNAME, serviceSecret);
export const claimKey = `HOST#${HOSTNAME}|CLAIM`;

/** DNS records by `TYPE name`. */
export type Known = Record<string, string[] | DnsAnswer>;
export const cnameTo = (target: string): Known => ({ [`CNAME ${HOSTNAME}`]: [target] });
export const showingProof: Known = { [`TXT ${proof.name}`]: [proof.value] };

/** Calls the domain and DNS operations with these DNS records. `asked` lists the DNS queries. */
export function domainsApi(known: Known = {}, changes: Partial<NetEdges> = {}, remainingMs?: number) {
  const resolve = resolverKnowing(known);
  const openDnsReader = vi.fn((_budgetMs: number) => recursiveReader(resolve));
  const edges = { resolveWithin: () => resolve, openDnsReader, ...changes };
  const call = apiCaller(opened([...DOMAIN_OPERATIONS, ...REGISTRATION_OPERATIONS, ...DNS_OPERATIONS], edges), remainingMs);
  return { call, asked: resolve.asked, openDnsReader };
}

interface Instead {
  /** Replaces the transaction that creates a domain. */
  create?: (hostname: string, write: () => Promise<void>) => Promise<void>;
  /** Replaces the update that returns quota places. */
  giveBack?: (update: () => Promise<Item>) => Promise<Item>;
}

export function tableWith({ create = (_, write) => write(), giveBack = (update) => update() }: Instead): Table {
  return {
    ...table,
    transact(writes) {
      const row = writes.find(({ Put }) => Put?.Item?.sk === 'DOMAIN' && Put.Item.version === 1)?.Put?.Item;
      const write = () => table.transact(writes);
      return row ? create(domainOf(row).url, write) : write();
    },
    update(key, update) {
      const send = () => table.update(key, update);
      return update.expression.includes('givenBackBy') ? giveBack(send) : send();
    },
  };
}

/** Server 1 of the caller, and the server labels of both organizations. */
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

export const foreignDomain = (phase: 'awaiting-dns' | 'failed' | 'active' = 'awaiting-dns') =>
  itemOf(aDomain(phase, { id: FOREIGN_ID, organizationId: 'org_B', cname: { target: FOREIGN_TARGET } }));
