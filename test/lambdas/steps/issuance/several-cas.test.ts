import { describe, expect, it } from 'vitest';
import { HOUR, SECOND, said, timings } from '../../a-domain.ts';
import { AnIssuance } from './an-issuance.ts';
import { InMemoryCa, problem } from './in-memory-ca.ts';

const MINUTE = 60 * SECOND;
const DAY = 24 * HOUR;

/** Two CAs. All processes share their health. */
async function twoCas(): Promise<{ issuance: AnIssuance; first: InMemoryCa; second: InMemoryCa }> {
  const issuance = await AnIssuance.prepared();
  const second = new InMemoryCa();
  issuance.fallbacks.push({ name: 'Second CA', ca: second });
  issuance.remembersTrouble = true;
  return { issuance, first: issuance.ca, second };
}

/** Runs steps in new processes until the certificate is issued. */
async function issued(issuance: AnIssuance, cas: InMemoryCa[]): Promise<string | undefined> {
  for (let steps = 0; steps < 30 && issuance.domain.phase !== 'installing'; steps += 1) {
    if (issuance.domain.phase === 'preparing') issuance.prepareAgain();
    issuance.restart();
    for (const ca of cas) {
      ca.validate();
      ca.issue();
    }
    await issuance.run(issuance.stepOfPhase());
  }
  return issuance.certificates.at(-1)?.facts.ca;
}

describe('several CAs', () => {
  it('use the preferred one, and ask no other', async () => {
    const { issuance, first, second } = await twoCas();
    expect(await issued(issuance, [first, second])).toBe('Test CA');
    expect(second.requests).toEqual([]);
  });

  it('use the next one while the preferred one is down, which is reported once for all', async () => {
    const { issuance, first, second } = await twoCas();
    first.isDown = true;
    expect(await issued(issuance, [first, second])).toBe('Second CA');
    expect(issuance.domain).toMatchObject({ issued: { ca: 'Second CA' } });

    const asked = first.requests.length;
    const other = await AnIssuance.prepared(undefined, 'other.customer.com', issuance);
    Object.assign(other, { remembersTrouble: true, now: issuance.now });
    other.fallbacks.push(...issuance.fallbacks);
    expect(await issued(other, [other.ca, second])).toBe('Second CA');
    expect([first.requests.length, other.ca.requests]).toEqual([asked, []]);
  });

  it.each(['authorizing', 'validating'])('an order that is %s when its CA goes down is made at the next one', async (phase) => {
    const { issuance, first, second } = await twoCas();
    issuance.isHeldUp = true;
    while (issuance.domain.phase !== phase) await issuance.run(issuance.stepOfPhase());
    first.isDown = true;
    expect(await issued(issuance, [first, second])).toBe('Second CA');
  });

  it('an order that its CA may have made a certificate of waits for it when it goes down, for days', async () => {
    const { issuance, first, second } = await twoCas();
    issuance.isHeldUp = true;
    while (issuance.domain.phase !== 'downloading') {
      first.validate();
      await issuance.run(issuance.stepOfPhase());
    }
    first.isDown = true;
    const until = issuance.now.getTime() + 3 * DAY;
    while (issuance.now.getTime() < until) await issuance.run(issuance.stepOfPhase());
    expect(issuance.domain).toMatchObject({ phase: 'downloading', sslStatus: 'pending' });
    first.isDown = false;
    expect(await issued(issuance, [first, second])).toBe('Test CA');
    expect(second.requests).toEqual([]);
  });

  it('an outage of all CAs in its second day turns no domain into an error, and looks at them no more than once in six pauses', async () => {
    const { issuance, first, second } = await twoCas();
    first.isDown = true;
    second.isDown = true;
    await issuance.run('create-order');
    await issuance.run('create-order');
    const asked = first.requests.length;
    const until = issuance.now.getTime() + 2 * DAY;
    while (issuance.now.getTime() < until) {
      issuance.restart();
      await issuance.run('create-order');
    }
    expect(said(issuance.domain)).toMatchObject({
      phase: 'ordering',
      sslStatus: 'pending',
      error: { code: 'certificate_request_failed' },
    });
    const once = ['certificate.obstructed', 'certificate.slot_granted', 'certificate.obstructed'];
    expect(issuance.changes.map(({ timeline }) => timeline)).toEqual(once);
    expect(first.requests.length - asked).toBeLessThanOrEqual((2 * DAY) / (6 * timings.caRetrySeconds * SECOND) + 3);
    first.isDown = false;
    issuance.now = new Date(issuance.now.getTime() + HOUR);
    expect(await issued(issuance, [first, second])).toBe('Test CA');
  });

  it.each([
    ['its policy refuses', problem(403, 'rejectedIdentifier')],
    ['CAA records forbid it', problem(403, 'caa')],
    ['its limits hold for hours', problem(429, 'rateLimited', { 'retry-after': '7200' })],
  ])(
    'a name that the preferred CA does not take because %s is issued by the next one, and the breaker stays closed',
    async (_, answer) => {
      const { issuance, first, second } = await twoCas();
      first.instead.push({ match: /POST .order/, result: answer });
      expect(await issued(issuance, [first, second])).toBe('Second CA');
      expect(issuance.healthOf('Test CA')?.openedAt).toBeUndefined();
    },
  );

  it('a name that the CA finds forbidden by CAA when it validates is ordered at the next one', async () => {
    const { issuance, first, second } = await twoCas();
    await issuance.run('create-order');
    for (const order of first.orders) Object.assign(order, { status: 'invalid', challenge: 'invalid', refusal: 'caa' });
    expect(await issued(issuance, [first, second])).toBe('Second CA');
  });

  it('a name that the last CA refuses fails, as it does where there is one', async () => {
    const { issuance, first, second } = await twoCas();
    for (const ca of [first, second]) ca.instead.push({ match: /POST .order/, result: problem(403, 'rejectedIdentifier') });
    await issuance.run('create-order');
    await issuance.run('create-order');
    expect(said(issuance.domain)).toMatchObject({ phase: 'failed', error: { code: 'certificate_request_failed' } });
  });

  it.each(['dns', 'connection', 'unauthorized', 'tls'])(
    'a validation that fails by %s is the customer’s matter: the next CA is not asked',
    async (name) => {
      const { issuance, first, second } = await twoCas();
      await issuance.run('create-order');
      for (const order of first.orders) Object.assign(order, { status: 'invalid', challenge: 'invalid', refusal: name });
      await issuance.run('poll-order');
      expect(issuance.domain.phase).toBe('preparing');
      issuance.prepareAgain();
      await issuance.run('create-order');
      expect([first.orders.length, second.requests]).toEqual([2, []]);
    },
  );

  it('an account that the CA does not take without an external binding has the next one ordered from, at once', async () => {
    const { issuance, first, second } = await twoCas();
    for (let answers = 0; answers < 3; answers += 1)
      first.instead.push({ match: /POST/, result: problem(401, 'externalAccountRequired') });
    expect(await issued(issuance, [first, second])).toBe('Second CA');
    expect(first.requests.filter((request) => request.startsWith('POST'))).toHaveLength(1);
  });

  it('the budget of the next CA is its own: without room there the name waits', async () => {
    const { issuance, first, second } = await twoCas();
    first.isDown = true;
    await issuance.run('create-order');
    issuance.fallbackSlots = false;
    await issuance.run('create-order');
    expect([issuance.domain.phase, second.requests]).toEqual(['ordering', []]);
    issuance.fallbackSlots = true;
    expect(await issued(issuance, [first, second])).toBe('Second CA');
  });

  it('the preferred CA is ordered from again when a probe has found it back', async () => {
    const { issuance, first, second } = await twoCas();
    first.isDown = true;
    await issuance.run('create-order');
    first.isDown = false;
    issuance.now = new Date(issuance.now.getTime() + 6 * MINUTE);
    expect(await issued(issuance, [first, second])).toBe('Test CA');
    expect(issuance.healthOf('Test CA')).toMatchObject({ failures: 0, closedAt: expect.any(String) });
  });
});
