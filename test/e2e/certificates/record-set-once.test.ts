import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Domain } from '../../../lambdas/model/domains/domain-row.schema.ts';
import { type Pebble, startPebble } from '../../bench/pebble.ts';
import { aStoredAccount } from '../../lambdas/acme/a-stored-account.ts';
import { AnIssuance } from '../../lambdas/steps/issuance/an-issuance.ts';
import { dns, newHostname, ports } from '../cloud.ts';
import { caAt, runToEnd } from './changing-ca.ts';
import { installPebbleOfDraft02 } from './pebble-of-draft-02.ts';

const CA_NAME = 'ca.customer.test';
const options = { nonceRejectPercent: 0, dnsServer: `127.0.0.1:${ports.dns}`, caaIdentities: [CA_NAME] };
let draft01: Pebble;
let draft02: Pebble;
beforeAll(async () => {
  draft01 = await startPebble(options);
  draft02 = await startPebble({ ...options, program: await installPebbleOfDraft02() });
}, 240_000); // the first build of Pebble
afterAll(() => Promise.all([draft01.stop(), draft02.stop()]));

describe('a record of the validation that the customer has set once', () => {
  it('stays right with another account, another CA and another draft: our TXT record alone changes, and none for another order', async () => {
    const hostname = newHostname('once');
    const target = newHostname('label');
    await dns.set(`_validation-persist.${hostname}`, 'CNAME', [target]);
    const shown: string[] = [];
    async function order(ca: Pebble, account: ReturnType<typeof aStoredAccount>): Promise<number> {
      const before = shown.length;
      const issuance = await AnIssuance.preparedAt([caAt(ca, { publish: () => {} }, account.store)], hostname);
      issuance.domain = { ...issuance.domain, validation: { target, state: 'ok', stands: true } } as Domain;
      issuance.showProof = async ({ value }) => {
        if (shown.at(-1) === value) return true;
        await dns.set(target, 'TXT', [value]);
        shown.push(value);
        return true;
      };
      await runToEnd(issuance);
      expect(issuance.domain, JSON.stringify(issuance.domain.conditions)).toMatchObject({ phase: 'installing' });
      return shown.length - before;
    }
    const [first, second, third] = [aStoredAccount(), aStoredAccount(), aStoredAccount()];
    expect(await order(draft01, first)).toBe(1);
    expect(await order(draft01, first)).toBe(0);
    expect(await order(draft01, second)).toBe(1);
    expect(await order(draft02, third)).toBe(1);
    expect(await order(draft02, third)).toBe(0);
    expect(shown).toEqual([
      `${CA_NAME}; accounturi=${first.item.value?.accountUrl}`,
      `${CA_NAME}; accounturi=${second.item.value?.accountUrl}`,
      expect.stringMatching(/; accounturi=https:\/\/localhost:\d+\/account-hash\/sha-256\/[\w-]{43}$/),
    ]);
  });

  it('is right for nobody else: with the text of another account the CA refuses', async () => {
    const hostname = newHostname('guessed');
    await dns.set(`_validation-persist.${hostname}`, 'TXT', [`${CA_NAME}; accounturi=https://localhost/my-account/other`]);
    const issuance = await AnIssuance.preparedAt([caAt(draft02, { publish: () => {} })], hostname);
    issuance.domain = { ...issuance.domain, validation: { target: 'x.y', state: 'ok', stands: true } } as Domain;
    issuance.showProof = async () => true;
    const isRefused = () => JSON.stringify(issuance.domain).includes('accounturi mismatch');
    while (!isRefused() && issuance.domain.phase !== 'installing') await runToEnd(issuance, 1);
    expect(isRefused(), issuance.domain.phase).toBe(true);
  });
});
