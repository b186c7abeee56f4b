import { createDomainProxy } from 'certificate-provisioning-widget/server';
import { Hono } from 'hono';

// In place of your own sessions and customers: who is signed in, and which hostnames are theirs.
const CUSTOMERS = { 'session-of-alice': ['docs.acme.com'], 'session-of-bob': ['shop.bobs-bakery.com'] };

const proxy = createDomainProxy({
  baseUrl: process.env.CPS_BASE_URL,
  apiKeyId: process.env.CPS_API_KEY_ID,
  apiKey: process.env.CPS_API_KEY,
  brand: 'Example Host',
  owns: (request, hostname) => {
    const session = /(?:^|; )session=([^;]+)/.exec(request.headers.get('cookie') ?? '')?.[1];
    return CUSTOMERS[session]?.includes(hostname);
  },
});

// For Node by @hono/node-server; Workers, Deno and Bun serve it as it is.
const app = new Hono();
app.all('/domain-proxy/*', (context) => proxy(context.req.raw));

export default app;
