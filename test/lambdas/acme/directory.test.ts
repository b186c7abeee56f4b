import { describe, expect, it, vi } from 'vitest';
import { acmeDirectory, type Exchange, type ExchangeResult } from '../../../lambdas/acme/exchange.gateway.ts';
import { later, NOW, SECOND } from '../a-domain.ts';

const directoryUrl = 'https://ca.test/dir';
const resources = { newNonce: 'n', newAccount: 'a', newOrder: 'o', renewalInfo: 'https://ca.test/ari' };
const says = (body: unknown, status = 200): ExchangeResult => ({
  kind: 'answer',
  status,
  headers: {},
  body: JSON.stringify(body),
});

function aDirectory(answer: ExchangeResult) {
  const exchange = vi.fn<Exchange>(async () => answer);
  const clock = vi.fn(() => NOW);
  return { exchange, clock, read: acmeDirectory({ directoryUrl, exchange, clock }) };
}

describe("the CA's directory", () => {
  it('is requested once by any number at once, and again after an hour', async () => {
    const { exchange, clock, read } = aDirectory(says(resources));
    expect(await Promise.all([read(), read()])).toEqual([resources, resources]);
    clock.mockReturnValue(later(3_599 * SECOND));
    await read();
    expect(exchange).toHaveBeenCalledTimes(1);
    expect(exchange).toHaveBeenCalledWith(expect.objectContaining({ method: 'GET', url: directoryUrl }));
    clock.mockReturnValue(later(3_600 * SECOND));
    await read();
    expect(exchange).toHaveBeenCalledTimes(2);
  });

  it.each<[string, ExchangeResult]>([
    ['does not answer', { kind: 'failed', reason: 'ECONNREFUSED' }],
    ['answers an error', says({ type: 'about:blank' }, 503)],
    ['answers what is no directory', says({ hello: 'world' })],
    ['answers what is no JSON', { kind: 'answer', status: 200, headers: {}, body: '<html>' }],
  ])('is unknown while the CA %s, for a minute without another request', async (_, answer) => {
    const { exchange, clock, read } = aDirectory(answer);
    expect(await read()).toBeUndefined();
    clock.mockReturnValue(later(59 * SECOND));
    expect(await read()).toBeUndefined();
    expect(exchange).toHaveBeenCalledTimes(1);
    clock.mockReturnValue(later(60 * SECOND));
    exchange.mockResolvedValueOnce(says(resources));
    expect(await read()).toEqual(resources);
  });

  it.each([
    [{ caaIdentities: ['ca.test'] }, { caaIdentities: ['ca.test'] }],
    [{ caaIdentities: 'ca.test' }, undefined],
    ['none', undefined],
  ])('is the same whatever its meta is, such as %j', async (meta, read) => {
    expect(await aDirectory(says({ ...resources, meta })).read()).toEqual({
      ...resources,
      ...(read ? { meta: read } : { meta: undefined }),
    });
  });
});
