import { describe, expect, it } from 'vitest';
import { type ClientOptions, createClient, type ListPath } from '../../../client/typescript/create-client.ts';
import manifest from '../../../client/typescript/package.json' with { type: 'json' };

const SETTINGS = { siteUrl: 'https://certificates.test', apiKeyId: 'cps_pk_test_id', apiKey: 'sk_test_secret' };
const PAGES: Record<string, object> = {
  first: { data: [{ id: 1 }, { id: 2 }], next_cursor: 'second' },
  second: { data: [], next_cursor: 'third' },
  third: { data: [{ id: 3 }], next_cursor: null },
};

/** A client, and the requests that it sent. */
function recorded(options: ClientOptions = {}, answer = (_: Request) => Response.json({})) {
  const sent: Request[] = [];
  const fetch = async (request: Request) => {
    sent.push(request);
    return answer(request);
  };
  return { client: createClient({ ...SETTINGS, fetch, ...options }), sent };
}

const pageFor = ({ url }: Request) => Response.json(PAGES[new URL(url).searchParams.get('cursor') ?? 'first']);

describe('the client', () => {
  it.each([
    'https://certificates.test',
    ' https://certificates.test/\n',
    'https://certificates.test/api',
    'https://certificates.test/api/',
  ])('sends both headers of the key, and what it is, to the site %j', async (siteUrl) => {
    const { client, sent } = recorded({ siteUrl });
    await client.GET('/api/domains/{id}', { params: { path: { id: 7 } } });
    expect(sent[0]?.url).toBe('https://certificates.test/api/domains/7');
    expect(Object.fromEntries(sent[0]?.headers ?? [])).toMatchObject({
      'x-api-key-id': SETTINGS.apiKeyId,
      'x-api-key': SETTINGS.apiKey,
      'user-agent': `${manifest.name}/${manifest.version} node/${process.versions.node}`,
    });
  });

  it('follows no redirect, to which the key would go along', async () => {
    const { client, sent } = recorded();
    await client.GET('/api/organization');
    expect(sent[0]?.redirect).toBe('manual');
  });

  it('keeps the path of a site', async () => {
    const { client, sent } = recorded({ siteUrl: 'https://example.test/certificates/api' });
    await client.GET('/api/organization');
    expect(sent[0]?.url).toBe('https://example.test/certificates/api/organization');
  });

  it('gives every POST an Idempotency-Key of its own, and no other method', async () => {
    const { client, sent } = recorded();
    const body = { url: 'shop.customer.test', server_id: 1 };
    await client.POST('/api/domains', { body });
    await client.POST('/api/domains', { body });
    await client.GET('/api/domains');
    const [first, second, third] = sent.map(({ headers }) => headers.get('idempotency-key'));
    expect(first).toMatch(/^[\x21-\x7e]{1,255}$/);
    expect(second).not.toBe(first);
    expect(third).toBeNull();
  });

  it("leaves the caller's Idempotency-Key as it is", async () => {
    const { client, sent } = recorded();
    const params = { header: { 'Idempotency-Key': 'order-4711' } };
    await client.POST('/api/domains', { body: { url: 'shop.customer.test', server_id: 1 }, params });
    expect(sent[0]?.headers.get('idempotency-key')).toBe('order-4711');
  });

  it('goes through a list page by page, also beyond an empty one, with the same filters', async () => {
    const { client, sent } = recorded({}, pageFor);
    const found: number[] = [];
    for await (const { id } of client.items('/api/domains', { params: { query: { actor: 'customer' } } })) found.push(id);
    expect(found).toEqual([1, 2, 3]);
    expect(sent.map(({ url }) => new URL(url).search)).toEqual([
      '?actor=customer',
      '?actor=customer&cursor=second',
      '?actor=customer&cursor=third',
    ]);
  });

  it('asks for no page before it is wanted', async () => {
    const { client, sent } = recorded({}, pageFor);
    for await (const { next_cursor } of client.pages('/api/servers')) {
      if (next_cursor === 'second') break;
    }
    expect(sent).toHaveLength(1);
  });

  it('knows by its types which answers are lists', () => {
    const lists: Record<ListPath, true> = {
      '/api/domains': true,
      '/api/domains/{id}/events': true,
      '/api/servers': true,
      '/api/servers/{id}/enrollments': true,
      '/api/servers/{id}/enrollment-tokens': true,
      '/api/servers/{id}/enrollments/{machine_id}/keys': true,
      '/api/webhooks': true,
      '/api/webhooks/{id}/deliveries': true,
      '/api/events': true,
      '/api/keys': true,
      '/api/audit': true,
      '/api/requests': true,
    };
    expect(Object.keys(lists)).toHaveLength(12);
  });
});
