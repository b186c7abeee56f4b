import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDomainProxy } from '../../../../web/widget/server/create-domain-proxy.ts';
import { fieldsBeyond } from '../../../../web/widget/server/public-fields.ts';
import { aView } from '../../../copy/a-view.ts';

const NAME = 'docs.acme.com';
const DOMAIN = { ...aView(), id: 117, server_id: 1, metadata: { plan: 'gold' } };
const SECRETS = { apiKeyId: 'cps_pk_live_1', apiKey: 'sk_live_1' };

interface Played {
  status?: number;
  body?: unknown;
  headers?: Record<string, string>;
}

/** A proxy whose API answers `GET /domains/117` with the result of `play`; by default the list finds the domain. */
function aProxy(play: (call: string) => Played | undefined = () => undefined, owns: () => boolean | undefined = () => true) {
  const asked: string[] = [];
  const fetcher: typeof fetch = async (input, init) => {
    const call = `${init?.method} ${String(input).replace('https://api.test/api', '')}`;
    asked.push(call);
    const isList = call.includes('?url=');
    const { status = 200, body = isList ? { data: [DOMAIN] } : DOMAIN, headers = {} } = play(call) ?? {};
    return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers });
  };
  const proxy = createDomainProxy({ baseUrl: 'https://api.test/api/', ...SECRETS, brand: 'Acme', owns, fetcher });
  const get = (name = NAME) => proxy(new Request(`https://host.test/domain-proxy/${name}`));
  const check = (headers: Record<string, string> = { 'x-requested-with': 'cps' }) =>
    proxy(new Request(`https://host.test/domain-proxy/${NAME}/check`, { method: 'POST', headers }));
  return { asked, get, check };
}

const isOne = (call: string) => /^\w+ \/domains\/117/.test(call);

describe('the proxy of a widget', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('the proxy answers the public view of the domain, and nothing else', async () => {
    const answer = await aProxy().get();
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
    expect(await answer.json()).toEqual(aView());
  });

  it('the proxy passes on where a DNS provider sets the record itself, and keeps what else the API says of it', async () => {
    const dns_setup = { type: 'domain_connect', provider: 'Wix', url: 'https://wix.test/apply' };
    const body = { ...DOMAIN, dns_setup: { ...dns_setup, api_url: 'https://api.wix.test' } };
    const answer = await aProxy((call) => (isOne(call) ? { body } : undefined)).get();
    const shown = await answer.json();
    expect(shown).toEqual({ ...aView(), dns_setup });
    expect(fieldsBeyond(shown)).toEqual([]);
    expect(fieldsBeyond(body)).toContain('dns_setup.api_url');
  });

  it('the proxy softens what is not the customer’s to mend, with the name of the integrator', async () => {
    const view = aView({ code: 'server_not_connected', actor: 'integrator' });
    const answer = await aProxy((call) => (isOne(call) ? { body: { ...view, id: 117 } } : undefined)).get();
    const summary = 'Your part is done. Acme is putting the certificate in place.';
    expect(await answer.json()).toMatchObject({ diagnosis: { summary } });
  });

  it.each([
    [undefined, 401],
    [false, 404],
  ])('the API is not asked for who may not see the domain: %s', async (isTheirs, status) => {
    const { asked, get } = aProxy(undefined, () => isTheirs);
    expect((await get()).status).toBe(status);
    expect(asked).toEqual([]);
  });

  it('twenty pages that ask at the same time cost the API one check, and one search of the name for ever', async () => {
    const { asked, get } = aProxy();
    await Promise.all(Array.from({ length: 20 }, () => get()));
    expect(asked).toEqual([`GET /domains?url=${NAME}`, 'GET /domains/117']);
    vi.advanceTimersByTime(4999);
    await get();
    expect(asked).toHaveLength(2);
    vi.advanceTimersByTime(1);
    await get();
    expect(asked.slice(2)).toEqual(['GET /domains/117']);
  });

  it('a name that was deleted and created again is found under its new id', async () => {
    let isGone = false;
    const { asked, get } = aProxy((call) => (isGone && isOne(call) ? { status: 404 } : undefined));
    await get();
    isGone = true;
    vi.advanceTimersByTime(5000);
    await get();
    expect(asked.slice(2)).toEqual(['GET /domains/117', `GET /domains?url=${NAME}`, 'GET /domains/117']);
  });

  it('a check has the service look, and answers what it saw', async () => {
    const { asked, check } = aProxy();
    expect((await check()).status).toBe(200);
    expect(asked.at(-1)).toBe('POST /domains/117/check');
  });

  it('a check that comes too soon answers what is known, and when it may be asked again', async () => {
    const { check } = aProxy((call) => (call.startsWith('POST') ? { status: 429, headers: { 'retry-after': '7' } } : undefined));
    const answer = await check();
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([200, '7']);
    expect(await answer.json()).toMatchObject({ url: NAME });
  });

  it.each([
    ['by the API’s clock', { date: 'Mon, 01 Jun 2026 11:58:00 GMT' }, '120'],
    ['by the proxy’s own clock where the API does not say its own', {}, '60'],
  ])('a date until which the API is not to be asked is passed on as seconds, %s', async (_, clock, seconds) => {
    vi.setSystemTime('2026-06-01T11:59:00Z');
    const headers = { ...clock, 'retry-after': 'Mon, 01 Jun 2026 12:00:00 GMT' };
    const answer = await aProxy((call) => (isOne(call) ? { status: 429, headers } : undefined)).get();
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, seconds]);
  });

  it('a check without the header that no form can send is refused', async () => {
    const { asked, check } = aProxy();
    expect((await check({})).status).toBe(403);
    expect(asked).toEqual([]);
  });

  it.each(['..%2F..%2Fservers', '%2e%2e', 'a%00b.test', 'localhost', `${'a'.repeat(64)}.test`, '%E0%A4%A', '', 'x.test%3Furl=y'])(
    'what is no hostname does not exist, and is not passed on: %s',
    async (name) => {
      const { asked, get } = aProxy();
      expect((await get(name)).status).toBe(404);
      expect(asked).toEqual([]);
    },
  );

  it.each<[string, Played, number]>([
    ['a wrong key', { status: 401, body: { error: { code: 'invalid_api_key' } } }, 502],
    ['an error', { status: 500, body: 'at /srv/secret.js sk_live_1' }, 502],
    ['HTML', { body: '<html>' }, 502],
    ['too many requests', { status: 429, headers: { 'retry-after': '60' } }, 429],
    ['another domain', { body: { ...DOMAIN, url: 'shop.acme.com' } }, 404],
  ])('trouble of the API is told in the proxy’s words: %s', async (_, played, status) => {
    const answer = await aProxy((call) => (isOne(call) ? played : undefined)).get();
    expect(answer.status).toBe(status);
    expect(await answer.text()).not.toMatch(/sk_live|invalid_api_key|srv|html|117/);
  });

  it('gives up an API that never answers after fifteen seconds, before the widget gives up, and says so in its own words', async () => {
    const over = new AbortController();
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(over.signal);
    const fetcher: typeof fetch = (_, init) =>
      new Promise((__, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)));
    const proxy = createDomainProxy({ baseUrl: 'https://api.test/api', ...SECRETS, owns: () => true, fetcher });
    const answer = proxy(new Request(`https://host.test/domain-proxy/${NAME}`));
    await vi.waitFor(() => expect(timeout).toHaveBeenCalledWith(15_000));
    over.abort(new DOMException('https://api.test/api', 'TimeoutError'));
    expect([(await answer).status, await (await answer).text()]).toEqual([502, expect.not.stringContaining('api.test')]);
    timeout.mockRestore();
  });

  it.each([301, 302, 303, 307, 308])(
    'a redirect of the API is told as trouble, on Workers too, and takes the key nowhere: %i',
    async (status) => {
      const asked: string[] = [];
      const fetcher: typeof fetch = async (input, init) => {
        if (init?.redirect !== 'manual') throw new TypeError('Invalid redirect value, must be one of "follow" or "manual"');
        asked.push(String(input));
        const isList = String(input).includes('?url=');
        return isList
          ? Response.json({ data: [DOMAIN] })
          : new Response(null, { status, headers: { location: 'https://evil.test/' } });
      };
      const proxy = createDomainProxy({ baseUrl: 'https://api.test/api', ...SECRETS, owns: () => true, fetcher });
      const answer = await proxy(new Request(`https://host.test/domain-proxy/${NAME}`));
      expect([answer.status, answer.headers.get('location')]).toEqual([502, null]);
      expect(asked).toEqual([`https://api.test/api/domains?url=${NAME}`, 'https://api.test/api/domains/117']);
    },
  );

  it('an unknown name and a foreign one read the same', async () => {
    const foreign = await aProxy(undefined, () => false).get();
    const unknown = await aProxy(() => ({ body: { data: [] } })).get();
    expect([unknown.status, await unknown.text()]).toEqual([foreign.status, await foreign.text()]);
  });

  it('a proxy is not made without who may see what', () => {
    expect(() => createDomainProxy({ baseUrl: 'https://api.test/api', ...SECRETS } as never)).toThrow('owns');
  });

  it.each([
    ['apiKeyId and apiKey', { apiKeyId: undefined }],
    ['apiKeyId and apiKey', { apiKey: '' }],
    ['baseUrl', { baseUrl: undefined }],
    ['baseUrl', { baseUrl: 'certificates.example.net/api' }],
  ])('a proxy is not made with a variable that is not set: it needs %s', (needed, unset) => {
    const options = { baseUrl: 'https://api.test/api', ...SECRETS, owns: () => true, ...unset };
    expect(() => createDomainProxy(options as never)).toThrow(`createDomainProxy needs ${needed}`);
  });
});
