import { describe, expect, it } from 'vitest';
import type { Domain } from '../../../../lambdas/model/domains/domain-row.schema.ts';
import { SECOND, timings } from '../../a-domain.ts';
import { AnIssuance, type CaStepName, STEPS } from './an-issuance.ts';
import { CA_URL, json, problem } from './in-memory-ca.ts';

/** A lost order is given up after five retry pauses. */
const PATIENCE_SECONDS = 5 * timings.caRetrySeconds;
const FIRST_ORDER = /\/(order|authz|challenge|finalize|certificate)\/0$/;
/** A 404 without an ACME problem: from Pebble about an order that it has forgotten, or from a site under maintenance. */
const NOTHING_THERE = { kind: 'answer', status: 404, headers: {}, body: '<h1>Not found</h1>' } as const;
const NOT_FOUND = [problem(404, 'malformed'), problem(403, 'unauthorized'), problem(400, 'accountDoesNotExist'), NOTHING_THERE];

const { readyFor } = AnIssuance;

/** Runs the step until the domain leaves its phase, at most this many times. */
async function runWhileStuck(issuance: AnIssuance, name: CaStepName, times: number): Promise<Domain['phase']> {
  const { phase } = issuance.domain;
  for (let run = 0; run < times && issuance.domain.phase === phase; run += 1) await issuance.run(name);
  return issuance.domain.phase;
}

async function expectOneCertificateOfOneOrder(issuance: AnIssuance, from: CaStepName): Promise<void> {
  issuance.ca.recovers();
  await issuance.finish(from);
  expect(issuance.domain.phase).toBe('installing');
  expect([issuance.ca.orders.length, issuance.ca.certificates]).toEqual([1, 1]);
}

describe.each(STEPS.slice(1))('an order that the CA does not find at %s', (name) => {
  it.each(NOT_FOUND)('is not given up at once, because a replica may lag: %j', async (answer) => {
    const issuance = await readyFor(name);
    issuance.ca.answers(FIRST_ORDER, answer);
    for (let run = 0; run < 3; run += 1) expect(await issuance.run(name)).toMatchObject({ next: name });
    await expectOneCertificateOfOneOrder(issuance, name);
  });

  it.each(NOT_FOUND)('is replaced by another with the same key if that lasts: %j', async (answer) => {
    const issuance = await readyFor(name);
    const request = 'issuance' in issuance.domain ? issuance.domain.issuance : undefined;
    issuance.ca.answers(FIRST_ORDER, answer);
    const begunAt = issuance.now.getTime();
    expect(await runWhileStuck(issuance, name, 20)).toBe('preparing');
    const { updatedAt } = issuance.domain;
    expect((Date.parse(updatedAt) - begunAt) / SECOND).toBeGreaterThanOrEqual(PATIENCE_SECONDS);
    expect((Date.parse(updatedAt) - begunAt) / SECOND).toBeLessThan(2 * PATIENCE_SECONDS);
    expect(issuance.domain).toMatchObject({ issuance: { csr: request?.csr, sealedKey: request?.sealedKey } });
    issuance.prepareAgain();
    await issuance.finish();
    expect(issuance.domain.phase).toBe('installing');
  });

  it.each([
    ['everything', /./],
    ['the directory', /order|authz|challenge|finalize|certificate|dir/],
    ['the nonces', /order|authz|challenge|finalize|certificate|nonce/],
  ])(`an order is kept at ${name} through a maintenance that answers 404 for %s without a word of ACME`, async (_, path) => {
    const issuance = await readyFor(name);
    issuance.ca.answers(path, NOTHING_THERE);
    const { phase } = issuance.domain;
    expect(await runWhileStuck(issuance, name, 20)).toBe(phase);
    await expectOneCertificateOfOneOrder(issuance, name);
  });
});

describe('once finalize was accepted', () => {
  it.each(NOT_FOUND)('a certificate that the CA does not find is requested again, however long: %j', async (answer) => {
    const issuance = await readyFor('download-certificate');
    issuance.ca.answers(/certificate/, answer);
    expect(await runWhileStuck(issuance, 'download-certificate', 20)).toBe('downloading');
    await expectOneCertificateOfOneOrder(issuance, 'download-certificate');
  });

  it.each(['pending', 'ready', 'valid'])('an order that is shown as %s without a certificate is polled again', async (status) => {
    const issuance = await readyFor('download-certificate');
    issuance.ca.answers(/order/, json(200, { status, finalize: 'f', authorizations: ['a'] }));
    expect(await runWhileStuck(issuance, 'download-certificate', 20)).toBe('downloading');
    await expectOneCertificateOfOneOrder(issuance, 'download-certificate');
  });

  it.each(NOT_FOUND)('the order itself says how far it is where the answer is as if there were none: %j', async (answer) => {
    const issuance = await readyFor('finalize-order');
    issuance.ca.answers(/finalize/, answer);
    expect(await issuance.run('finalize-order')).toMatchObject({ next: 'download-certificate' });
    await expectOneCertificateOfOneOrder(issuance, 'download-certificate');
  });

  it('an order forgotten with its certificate, whose URL we know, is replaced', async () => {
    const issuance = await readyFor('download-certificate');
    const { domain } = issuance;
    if (domain.phase !== 'downloading') throw new Error(domain.phase);
    issuance.domain = { ...domain, issuance: { ...domain.issuance, certificateUrl: `${CA_URL}/certificate/0` } };
    issuance.ca.answers(FIRST_ORDER, problem(404, 'malformed'));
    expect(await runWhileStuck(issuance, 'download-certificate', 20)).toBe('preparing');
  });

  it('an order that is invalid is replaced', async () => {
    const issuance = await readyFor('download-certificate');
    for (const order of issuance.ca.orders) order.status = 'invalid';
    expect(await issuance.run('download-certificate')).toMatchObject({ next: 'prepare-issuance' });
  });
});

it.each([problem(404, 'malformed'), NOTHING_THERE])(
  'an order whose challenge the CA goes on not to find is replaced: %j',
  async (result) => {
    const issuance = await readyFor('answer-challenge');
    const answers = Array.from({ length: 20 }, () => ({ match: /challenge/, result }));
    issuance.ca.instead.push(...answers);
    expect(await runWhileStuck(issuance, 'answer-challenge', 20)).toBe('preparing');
  },
);

it('a finalize that did not reach the order is handed in again', async () => {
  const issuance = await readyFor('finalize-order');
  issuance.ca.instead.push({ match: /finalize/, result: problem(404, 'malformed') });
  expect(await issuance.run('finalize-order')).toMatchObject({ next: 'finalize-order' });
  await expectOneCertificateOfOneOrder(issuance, 'finalize-order');
});

it('a CA that finds an order now and then never loses it', async () => {
  const issuance = await AnIssuance.prepared();
  await issuance.run('create-order');
  await issuance.run('answer-challenge');
  for (let look = 0; look < 20; look += 1) {
    if (look % 2 === 0) issuance.ca.answers(FIRST_ORDER, problem(404, 'malformed'));
    else issuance.ca.recovers();
    expect(await issuance.run('poll-order')).toMatchObject({ next: 'poll-order' });
    issuance.now = new Date(issuance.now.getTime() + PATIENCE_SECONDS * SECOND);
  }
  await expectOneCertificateOfOneOrder(issuance, 'poll-order');
});

it('a maintenance in between begins the count of checks of a lost order anew', async () => {
  const issuance = await readyFor('poll-order');
  for (const maintenance of [false, true, false]) {
    issuance.ca.answers(maintenance ? /./ : FIRST_ORDER, NOTHING_THERE);
    for (let look = 0; look < 5; look += 1) expect(await issuance.run('poll-order')).toMatchObject({ next: 'poll-order' });
  }
  await expectOneCertificateOfOneOrder(issuance, 'poll-order');
});

it('an order answered 404 without a word of ACME costs two requests to the CA more, and with its word none', async () => {
  for (const [answer, requests] of [
    [NOTHING_THERE, ['POST /order/0', 'GET /dir', 'HEAD /nonce']],
    [problem(404, 'malformed'), ['POST /order/0']],
  ] as const) {
    const issuance = await readyFor('poll-order');
    issuance.ca.answers(FIRST_ORDER, answer);
    issuance.ca.requests.length = 0;
    await issuance.run('poll-order');
    expect(issuance.ca.requests).toEqual(requests);
  }
});
