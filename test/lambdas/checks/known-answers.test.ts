import { describe, expect, it } from 'vitest';
import type { DiagnosisReason } from '../../../contract/api/error-codes.ts';
import { KNOWN_ANSWERS } from '../../../lambdas/checks/classify-answer.ts';
import { receiverOnLoopback } from '../shared/net/receiver-on-loopback.ts';
import { url, walkTo } from './a-challenge-path.ts';

interface Says {
  status?: number;
  headers?: Record<string, string>;
  body?: string;
}

/** Typical answers of such servers, served from this machine. */
const CASES: Record<Extract<DiagnosisReason, `answered_by_${string}` | 'server_busy' | 'bad_gateway'>, [string, Says][]> = {
  answered_by_wordpress: [
    ['a redirect of WordPress', { status: 301, headers: { 'x-redirect-by': 'WordPress', location: `http://${url}/` } }],
    ['the missing page of a WordPress site', { status: 404, headers: { link: '<http://x/wp-json/>; rel="https://api.w.org/"' } }],
    ['a page with a theme of WordPress', { status: 404, body: '<link href="http://x/wp-content/themes/a/style.css">' }],
  ],
  answered_by_login_page: [
    ['a redirect to its login', { status: 302, headers: { location: '/login?next=%2F' } }],
    ['a redirect to the login of another site', { status: 302, headers: { location: 'https://accounts.example/o' } }],
    ['a form with a password', { status: 200, body: '<form><input name=p type="password"></form>' }],
  ],
  answered_by_parked_page: [
    ['a page for parked domains', { body: '<script src="https://img.sedoparking.com/a.js"></script>' }],
    ['the script of such a page', { body: '<script>window.location.href="/lander"</script>' }],
    ['a redirect to who sells it', { status: 302, headers: { location: 'https://www.hugedomains.com/x' } }],
  ],
  answered_by_cloudflare: [
    ['an error of Cloudflare', { status: 522, headers: { server: 'cloudflare' }, body: 'error code: 522' }],
    ['a check of Cloudflare', { status: 403, headers: { 'cf-mitigated': 'challenge' } }],
    ['an error page of Cloudflare', { status: 409, body: 'error code: 1001' }],
  ],
  answered_by_default_page: [
    ['the page of nginx', { body: '<title>Welcome to nginx!</title>' }],
    ['the page of Apache', { status: 200, body: '<title>Apache2 Debian Default Page: It works</title>' }],
    ['the page of cPanel', { body: '<meta http-equiv="refresh" content="0;url=/cgi-sys/defaultwebpage.cgi">' }],
  ],
  answered_by_firewall: [
    ['a refusal', { status: 403, body: 'Forbidden' }],
    ['a question for a password', { status: 401 }],
  ],
  server_busy: [
    ['that it is away', { status: 503 }],
    ['that it is asked too often', { status: 429 }],
  ],
  bad_gateway: [
    ['that the agent behind it is away', { status: 502, body: '<title>502 Bad Gateway</title>' }],
    ['that the agent behind it is silent', { status: 504 }],
  ],
};

describe('who answers a challenge in place of the agent', () => {
  const cases = Object.entries(CASES).flatMap(([reason, all]) => all.map(([what, says]) => ({ reason, what, says })));

  it.each(cases)('is told from $what: $reason', async ({ reason, says: { status = 200, headers, body } }) => {
    await using server = await receiverOnLoopback({ answer: (_, response) => response.writeHead(status, headers).end(body) });
    expect(await walkTo({ httpPort: server.port })).toMatchObject({ kind: 'failed', reason });
  });

  it('is told from the redirect by which it sends on, too', async () => {
    await using server = await receiverOnLoopback({
      answer: ({ url: path }, response) =>
        path === '/home'
          ? response.writeHead(404).end('Nothing here')
          : response.writeHead(301, { 'x-redirect-by': 'WordPress', location: '/home' }).end(),
    });
    expect(await walkTo({ httpPort: server.port })).toMatchObject({
      reason: 'answered_by_wordpress',
      evidence: [{ answer: expect.stringMatching(/^HTTP 301, location: \/home/) }, { answer: 'HTTP 404: Nothing here' }],
    });
  });

  it.each([401, 403, 406, 429, 503])('may answer a certificate authority otherwise where the status is %d', async (status) => {
    await using server = await receiverOnLoopback({ answer: (_, response) => response.writeHead(status).end() });
    expect(await walkTo({ httpPort: server.port })).toMatchObject({ mayBlockOnlyUs: true });
  });

  it.each([200, 404, 500])('answers a certificate authority the same where the status is %d', async (status) => {
    await using server = await receiverOnLoopback({ answer: (_, response) => response.writeHead(status).end('no') });
    expect(await walkTo({ httpPort: server.port })).toMatchObject({ mayBlockOnlyUs: false });
  });

  it('is listed with where each of its words was found', () => {
    for (const { source } of KNOWN_ANSWERS) expect(source).toMatch(/^https:\/\//);
  });
});
