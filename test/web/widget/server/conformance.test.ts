import { describe, expect, it } from 'vitest';
import { checkConformance } from '../../../../web/widget/server/conformance.ts';
import { createDomainProxy } from '../../../../web/widget/server/create-domain-proxy.ts';
import { probe } from '../../../../web/widget/server/probe.ts';
import { aView } from '../../copy/a-view.ts';

type Proxy = (request: Request) => Promise<Response>;

const OWN = 'docs.acme.com';
const FOREIGN = 'shop.bobs-bakery.com';
const DOMAINS: Record<string, number> = { [OWN]: 1, [FOREIGN]: 2 };
const domain = (url: string) => ({ ...aView({}, { url }), id: DOMAINS[url], metadata: { plan: 'gold' } });

const api: typeof fetch = async (input) => {
  const { pathname, searchParams } = new URL(String(input));
  const url =
    searchParams.get('url') ?? Object.keys(DOMAINS).find((name) => pathname.startsWith(`/domains/${DOMAINS[name]}`)) ?? '';
  return Response.json(searchParams.has('url') ? { data: url in DOMAINS ? [domain(url)] : [] } : domain(url));
};
const right = createDomainProxy({
  ...{ baseUrl: 'https://api.test', keyId: 'cps_pk_live_1', key: 'sk_live_1', fetcher: api },
  owns: ({ headers }, hostname) => (headers.get('cookie') === 'session=alice' ? hostname === OWN : undefined),
});

const namesOwn = ({ url }: Request) => url.includes(OWN);
const isCheck = ({ url }: Request) => url.endsWith('/check');
const changed = async (answer: Response, change: { status?: number; body?: object; headers?: Record<string, string> }) => {
  const body =
    change.body === undefined ? await answer.text() : JSON.stringify({ ...((await answer.json()) as object), ...change.body });
  return new Response(body, {
    status: change.status ?? answer.status,
    headers: { ...Object.fromEntries(answer.headers), ...change.headers },
  });
};
/** Answers as who is signed in, or who may see all, would be answered. */
const as = (request: Request, url: string, headers: Record<string, string> = {}) =>
  right(
    new Request(url, {
      method: request.method,
      headers: { ...Object.fromEntries(request.headers), cookie: 'session=alice', ...headers },
    }),
  );
const answersFor = (request: Request) => namesOwn(request) && request.headers.get('cookie') === 'session=alice';

/** A proxy for each rule that breaks it and keeps all others. */
const BROKEN: Record<string, Proxy> = {
  view: async (request) =>
    answersFor(request) && !isCheck(request) ? changed(await right(request), { status: 203 }) : right(request),
  fields: async (request) => {
    const answer = await right(request);
    return answer.ok && !isCheck(request) ? changed(answer, { body: { metadata: { plan: 'gold' } } }) : answer;
  },
  'signed-out': (request) => (namesOwn(request) && !isCheck(request) ? as(request, request.url) : right(request)),
  unknown: async (request) => {
    const answer = await right(request);
    return answer.status === 404 && /nobody-has|bobs-bakery\.com$/.test(request.url) ? changed(answer, { status: 400 }) : answer;
  },
  foreign: async (request) => {
    const answer = await right(request);
    return request.url.endsWith(FOREIGN) ? changed(answer, { status: 410 }) : answer;
  },
  'foreign-check': (request) => (isCheck(request) ? as(request, request.url.replace(FOREIGN, OWN)) : right(request)),
  header: (request) => (isCheck(request) && request.method === 'POST' ? checkedAnyway(request) : right(request)),
  check: async (request) => {
    const answer = await right(request);
    return isCheck(request) && answer.ok ? changed(answer, { body: { url: 'another.acme.com' } }) : answer;
  },
  paths: (request) => (/%/.test(request.url) ? as(request, `https://host.test/domain-proxy/${OWN}`) : right(request)),
  cors: async (request) => changed(await right(request), { headers: { 'access-control-allow-origin': '*' } }),
  'not-kept': async (request) => changed(await right(request), { headers: { 'cache-control': 'max-age=60' } }),
  secrets: async (request) => changed(await right(request), { headers: { 'x-debug': 'sk_live_1' } }),
};

function checkedAnyway(request: Request): Promise<Response> {
  const headers = { ...Object.fromEntries(request.headers), 'x-requested-with': 'cps' };
  return right(new Request(request.url, { method: 'POST', headers }));
}

async function brokenRules(proxy: Proxy): Promise<string[]> {
  const target = {
    proxy: 'https://host.test/domain-proxy/',
    hostname: OWN,
    foreign: FOREIGN,
    headers: { cookie: 'session=alice' },
  };
  const results = await checkConformance(probe(target, (input, init) => proxy(new Request(input, init))));
  return results.filter(({ complaint }) => complaint !== undefined).map(({ rule }) => rule.name);
}

describe('the check of proxies', () => {
  it('the check of proxies has twelve rules, which ours keeps', async () => {
    expect(Object.keys(BROKEN)).toHaveLength(12);
    expect(await brokenRules(right)).toEqual([]);
  });

  it.each(Object.entries(BROKEN))('a proxy that breaks one rule on purpose is told which: %s', async (rule, proxy) => {
    expect(await brokenRules(proxy)).toEqual([rule]);
  });

  it('a proxy that does not answer breaks rules, and the check ends', async () => {
    expect(await brokenRules(() => Promise.reject(new Error('refused')))).toContain('view');
  });
});
