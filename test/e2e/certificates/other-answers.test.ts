import { type KeyObject, X509Certificate } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { registerAccount, showAccount } from '../../../bin/admin/ca-account.ts';
import { accountClients } from '../../../bin/admin/open-ca-account.ts';
import { actorFor, diagnosisOf } from '../../../lambdas/model/domains/diagnosis-of.ts';
import { type Pebble, startPebble } from '../../bench/pebble.ts';
import { aStoredAccount, opened, sealed } from '../../lambdas/acme/a-stored-account.ts';
import { AnIssuance, type OtherCa } from '../../lambdas/steps/issuance/an-issuance.ts';
import type { Answer } from '../forward-request.ts';
import { CALLS_OF_AN_ORDER, type Call, jsonOf } from './acme-call.ts';
import { type Change, type ChangingCa, caAt, runToEnd, startChangingCa } from './changing-ca.ts';

let pebble: Pebble;
let ca: ChangingCa;
let root: string;
beforeAll(async () => {
  pebble = await startPebble({ nonceRejectPercent: 0, reusesAuthorizations: true });
  ca = await startChangingCa(pebble);
  root = await pebble.root();
}, 120_000); // the first build of Pebble
afterAll(async () => {
  ca.stop();
  await pebble.stop();
});
beforeEach(() => {
  ca.change = (answer) => answer;
});

let names = 0;
function nextName(): string {
  names += 1;
  return `shop-${names}.customer.example`;
}

async function anIssuance(at = otherCa(), hostname = nextName()): Promise<AnIssuance> {
  ca.calls.length = 0;
  return AnIssuance.preparedAt([at], hostname);
}

function otherCa(): OtherCa {
  return caAt(ca, { publish: (token, answer) => void pebble.challenges.set(token, answer) });
}

/** Runs an issuance up to its installation, with changed answers. */
async function issuedWith(change: Change, issuance?: AnIssuance): Promise<AnIssuance> {
  const begun = issuance ?? (await anIssuance());
  ca.change = change;
  await runToEnd(begun);
  const { domain } = begun;
  expect(domain, JSON.stringify(diagnosisOf(domain))).toMatchObject({ phase: 'installing' });
  const chain = certificatesIn(begun.certificates.at(-1)?.chainPem ?? '');
  expect(chain.map(({ subject }) => subject)).toEqual([undefined, expect.stringContaining('Pebble Intermediate')]);
  expect(chain[0]?.checkHost(domain.url)).toBe(domain.url);
  return begun;
}

const certificatesIn = (pem: string) =>
  (pem.match(/-----BEGIN[\s\S]+?-----END CERTIFICATE-----/g) ?? []).map((one) => new X509Certificate(one));

const inBody =
  (call: Call, change: (body: Record<string, unknown>) => object): Change =>
  (answer, at) =>
    at === call && answer.status < 400
      ? withBody(answer, JSON.stringify(change(jsonOf(String(answer.body)) as Record<string, unknown>)))
      : answer;
const withBody = (answer: Answer, body: string): Answer => ({ ...answer, body: Buffer.from(body) });
const withHeader = ({ headers, ...answer }: Answer, name: string, value: string | undefined): Answer => ({
  ...answer,
  headers: Object.fromEntries(Object.entries({ ...headers, [name]: value }).filter(([, present]) => present !== undefined)),
});

const OPTIONAL = [
  'expires',
  'notBefore',
  'notAfter',
  'profile',
  'wildcard',
  'identifier',
  'validated',
  'meta',
  'keyChange',
  'revokeCert',
  'renewalInfo',
];
function without(fields: readonly string[], value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => without(fields, one));
  if (value === null || typeof value !== 'object') return value;
  const kept = Object.entries(value).filter(([name]) => !fields.includes(name));
  return Object.fromEntries(kept.map(([name, of]) => [name, without(fields, of)]));
}

const page =
  (status: number, type: string, body: string) =>
  (answer: Answer): Answer => ({ ...answer, status, headers: { 'content-type': type }, body: Buffer.from(body) });
const BAD_GATEWAY = '<html><head><title>502 Bad Gateway</title></head><body>Request 8b1f</body></html>';

describe('a certificate is issued by a CA', () => {
  it.each<[string, (location: string) => string]>([
    ['from the root of the host', (location) => new URL(location).pathname],
    ['from the place that was asked', (location) => `.${new URL(location).pathname}`],
    ['without the scheme', (location) => location.replace('https:', '')],
  ])('whose Location is relative, %s', async (_, relative) => {
    await issuedWith((answer) =>
      answer.headers.location ? withHeader(answer, 'location', relative(answer.headers.location)) : answer,
    );
  });

  it('that sends no optional field, no link and no time to wait', async () => {
    await issuedWith((answer, call) => {
      const bare = withHeader(withHeader(answer, 'link', undefined), 'retry-after', undefined);
      return call === 'certificate' || call === 'newNonce'
        ? bare
        : withBody(bare, JSON.stringify(without(OPTIONAL, jsonOf(String(bare.body)))));
    });
  });

  it('that gives a nonce only to who requests one', async () => {
    await issuedWith((answer, call) => (call === 'newNonce' ? answer : withHeader(answer, 'replay-nonce', undefined)));
  });

  it.each<[string, Change]>([
    ['whose authorization is valid', (answer) => answer],
    ['which has no authorization', inBody('newOrder', (order) => ({ ...order, authorizations: [] }))],
  ])('whose order is ready at once, %s', async (_, change) => {
    const at = otherCa();
    const first = await issuedWith((answer) => answer, await anIssuance(at));
    const second = await issuedWith(change, await anIssuance(at, first.domain.url));
    expect(ca.calls).not.toContain('challenge');
    expect(second.changes.map(({ timeline }) => timeline)).not.toContain('certificate.obstructed');
  });

  it.each<[string, (until: Date, now: Date) => string | undefined, number]>([
    ['seconds', (until, now) => String((until.getTime() - now.getTime()) / 1000), 2],
    ['a date', (until) => until.toUTCString(), 2],
    ['nothing', () => undefined, 60],
  ])('that takes ten minutes to issue, and says %s of when to look again', async (_, retryAfter, looks) => {
    const issuance = await anIssuance();
    let until: Date | undefined;
    await issuedWith((answer, call) => {
      if (call !== 'finalize' && call !== 'order') return answer;
      const order = jsonOf(String(answer.body)) as Record<string, unknown>;
      if (order.status !== 'processing' && order.status !== 'valid') return answer;
      until ??= new Date(Math.ceil(issuance.now.getTime() / 1000) * 1000 + 600_000);
      if (issuance.now >= until) return answer;
      const busy = withBody(answer, JSON.stringify({ ...(without(['certificate'], order) as object), status: 'processing' }));
      return withHeader(withHeader(busy, 'date', issuance.now.toUTCString()), 'retry-after', retryAfter(until, issuance.now));
    }, issuance);
    const asked = ca.calls.slice(ca.calls.indexOf('finalize')).filter((call) => call === 'order');
    expect(asked.length).toBeLessThanOrEqual(looks);
  });

  it.each<[string, (chain: string[]) => string]>([
    ['has lines that end as in Windows', (chain) => chain.join('').replaceAll('\n', '\r\n')],
    ['does not end with a line', (chain) => chain.join('').trimEnd()],
    [
      'has text before and between',
      (chain) => chain.map((pem) => `subject=/CN=somebody\nissuer=/CN=-----\n${pem}`).join('\n# next\n'),
    ],
    ['ends with the root', (chain) => [...chain, root].join('')],
    ['begins with the intermediate', (chain) => chain.toReversed().join('')],
    ['begins with the root', (chain) => [root, ...chain.toReversed()].join('')],
    ['has a certificate twice', (chain) => [...chain, ...chain].join('')],
  ])('whose chain %s', async (_, changed) => {
    await issuedWith((answer, call) =>
      call === 'certificate' ? withBody(answer, changed(certificatesIn(String(answer.body)).map(String))) : answer,
    );
  });

  it.each(
    CALLS_OF_AN_ORDER.flatMap((call): [Call, string, (answer: Answer) => Answer][] => [
      [call, 'a page with 502', page(502, 'text/html', BAD_GATEWAY)],
      [call, 'a page with 200', page(200, 'text/html', BAD_GATEWAY)],
      [call, 'plain text with 503', page(503, 'text/plain', 'try again later')],
    ]),
  )('that answers once at %s with %s', async (at, _, instead) => {
    let left = 1;
    await issuedWith((answer, call) => {
      if (call !== at || left === 0) return answer;
      left -= 1;
      return instead(answer);
    });
  });
});

it('an account whose Location is relative is kept with its whole URL by the administrator’s command', async () => {
  ca.change = (answer) =>
    answer.headers.location ? withHeader(answer, 'location', new URL(answer.headers.location).pathname) : answer;
  const stored = aStoredAccount().store;
  const seal = async (key: KeyObject) => sealed(key);
  const ports = { stored, seal, open: opened, client: await accountClients(ca), clock: () => new Date() };
  const { account } = await registerAccount(ports, { contacts: [] });
  expect(account).toMatch(ca.directoryUrl.replace('/dir', '/my-account/'));
  expect(await showAccount(ports)).toMatchObject({ account, status: 'valid' });
});

describe('a domain says what the CA said, and who has to act', () => {
  const refusal = { type: 'urn:ietf:params:acme:error:rejectedIdentifier', detail: 'We do not like this name', status: 400 };

  it('a refusal as plain text is one all the same', async () => {
    const issuance = await anIssuance();
    ca.change = (answer, call) => (call === 'newOrder' ? page(400, 'text/plain', JSON.stringify(refusal))(answer) : answer);
    await runToEnd(issuance);
    expect(issuance.domain).toMatchObject({ phase: 'failed' });
    expect(diagnosisOf(issuance.domain).diagnosis).toMatchObject({
      code: 'certificate_request_failed',
      observed: `${refusal.type}: ${refusal.detail}`,
    });
  });

  it.each<[string, (answer: Answer) => Answer, string]>([
    ['a page with 502', page(502, 'text/html', BAD_GATEWAY), 'The CA answered HTTP 502: 502 Bad Gateway.'],
    ['a page with 200', page(200, 'text/html', BAD_GATEWAY), 'The CA answered with something else than ACME: 502 Bad Gateway.'],
    ['plain text', page(403, 'text/plain', 'Your contract\nhas ended.'), 'The CA answered HTTP 403: Your contract has ended.'],
    [
      'a problem without a type',
      page(403, 'application/problem+json', '{"detail":"Not today"}'),
      'The CA answered HTTP 403: Not today.',
    ],
  ])('%s in place of every order is trouble that is waited for', async (_, instead, words) => {
    const issuance = await anIssuance();
    ca.change = (answer, call) => (call === 'newOrder' ? instead(answer) : answer);
    await runToEnd(issuance, 4);
    expect(issuance.domain).toMatchObject({ phase: 'ordering', sslStatus: 'pending' });
    expect(diagnosisOf(issuance.domain).diagnosis.observed).toContain(words);
    expect(actorFor(issuance.domain)).toBe('service');
    ca.change = (answer) => answer;
    await issuedWith((answer) => answer, issuance);
  });

  it('an address that is none is not told as a CA that cannot be reached', async () => {
    const issuance = await anIssuance();
    ca.change = inBody('newOrder', (order) => ({ ...order, authorizations: ['authz/1'] }));
    await runToEnd(issuance, 3);
    expect(diagnosisOf(issuance.domain).diagnosis.observed).toContain('The CA named an address that is no HTTPS URL.');
  });
});

describe('a CA that leaves the order of a failed challenge pending', () => {
  const error = { type: 'urn:ietf:params:acme:error:incorrectResponse', detail: 'Not what I expected' };
  type Body = Record<string, unknown>;
  const failed = (challenge: object) => ({ ...challenge, status: 'invalid', error });
  const pending = (body: Body) => ({ ...body, status: 'pending' });
  const challengesOf = ({ challenges }: Body, change: (challenge: object) => object) =>
    (challenges as object[]).map((challenge) => change(challenge));

  it.each<[string, Partial<Record<Call, (body: Body) => object>>]>([
    [
      'answer to it',
      {
        challenge: failed,
        authorization: (body) => ({
          ...pending(body),
          challenges: challengesOf(body, (challenge) => pending(challenge as Body)),
        }),
      },
    ],
    ['authorization', { authorization: (body) => ({ ...pending(body), challenges: challengesOf(body, failed) }) }],
  ])('is known by the %s: the name is ordered again later, and its cause is told', async (_, changes) => {
    const issuance = await anIssuance();
    issuance.isHeldUp = true; // makes the order and the challenge two steps
    ca.change = (answer, call) => inBody(call, changes[call] ?? (call === 'order' ? pending : (body) => body))(answer, call);
    await runToEnd(issuance, 2);
    expect(issuance.domain).toMatchObject({ phase: 'preparing' });
    expect(diagnosisOf(issuance.domain).diagnosis.observed).toBe(`${error.type}: ${error.detail}`);
  });
});

it('whatever a CA has against a new account is the operator’s matter, also without a type of its own', async () => {
  const issuance = await anIssuance();
  const refusal = { type: 'urn:ietf:params:acme:error:malformed', detail: 'Contact information is missing' };
  ca.change = (answer) =>
    answer.headers.location?.includes('/my-account/')
      ? page(400, 'application/problem+json', JSON.stringify(refusal))(answer)
      : answer;
  await runToEnd(issuance, 4);
  expect(issuance.domain).toMatchObject({ phase: 'ordering', sslStatus: 'pending' });
  expect(diagnosisOf(issuance.domain).diagnosis).toMatchObject({
    reason: 'ca_account_refused',
    observed: `${refusal.type}: ${refusal.detail}`,
  });
});

describe('a CA that takes only accounts with an external binding', () => {
  const external = { kid: 'customer-7', hmacKey: Buffer.alloc(32, 7).toString('base64url') };

  it('is the operator’s matter until the account is bound, and then issues', async () => {
    const strict = await startPebble({ nonceRejectPercent: 0, externalAccounts: { [external.kid]: external.hmacKey } });
    try {
      const stored = aStoredAccount().store;
      const publish = (token: string, answer: string) => void strict.challenges.set(token, answer);
      const issuance = await AnIssuance.preparedAt([caAt(strict, { publish }, stored)], nextName());
      await runToEnd(issuance, 3);
      expect(issuance.domain).toMatchObject({ phase: 'ordering', sslStatus: 'pending' });
      const { diagnosis } = diagnosisOf(issuance.domain);
      expect(diagnosis).toMatchObject({
        reason: 'ca_account_refused',
        observed: expect.stringContaining('externalAccountRequired'),
      });
      expect(actorFor(issuance.domain)).toBe('service');
      const seal = async (key: KeyObject) => sealed(key);
      const ports = { stored, seal, open: opened, client: await accountClients(strict), clock: () => new Date() };
      await registerAccount(ports, { contacts: [], external });
      issuance.restart();
      await runToEnd(issuance);
      expect(issuance.domain).toMatchObject({ phase: 'installing' });
    } finally {
      await strict.stop();
    }
  });
});
