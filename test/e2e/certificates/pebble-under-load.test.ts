import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { acmeGateway } from '../../../lambdas/acme/acme.gateway.ts';
import { httpsExchange } from '../../../lambdas/acme/exchange.gateway.ts';
import { must } from '../../bench/issuance/issue-with-ours.ts';
import { type Pebble, startPebble } from '../../bench/pebble.ts';

const AT_ONCE = 24;
/** The published Pebble hangs after 200 to 600 orders (local/machine/pebble.ts). */
const ORDERS_EACH = 60;

let pebble: Pebble;
beforeAll(async () => {
  pebble = await startPebble({ nonceRejectPercent: 0 });
});
afterAll(() => pebble.stop());

it('the local CA goes on answering those who order and read authorizations at the same time', async () => {
  const acme = acmeGateway({ directoryUrl: pebble.directoryUrl, clock: () => new Date(), exchange: httpsExchange(pebble) });
  const { privateKey: key } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const account = { key, url: must(await acme.newAccount(key, undefined)) };
  const read = async (url = '') => must(await acme.getAuthorization(account, url));
  async function orderInTurn(client: number): Promise<number> {
    for (let n = 0; n < ORDERS_EACH; n += 1) {
      const { url, resource } = must(await acme.newOrder(account, `n${client}-${n}.customer.example`));
      await Promise.all([1, 2, 3].map(() => read(resource.authorizations[0])));
      must(await acme.getOrder(account, url));
    }
    return ORDERS_EACH;
  }
  const done = await Promise.all(Array.from({ length: AT_ONCE }, (_, client) => orderInTurn(client)));
  expect(done).toHaveLength(AT_ONCE);
});
