import { afterEach, expect, it } from 'vitest';
import { FORMER_SECRET, forgeries, type Program, SECRETS, signedDelivery } from './snippet-run.ts';

const [MADE = ''] = SECRETS;

/** The tests of a receiver that docs/webhooks.md prints, the same in every language. `start`: with this secret. */
export function itReceivesAsPromised(printed: string, start: (secret: string) => Promise<Program>): void {
  let receiver: Program | undefined;
  afterEach(() => receiver?.stop());

  it.each(SECRETS)(`${printed} takes what is signed with %s, and names its domain`, async (secret) => {
    receiver = await start(secret);
    expect(await receiver.send(signedDelivery(secret))).toBe(200);
    await expect.poll(receiver.printed).toBe('evt_01M7ZZDNGKN11DM2S6E9QJQHF6 certificate.issued shop.customer.test\n');
  });

  it(`${printed} takes what is signed with two secrets during a rotation`, async () => {
    receiver = await start(FORMER_SECRET);
    expect(await receiver.send(signedDelivery(MADE, { previous: FORMER_SECRET }))).toBe(200);
  });

  it(`${printed} answers 400 to every forgery, and does not act on it`, async () => {
    receiver = await start(MADE);
    for (const [what, forged] of forgeries(MADE)) expect([what, await receiver.send(forged)]).toEqual([what, 400]);
    expect(receiver.printed()).toBe('');
  });

  it.each(['', 'whsec_'])(`${printed} does not start with the secret "%s", with which anybody could sign`, async (secret) => {
    await expect(start(secret)).rejects.toThrow('WEBHOOK_SECRET is empty');
  });
}
