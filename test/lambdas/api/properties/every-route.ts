import { OPERATIONS, type OperationId } from '../../../../contract/api/operations.ts';
import { API_OPERATIONS } from '../../../../lambdas/api/operations.ts';
import { timeDigitsAt } from '../../../../lambdas/shared/ids/id-formats.ts';
import { guardedNet } from '../../../../lambdas/shared/net/guarded.gateway.ts';
import { resolverKnowing } from '../../shared/net/answers.ts';
import { apiCaller, clock, newId, opened } from '../api-caller.ts';
import { pauseFor } from '../webhooks/deliveries-api.ts';
import { resolve, seal } from '../webhooks/webhooks-api.ts';

const nothing = resolverKnowing({});
let drawn = 0;
const count = () => {
  drawn += 1;
  return drawn;
};

/** All operations as their Lambdas serve them. DNS knows only the addresses of webhook receivers. */
const routes = opened(API_OPERATIONS, {
  newResourceId: () => 2_000_000 + count(),
  newLabel: () => `drawn${count()}`,
  // A delivery is stored with its event, so the id must contain its time. The outbox overwrites the last digit.
  newId: (prefix) => (prefix === 'evt' ? `evt_${timeDigitsAt(clock.now)}${String(count()).padStart(15, '0')}0` : newId(prefix)),
  newWebhookSecret: () => `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
  seal,
  resolveWithin: () => (name, type) => (type === 'A' || type === 'AAAA' ? resolve : nothing)(name, type),
  openNet: () => guardedNet({ resolve: nothing, allowLoopback: false }),
  pauseFor,
});

for (const operation of Object.keys(OPERATIONS) as OperationId[])
  if (API_OPERATIONS.every(({ id }) => id !== operation)) throw new Error(`lambdas/api/operations.ts has no ${operation}`);

export const call = apiCaller(routes);
