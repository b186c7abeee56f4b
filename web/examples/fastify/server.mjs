import { fileURLToPath } from 'node:url';
import { createDomainProxy } from 'certificate-provisioning-widget/server';
import Fastify from 'fastify';

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

export const app = Fastify();

// The check has no body: whatever is sent is not read.
app.addContentTypeParser('*', (_request, _payload, done) => done(null));
app.all('/domain-proxy/*', async (request, reply) => {
  const asked = new Request(new URL(request.raw.url, 'http://localhost'), { method: request.method, headers: request.headers });
  const answer = await proxy(asked);
  return reply
    .code(answer.status)
    .headers(Object.fromEntries(answer.headers))
    .send(await answer.text());
});

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  console.log(await app.listen({ port: 3000, host: '127.0.0.1' }));
}
