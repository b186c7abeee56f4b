import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import CASES from '../../../client/cases/webhooks.json' with { type: 'json' };
import {
  checkWebhookSecret,
  type VerificationProblem,
  verifyWebhook,
  type WebhookHeaders,
} from '../../../client/typescript/verify-webhook.ts';
import { eventBody } from '../../../lambdas/shared/outbox/outbox.schema.ts';
import { signatureHeaders } from '../../../lambdas/webhook-sender/sign-delivery.ts';

const AT = new Date('2026-11-21T09:30:00.000Z');
const ID = 'evt_01M7ZZDNGKN11DM2S6E9QJQHF6';
const SECRET = 'whsec_BbhODQtS9sgWfjYrfqJ3ZXmNFJMfXtltpoSbY/ozrW4=';
const OTHER = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=';
const BODY = eventBody({
  id: ID,
  event: 'certificate.issued',
  livemode: true,
  domainId: 7,
  createdAt: AT.toISOString(),
  data: { domain: { url: 'shop.customer.test', metadata: { name: 'Käse 🧀' } } },
});

const signed = (secret = SECRET, body = BODY, at = AT) => signatureHeaders(ID, body, { current: secret }, at);
const secondsLater = (seconds: number) => new Date(AT.getTime() + seconds * 1000);

/** The reason of a rejection, or 'accepted'. */
function refusal(body: string | Uint8Array, headers: WebhookHeaders, secrets: string | string[] = SECRET, now = AT) {
  try {
    verifyWebhook(body, headers, secrets, { now });
    return 'accepted';
  } catch (error) {
    return (error as { reason?: VerificationProblem }).reason ?? error;
  }
}

describe('a delivery of the service', () => {
  it('is returned as its event', () => {
    const event = verifyWebhook(BODY, signed(), SECRET, { now: AT });
    expect(event).toEqual(JSON.parse(BODY));
    if (event.event === 'certificate.issued') expect(event.data.domain.url).toBe('shop.customer.test');
  });

  it.each([SECRET, 'eight ch', 'Käse mit Löchern 🧀', 'whsec-not-encoded'])('is verified with the secret %s', (secret) => {
    expect(refusal(BODY, signed(secret), secret)).toBe('accepted');
  });

  it.each<[string, string | Uint8Array]>([
    ['text', BODY],
    ['a Buffer', Buffer.from(BODY)],
    ['bytes', new TextEncoder().encode(BODY)],
  ])('may be given as %s', (_, body) => {
    expect(refusal(body, signed())).toBe('accepted');
  });

  it.each<[string, WebhookHeaders]>([
    ['Headers of the Fetch API', new Headers(signed())],
    ["Node's headers", { host: 'hooks.example.com', 'set-cookie': ['a', 'b'], ...signed() }],
    ['names in capitals', Object.fromEntries(Object.entries(signed()).map(([name, value]) => [name.toUpperCase(), value]))],
    ['lists of values', Object.fromEntries(Object.entries(signed()).map(([name, value]) => [name, [value]]))],
    ["Headers of a framework's own", { get: (name: string) => signed()[name] ?? null } as unknown as Headers],
  ])('is verified with %s', (_, headers) => {
    expect(refusal(BODY, headers)).toBe('accepted');
  });

  it('may be allowed another distance from its time', () => {
    const look = (now: Date) => () => verifyWebhook(BODY, signed(), SECRET, { now, toleranceSeconds: 10 });
    expect(look(secondsLater(10))).not.toThrow();
    expect(look(secondsLater(11))).toThrow('11 s ago');
    expect(look(secondsLater(-11))).toThrow('11 s ahead');
  });

  it('is compared with the present instant unless another is given', () => {
    expect(() => verifyWebhook(BODY, signed(SECRET, BODY, new Date()), SECRET)).not.toThrow();
    expect(() => verifyWebhook(BODY, signed(), SECRET)).toThrow();
  });
});

describe('a rotated secret', () => {
  it('is accepted beside the former one, whichever signed', () => {
    for (const secret of [SECRET, OTHER]) expect(refusal(BODY, signed(secret), [SECRET, OTHER])).toBe('accepted');
  });

  it('verifies during the overlap whether the receiver has the new or the former one', () => {
    const both = signatureHeaders(ID, BODY, { current: OTHER, previous: SECRET }, AT);
    expect(refusal(BODY, both, OTHER)).toBe('accepted');
    expect(refusal(BODY, both, SECRET)).toBe('accepted');
    expect(refusal(BODY, both, 'a third one')).toBe('wrong_signature');
  });

  it('is refused once the overlap has ended', () => {
    expect(refusal(BODY, signed(OTHER), SECRET)).toBe('wrong_signature');
  });
});

describe('a request that the service did not send', () => {
  it('is refused whichever byte of the body is changed', () => {
    const headers = signed();
    const bytes = Buffer.from(BODY);
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const changed = Uint8Array.from(bytes, (byte, n) => (n === at ? byte ^ change : byte));
        expect(refusal(changed, headers)).toBe('wrong_signature');
      }),
    );
  });

  it('is refused with an error for the log that holds no secret', () => {
    expect(() => verifyWebhook('{}', signed(), SECRET, { now: AT })).toThrow(
      expect.objectContaining({
        name: 'WebhookVerificationError',
        reason: 'wrong_signature',
        message:
          'no signature in webhook-signature fits: is this the secret of this webhook, and the body as it arrived, byte for byte?',
      }),
    );
  });
});

describe('Standard Webhooks', () => {
  const sign = (body: string, secret = SECRET) => ({
    'x-service-signature': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
    'webhook-id': ID,
    'webhook-timestamp': String(AT.getTime() / 1000),
    'webhook-signature': new Webhook(secret).sign(ID, AT, body),
  });

  it('sign any text so that this check verifies it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const body = JSON.stringify({ text });
        expect(refusal(body, sign(body))).toBe('accepted');
        expect(refusal(body, sign(body, OTHER))).toBe('wrong_signature');
      }),
    );
  });

  it('can sign bytes that are not UTF-8, which are no event either', () => {
    const bytes = Buffer.from([...Buffer.from('{"url":"'), 0xff, ...Buffer.from('"}')]);
    const at = String(AT.getTime() / 1000);
    const signature = createHmac('sha256', 'eight ch').update(`${ID}.${at}.`).update(bytes).digest('base64');
    const ofBody = `sha256=${createHmac('sha256', 'eight ch').update(bytes).digest('hex')}`;
    const times = { 'webhook-id': ID, 'webhook-timestamp': at, 'webhook-signature': `v1,${signature}` };
    const headers = { ...times, 'x-service-signature': ofBody };
    expect(refusal(bytes, headers, 'eight ch')).toBe('not_json');
  });
});

describe('a wrong call of the webhook check', () => {
  it('with no secret at all is an error of the program, and never accepts a request', () => {
    expect(() => verifyWebhook(BODY, signed(), undefined as unknown as string, { now: AT })).toThrow(TypeError);
  });

  it('with a body that is parsed already says so', () => {
    expect(() => verifyWebhook(JSON.parse(BODY), signed(), SECRET, { now: AT })).toThrow('keep it from your JSON parser');
  });
});

describe('a stranger whose body a framework has parsed or left out', () => {
  it.each([undefined, {}])('is refused as everybody who does not sign: %j', (body) => {
    expect(refusal(body as unknown as string, { 'content-type': 'text/plain' })).toBe('missing_header');
  });
});

/** Cases for the clients of all languages: those of Python and Go read the same file. */
describe.each(CASES.cases)('$name', ({ secrets, headers, body, secondsLater, result }) => {
  const outcome = () => refusal(body, headers as WebhookHeaders, secrets, new Date((CASES.at + secondsLater) * 1000));

  it(`is ${result}`, () => {
    if (result === 'wrong_secret') return expect(outcome()).toBeInstanceOf(TypeError);
    expect(outcome()).toBe(result);
  });

  it('has a secret that is found to be right or wrong when the program starts', () => {
    const check = expect(() => checkWebhookSecret(secrets));
    if (result === 'wrong_secret') check.toThrow(TypeError);
    else check.not.toThrow();
  });
});

describe('the delivery that the cases of all clients begin with', () => {
  it('is signed as the service signs it', () => {
    const [{ body, headers, secrets } = { body: '', headers: {}, secrets: [] }] = CASES.cases;
    expect(signatureHeaders('evt_1', body, { current: secrets[0] ?? '' }, new Date(CASES.at * 1000))).toEqual(headers);
  });
});
