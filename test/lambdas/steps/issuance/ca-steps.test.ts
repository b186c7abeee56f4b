import { X509Certificate } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import type { DomainIn } from '../../../../lambdas/model/domains/domain-row.schema.ts';
import type { CertificateFacts } from '../../../../lambdas/model/domains/issuance.schema.ts';
import { HOUR, issued, later, SECOND, said, servedAs } from '../../a-domain.ts';
import { AnIssuance, STEPS } from './an-issuance.ts';
import { json, problem } from './in-memory-ca.ts';

const { readyFor } = AnIssuance;

const diagnosisOf = ({ domain }: AnIssuance) => {
  const { code, observed } = said(domain).diagnosis;
  return [domain.phase, code, observed];
};

describe('a certificate', () => {
  it('takes 9 requests to the CA when every step is a new process, and is stored before its server', async () => {
    const issuance = await AnIssuance.prepared();
    await issuance.finish();
    expect(issuance.ca.requests).toEqual([
      'GET /dir',
      'HEAD /nonce',
      'POST /order',
      'POST /authz/0',
      'POST /challenge/0',
      'POST /order/0',
      'POST /finalize/0',
      'POST /order/0',
      'POST /certificate/0',
    ]);
    expect(issuance.domain.phase).toBe('installing');
    const [installed] = issuance.certificates;
    expect(new X509Certificate(installed?.chainPem ?? '').checkHost('shop.customer.com')).toBe('shop.customer.com');
    expect(issuance.changes.at(-1)?.alongside).toHaveLength(1);
  });

  it('takes at most 10 requests to the CA when it refuses a nonce on the way', async () => {
    const issuance = await AnIssuance.prepared();
    issuance.ca.instead.push({ match: /finalize/, result: problem(400, 'badNonce', { 'replay-nonce': issuance.ca.newNonce() }) });
    await issuance.finish();
    expect(issuance.domain.phase).toBe('installing');
    expect(issuance.ca.requests).toHaveLength(10);
  });

  it('takes 7 requests to the CA when the processes are warm, none of them for a nonce', async () => {
    const issuance = await AnIssuance.prepared();
    await issuance.finish();
    issuance.domain = (await AnIssuance.prepared()).domain;
    await issuance.finish();
    issuance.ca.requests.length = 0;
    issuance.domain = (await AnIssuance.prepared()).domain;
    await issuance.finish();
    expect(issuance.ca.requests.map((request) => request.replace(/\d+$/, ''))).toEqual([
      ...['POST /order', 'POST /authz/', 'POST /challenge/'],
      ...['POST /order/', 'POST /finalize/', 'POST /order/', 'POST /certificate/'],
    ]);
  });
});

describe('the order of a renewal', () => {
  const present = { ...issued, ariId: 'aYhba4dGQEHhs3uEe6CuLN4ByNQ.AIdlQyE' };

  /** A renewal before its order. */
  async function renewing(certificate: CertificateFacts = present): Promise<AnIssuance> {
    const issuance = await readyFor('create-order');
    issuance.domain = { ...issuance.domain, sslStatus: 'active', served: servedAs({ certificate }) };
    return issuance;
  }

  it.each<[string, CertificateFacts, boolean, string | undefined]>([
    ['names the certificate that it replaces', present, true, present.ariId],
    ['names none to a CA without renewal information', present, false, undefined],
    ['names none of another CA', { ...present, ca: 'Other CA' }, true, undefined],
    ['names none of which the name is not known', issued, true, undefined],
  ])('%s', async (_, certificate, hasRenewalInfo, named) => {
    const issuance = await renewing(certificate);
    issuance.ca.hasRenewalInfo = hasRenewalInfo;
    issuance.restart();
    await issuance.run('create-order');
    expect(issuance.ca.orders.map(({ replaces }) => replaces)).toEqual([named]);
  });

  it.each(['alreadyReplaced', 'malformed', 'unauthorized'])(
    'that the CA refuses as a replacement (%s) is made as that of a new certificate',
    async (type) => {
      const issuance = await renewing();
      issuance.ca.instead.push({ match: /POST \/order$/, result: problem(409, type) });
      await issuance.run('create-order');
      expect(issuance.domain.phase).toBe('validating');
      expect(issuance.ca.orders.map(({ replaces }) => replaces)).toEqual([undefined]);
    },
  );

  it('after the CA has failed inside names no certificate: it may have failed at that', async () => {
    const issuance = await renewing();
    issuance.ca.instead.push({ match: /POST \/order$/, result: problem(500, 'serverInternal') });
    await issuance.run('create-order');
    await issuance.run('create-order');
    expect(issuance.domain.phase).toBe('validating');
    expect(issuance.ca.orders.map(({ replaces }) => replaces)).toEqual([undefined]);
  });

  it.each(['rateLimited', 'serverInternal', 'rejectedIdentifier'])(
    'that the CA refuses for another reason (%s) is not made in another way',
    async (type) => {
      const issuance = await renewing();
      issuance.ca.instead.push({ match: /POST \/order$/, result: problem(429, type) });
      await issuance.run('create-order');
      expect(issuance.ca.orders).toEqual([]);
      expect(issuance.ca.requests.filter((request) => request === 'POST /order')).toHaveLength(1);
    },
  );
});

describe.each(STEPS)('the step %s', (name) => {
  it(`the step ${name}, run twice, asks the CA no more than once`, async () => {
    const issuance = await readyFor(name);
    await issuance.run(name);
    const before = issuance.ca.requests.length;
    await issuance.run(name);
    expect(issuance.ca.requests).toHaveLength(before);
  });

  it(`the step ${name}, killed between its call and its write and run again elsewhere, ends with one certificate and at most one abandoned order`, async () => {
    const issuance = await readyFor(name);
    await issuance.runKilled(name);
    issuance.restart();
    await issuance.finish(name);
    expect(issuance.domain.phase).toBe('installing');
    expect(issuance.ca.certificates).toBe(1);
    expect(issuance.ca.orders.filter(({ status }) => status !== 'valid').length).toBeLessThanOrEqual(
      name === 'create-order' ? 1 : 0,
    );
  });

  it(`the step ${name} keeps the domain where it is while the CA is down, and goes on when the CA is back`, async () => {
    const issuance = await readyFor(name);
    const { phase } = issuance.domain;
    issuance.ca.instead.push({ match: /./, result: { kind: 'failed', reason: 'ECONNREFUSED' } });
    expect(await issuance.run(name)).toMatchObject({ next: name, waitSeconds: 60 });
    expect(said(issuance.domain)).toMatchObject({ phase, error: { code: 'certificate_request_failed' } });
    await issuance.finish(name);
    expect(said(issuance.domain)).toMatchObject({ phase: 'installing', diagnosis: { code: 'in_progress' } });
    expect(said(issuance.domain).error).toBeUndefined();
  });

  it.each([{ 'retry-after': '700' }, { date: 'Sun, 01 Mar 2026 10:00:00 GMT', 'retry-after': 'Sun, 01 Mar 2026 10:11:40 GMT' }])(
    `the step ${name} waits as long as a rate limit says, in seconds or by a date: %j`,
    async (headers) => {
      const issuance = await readyFor(name);
      issuance.ca.instead.push({ match: /POST/, result: problem(429, 'rateLimited', headers) });
      expect(await issuance.run(name)).toMatchObject({ next: name, waitSeconds: 700 });
      expect(said(issuance.domain).diagnosis.code).toBe('ca_rate_limited');
    },
  );
});

describe('the challenge', () => {
  it('is in place before the CA is told to request it', async () => {
    const issuance = await readyFor('answer-challenge');
    let inPlace = false;
    issuance.ca.afterwards = (path) => {
      if (path.startsWith('/challenge')) inPlace = issuance.challenges.has('token-0');
      return;
    };
    await issuance.run('answer-challenge');
    expect(inPlace).toBe(true);
    expect(issuance.challenges.get('token-0')).toMatchObject({
      hostname: 'shop.customer.com',
      keyAuthorization: expect.stringMatching(/^token-0\.[A-Za-z0-9_-]{43}$/),
    });
  });

  it('can be requested for a day, also when the issuance window is about to end', async () => {
    const issuance = await readyFor('answer-challenge');
    issuance.now = later(24 * HOUR - SECOND);
    await issuance.run('answer-challenge');
    expect(issuance.challenges.get('token-0')?.expiresAtSeconds).toBe(later(48 * HOUR - SECOND).getTime() / 1000);
  });

  it('is not answered again when the hostname is validated already', async () => {
    const issuance = await readyFor('answer-challenge');
    await issuance.runKilled('answer-challenge');
    issuance.ca.validate();
    issuance.ca.requests.length = 0;
    await issuance.run('answer-challenge');
    expect(issuance.ca.requests).not.toContain('POST /challenge/0');
    expect(issuance.domain.phase).toBe('validating');
  });

  it('that failed has another order made later, and says why', async () => {
    const issuance = await readyFor('poll-order');
    for (const order of issuance.ca.orders) Object.assign(order, { status: 'invalid', challenge: 'invalid' });
    expect(await issuance.run('poll-order')).toEqual({ next: 'prepare-issuance', waitSeconds: 900 });
    expect(diagnosisOf(issuance)).toEqual([
      'preparing',
      'certificate_request_failed',
      'urn:ietf:params:acme:error:unauthorized: returned 404',
    ]);
  });

  it('that failed for several reasons keeps each of them in evidence, and the first as the cause', async () => {
    const issuance = await readyFor('poll-order');
    for (const order of issuance.ca.orders) Object.assign(order, { status: 'invalid', challenge: 'invalid' });
    const urn = 'urn:ietf:params:acme:error:';
    const subproblems = [
      { type: `${urn}caa`, detail: 'forbidden', identifier: { type: 'dns', value: 'shop.customer.com' } },
      { type: `${urn}dns`, detail: 'no address' },
    ];
    const error = { type: `${urn}compound`, detail: 'two reasons', subproblems };
    const challenges = [{ type: 'http-01', url: 'x', status: 'invalid', error }];
    issuance.ca.instead.push({ match: /authz/, result: json(200, { status: 'invalid', challenges }) });
    await issuance.run('poll-order');
    expect(said(issuance.domain).diagnosis.observed).toBe(`${urn}caa: forbidden`);
    expect(said(issuance.domain).diagnosis.evidence.map(({ asked, answer }) => [asked, answer])).toEqual([
      ['the certificate authority', `${urn}compound: two reasons`],
      ['the certificate authority about shop.customer.com', `${urn}caa: forbidden`],
      ['the certificate authority', `${urn}dns: no address`],
    ]);
  });

  it.each(['finalize-order', 'download-certificate'] as const)(
    'an order that is invalid when %s looks at it says why from its challenge',
    async (step) => {
      const issuance = await readyFor(step);
      for (const order of issuance.ca.orders) Object.assign(order, { status: 'invalid', challenge: 'invalid' });
      await issuance.run(step);
      expect(diagnosisOf(issuance)).toEqual([
        'preparing',
        'certificate_request_failed',
        'urn:ietf:params:acme:error:unauthorized: returned 404',
      ]);
    },
  );
});

describe('the order', () => {
  it('that is repeated after trouble of the CA takes a slot of our budget, so that not all come at once when it is over', async () => {
    const issuance = await readyFor('create-order');
    const takeAnother = vi.fn(async () => false);
    issuance.takeAnother = takeAnother;
    issuance.ca.instead.push({ match: /POST/, result: problem(503, 'serverInternal') });
    await issuance.run('create-order');
    expect(takeAnother).not.toHaveBeenCalled();

    const asked = issuance.ca.requests.length;
    expect(await issuance.run('create-order')).toEqual({ next: 'prepare-issuance', waitSeconds: 0 });
    expect(issuance.ca.requests).toHaveLength(asked);
    // It waits like a domain without a slot. The slot that it gets there is its own.
    expect(diagnosisOf(issuance).slice(0, 2)).toEqual(['preparing', 'certificate_request_failed']);
    expect(issuance.domain).not.toHaveProperty('issuance.lastObstacleWasCa');
  });

  it('that is repeated after trouble of the CA is placed where there is a slot for it', async () => {
    const issuance = await readyFor('create-order');
    issuance.ca.instead.push({ match: /POST/, result: problem(503, 'serverInternal') });
    await issuance.run('create-order');
    await issuance.run('create-order');
    expect(issuance.domain.phase).toBe('validating');
  });

  it('of a name that the CA refuses fails the domain at once', async () => {
    const issuance = await readyFor('create-order');
    issuance.ca.instead.push({ match: /POST/, result: problem(403, 'rejectedIdentifier') });
    await issuance.run('create-order');
    expect(said(issuance.domain)).toMatchObject({
      phase: 'failed',
      sslStatus: 'error',
      error: { code: 'certificate_request_failed' },
    });
  });

  it.each(['malformed', 'unauthorized'])('that our account is refused (%s) fails no customer', async (name) => {
    const issuance = await readyFor('create-order');
    issuance.ca.instead.push({ match: /POST/, result: problem(403, name) });
    expect(await issuance.run('create-order')).toMatchObject({ next: 'create-order' });
    expect(said(issuance.domain)).toMatchObject({ phase: 'ordering', sslStatus: 'pending' });
  });

  it('is not made when the issuance window is over', async () => {
    const issuance = await readyFor('create-order');
    issuance.now = later(24 * HOUR);
    await issuance.run('create-order');
    expect(issuance.ca.requests).toEqual([]);
    expect(said(issuance.domain)).toMatchObject({ phase: 'failed', sslStatus: 'error' });
  });

  it('is made until the last moment of the issuance window', async () => {
    const issuance = await readyFor('create-order');
    issuance.now = later(24 * HOUR - 1);
    await issuance.run('create-order');
    expect(issuance.domain.phase).toBe('validating');
  });

  it('that is still pending is polled, with two requests less than a new process would take', async () => {
    const issuance = await AnIssuance.prepared();
    await issuance.run('create-order');
    await issuance.run('answer-challenge');
    issuance.ca.requests.length = 0;
    expect(await issuance.run('poll-order')).toEqual({ next: 'poll-order', waitSeconds: 3 });
    expect(await issuance.run('poll-order')).toEqual({ next: 'poll-order', waitSeconds: 3 });
    expect(issuance.ca.requests).toEqual(['POST /order/0', 'POST /order/0']);
  });

  it('that a lost finalize has reached is read, and finalized no second time', async () => {
    const issuance = await readyFor('finalize-order');
    issuance.ca.answers(/./, { kind: 'failed', reason: 'ECONNRESET' });
    expect(await issuance.run('finalize-order')).toMatchObject({ next: 'finalize-order' });
    issuance.ca.recovers();
    await issuance.finish('finalize-order');
    expect(issuance.domain.phase).toBe('installing');
    expect(issuance.ca.certificates).toBe(1);
  });

  it('that is not issued yet is waited for', async () => {
    const issuance = await AnIssuance.prepared();
    await issuance.run('create-order');
    issuance.ca.validate();
    await issuance.run('poll-order');
    expect(await issuance.run('download-certificate')).toEqual({ next: 'download-certificate', waitSeconds: 3 });
  });
});

describe('a certificate that was downloaded', () => {
  it('is announced to its server in the same step, before anybody looks for it', async () => {
    const issuance = await AnIssuance.prepared();
    await issuance.finish();
    const { issued } = issuance.domain as DomainIn<'installing'>;
    expect(issuance.announced).toEqual([issued.fingerprintSha256]);
  });

  it('and could not be announced moves on to the step that announces it', async () => {
    const issuance = await readyFor('download-certificate');
    issuance.throttled = /SERVER#/;
    expect(await issuance.run('download-certificate')).toEqual({ next: 'verify-installation', waitSeconds: 5 });
    expect(issuance.domain.phase).toBe('installing');
  });

  it('is announced by nobody whose write was refused', async () => {
    const issuance = await readyFor('download-certificate');
    await issuance.runKilled('download-certificate');
    expect(issuance.announced).toEqual([]);
  });

  it('a certificate that renews another is first looked for when idle agents have it; a first one as soon as it can be there', async () => {
    const renewal = await readyFor('download-certificate');
    renewal.domain = { ...renewal.domain, sslStatus: 'active' };
    expect(await renewal.run('download-certificate')).toEqual({ next: 'verify-installation', waitSeconds: 90 });
    const first = await readyFor('download-certificate');
    expect(await first.run('download-certificate')).toEqual({ next: 'verify-installation', waitSeconds: 5 });
  });
});

describe('a certificate that the CA has ready in its answer to finalize', () => {
  async function readyAtOnce(): Promise<AnIssuance> {
    const issuance = await readyFor('finalize-order');
    issuance.ca.issuesAtOnce = true;
    return issuance;
  }

  it('is stored before its server by the same step', async () => {
    const issuance = await readyAtOnce();
    expect(await issuance.run('finalize-order')).toEqual({ next: 'verify-installation', waitSeconds: 5 });
    expect(issuance.ca.requests).toEqual(['POST /finalize/0', 'POST /certificate/0']);
    expect(issuance.domain.phase).toBe('installing');
    expect(issuance.certificates).toHaveLength(1);
    expect(issuance.changes.at(-1)).toMatchObject({ timeline: 'certificate.downloaded', alongside: [expect.anything()] });
  });

  it('is found in its order where a killed step never wrote the answer, and made no second time', async () => {
    const issuance = await readyAtOnce();
    await issuance.runKilled('finalize-order');
    expect(issuance.domain.phase).toBe('finalizing');
    issuance.restart();
    expect(await issuance.run('finalize-order')).toMatchObject({ next: 'verify-installation' });
    expect(issuance.ca.certificates).toBe(1);
    expect(issuance.ca.orders).toHaveLength(1);
  });

  it.each([
    ['does not come', { kind: 'failed', reason: 'ECONNRESET' } as const],
    ['is another one', { kind: 'answer', status: 200, headers: {}, body: 'no certificate' } as const],
  ])('is left to the step that downloads if it %s, and the order is not finalized again', async (_, result) => {
    const issuance = await readyAtOnce();
    issuance.ca.instead.push({ match: /certificate/, result });
    expect(await issuance.run('finalize-order')).toEqual({ next: 'download-certificate', waitSeconds: 0 });
    expect(issuance.certificates).toEqual([]);
    expect(issuance.domain).toMatchObject({
      phase: 'downloading',
      issuance: { certificateUrl: 'https://ca.test/certificate/0' },
    });
    await issuance.run('download-certificate');
    expect(issuance.domain.phase).toBe('installing');
    expect(issuance.ca.certificates).toBe(1);
  });
});

it('a certificate that is not what was ordered is never put before a server', async () => {
  const issuance = await readyFor('download-certificate');
  const foreign = await AnIssuance.prepared();
  await foreign.finish();
  issuance.ca.instead.push({
    match: /certificate/,
    result: { kind: 'answer', status: 200, headers: {}, body: foreign.certificates[0]?.chainPem ?? '' },
  });
  expect(await issuance.run('download-certificate')).toMatchObject({ next: 'download-certificate' });
  expect(issuance.certificates).toEqual([]);
  expect(diagnosisOf(issuance)[2]).toContain('it is for another key');
});

it.each([0, 0.5, 0.99])('a chain that is cut short at %d of its length is downloaded again', async (share) => {
  const issuance = await readyFor('download-certificate');
  const whole = issuance.ca.orders[0]?.chain ?? '';
  const body = whole.slice(0, whole.length * share);
  issuance.ca.instead.push({ match: /certificate/, result: { kind: 'answer', status: 200, headers: {}, body } });
  expect(await issuance.run('download-certificate')).toMatchObject({ next: 'download-certificate' });
  expect(issuance.certificates).toEqual([]);
  await issuance.finish('download-certificate');
  expect(issuance.certificates).toMatchObject([{ chainPem: whole }]);
});

it('the row of a domain keeps the beginning of what a CA says without end', async () => {
  const issuance = await readyFor('create-order');
  issuance.ca.answers(/order$/, problem(500, 'serverInternal'.repeat(10_000)));
  await issuance.run('create-order');
  expect(diagnosisOf(issuance)[2]).toMatch(/^urn:ietf:params:acme:error:serverInternal/);
  expect(JSON.stringify(issuance.domain).length).toBeLessThan(10_000);
});
