import { createDomainProxy } from 'certificate-provisioning-widget/server';

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

// Each answer depends on who asks.
export const dynamic = 'force-dynamic';
export { proxy as GET, proxy as POST };
