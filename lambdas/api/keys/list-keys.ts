import * as z from 'zod/mini';
import { listPositionOf } from '../../model/accounts/api-key.ts';
import { ListQuery } from '../../shared/http/parameters.ts';
import type { Rows } from '../../wiring/rows.wiring.ts';
import { defineOperation } from '../pipeline/operation.ts';
import { prepareList } from '../pipeline/resource-route.ts';
import { EXAMPLE_KEY } from './key-example.ts';
import { KeyPage } from './key-resource.schema.ts';
import { keyResource } from './key-resource.ts';

/** Reads all keys of the organization: it has at most a hundred. */
export const listKeys = defineOperation({
  id: 'listKeys',
  clientMethod: 'api_keys.list',
  tag: 'API keys',
  reach: 'none',
  summary: 'List API keys',
  description: 'Newest first, without their secrets. Revoked keys are not among them.',
  query: ListQuery,
  answer: {
    status: 200,
    description: 'One page of keys.',
    schema: KeyPage,
    example: () => ({
      data: [{ ...EXAMPLE_KEY, last_used_at: '2026-11-21T11:02:17.300Z', last_used_from: '203.0.113.7' }],
      next_cursor: null,
    }),
  },
  prepare: ({ accounts, serviceSecret }: Pick<Rows, 'accounts' | 'serviceSecret'>) =>
    prepareList(
      {
        id: z.string(),
        serviceSecret,
        async read({ before }, _request, { organizationId }) {
          const found = await accounts.listActiveKeys(organizationId);
          const items = found.map((key) => ({ id: listPositionOf(key), key }));
          return { items: items.filter(({ id }) => before === undefined || id < before), hasMore: false };
        },
      },
      ({ key }, { now }) => keyResource(key, now),
    ),
});
