import { TABLE_SHAPE } from '../../../contract/stack/table-shape.ts';
import { Organization, OrganizationLimits } from '../../../lambdas/model/accounts/account.schema.ts';
import { quotaUseOf } from '../../../lambdas/model/events/use-counter.store.ts';
import { DUE_USE_PARTITION, type Key, keys, organizationPartition } from '../../../lambdas/shared/table/keys.ts';
import { allItems } from '../../../lambdas/shared/table/queries.ts';
import type { Item, Table } from '../../../lambdas/shared/table/table.store.ts';

/** Three items each: DynamoDB returns at most a hundred at once. */
const ORGANIZATIONS_AT_ONCE = 33;

export interface ListedOrganization extends Organization {
  domains: number;
  limits: OrganizationLimits;
}

/**
 * All organizations of a deployment and their test tenants, oldest first, with the number of their domains and their own limits.
 * The due index has one entry for each, sorted by its next usage count, and may lag a second. One Query per megabyte of it (some
 * ten thousand entries), and one BatchGetItem per 33 organizations.
 */
export async function allOrganizations(table: Table): Promise<ListedOrganization[]> {
  const due = await allItems(table, {
    IndexName: TABLE_SHAPE.byDue.name,
    KeyConditionExpression: 'duePk = :due',
    values: { ':due': DUE_USE_PARTITION },
  });
  const ids = due.map(({ pk }) => String(pk).slice(organizationPartition('').length));
  const found: ListedOrganization[] = [];
  for (let first = 0; first < ids.length; first += ORGANIZATIONS_AT_ONCE)
    found.push(...(await read(table, ids.slice(first, first + ORGANIZATIONS_AT_ONCE))));
  return found.toSorted((one, other) => (one.createdAt < other.createdAt ? -1 : 1));
}

async function read(table: Table, ids: readonly string[]) {
  const items = await table.getMany(ids.flatMap((id) => [keys.organization(id), keys.limits(id), keys.eventCounter(id)]));
  const byKey = new Map<string, Item>(items.map((item) => [`${item.pk}|${item.sk}`, item]));
  return ids.flatMap((id) => {
    const at = ({ pk, sk }: Key) => byKey.get(`${pk}|${sk}`);
    const organization = at(keys.organization(id));
    if (!organization) return [];
    const limits = at(keys.limits(id));
    const { domains } = quotaUseOf(limits, at(keys.eventCounter(id)));
    return [{ ...Organization.parse(organization), domains, limits: OrganizationLimits.parse(limits ?? {}) }];
  });
}
