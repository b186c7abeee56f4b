import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { acmeGateway } from '../../../lambdas/acme/acme.gateway.ts';
import { type ExchangeResult, requestLogger } from '../../../lambdas/acme/exchange.gateway.ts';
import { later, NOW } from '../a-domain.ts';

const { privateKey: key } = generateKeyPairSync('ec', { namedCurve: 'P-256' });

async function asked(result: ExchangeResult, url = 'https://ca.test/order/7?x=secret') {
  const log = vi.fn();
  const instants = [NOW, later(40)];
  const exchange = vi.fn(async (_: { body?: string }) => result);
  const clock = () => instants.shift() ?? NOW;
  const acme = acmeGateway({ directoryUrl: 'https://ca.test/', exchange, clock, tell: requestLogger('Test CA', log) });
  acme.nonces.offer('bm9uY2U');
  await acme.getOrder({ key, url: 'https://ca.test/account/1' }, url);
  const { signature = '' } = JSON.parse(exchange.mock.lastCall?.[0].body ?? '{}') as { signature?: string };
  return { lines: log.mock.calls, signature };
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
    expect((await asked(result)).lines).toEqual([['info', 'CA request', line]]);
  });

  it('has no body in its line, neither its own nor that of the answer', async () => {
    const { lines, signature } = await asked(answer(200));
    expect(signature).not.toBe('');
    for (const secret of ['secret', signature, 'an answer']) expect(JSON.stringify(lines)).not.toContain(secret);
  });

  it('to an address that is none is logged as it was given', async () => {
    const { lines } = await asked({ kind: 'failed', reason: 'ERR_INVALID_URL' }, 'nonsense');
    expect(lines[0]?.[2]).toMatchObject({ path: 'nonsense' });
  });
});
