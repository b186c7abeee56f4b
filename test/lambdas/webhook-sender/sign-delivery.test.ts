import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { describe, expect, it, vi } from 'vitest';
import type { Webhook } from '../../../lambdas/model/webhooks/webhook.schema.ts';
import type { Sealed } from '../../../lambdas/shared/secrets/sealed.schema.ts';
import { openSecrets, type SigningSecrets, signatureHeaders } from '../../../lambdas/webhook-sender/sign-delivery.ts';
import { iso, later, NOW } from '../a-domain.ts';
import { aWebhook, WEBHOOK_ID } from '../model/webhooks/a-delivery.ts';

const EVENT_ID = 'evt_01KAH9XZ5M8V3Q2W7R4T6Y1B0C';
const BODY = '{"id":"evt_1","data":{"note":"Grüße 🎉 \\u0000","emoji":"👩‍🔧"}}';
const made = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const madeBefore = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
const now = new Date();

const sign = (secrets: SigningSecrets, body = BODY, at = now) => signatureHeaders(EVENT_ID, body, secrets, at);

/** Both libraries throw for a wrong signature. They get a plain secret as raw bytes. */
function verifyEverywhere(secret: string, body: string, headers: Record<string, string>): void {
  for (const Library of [StandardWebhook, SvixWebhook]) {
    const library = secret.startsWith('whsec_') ? new Library(secret) : new Library(Buffer.from(secret), { format: 'raw' });
    library.verify(body, headers);
  }
}

describe('the headers of a delivery', () => {
  it('name the event, the second of the attempt and both signatures', () => {
    expect(sign({ current: 'a plain secret' }, '{}', new Date('2026-11-21T10:00:00.999Z'))).toEqual({
      'x-service-signature': expect.stringMatching(/^sha256=[0-9a-f]{64}$/),
      'webhook-id': EVENT_ID,
      'webhook-timestamp': '1795255200',
      'webhook-signature': expect.stringMatching(/^v1,[A-Za-z0-9+/]{43}=$/),
    });
  });

  it.each([made, 'whsec_MTIz', 'a plain secret', 'ein Schlüssel 🔑', '12345678'])(
    'are verified by the public libraries with the secret %s',
    (secret) => {
      const headers = sign({ current: secret });
      expect(() => verifyEverywhere(secret, BODY, headers)).not.toThrow();
      expect(() => verifyEverywhere(secret, BODY.replace('evt_1', 'evt_2'), headers)).toThrow(/No matching signature/);
      expect(() => verifyEverywhere(madeBefore, BODY, headers)).toThrow(/No matching signature/);
    },
  );

  it.each(['whsec_', 'whsec_A', 'whsec_!!!!!!!!', 'whsec_MTIz\n'])(
    'have the text as their key where it is no base64: %j',
    (secret) => {
      const library = new StandardWebhook(Buffer.from(secret), { format: 'raw' });
      expect(() => library.verify(BODY, sign({ current: secret }))).not.toThrow();
    },
  );

  it.each([made, 'a plain secret', 'ein Schlüssel 🔑'])('are made by openssl too, with the whole secret %s', (secret) => {
    const options = { input: BODY, encoding: 'utf8' } as const;
    const key = Buffer.from(secret).toString('hex');
    const printed = execFileSync('openssl', ['dgst', '-sha256', '-mac', 'HMAC', '-macopt', `hexkey:${key}`], options);
    expect(sign({ current: secret })['x-service-signature']).toBe(`sha256=${printed.trim().split(' ').at(-1)}`);
  });

  it('verify whatever the body is', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 3 }), fc.string({ minLength: 8, unit: 'grapheme' }), (body, secret) => {
        fc.pre(!secret.startsWith('whsec_'));
        verifyEverywhere(secret, body, sign({ current: secret }, body));
      }),
    );
  });
});

describe('while a former secret is still good', () => {
  it.each([
    [made, madeBefore],
    [made, 'a plain secret'],
    ['another plain secret', madeBefore],
  ])('the signatures by %s and %s each verify', (current, previous) => {
    const headers = sign({ current, previous });
    for (const secret of [current, previous]) expect(() => verifyEverywhere(secret, BODY, headers)).not.toThrow();
    expect(headers['webhook-signature']?.split(' ')).toHaveLength(2);
    expect(headers['webhook-signature']?.split(' ')[0]).toBe(sign({ current })['webhook-signature']);
  });

  it('the known header keeps it, and another one has the new', () => {
    const headers = sign({ current: made, previous: madeBefore });
    expect(headers['x-service-signature']).toBe(sign({ current: madeBefore })['x-service-signature']);
    expect(headers['x-service-signature-next']).toBe(sign({ current: made })['x-service-signature']);
  });
});

const sealed = (text: string): Sealed => ({ dataKey: '', iv: '', tag: '', ciphertext: text });
const hook = (changes: Partial<Webhook> = {}, id = WEBHOOK_ID) =>
  aWebhook(id, { secret: sealed('current'), ...changes }) as unknown as Webhook;
const previousSecret = { sealed: sealed('former'), endsAt: iso(1) };
const kms = () => vi.fn(async (_organization: string, _webhook: number, { ciphertext }: Sealed) => `opened ${ciphertext}`);

describe('the secrets of a webhook', () => {
  it('are opened for it, and kept open', async () => {
    const open = kms();
    const secretsOf = openSecrets(open);
    expect(await secretsOf(hook(), NOW)).toEqual({ current: 'opened current' });
    await secretsOf(hook(), NOW);
    expect(open).toHaveBeenCalledExactlyOnceWith('org_A', WEBHOOK_ID, sealed('current'));
  });

  it('are two until the overlap of a rotation ends', async () => {
    const secretsOf = openSecrets(kms());
    expect(await secretsOf(hook({ previousSecret }), NOW)).toEqual({ current: 'opened current', previous: 'opened former' });
    expect(await secretsOf(hook({ previousSecret }), later(1))).toEqual({ current: 'opened current' });
  });

  it('are opened anew after a rotation', async () => {
    const secretsOf = openSecrets(kms());
    await secretsOf(hook(), NOW);
    expect(await secretsOf(hook({ secret: sealed('new') }), NOW)).toEqual({ current: 'opened new' });
  });

  it('do not serve another one, sealed text or not', async () => {
    const open = kms();
    const secretsOf = openSecrets(open);
    await secretsOf(hook(), NOW);
    await secretsOf(hook({}, WEBHOOK_ID + 1), NOW);
    await secretsOf(hook({ organizationId: 'org_B' }), NOW);
    expect(open).toHaveBeenCalledTimes(3);
  });

  it('are tried again the next time if they did not open', async () => {
    const open = kms();
    open.mockRejectedValueOnce(new Error('KMS is down'));
    const secretsOf = openSecrets(open);
    await expect(secretsOf(hook(), NOW)).rejects.toThrow('KMS is down');
    expect(await secretsOf(hook(), NOW)).toEqual({ current: 'opened current' });
  });

  it('stay open for the hundred used last', async () => {
    const open = kms();
    const secretsOf = openSecrets(open);
    for (let id = 1; id <= 100; id += 1) await secretsOf(hook({}, id), NOW);
    await secretsOf(hook({}, 1), NOW);
    await secretsOf(hook({}, 101), NOW);
    expect(open).toHaveBeenCalledTimes(101);
    await secretsOf(hook({}, 1), NOW);
    expect(open).toHaveBeenCalledTimes(101);
    await secretsOf(hook({}, 2), NOW);
    expect(open).toHaveBeenCalledTimes(102);
  });
});
