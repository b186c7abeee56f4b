import { describe, expect, it } from 'vitest';
import { said } from '../../a-domain.ts';
import { AnIssuance, type CaStepName } from './an-issuance.ts';
import { problem } from './in-memory-ca.ts';

// A step does the next step's work at once, as long as nothing slows it down.

const LATER = problem(503, 'serverInternal');
const UNHEARD = { kind: 'failed', reason: 'ECONNRESET' } as const;

/** Runs until the end, each step as the previous one says. Returns the names of the steps that ran. */
async function walked(issuance: AnIssuance, from: CaStepName): Promise<string[]> {
  const ran: string[] = [];
  for (let next: string = from; next !== 'verify-installation' && ran.length < 20; ) {
    issuance.letCaWork();
    ran.push(next);
    next = (await issuance.run(next as CaStepName)).next;
  }
  return ran;
}

function expectOneCertificate({ ca, domain }: AnIssuance): void {
  expect([domain.phase, ca.orders.length, ca.certificates]).toEqual(['installing', 1, 1]);
}

describe('a certificate whose CA is quick', () => {
  it('takes three steps, and two where its answer to finalize has it', async () => {
    const issuance = await AnIssuance.prepared();
    expect(await walked(issuance, 'create-order')).toEqual(['create-order', 'poll-order', 'download-certificate']);
    const atOnce = await AnIssuance.prepared();
    atOnce.ca.issuesAtOnce = true;
    expect(await walked(atOnce, 'create-order')).toEqual(['create-order', 'poll-order']);
    for (const each of [issuance, atOnce]) {
      expectOneCertificate(each);
      expect(each.announced).toHaveLength(1);
      expect(each.changes.flatMap(({ events }) => events)).toEqual(['certificate.requested']);
    }
  });

  it('has a timeline of what each step has reached', async () => {
    const issuance = await AnIssuance.prepared();
    await walked(issuance, 'create-order');
    expect(issuance.changes.map(({ timeline }) => timeline)).toEqual([
      'challenge.answered',
      'order.finalized',
      'certificate.downloaded',
    ]);
  });

  it('is polled when the CA says', async () => {
    const issuance = await AnIssuance.prepared();
    await issuance.run('create-order');
    issuance.letCaWork();
    issuance.ca.afterwards = (path) => (path.startsWith('/finalize') ? processing() : undefined);
    expect(await issuance.run('poll-order')).toEqual({ next: 'download-certificate', waitSeconds: 77 });
  });
});

describe('a step that was held up', () => {
  it('leaves to the next what is the next one’s, so that none runs out of its time', async () => {
    const issuance = await AnIssuance.prepared();
    issuance.isHeldUp = true;
    expect(await walked(issuance, 'create-order')).toEqual([
      'create-order',
      'answer-challenge',
      'poll-order',
      'finalize-order',
      'download-certificate',
    ]);
    expectOneCertificate(issuance);
  });
});

describe('trouble in what a step does in passing', () => {
  it.each([
    ['the authorization is not read', /authz/, LATER],
    ['the authorization is not read at all', /authz/, UNHEARD],
    ['the challenge is not taken', /challenge/, LATER],
  ])('keeps the order that was made: %s', async (_, match, result) => {
    const issuance = await AnIssuance.prepared();
    issuance.ca.instead.push({ match, result });
    expect(await issuance.run('create-order')).toEqual({ next: 'answer-challenge', waitSeconds: 0 });
    expect(said(issuance.domain)).toMatchObject({ phase: 'authorizing', diagnosis: { code: 'in_progress' } });
    expect(await walked(issuance, 'answer-challenge')).toContain('poll-order');
    expectOneCertificate(issuance);
  });

  it('keeps the order that was made where its answer cannot be written', async () => {
    const issuance = await AnIssuance.prepared();
    issuance.throttled = /CHALLENGE#/;
    expect(await issuance.run('create-order')).toEqual({ next: 'answer-challenge', waitSeconds: 0 });
    issuance.throttled = undefined;
    await walked(issuance, 'answer-challenge');
    expectOneCertificate(issuance);
  });

  it.each([
    ['the CSR is not taken', /finalize/, LATER],
    ['the CSR is not heard', /finalize/, UNHEARD],
  ])('is left to the step that finalizes: %s', async (_, match, result) => {
    const issuance = await AnIssuance.prepared();
    await issuance.run('create-order');
    issuance.letCaWork();
    issuance.ca.instead.push({ match, result });
    expect(await issuance.run('poll-order')).toEqual({ next: 'finalize-order', waitSeconds: 0 });
    expect(said(issuance.domain)).toMatchObject({ phase: 'finalizing', diagnosis: { code: 'in_progress' } });
    await walked(issuance, 'finalize-order');
    expectOneCertificate(issuance);
  });

  it('makes no second certificate where the answer to a CSR is lost', async () => {
    const issuance = await AnIssuance.prepared();
    await issuance.run('create-order');
    issuance.letCaWork();
    issuance.ca.answers(/finalize/, UNHEARD);
    await issuance.run('poll-order');
    issuance.ca.recovers();
    await walked(issuance, 'finalize-order');
    expectOneCertificate(issuance);
  });

  it.each(['create-order', 'poll-order'] as const)(
    'ends with one certificate where the program is killed before its write: %s',
    async (name) => {
      const issuance = await AnIssuance.prepared();
      if (name === 'poll-order') await issuance.run('create-order');
      issuance.letCaWork();
      await issuance.runKilled(name);
      issuance.restart();
      await walked(issuance, name);
      expect([issuance.domain.phase, issuance.ca.certificates]).toEqual(['installing', 1]);
      expect(issuance.ca.orders).toHaveLength(name === 'create-order' ? 2 : 1);
    },
  );
});

function processing() {
  const order = { status: 'processing', finalize: 'https://ca.test/finalize/0', authorizations: ['https://ca.test/authz/0'] };
  return { kind: 'answer' as const, status: 200, headers: { 'retry-after': '77' }, body: JSON.stringify(order) };
}
