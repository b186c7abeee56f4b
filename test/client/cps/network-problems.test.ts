import { describe, expect, it } from 'vitest';
import { explainNetworkError } from '../../../client/cps/api/network-problems.ts';
import type { Machine } from '../../../client/cps/terminal/machine.ts';

const NOW = Date.parse('2031-02-03T04:05:06.000Z');

const SITE = 'https://certificates.example.com/path';

/** Like fetch(): the actual error is nested in two `cause`s. */
function explain(code: string, env: Record<string, string> = {}, site = SITE) {
  const error = new TypeError('fetch failed', { cause: Object.assign(new Error('inside'), { code }) });
  const { message, actor, fix, exit } = explainNetworkError(error, site, {
    env,
    now: () => NOW,
  } as Machine);
  return { message, actor, fix, exit };
}

describe('a failed connection', () => {
  it.each([
    ['ENOTFOUND', 'The name certificates.example.com was not found in DNS', '--site or CPS_SITE_URL'],
    ['ECONNREFUSED', 'Nothing listens at certificates.example.com', 'with its port'],
    ['CERT_NOT_YET_VALID', 'not valid at 2031-02-03T04:05:06.000Z, which is the time of this machine', 'Set the clock'],
    ['CERT_HAS_EXPIRED', 'not valid at 2031-02-03T04:05:06.000Z, which is the time of this machine', 'Set the clock'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'an authority that Node does not know', 'NODE_EXTRA_CA_CERTS'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'shows a certificate for another name', 'the name that the certificate has'],
    ['UND_ERR_CONNECT_TIMEOUT', 'did not answer in time', 'HTTPS_PROXY'],
    ['ECONNRESET', 'The connection to certificates.example.com failed: inside', 'Try again'],
  ])('is told in words by its code %s, with what to do', (code, says, fix) => {
    const explained = explain(code);
    expect(explained.message).toContain(says);
    expect(explained.message).toContain(code);
    expect(explained.fix).toContain(fix);
    expect(explained.exit).toBe(7);
  });

  it('is that of the proxy where there is one, without its password', () => {
    const { message, fix } = explain('ECONNREFUSED', { HTTPS_PROXY: 'http://me:secret@proxy.example.com:3128' });
    expect(message).toContain('through the proxy proxy.example.com:3128');
    expect(message).not.toContain('secret');
    expect(fix).toContain('NO_PROXY');
  });

  it.each([
    ['http://127.0.0.1:8080', {}],
    ['http://localhost:8080', {}],
    ['http://[::1]:8080', {}],
    ['https://a.example.com', { NO_PROXY: 'b.example.com, A.example.com' }],
    ['https://a.example.com:8443', { no_proxy: 'a.example.com:8443' }],
    ['https://a.example.com', { NO_PROXY: '.example.com' }],
    ['https://a.example.com', { NO_PROXY: '*.example.com' }],
    ['https://a.example.com', { NO_PROXY: '*' }],
    ['http://a.example.com', { HTTP_PROXY: '' }],
  ])('is not that of a proxy through which %s is not asked: %j', (site, env) => {
    const proxy = 'http://proxy.example.com:3128';
    const { message } = explain('ECONNREFUSED', { HTTPS_PROXY: proxy, HTTP_PROXY: proxy, ...env }, site);
    expect(message).toBe(`Nothing listens at ${new URL(site).host} (ECONNREFUSED).`);
  });

  it('is that of the proxy for a site that NO_PROXY does not name', () => {
    for (const NO_PROXY of ['example.org', 'b.example.com', 'certificates.example.com:8443', '.b.example.com'])
      expect(explain('ECONNREFUSED', { HTTPS_PROXY: 'http://proxy.example.com:3128', NO_PROXY }).message).toContain(
        'proxy.example.com',
      );
  });

  it('is told by the first of several addresses that were tried', () => {
    const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
    const error = new TypeError('fetch failed', { cause: new AggregateError([refused, refused], 'refused twice') });
    expect(explainNetworkError(error, 'https://a.example.com', { env: {}, now: () => NOW } as Machine).message).toContain(
      'Nothing listens at a.example.com',
    );
  });
});
