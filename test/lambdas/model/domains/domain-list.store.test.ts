import { expect, it } from 'vitest';
import { domainListStore } from '../../../../lambdas/model/domains/domain-list.store.ts';
import { aDomain } from '../../a-domain.ts';
import { itemOf, table, tableHolds } from '../../api/api-caller.ts';

const lists = domainListStore(table);
const many = (count: number, from: number, more: object) =>
  Array.from({ length: count }, (_, n) => itemOf(aDomain('awaiting-dns', { id: from + n, ...more })));

it('a server knows whether any domain is on it', async () => {
  tableHolds(...many(1, 1, { serverId: 2 }), ...many(1, 2, { serverId: 3, organizationId: 'org_B' }));
  expect([await lists.anyOnServer('org_A', 2), await lists.anyOnServer('org_A', 3)]).toEqual([true, false]);
});
