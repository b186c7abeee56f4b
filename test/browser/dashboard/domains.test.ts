import { describe, expect, it } from 'vitest';
import { CHROMIUM } from '../../e2e/a-browser.ts';
import { openDashboard } from './played/opened-dashboard.ts';
import { aDomain, DOMAINS, fillAccount } from './played/played-account.ts';

const { dashboard, open, asked } = openDashboard();

const HOSTILE = '"><img src=x onerror=window.ran=1>\u202etxt\u0007';

describe.skipIf(!CHROMIUM)('the list of domains', () => {
  it('says of each what is the matter, who is waited for, and what record is required and seen', async () => {
    const { page, complaints } = await open('/live/domains');
    const row = page.getByRole('row', { name: 'shop.hooli.test' });
    await row.getByText('Points somewhere else').waitFor();
    expect(await row.getByRole('cell').nth(2).textContent()).toMatch(/^Your customer/);
    expect(await row.getByRole('cell').nth(3).textContent()).toBe('CNAME shop → q7m2.cname.cps.testseen: q7m3.cname.cps.test');
    expect(await row.locator('mark').textContent()).toBe('3');
    expect(await page.getByRole('row', { name: 'live.globex.test' }).textContent()).toContain('as required');
    expect(await page.getByRole('row', { name: 'docs.acme.test' }).textContent()).toContain('No agent is connected');
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('its four numbers are links, which filter and end the filter; the address says it all', async () => {
    const { page } = await open('/live/domains');
    await page.getByRole('link', { name: '2 Needs your customer' }).click();
    await page.waitForURL(/domains\?actor=customer$/);
    await expect.poll(() => page.locator('tbody tr').count()).toBe(2);
    await page.getByLabel('Verdict').selectOption('No DNS record yet');
    await page.waitForURL(/code=cname_not_found/);
    await expect.poll(() => page.locator('tbody tr').count()).toBe(1);
    await page.getByRole('link', { name: '2 Needs your customer' }).click();
    await page.waitForURL(/domains\?code=cname_not_found$/);
    await page.goBack();
    await page.waitForURL(/actor=customer/);
    await page.context().close();
  });

  it('the beginning of a hostname that is typed goes into the address a moment later, and to the API', async () => {
    const { page } = await open('/live/domains');
    await page.getByRole('searchbox').fill('Shop.');
    await page.waitForURL(/prefix=shop\.$/);
    await expect.poll(() => page.locator('tbody tr').count()).toBe(1);
    expect(asked('GET /domains').at(-1)?.query.get('url_prefix')).toBe('shop.');
    await page.getByRole('searchbox').fill('nothing');
    await page.getByText('No domain matches.').waitFor();
    await page.getByText('Names are found by their beginning', { exact: false }).waitFor();
    await page.getByRole('link', { name: 'Clear filter' }).click();
    await page.getByRole('link', { name: 'shop.hooli.test' }).waitFor();
    expect(await page.getByRole('searchbox').inputValue()).toBe('');
    await page.context().close();
  });

  it('a domain that is opened before the typed beginning is in the address stays open, and so does what was asked of it', async () => {
    const { page } = await open('/live/domains');
    await page.getByRole('searchbox').fill('shop.');
    await page.getByRole('link', { name: 'shop.hooli.test' }).click();
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.waitForURL(/domains\/\d+\?prefix=shop\.$/);
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).waitFor();
    expect(await page.locator('tbody tr').count()).toBe(1);
    await page.context().close();
  });

  it('short pages of a filter are filled up from those that follow, and where that ends the page says so', async () => {
    const [one] = DOMAINS;
    dashboard.answers.set('GET /domains', ({ query }) => {
      const at = Number(query.get('cursor') ?? 0);
      return { body: { data: [{ ...one, id: at + 1, url: `n${at}.acme.test` }], next_cursor: String(at + 1) } };
    });
    const { page } = await open('/live/domains');
    await page.getByText('older ones were not looked through yet', { exact: false }).waitFor();
    expect(await page.locator('tbody tr').count()).toBe(5);
    await page.context().close();
  });

  it('what strangers wrote stays text, with nothing hidden in it, and fits', async () => {
    const long = `${'a'.repeat(60)}.${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.test`;
    fillAccount(dashboard, [
      aDomain(
        1,
        long,
        { code: HOSTILE, summary: HOSTILE, actor: HOSTILE as never },
        { record: { observed: HOSTILE, state: 'wrong' } },
      ),
      aDomain(2, 'xn--bcher-kva.acme.test', {}, { url_unicode: 'bücher.acme.test' }),
    ]);
    for (const viewport of [
      { width: 390, height: 844 },
      { width: 1440, height: 900 },
    ]) {
      const { page, complaints } = await open('/live/domains/1', { viewport });
      await page.getByRole('complementary').getByText('\\u{202e}', { exact: false }).first().waitFor();
      await page.getByRole('tab', { name: 'JSON' }).click();
      await page.getByRole('region', { name: 'The domain as the API answers it' }).waitFor();
      expect(await page.evaluate('[window.ran, document.documentElement.scrollWidth > innerWidth]')).toEqual([undefined, false]);
      expect(String(await page.evaluate('document.body.textContent'))).not.toContain('\u202e');
      await page.getByRole('link', { name: 'Close' }).click();
      await page.getByText('bücher.acme.test').waitFor();
      expect(complaints).toEqual([]);
      await page.context().close();
    }
  });
});

describe.skipIf(!CHROMIUM)('the panel of a domain', () => {
  it('is the portal’s card with the cause that only the integrator sees, and closes to the row that opened it', async () => {
    const { page, complaints } = await open('/live/domains?actor=customer');
    await page.getByRole('link', { name: 'shop.hooli.test' }).click();
    const panel = page.getByRole('complementary', { name: 'Domain' });
    await panel.getByText('Points somewhere else').first().waitFor();
    await panel.getByText('Your customer:').waitFor();
    await panel.getByRole('listitem').filter({ hasText: 'DNS record: now' }).waitFor();
    expect(await panel.getByRole('region', { name: 'Change' }).locator('mark').textContent()).toBe('3');
    await panel.getByText('What we saw').click();
    await panel.getByText('shop.hooli.test CNAME').waitFor();
    await panel.getByText('DNS has changed').waitFor();
    await panel.getByText('by Key Shop <b>back end</b>').waitFor();
    expect(new URL(page.url()).search).toBe('?actor=customer');
    await page.keyboard.press('Escape');
    await page.waitForURL(/domains\?actor=customer$/);
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('shop.hooli.test');
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('says when the certificate ends, also where DNS is wrong by now', async () => {
    const expires_at = new Date(Date.now() + 2.8 * 86_400_000).toISOString();
    const ending = aDomain(2, 'shop.hooli.test', {}, { dns_status: 'error', ssl_status: 'active', expires_at });
    fillAccount(dashboard, [ending, ...DOMAINS.slice(2)]);
    const { page } = await open('/live/domains/2');
    await page.getByRole('complementary').getByText('Its certificate ends').getByText('in 3d').waitFor();
    await page.goto(`${dashboard.site}/dashboard/live`);
    await page.getByText('Its certificate ends in 3d').waitFor();
    await page.context().close();
  });

  it('copies the exact bytes of the record', async () => {
    const { page } = await open('/live/domains/2', { permissions: ['clipboard-read', 'clipboard-write'] });
    await page.getByRole('button', { name: 'Copy Value' }).click();
    await page.getByText('Value copied').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('q7m2.cname.cps.test');
    await page.context().close();
  });

  it('a check answers in words, also where it finds the same, and is begun by the key c', async () => {
    dashboard.answers.set('POST /domains/*/check', { body: DOMAINS[1] });
    const { page } = await open('/live/domains/2');
    await page.getByRole('button', { name: 'Check now' }).waitFor();
    await page.keyboard.press('c');
    await page.getByText('Checked just now: Points somewhere else').waitFor();
    expect(asked('POST /domains/2/check').map(({ body }) => body)).toEqual([{}]);
    await page.context().close();
  });

  it('a domain that becomes live while its page is open is shown so without a reload', async () => {
    const { page } = await open('/live/domains/2');
    const panel = page.getByRole('complementary', { name: 'Domain' });
    await panel.getByText('Points somewhere else').first().waitFor();
    dashboard.answers.set('GET /domains/*', { body: { ...DOMAINS[4], id: 2, url: 'shop.hooli.test' } });
    await panel.getByText('Live', { exact: true }).first().waitFor();
    expect(await panel.getByRole('region', { name: 'Change' }).count()).toBe(0);
    await page.context().close();
  });

  it.each(['99', '99999999999999999999', 'x', '..%2Fservers'])(
    'an id of nobody’s, or of somebody else, is no domain: %s',
    async (id) => {
      const { page } = await open(`/live/domains/${id}`);
      await page.getByRole('heading', { name: 'No such domain' }).waitFor();
      await page.context().close();
    },
  );

  it('a domain is deleted after a question, and not by mistake', async () => {
    dashboard.answers.set('DELETE /domains/*', { body: { id: 2, deleted: true } });
    const { page } = await open('/live/domains/2');
    const ask = async () => {
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Delete…' }).click();
    };
    await ask();
    await page.getByRole('dialog').getByRole('button', { name: 'Keep it' }).click();
    expect(asked('DELETE /domains/2')).toEqual([]);
    await ask();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('shop.hooli.test deleted').waitFor();
    await page.waitForURL(/domains$/);
    await page.context().close();
  });

  it('takes the place of the list on a narrow screen', async () => {
    const { page } = await open('/live/domains/2', { viewport: { width: 1000, height: 800 } });
    await page.getByRole('complementary', { name: 'Domain' }).waitFor();
    expect(await page.getByRole('region', { name: 'List of domains' }).isVisible()).toBe(false);
    await page.getByRole('link', { name: 'Close' }).click();
    await page.getByRole('link', { name: 'shop.hooli.test' }).waitFor();
    await page.context().close();
  });
});
