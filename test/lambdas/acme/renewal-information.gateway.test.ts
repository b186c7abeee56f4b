import { describe, expect, it, vi } from 'vitest';
import type { Exchange, ExchangeResult } from '../../../lambdas/acme/exchange.gateway.ts';
import { askIssuingCa, askRenewalInformation } from '../../../lambdas/acme/renewal-information.gateway.ts';
import { HOUR, iso, later, NOW, SECOND } from '../a-domain.ts';

const WEEK_SECONDS = 7 * 86_400;
const window = { start: iso(HOUR), end: iso(2 * HOUR) };
const says = (body: unknown, headers: Record<string, string> = {}, status = 200): ExchangeResult => ({
  kind: 'answer',
  status,
  headers,
  body: typeof body === 'string' ? body : JSON.stringify(body),
});

/** A CA whose renewal information endpoint gives this answer. */
function aCa(answer: ExchangeResult, renewalInfo: string | undefined = 'https://ca.test/ari') {
  const exchange = vi.fn<Exchange>(async () => answer);
  const clock = vi.fn(() => NOW);
  const directory = vi.fn(async () => ({
    newNonce: '',
    newAccount: '',
    newOrder: '',
    meta: undefined,
    ...(renewalInfo && { renewalInfo }),
  }));
  return {
    exchange,
    clock,
    directory,
    ask: askRenewalInformation({ directory, exchange, clock, longestRetrySeconds: WEEK_SECONDS }),
  };
}

describe('what the CA says about a renewal', () => {
  it.each(['https://ca.test/ari', 'https://ca.test/ari/'])(
    'is asked for by one request that nobody signs, below %s',
    async (place) => {
      const { exchange, ask } = aCa(says({ suggestedWindow: window }), place);
      expect(await ask('aki.serial')).toEqual({ url: 'https://ca.test/ari/aki.serial', window });
      expect(exchange.mock.calls).toEqual([
        [{ method: 'GET', url: 'https://ca.test/ari/aki.serial', signal: expect.anything() }],
      ]);
    },
  );

  it('is written in one way, however the CA writes it, with its explanation', async () => {
    const suggestedWindow = { start: '2026-06-01T15:00:00+02:00', end: '2026-06-01T14:00:00Z' };
    const { ask } = aCa(says({ suggestedWindow, explanationURL: 'https://ca.test/why', more: 1 }));
    expect(await ask('a.b')).toMatchObject({ window, explanationUrl: 'https://ca.test/why' });
  });

  it.each([
    ['an explanation that is none', { suggestedWindow: window, explanationURL: 7 }, window],
    ['a window that ends before it begins', { suggestedWindow: { start: window.end, end: window.start } }, undefined],
    ['a window of no length', { suggestedWindow: { start: window.end, end: window.end } }, undefined],
    ['a window that begins at no instant', { suggestedWindow: { ...window, start: 'soon' } }, undefined],
    ['a window in the year 12026', { suggestedWindow: { ...window, end: '+012026-06-01T12:00:00Z' } }, undefined],
    ['a window in numbers', { suggestedWindow: { start: 1, end: 2 } }, undefined],
    ['no window', {}, undefined],
    ['null', 'null', undefined],
    ['a page for people', '<html>renewed', undefined],
    ['nothing at all', '', undefined],
  ])('is what can be used of %s', async (_, body, read) => {
    expect((await aCa(says(body)).ask('a.b')).window).toEqual(read);
  });

  it.each([404, 429, 500, 503])(
    'is nothing where it answers %d, whatever else it writes, but for when it may be asked again',
    async (status) => {
      const { ask } = aCa(says({ suggestedWindow: window }, { 'retry-after': '90000' }, status));
      expect(await ask('a.b')).toEqual({ url: 'https://ca.test/ari/a.b', retryAfterSeconds: 90_000 });
    },
  );

  it.each([
    ['21600', 21_600],
    [String(WEEK_SECONDS), WEEK_SECONDS],
    [String(52 * WEEK_SECONDS), WEEK_SECONDS],
    [new Date(later(48 * HOUR)).toUTCString(), 172_800],
    ['later', undefined],
  ])('may be asked for again after %s: at most a week', async (header, seconds) => {
    const { ask } = aCa(says({ suggestedWindow: window }, { 'retry-after': header }));
    expect((await ask('a.b')).retryAfterSeconds).toBe(seconds);
  });

  it('is nothing, and no request, from one without the extension, and from one without a directory', async () => {
    const { exchange, directory, ask } = aCa(says({ suggestedWindow: window }), '');
    expect(await ask('a.b')).toEqual({});
    directory.mockResolvedValueOnce(undefined as never);
    expect(await ask('a.b')).toEqual({});
    expect(exchange).not.toHaveBeenCalled();
  });

  it('is not waited for by thousands of certificates where the CA is silent: after five in a row it is left alone for a minute', async () => {
    const { exchange, clock, ask } = aCa({ kind: 'failed', reason: 'no answer in time' });
    for (let asked = 0; asked < 9; asked += 1) await ask('a.b');
    expect(exchange).toHaveBeenCalledTimes(5);
    clock.mockReturnValue(later(60 * SECOND));
    exchange.mockResolvedValueOnce(says({ suggestedWindow: window }));
    expect((await ask('a.b')).window).toEqual(window);
    for (let asked = 0; asked < 9; asked += 1) await ask('a.b');
    expect(exchange).toHaveBeenCalledTimes(11);
  });

  it('is asked for on where the CA answers now and then: only silences in a row count', async () => {
    const { exchange, ask } = aCa({ kind: 'failed', reason: 'no answer in time' });
    for (let asked = 1; asked <= 15; asked += 1) {
      if (asked % 5 === 0) exchange.mockResolvedValueOnce(says({ suggestedWindow: window }));
      await ask('a.b');
    }
    expect(exchange).toHaveBeenCalledTimes(15);
  });
});

it('a CA is asked about the certificates that it issued; about those from when there was one, the preferred one', async () => {
  const said = (url: string) => async () => ({ url });
  const ask = askIssuingCa([
    { caName: 'First CA', ask: said('first') },
    { caName: 'Second CA', ask: said('second') },
  ]);
  const answers = ['Second CA', 'First CA', undefined, 'a CA that was given up'].map((ca) => ask('aki.serial', ca));
  expect(await Promise.all(answers)).toEqual([{ url: 'second' }, { url: 'first' }, { url: 'first' }, {}]);
});
