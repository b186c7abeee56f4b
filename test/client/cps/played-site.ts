import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export const KEY_ID = 'cps_pk_live_4Zr8nT2mQ6xW0cV5bK9jLd';
export const KEY = `sk_live_cps_4Zr8nT2mQ6xW0cV5bK9jLd${'a'.repeat(55)}`;
export const TEST_KEY_ID = 'cps_pk_test_9Yq1nT2mQ6xW0cV5bK9jLd';
export const TEST_KEY = `sk_test_cps_9Yq1nT2mQ6xW0cV5bK9jLd${'b'.repeat(55)}`;
const KEYS: Readonly<Record<string, string>> = { [KEY_ID]: KEY, [TEST_KEY_ID]: TEST_KEY };

export interface Received {
  method: string;
  path: string;
  query: Record<string, string>;
  body: Record<string, unknown>;
  headers: IncomingMessage['headers'];
}
export interface Answer {
  status?: number;
  body?: unknown;
  headers?: Record<string, string>;
}
/** Undefined: use another answer. */
type Handler = (request: Received) => Answer | undefined | Promise<Answer | undefined>;

export const domain = (more: Record<string, unknown> = {}) => ({
  id: 7,
  livemode: true,
  url: 'shop.customer.com',
  dns_status: 'pending',
  ssl_status: 'pending',
  server_id: 1,
  send_notifications: true,
  metadata: {},
  cname_target: 'q5ct.cname.example.net',
  dns_records: [
    {
      type: 'CNAME',
      name: 'shop.customer.com',
      host: 'shop',
      value: 'q5ct.cname.example.net',
      ttl: 300,
      purpose: 'routing',
      state: 'missing',
    },
  ],
  diagnosis: {
    code: 'cname_not_found',
    summary: 'No CNAME record was found for shop.customer.com.',
    actor: 'customer',
    fix: { text: 'Add a CNAME record.', records: [] },
    evidence: [
      { kind: 'dns', asked: 'CNAME shop.customer.com', server: '192.0.2.1', answer: 'NXDOMAIN', at: '2026-11-26T10:00:00.000Z' },
    ],
  },
  created_at: '2026-11-26T10:00:00.000Z',
  updated_at: '2026-11-26T10:00:00.000Z',
  ...more,
});
export const served = (more: Record<string, unknown> = {}) =>
  domain({
    dns_status: 'validated',
    ssl_status: 'active',
    diagnosis: {
      code: 'ok',
      summary: 'shop.customer.com is served over HTTPS.',
      actor: 'nobody',
      fix: { text: 'Nothing to do.', records: [] },
      evidence: [],
    },
    ...more,
  });
export const event = (at: number, name = 'certificate.issued') => ({
  id: `evt_${String(at).padStart(26, '0')}`,
  livemode: true,
  event: name,
  domain_id: 7,
  created_at: '2026-11-26T10:00:00.000Z',
  data: { domain: served() },
});
export const refusal = (status: number, code: string, message: string, details: object = {}): Answer => ({
  status,
  body: { error: { code, message, details } },
});

function organization(keyId: string) {
  const limit = { limit: 100, used: 1 };
  const limits = [
    'requests_per_minute',
    'requests_per_hour',
    'domains',
    'unvalidated_domains',
    'servers',
    'webhooks',
    'new_receivers_per_hour',
  ];
  return {
    id: 'org_1',
    livemode: keyId === KEY_ID,
    name: 'Shops',
    key: { id: keyId, name: 'a laptop', permissions: ['domains.read', 'domains.write'] },
    limits: Object.fromEntries(limits.map((name) => [name, limit])),
    base_target: 'cname.example.net',
    cname_target: 'cname.example.net',
  };
}

/**
 * A fake service: it checks the key, answers who it belongs to, and otherwise as the test says. `path`: prefix of its URLs.
 * Listens on 127.0.0.1.
 */
export async function startSite({ path = '', port = 0 }: { path?: string; port?: number } = {}) {
  const received: Received[] = [];
  let handle: Handler = () => undefined;
  let clockAheadMs = 0;
  let requests = 0;

  async function answer(incoming: IncomingMessage): Promise<Answer> {
    const { pathname, searchParams } = new URL(incoming.url ?? '', 'http://site.test');
    const content = await text(incoming);
    const request: Received = {
      method: incoming.method ?? '',
      path: pathname,
      query: Object.fromEntries(searchParams),
      body: content ? JSON.parse(content) : {},
      headers: incoming.headers,
    };
    received.push(request);
    if (!pathname.startsWith(`${path}/api/`))
      return { status: 404, body: '<h1>Not found</h1>', headers: { 'content-type': 'text/html' } };
    const own = await handle({ ...request, path: pathname.slice(path.length) });
    if (own) return own;
    const keyId = String(incoming.headers['x-api-key-id']);
    if (KEYS[keyId] !== incoming.headers['x-api-key']) return refusal(401, 'invalid_api_key', 'The API key is not valid.');
    if (pathname.endsWith('/api/organization')) return { body: organization(keyId) };
    if (pathname.endsWith('/api/servers')) return { body: { data: [{ id: 1, name: 'web' }], next_cursor: null } };
    return refusal(404, 'resource_not_found', 'There is no such resource.');
  }
  async function respond(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { status = 200, body, headers } = await answer(incoming);
    requests += 1;
    response.writeHead(status, {
      'content-type': 'application/json',
      'x-request-id': `req_${requests}`,
      date: new Date(Date.now() + clockAheadMs).toUTCString(),
      ...headers,
    });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  }
  const server = createServer((incoming, response) => {
    respond(incoming, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const { port: actual } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${actual}${path}`,
    port: actual,
    received,
    /** Sets the answers from now on; undefined falls back to the default. A handler that throws resets the connection. */
    on(handler: Handler): void {
      handle = handler;
    },
    /** Sets the service's clock ahead of this machine's. */
    setClock(aheadMs: number): void {
      clockAheadMs = aheadMs;
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
export type Site = Awaited<ReturnType<typeof startSite>>;
