import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { expect, it } from 'vitest';
import { domainListStore } from '../../../../lambdas/model/domains/domain-list.store.ts';
import { aDomain } from '../../a-domain.ts';
import { dynamo, itemOf, requests, table, tableHolds } from '../../api/api-caller.ts';

const lists = domainListStore(table);
const many = (count: number, from: number, more: object) =>
  Array.from({ length: count }, (_, n) => itemOf(aDomain('awaiting-dns', { id: from + n, ...more })));

it('what an organization uses is counted in two requests, of its own domains only', async () => {
  tableHolds(
    ...many(3, 1, {}),
    ...many(2, 10, { everValidated: true }),
    ...many(4, 20, { organizationId: 'org_B' }),
    itemOf(aDomain('removing', { id: 30 })),
  );
  expect(await lists.counts('org_A')).toEqual({ domains: 5, unvalidatedDomains: 3 });
  expect(await lists.counts('org_C')).toEqual({ domains: 0, unvalidatedDomains: 0 });
  expect(requests()).toEqual(['Query', 'Query', 'Query', 'Query']);
  expect(dynamo.commandCalls(QueryCommand).every(({ args }) => args[0].input.Select === 'COUNT')).toBe(true);
});

it('what an organization uses is counted over pages', async () => {
  dynamo.reset();
  dynamo
    .on(QueryCommand)
    .resolvesOnce({ Count: 5, LastEvaluatedKey: { pk: 'a' } })
    .resolves({ Count: 1 });
  expect(await lists.counts('org_A')).toEqual({ domains: 7, unvalidatedDomains: 6 });
});

it('a server knows whether any domain is on it', async () => {
  tableHolds(...many(1, 1, { serverId: 2 }), ...many(1, 2, { serverId: 3, organizationId: 'org_B' }));
  expect([await lists.anyOnServer('org_A', 2), await lists.anyOnServer('org_A', 3)]).toEqual([true, false]);
});
