import { beforeEach, describe, expect, it } from 'vitest';
import { LOCALES, portalReturnPath } from '../../../contract/paths.ts';
import { wholeTheme } from '../../../lambdas/model/accounts/portal/theme.ts';
import { languageOf } from '../../../lambdas/pages/locales.ts';
import { domainPage } from '../../../lambdas/portal/portal-pages.ts';
import { aView } from '../../copy/a-view.ts';
import { aDomain, iso, NOW, SECOND } from '../a-domain.ts';
import { DOMAIN_ID, itemOf, tableHolds } from '../api/api-caller.ts';
import { claimItem, HOSTNAME } from '../api/domains/a-creation.ts';
import { portalItems, TOKEN } from '../model/accounts/portal/a-portal.ts';
import { openDnsReader, type, visit, withoutBreaks } from './a-visit.ts';

const URL_OF_WIX = 'https://wix.test/apply?domain=acme.com&sig=x';

async function pageOf(provider: string, url: string, lang: (typeof LOCALES)[number] = 'en'): Promise<string> {
  const theme = wholeTheme(undefined);
  const nobody = { brand: 'Shops', logoId: undefined, path: '/portal/opt_x', site: '', script: '' };
  const visitor = { language: languageOf(lang), theme, now: NOW, ...nobody };
  const view = aView({}, { dns_setup: { type: 'domain_connect', provider, url } });
  return withoutBreaks(domainPage(view, { hostname: view.url }, visitor).main.text);
}

describe('a DNS provider that sets the record itself', () => {
  it.each(LOCALES)('has a plain link above the record, in each language: %s', async (lang) => {
    const page = await pageOf('Wix', URL_OF_WIX, lang);
    const { setUpAt, byHand } = languageOf(lang).words.labels;
    expect(page).toContain(
      `href="${URL_OF_WIX.replace('&', '&amp;')}" target="_blank" rel="noopener noreferrer">${setUpAt('Wix')}</a></p><p>${byHand}</p></div><div class="records"><section`,
    );
    expect(page).toContain('<code>q7m2.cname.cps.test</code>');
  });

  it.each([
    'javascript:alert(1)',
    'http://wix.test/',
    '//wix.test/',
    'data:text/html,x',
    ' https://wix.test/',
    'https:wix.test',
    '',
  ])('has no link to anything but https: %j', async (url) => {
    const page = await pageOf('Wix', url);
    expect(page).not.toContain('id="set-up"');
    expect(page).toContain('<code>q7m2.cname.cps.test</code>');
  });

  it.each([
    ['HTML', '"><img src=x onerror=alert(1)>', '&quot;&gt;&lt;img src=x onerror=alert(1)&gt;</a>'],
    ['what turns the direction', 'a\u202egpj', 'a\\u{202e}gpj</a>'],
    ['512 bytes of emoji', '🧁'.repeat(128), `${'🧁'.repeat(128)}</a>`],
  ])('has its name shown as text: %s', async (_, name, shown) => {
    const page = await pageOf(name, URL_OF_WIX);
    expect(page).toContain(`Set it up at ${shown}`);
    expect(page).not.toMatch(/<img|\u202e/);
  });

  it('has its address kept within the attribute', async () => {
    expect(await pageOf('Wix', 'https://wix.test/"><script>')).toContain('href="https://wix.test/&quot;&gt;&lt;script&gt;"');
  });
});

describe('who comes back from a DNS provider', () => {
  const SAID = 'Your DNS provider did not add the record.';
  const [path = '', query = ''] = portalReturnPath(TOKEN, HOSTNAME).split('?');

  beforeEach(() => {
    openDnsReader.mockClear();
    const lastCheck = { at: iso(-60 * SECOND), nextAt: iso(240 * SECOND) };
    const missing = aDomain('awaiting-dns', {
      diagnosis: { code: 'cname_not_found', evidence: [], checkedAt: iso(-60 * SECOND) },
      execution: { lastCheck },
    });
    tableHolds(...portalItems(), itemOf(missing), claimItem({ organizationId: 'org_A', domainId: DOMAIN_ID }));
  });

  it('has the name filled in, and what they submit has DNS checked: a script is not needed', async () => {
    const { status, text } = await visit({ path, query });
    expect(status).toBe(200);
    expect(text).toContain(`value="${HOSTNAME}"><input type="hidden" name="action" value="check">`);
    expect(text).toContain('>Check now</button>');
    expect(text).not.toContain(SAID);
    // Opening the URL must not start a check: any site can link to it.
    expect(openDnsReader).not.toHaveBeenCalled();
  });

  it.each(['&error=access_denied', '&error=server_error&error_description=%3Ci%3E', '?error=invalid_request'])(
    'with an error reads that the record is not set, in words of ours: %s',
    async (appended) => {
      const { text } = await visit({ path, query: query + appended });
      expect(text).toContain(SAID);
      expect(text).toContain(`value="${HOSTNAME}"`);
      expect(text).not.toMatch(/access_denied|server_error|invalid_request|<i>/);
      const afterwards = await type(HOSTNAME, { query: query + appended });
      expect(afterwards.text).toContain(SAID);
    },
  );

  it.each(['&error=', '&error=&error_description=', '&state=', '?state='])(
    'with no named error reads of none: %s',
    async (appended) => {
      const { text } = await visit({ path, query: query + appended });
      expect(text).toContain(`value="${HOSTNAME}"`);
      expect(text).not.toContain(SAID);
    },
  );

  it('with an error reads of none if the record is right all the same', async () => {
    const { text } = await type(HOSTNAME, { query: `${query}&error=server_error`, form: { action: 'check' } });
    expect(openDnsReader).toHaveBeenCalledOnce();
    expect(text).toContain('data-code="in_progress"');
    expect(text).not.toContain(SAID);
  });

  it('keeps the name, and not the error, in another language', async () => {
    const { text } = await visit({ path, query: `${query}&error=access_denied` });
    const [, link = ''] = /<a href="([^"]*)" lang="de"/.exec(text) ?? [];
    const german = await visit({ path, query: link.replace('?', '').replaceAll('&amp;', '&') });
    expect(german.text).toContain('<html lang="de"');
    expect(german.text).toContain(`value="${HOSTNAME}"`);
    expect(german.text).not.toContain('class="bad"');
  });

  it.each(['', 'hostname=', 'hostname=%22%3E%3Cscript%3E', 'hostname=localhost&error=x', 'error=access_denied'])(
    'an address that says no hostname leads to the first page as it is: %s',
    async (said) => {
      expect((await visit({ path, query: said })).text).toBe((await visit({ path })).text);
    },
  );
});
