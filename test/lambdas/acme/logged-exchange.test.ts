import { describe, expect, it, vi } from 'vitest';
import { type ExchangeResult, loggedExchange } from '../../../lambdas/acme/exchange.gateway.ts';
import { later, NOW } from '../a-domain.ts';

async function asked(result: ExchangeResult, url = 'https://ca.test/order/7?x=secret') {
  const log = vi.fn();
  const instants = [NOW, later(40)];
  const exchange = loggedExchange(
    async () => result,
    'Test CA',
    log,
    () => instants.shift() ?? NOW,
  );
  const request = { method: 'POST' as const, url, body: 'a signed body', signal: new AbortController().signal };
  expect(await exchange(request)).toBe(result);
  return log.mock.calls;
}

const answer = (status: number): ExchangeResult => ({ kind: 'answer', status, headers: {}, body: 'an answer' });

describe('a request to a CA', () => {
  it.each<[string, ExchangeResult, object, object]>([
    ['that it grants', answer(201), { status: 201 }, { CaRequestsRefused: 0, CaRequestsFailed: 0 }],
    ['that it refuses', answer(429), { status: 429 }, { CaRequestsRefused: 1, CaRequestsFailed: 0 }],
    ['that it fails', answer(503), { status: 503 }, { CaRequestsRefused: 0, CaRequestsFailed: 1 }],
    [
      'that it does not answer',
      { kind: 'failed', reason: 'no answer in time' },
      { status: undefined, reason: 'no answer in time' },
      { CaRequestsRefused: 0, CaRequestsFailed: 1 },
    ],
  ])('%s has a line with its status and time, and is counted', async (_, result, facts, measured) => {
    const line = { ca: 'Test CA', method: 'POST', path: '/order/7', milliseconds: 40, ...facts, measured };
    expect(await asked(result)).toEqual([['info', 'CA request', line]]);
  });

  it('has no body in its line, neither its own nor that of the answer', async () => {
    const line = JSON.stringify(await asked(answer(200)));
    for (const secret of ['secret', 'signed body', 'an answer']) expect(line).not.toContain(secret);
  });

  it('to an address that is none is logged as it was given', async () => {
    expect((await asked({ kind: 'failed', reason: 'ERR_INVALID_URL' }, 'nonsense'))[0]?.[2]).toMatchObject({ path: 'nonsense' });
  });
});
