import { LISTED_ATTRIBUTE } from '../../../contract/stack/table-shape.ts';
import type { DomainUse } from '../../shared/outbox/outbox.schema.ts';
import { omit } from '../../shared/rows/omit.ts';
import {
  DUE_SHARDS,
  duePartition,
  keys,
  listPartitions,
  scanPartition,
  shardOf,
  testDuePartition,
  testScanPartition,
} from '../../shared/table/keys.ts';
import { isTestTenant } from '../accounts/tenant.ts';
import type { Conditions } from './diagnosis/diagnosis.schema.ts';
import { statusSummary } from './diagnosis-of.ts';
import { Domain, SHOWN_FIELDS, ShownDomain } from './domain-row.schema.ts';
import { scanTime } from './scan-time.ts';

/** As `shared/table` returns it. */
type Item = Record<string, unknown>;

/** Attributes that only the indexes need. */
interface IndexKeys {
  listPk?: string;
  listId?: number;
  sslPk?: string;
  dnsPk?: string;
  serverPk?: string;
  actorPk?: string;
  waitsSince?: string;
  certificateEndsAt?: string;
  duePk?: string;
  stepDueAt?: string;
  scanPk?: string;
  scanAt?: string;
}
const INDEX_KEYS: Record<keyof IndexKeys, true> = {
  listPk: true,
  listId: true,
  sslPk: true,
  dnsPk: true,
  serverPk: true,
  actorPk: true,
  waitsSince: true,
  certificateEndsAt: true,
  duePk: true,
  stepDueAt: true,
  scanPk: true,
  scanAt: true,
};

/**
 * A domain as an item: the fields that the API shows are in one map, which the list indexes project. The phase, from which a
 * renewal in progress is derived, is both there and in the row. The execution's due time is only in the key of the due index.
 */
export function domainItem(domain: Domain) {
  const [suspected, conditions] = partition(domain.conditions);
  const said = statusSummary(domain);
  const row = { ...domain, conditions, said, execution: omit(domain.execution, 'dueAt') };
  return {
    ...keys.domain(domain.id),
    ...(Object.keys(suspected).length > 0 && { suspected }),
    ...omit(row, ...SHOWN_FIELDS),
    phase: row.phase,
    [LISTED_ATTRIBUTE]: Object.fromEntries(Object.entries(row).filter(([name]) => (SHOWN_FIELDS as string[]).includes(name))),
    ...indexKeys(domain, said),
  };
}

export function domainOf(item: Item): Domain {
  const { [LISTED_ATTRIBUTE]: listed, suspected, stepDueAt: dueAt } = item;
  const row: Item = omit(item, 'pk', 'sk', LISTED_ATTRIBUTE, 'suspected', ...Object.keys(INDEX_KEYS));
  const domain: Item = { ...(listed as Item | undefined), ...row };
  return Domain.parse({
    ...domain,
    conditions: { ...(domain.conditions as object), ...(suspected as object) },
    execution: { ...(domain.execution as object), ...(dueAt !== undefined && { dueAt }) },
  });
}

/** Suspected conditions are in no list, so that the indexes need no write for them. */
function partition(conditions: Conditions): [suspected: Item, sure: Item] {
  const [suspected, sure]: [Item, Item] = [{}, {}];
  const entries = Object.entries(conditions as Record<string, { isSuspected?: boolean | undefined } | undefined>);
  for (const [type, condition] of entries) (condition?.isSuspected ? suspected : sure)[type] = condition;
  return [suspected, sure];
}

export function shownDomainOf(item: Item): ShownDomain {
  return ShownDomain.parse(item[LISTED_ATTRIBUTE]);
}

/** A domain that is being removed is in no list. */
function indexKeys(domain: Domain, { actor, since }: ReturnType<typeof statusSummary>): IndexKeys {
  const { dueAt: stepDueAt } = domain.execution;
  const { duePk, scanPk } = partitionsOf(domain);
  const due = stepDueAt === undefined ? {} : { duePk, stepDueAt };
  if (domain.phase === 'removing') return due;
  const scanAt = scanTime(domain);
  const { id, organizationId, sslStatus, dnsStatus, serverId, served } = domain;
  return {
    ...due,
    listPk: listPartitions.ofOrganization(organizationId),
    listId: id,
    sslPk: listPartitions.ofSslStatus(organizationId, sslStatus),
    dnsPk: listPartitions.ofDnsStatus(organizationId, dnsStatus),
    serverPk: listPartitions.ofServer(organizationId, serverId),
    ...(actor !== 'nobody' && { actorPk: listPartitions.ofActor(organizationId, actor), waitsSince: since }),
    ...(scanAt !== undefined && { scanPk, scanAt }),
    ...(served && { certificateEndsAt: served.certificate.notAfter }),
  };
}

/** Sweep and scan must not meet domains of test mode, whose times belong to another clock (steps/test-mode/). */
function partitionsOf({ id, organizationId }: Domain) {
  if (isTestTenant(organizationId)) return { duePk: testDuePartition(organizationId), scanPk: testScanPartition(organizationId) };
  const shard = shardOf(id, DUE_SHARDS);
  return { duePk: duePartition(shard), scanPk: scanPartition(shard) };
}

/** How a change of a row changes its organization's usage, if at all. `before`: undefined for a new domain. */
export function useChange(before: Domain | undefined, after: Domain): DomainUse | undefined {
  const [was, is] = [before ? useOf(before) : NOTHING, useOf(after)];
  const change = {
    domains: is.domains - was.domains,
    unvalidatedDomains: is.unvalidatedDomains - was.unvalidatedDomains,
  };
  return change.domains === 0 && change.unvalidatedDomains === 0 ? undefined : change;
}

const NOTHING: DomainUse = { domains: 0, unvalidatedDomains: 0 };

/** A domain that is being removed takes no place. */
function useOf({ phase, cname }: Domain): DomainUse {
  return phase === 'removing' ? NOTHING : { domains: 1, unvalidatedDomains: cname.everValidated ? 0 : 1 };
}
