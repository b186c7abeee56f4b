import { createDomainProxy } from '../../../../web/widget/server/create-domain-proxy.ts';
import { aView } from '../../../copy/a-view.ts';

export type SomeProxy = (request: Request) => Promise<Response>;

export const OWN = 'docs.acme.com';
export const FOREIGN = 'shop.bobs-bakery.com';
const DOMAINS: Record<string, number> = { [OWN]: 1, [FOREIGN]: 2 };
const domain = (url: string) => ({ ...aView({}, { url }), id: DOMAINS[url], metadata: { plan: 'gold' } });

const api: typeof fetch = async (input) => {
  const { pathname, searchParams } = new URL(String(input));
  const url =
    searchParams.get('url') ?? Object.keys(DOMAINS).find((name) => pathname.startsWith(`/domains/${DOMAINS[name]}`)) ?? '';
  return Response.json(searchParams.has('url') ? { data: url in DOMAINS ? [domain(url)] : [] } : domain(url));
};
const OPTIONS = { baseUrl: 'https://api.test', apiKeyId: 'cps_pk_live_1', apiKey: 'sk_live_1', fetcher: api };
/** Without a check of ownership: every signed-in user sees all domains. */
export const openToAll = createDomainProxy({ ...OPTIONS, owns: ({ headers }) => headers.has('cookie') || undefined });
export const right = createDomainProxy({
  ...OPTIONS,
  owns: ({ headers }, hostname) => {
    const owned = { 'session=alice': OWN, 'session=bob': FOREIGN }[headers.get('cookie') ?? ''];
    return owned === undefined ? undefined : hostname === owned;
  },
});

const namesOwn = ({ url }: Request) => /\/docs\.acme\.com(\/check)?$/.test(url);
export const isCheck = ({ url }: Request) => url.endsWith('/check');
const changed = async (answer: Response, change: { status?: number; body?: object; headers?: Record<string, string> }) => {
  const body =
    change.body === undefined ? await answer.text() : JSON.stringify({ ...((await answer.json()) as object), ...change.body });
  return new Response(body, {
    status: change.status ?? answer.status,
    headers: { ...Object.fromEntries(answer.headers), ...change.headers },
  });
};
/** Answers like another session, or one that may see everything. */
const as = (request: Request, url: string, headers: Record<string, string> = {}) =>
  right(
    new Request(url, {
      method: request.method,
      headers: { ...Object.fromEntries(request.headers), cookie: 'session=alice', ...headers },
    }),
  );
export const answersFor = (request: Request) => namesOwn(request) && request.headers.get('cookie') === 'session=alice';

/** For each rule, a proxy that breaks it and keeps all others. */
export const BROKEN: Record<string, SomeProxy> = {
  view: async (request) =>
    answersFor(request) && !isCheck(request) ? changed(await right(request), { status: 203 }) : right(request),
  fields: async (request) => {
    const answer = await right(request);
    return answer.ok && !isCheck(request) ? changed(answer, { body: { metadata: { plan: 'gold' } } }) : answer;
  },
  'signed-out': (request) => (namesOwn(request) && !isCheck(request) ? as(request, request.url) : right(request)),
  unknown: async (request) => {
    const answer = await right(request);
    return answer.status === 404 && /(nobody-has\.example|bobs-bakery)\.com$/.test(request.url)
      ? changed(answer, { status: 400 })
      : answer;
  },
  foreign: async (request) => {
    const answer = await right(request);
    return request.url.endsWith(`/${FOREIGN}`) && !answer.ok ? changed(answer, { status: 410 }) : answer;
  },
  'foreign-check': (request) =>
    isCheck(request) && request.url.includes(FOREIGN) ? as(request, request.url.replace(FOREIGN, OWN)) : right(request),
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

const isSignedOut = ({ headers }: Request) => !headers.has('cookie');
const ADMITS = { 'cache-control': 'max-age=60' };
const cause = { code: 'x', actor: 'service', summary: 'x', evidence: [{ kind: 'ca' }], fix: { text: 'x', records: [] } };

/** More proxies that break one rule and keep all others. */
export const ALSO_BROKEN: [string, string, SomeProxy][] = [
  [
    'fields',
    'shows the evidence of what the integrator has to mend',
    async (request) => {
      const answer = await right(request);
      return answer.ok && !isCheck(request) ? changed(answer, { body: { diagnosis: cause } }) : answer;
    },
  ],
  [
    'signed-out',
    'looks for who is not signed in',
    (request) => (isCheck(request) && namesOwn(request) ? as(request, request.url) : right(request)),
  ],
  [
    'foreign-check',
    'tells in a 404 that another customer has the name',
    async (request) => {
      const answer = await right(request);
      return isCheck(request) && request.url.includes(FOREIGN) && !isSignedOut(request)
        ? changed(answer, { body: { is: 'theirs' } })
        : answer;
    },
  ],
  [
    'header',
    'looks when an image of another site is loaded',
    (request) => (isCheck(request) && request.method === 'GET' ? checkedAnyway(request) : right(request)),
  ],
  [
    'paths',
    'takes for the customer’s what begins with their hostname',
    (request) => (/acme\.com%/.test(request.url) ? as(request, `https://host.test/domain-proxy/${OWN}`) : right(request)),
  ],
  [
    'cors',
    'lets a page without an origin read it',
    async (request) => {
      const isNull = request.headers.get('origin') === 'null';
      return changed(await right(request), isNull ? { headers: { 'access-control-allow-origin': 'null' } } : {});
    },
  ],
  [
    'not-kept',
    'has who is not signed in kept',
    async (request) => changed(await right(request), isSignedOut(request) ? { headers: ADMITS } : {}),
  ],
  ['not-kept', 'has a check kept', async (request) => changed(await right(request), isCheck(request) ? { headers: ADMITS } : {})],
  [
    'not-kept',
    'has another customer’s name kept',
    async (request) => changed(await right(request), request.url.endsWith(FOREIGN) ? { headers: ADMITS } : {}),
  ],
  [
    'secrets',
    'has a key in a trace',
    async (request) => {
      const answer = await right(request);
      return answer.status === 404 ? changed(answer, { body: { trace: 'at call()\nsk_live_1' } }) : answer;
    },
  ],
];

function checkedAnyway(request: Request): Promise<Response> {
  const headers = { ...Object.fromEntries(request.headers), 'x-requested-with': 'cps' };
  return right(new Request(request.url, { method: 'POST', headers }));
}
