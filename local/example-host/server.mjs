import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import express from 'express';
import { LOCALES } from '../../contract/paths.ts';
import manifest from '../../web/widget/package.json' with { type: 'json' };
import { createDomainProxy } from '../../web/widget/server/create-domain-proxy.ts';
import { newHostname } from '../machine/new-hostname.ts';
import { CUSTOMER, openCustomers } from './customers.ts';
import { BRAND, EXAMPLE_HOST, examplePage, policy, STYLE } from './page.ts';

// `node server.mjs <connection.json> <socket>`: a SaaS as in docs/guides/widget.md, behind the local cloud's front door.
const [, , connectionFile, socket] = process.argv;
const connection = JSON.parse(readFileSync(connectionFile, 'utf8'));
const api = { baseUrl: connection.base_url, apiKeyId: connection.api_key_id, apiKey: connection.api_key };
const customers = openCustomers({ ...api, serverId: connection.server_id });

/** Every visitor is signed in as the one customer. */
const sessions = new Map();
const sessionIn = (cookies = '') => /(?:^|; )example_session=([^;]+)/.exec(cookies)?.[1];

const proxy = createDomainProxy({
  ...api,
  brand: BRAND,
  owns: (request, hostname) => {
    const customer = sessions.get(sessionIn(request.headers.get('cookie') ?? ''));
    return customer && customers.owns(customer, hostname);
  },
});

const app = express();
// Errors go to the log, not to the browser.
app.set('env', 'production');
const host = express.Router();
app.use(EXAMPLE_HOST, host);

host.all('/domain-proxy/*path', async (request, response) => {
  const asked = new Request(new URL(request.originalUrl, 'http://localhost'), {
    method: request.method,
    headers: request.headers,
  });
  const answer = await proxy(asked);
  response
    .status(answer.status)
    .set(Object.fromEntries(answer.headers))
    .send(await answer.text());
});

host.get('/', async (request, response) => {
  const { hostname } = request.query;
  await show(request, response, { hostname: typeof hostname === 'string' ? hostname : undefined });
});

host.post('/domains', express.urlencoded(), async (request, response) => {
  const customer = sessions.get(sessionIn(request.headers.cookie));
  if (customer === undefined) return response.redirect(303, `${EXAMPLE_HOST}/`);
  const { hostname, refusal } = await customers.connect(customer, String(request.body?.hostname ?? ''));
  if (refusal === undefined) return response.redirect(303, `${EXAMPLE_HOST}/?hostname=${encodeURIComponent(hostname)}`);
  return show(request, response.status(422), { suggested: hostname, refusal });
});

host.get('/style.css', (_request, response) => response.type('css').send(STYLE));

async function show(request, response, { hostname, suggested = newHostname(), refusal }) {
  if (!sessions.has(sessionIn(request.headers.cookie))) {
    const session = randomUUID();
    sessions.set(session, CUSTOMER.id);
    response.cookie('example_session', session, { httpOnly: true, sameSite: 'strict', path: EXAMPLE_HOST });
  }
  const files = await fetch(`${connection.site_url}/widget/${manifest.version}/files.json`);
  const language = request.acceptsLanguages(...LOCALES) || 'en';
  const portalPath = new URL(connection.portal_url).pathname;
  const text = examplePage({ language, hostname, suggested, refusal, portalPath, script: await files.json() });
  response.set({ 'content-security-policy': policy(), 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
  response.type('html').send(text);
}

// A killed process leaves its socket behind, which would block this one.
rmSync(socket, { force: true });
app.listen(socket);
