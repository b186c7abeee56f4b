import { beforeEach, describe, expect, it } from 'vitest';
import { aDomain, HOUR, later } from '../a-domain.ts';
import { clock, table } from '../api/api-caller.ts';
import { AQueue } from './a-queue.ts';

const DAY = 24 * HOUR;
/** Let's Encrypt's limit: five certificates for the same name in a week. */
const IN_A_WEEK = 5;
const LETS_ENCRYPT = { directoryUrl: 'https://acme-v02.api.letsencrypt.org/directory', ordersPerMinute: 60 };
const URL = 'shop-1.customer.com';

let queue: AQueue;
beforeEach(() => {
  queue = new AQueue();
  queue.acme = LETS_ENCRYPT;
});

async function issued(): Promise<void> {
  const domain = aDomain('downloading', { id: 1, url: URL });
  const { slots, spendWrites } = queue.ports();
  await table.transact(spendWrites(await slots.countIssued(domain, clock.now)));
}

describe("at Let's Encrypt's limits", () => {
  it('a name whose key could not be sealed five times has a slot at the sixth try: KMS that is throttled costs nothing', async () => {
    const { seal } = queue;
    queue.seal = async () => Promise.reject(new Error('throttled'));
    for (let times = 1; times <= IN_A_WEEK; times += 1) await expect(queue.arrives(1)).rejects.toThrow('throttled');
    expect(queue.accountArrivalMs()).toBeUndefined();
    queue.seal = seal;
    expect(await queue.arrives(1)).toBe('granted');
  });

  it('a name whose request has failed five times is ordered a sixth time: nothing was issued', async () => {
    for (let times = 1; times <= IN_A_WEEK + 1; times += 1) expect(await queue.arrives(1)).toBe('granted');
  });

  it('a name that was issued five certificates waits until the first is given back', async () => {
    for (let times = 1; times <= IN_A_WEEK; times += 1) await issued();
    expect(await queue.arrives(1)).toBe('slot-not-before');
    clock.now = later((7 * DAY) / IN_A_WEEK - 1);
    expect(await queue.arrives(1)).toBe('slot-not-before');
    clock.now = later((7 * DAY) / IN_A_WEEK);
    expect(await queue.arrives(1)).toBe('granted');
  });
});
