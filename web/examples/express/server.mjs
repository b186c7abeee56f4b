import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createDomainProxy } from 'certificate-provisioning-widget/server';
import express from 'express';

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

export const app = express();

// What the browser asks: your session says who it is, and the API key stays here.
app.all('/domain-proxy/*path', async (request, response) => {
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

// The script of the widget, from the package.
const scripts = dirname(fileURLToPath(import.meta.resolve('certificate-provisioning-widget/script/0.5.0/files.json')));
app.use('/widget', express.static(scripts));

// A page for who is signed in; this one signs everybody in as Alice.
app.get('/', (_request, response) => {
  response.cookie('session', 'session-of-alice', { httpOnly: true, sameSite: 'lax' }).send(`<!doctype html>
    <html lang="en">
      <title>Example Host</title>
      <script type="module" src="/widget/cps-domain.js"></script>
      <h1>Your domain</h1>
      <cps-domain hostname="docs.acme.com" brand="Example Host"></cps-domain>
    </html>`);
});

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  app.listen(3000, '127.0.0.1', () => console.log('http://localhost:3000/'));
}
