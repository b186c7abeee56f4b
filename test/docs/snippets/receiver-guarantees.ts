import { afterEach, expect, it } from 'vitest';
import { FORMER_SECRET, forgeries, type Program, SECRETS, signedDelivery } from './snippet-run.ts';

const [MADE = ''] = SECRETS;
const EVENT_LINE = 'evt_01M7ZZDNGKN11DM2S6E9QJQHF6 certificate.issued shop.customer.test';

/** A receiver's behaviour without a secret: a program that starts for each request cannot refuse to start. */
export type WithoutSecret = 'does not start' | 'answers 500';

/**
 * The tests of a receiver of docs/receivers/, the same in every language. `start`: with this secret. A framework may print more
 * lines than the receiver's own.
 */
export function itReceivesAsPromised(
  printed: string,
  start: (secret: string) => Promise<Program>,
  withoutSecret: WithoutSecret = 'does not start',
): void {
  let receiver: Program | undefined;
  afterEach(() => receiver?.stop());
  const eventLines = () => receiver?.printed().match(/^evt_.*$/gm);

  it.each(SECRETS)(`${printed} acts on what is signed with %s, and once where it comes twice`, async (secret) => {
    receiver = await start(secret);
    const delivery = signedDelivery(secret);
    expect([await receiver.send(delivery), await receiver.send(delivery)]).toEqual([200, 200]);
    // A later event with another id: once it is printed, a duplicate would have been printed, too.
    expect(await receiver.send(signedDelivery(secret, { id: 'evt_last' }))).toBe(200);
    await expect.poll(eventLines).toEqual([EVENT_LINE, EVENT_LINE.replace(/^\S+/, 'evt_last')]);
  });

  it.each([
    ['former', FORMER_SECRET],
    ['new', MADE],
  ])(`${printed} with the %s secret takes what is signed with both during a rotation`, async (_, secret) => {
    receiver = await start(secret);
    expect(await receiver.send(signedDelivery(MADE, { previous: FORMER_SECRET }))).toBe(200);
  });

  it(`${printed} answers 400 to every forgery, and does not act on it`, async () => {
    receiver = await start(MADE);
    for (const [what, forged] of forgeries(MADE)) expect([what, await receiver.send(forged)]).toEqual([what, 400]);
    expect(eventLines()).toBeNull();
  });

  it(`${printed} verifies a test, and does not act on it`, async () => {
    receiver = await start(MADE);
    expect(await receiver.send(signedDelivery(MADE, { isTest: true }))).toBe(200);
    await expect.poll(receiver.printed).toContain('a test of certificate.issued');
    expect(eventLines()).toBeNull();
  });

  it(`${printed} answers 400 to a stranger who sends no JSON`, async () => {
    receiver = await start(MADE);
    const headers = { 'content-type': 'text/plain' };
    expect(await receiver.send({ headers, body: 'hello' })).toBe(400);
  });

  it(`${printed} ${withoutSecret} with a secret that was not copied whole`, async () => {
    const secret = 'whsec_BbhODQtS9sgWfjYrfqJ3ZXmNFJMfXtltpoSbY/!';
    if (withoutSecret === 'does not start') return expect(start(secret)).rejects.toThrow('it ended');
    receiver = await start(secret);
    expect(await receiver.send(signedDelivery(MADE))).toBe(500);
  });

  it.each(['', 'whsec_'])(`${printed} ${withoutSecret} with the secret "%s", with which anybody could sign`, async (secret) => {
    if (withoutSecret === 'does not start') return expect(start(secret)).rejects.toThrow(/webhook.secret is empty/i);
    receiver = await start(secret);
    expect(await receiver.send(signedDelivery(secret))).toBe(500);
  });
}
