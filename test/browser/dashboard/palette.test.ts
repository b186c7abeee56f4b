import { describe, expect, it } from 'vitest';
import { CHROMIUM } from '../../e2e/a-browser.ts';
import { openDashboard } from './played/opened-dashboard.ts';
import { aDomain, DOMAINS, fillAccount } from './played/played-account.ts';

const { dashboard, open, asked } = openDashboard();

describe.skipIf(!CHROMIUM)('the palette of Ctrl and K', () => {
  it('goes to pages by a few letters, with the keyboard alone, and gives the focus back', async () => {
    const { page, complaints } = await open('/live/domains');
    await page.getByRole('searchbox', { name: 'Hostname begins with' }).focus();
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Search and commands' });
    await palette.getByRole('searchbox').waitFor();
    await page.keyboard.press('Escape');
    expect(await palette.count()).toBe(0);
    await expect.poll(() => page.evaluate('document.activeElement.type')).toBe('search');
    await page.keyboard.press('Control+k');
    await palette.getByRole('menuitem', { name: 'Servers' }).waitFor();
    await page.keyboard.type('webho');
    await expect.poll(() => palette.getByRole('menuitem').count()).toBe(1);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(/live\/webhooks$/);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('finds domains by their beginning, in capitals too', async () => {
    fillAccount(dashboard, [...DOMAINS, aDomain(9, 'shop.zebra.test')]);
    const { page } = await open('/live');
    await page.getByRole('button', { name: 'Search' }).click();
    const palette = page.getByRole('dialog', { name: 'Search and commands' });
    await palette.getByRole('searchbox').fill('SHOP.Z');
    await palette.getByRole('menuitem', { name: 'shop.zebra.test' }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/domains\/9$/);
    const prefixes = asked('GET /domains').map(({ query }) => query.get('url_prefix'));
    expect(prefixes.filter((prefix) => prefix?.startsWith('shop.z'))).toEqual(['shop.z']);
    await page.context().close();
  });

  it('does what the pages do: it presses their buttons, and changes the appearance', async () => {
    dashboard.answers.set('POST /domains/*/check', { body: DOMAINS[1] });
    const { page } = await open('/live/domains/2', { colorScheme: 'light' });
    await page.getByRole('button', { name: 'Check now' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('menuitem', { name: 'Check this domain now' }).click();
    await page.getByText('Checked just now: Points somewhere else').waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('searchbox').fill('dark');
    await page.getByRole('menuitem', { name: 'Appearance: Dark' }).click();
    expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('dark');
    await page.context().close();
  });

  it('a search that the service refuses leaves pages and commands', async () => {
    dashboard.answers.set('GET /domains', { status: 422, body: { error: { code: 'validation_error', message: 'No.' } } });
    const { page } = await open('/live/keys');
    await page.getByRole('button', { name: 'Create a key' }).waitFor();
    await page.keyboard.press('Control+k');
    // Letters that a fast typist enters are no shortcuts: `n` would leave the page.
    await page.keyboard.press('n');
    await page.getByRole('dialog').getByRole('searchbox').fill('set');
    await page.getByRole('menuitem', { name: 'Settings' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/dashboard/live/keys');
    await page.context().close();
  });

  it('does not open over a dialog that asks something', async () => {
    const { page } = await open('/live/keys');
    await page.getByRole('button', { name: 'Create a key' }).click();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Control+k');
    expect(await page.getByRole('dialog').count()).toBe(1);
    await page.context().close();
  });
});

describe.skipIf(!CHROMIUM)('the requests of a page', () => {
  const openRequests = async (page: Awaited<ReturnType<typeof open>>['page']) => {
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: 'Last requests' }).click();
    return page.getByRole('dialog', { name: 'Last requests' });
  };

  it('are shown as curl of the public API with a placeholder for the key, with status, time and id', async () => {
    dashboard.answers.set('POST /domains/*/check', { status: 500, body: { error: { code: 'internal_error', message: 'No.' } } });
    const { page, complaints } = await open('/live/domains/2', { permissions: ['clipboard-read', 'clipboard-write'] });
    await page.getByRole('button', { name: 'Check now' }).click();
    await page.getByRole('alert').waitFor();
    const dialog = await openRequests(page);
    await dialog.getByLabel('Only what changed something').check();
    const line = dialog.getByRole('listitem');
    expect(await line.count()).toBe(1);
    await line.getByText('500').click();
    await line.getByText(/\d+ ms · req_01/).waitFor();
    await line.getByRole('button', { name: /^Copy/ }).click();
    await expect
      .poll(async () => page.evaluate('navigator.clipboard.readText()'))
      .toBe(
        [
          `curl -X POST '${dashboard.site}/api/domains/2/check' \\`,
          '  -H "X-API-KEY-ID: $CPS_API_KEY_ID" -H "X-API-KEY: $CPS_API_KEY" \\',
          "  -H 'Content-Type: application/json' \\",
          "  -d '{}'",
        ].join('\n'),
      );
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('hold no secret, neither one that was sent nor one that was answered', async () => {
    dashboard.answers.set('POST /webhooks', { body: { id: 8, secret: 'whsec_answered', url: 'https://a.test', events: ['*'] } });
    const { page } = await open('/live/keys');
    await page.getByRole('button', { name: 'Create a key' }).waitFor();
    await page.evaluate(`window.history.pushState({}, '', '/dashboard/live/webhooks')`);
    await page.reload();
    await page.getByRole('button', { name: 'Add a webhook' }).click();
    await page.getByRole('dialog').getByRole('textbox').first().fill("https://a.test/it's?token=tok_sent");
    await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click();
    await page.getByText('whsec_answered').waitFor();
    await page.getByRole('checkbox', { name: 'I have stored it' }).check();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    const dialog = await openRequests(page);
    await dialog.getByText('POST', { exact: true }).click();
    const text = String(await dialog.textContent());
    expect(text).toContain(`https://a.test/it'\\''s?token=***`);
    expect(text).not.toMatch(/whsec_|tok_sent/);
    await page.context().close();
  });

  it('what only people ask is no request of a key', async () => {
    const { page } = await open('/live');
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    const dialog = await openRequests(page);
    await dialog.getByText('/me', { exact: true }).click();
    const own = dialog.getByRole('listitem').filter({ hasText: '/me' });
    await own.getByText('Only people ask this', { exact: false }).waitFor();
    await page.context().close();
  });
});
