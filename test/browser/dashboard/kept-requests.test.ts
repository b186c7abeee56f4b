import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { CHROMIUM } from '../../e2e/a-browser.ts';
import { openDashboard } from './played/opened-dashboard.ts';
import { REQUESTS } from './played/played-account.ts';

const { dashboard, open, asked } = openDashboard();

async function openRequests(page: Page) {
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Last requests' }).click();
  await page.getByRole('tab', { name: 'Your organization’s requests' }).click();
  return page.getByRole('dialog', { name: 'Last requests' });
}

describe.skipIf(!CHROMIUM)('the last requests of the organization', () => {
  it('say what was asked by which key, how it ended in words, and how to ask it again', async () => {
    const { page, complaints } = await open('/live', { permissions: ['clipboard-read', 'clipboard-write'] });
    const dialog = await openRequests(page);
    const line = dialog.getByRole('listitem');
    await expect.poll(() => line.count()).toBe(4);
    expect(await line.locator('.verdict').allTextContents()).toEqual(['Done', 'Refused', 'Refused', 'Failed']);
    const first = line.first();
    await first.getByText('/api/domains/2/check', { exact: true }).click();
    await first.getByText(/^Nov 25, 2026, .* by Shop <b>back end<\/b>$/).waitFor();
    await first.getByText(/^From 192\.0\.2\.7 · 48 ms · req_5$/).waitFor();
    await first.getByText('The body is not kept').waitFor();
    await first.getByRole('button', { name: /^Copy/ }).click();
    await expect
      .poll(async () => page.evaluate('navigator.clipboard.readText()'))
      .toBe(
        [
          `curl -X POST '${dashboard.site}/api/domains/2/check' \\`,
          '  -H "X-API-KEY-ID: $CPS_API_KEY_ID" -H "X-API-KEY: $CPS_API_KEY"',
        ].join('\n'),
      );
    // A deleted key is shown by its id.
    await line.nth(2).getByText('by cps_pk_9').waitFor();
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('lead to what they changed, and to the domain', async () => {
    const { page } = await open('/live');
    const dialog = await openRequests(page);
    const line = dialog.getByRole('listitem');
    for (const path of ['/api/domains/2/check', '/api/webhooks/7']) await line.getByText(path, { exact: true }).click();
    // A rejected request changed nothing.
    expect(await dialog.getByRole('link').allTextContents()).toEqual(['What it changed', 'Timeline of the domain']);
    await dialog.getByRole('link', { name: 'What it changed' }).click();
    await page.waitForURL(/audit\?request=req_5$/);
    await page.getByText('By request req_5').waitFor();
    await expect.poll(() => asked('GET /audit').at(-1)?.query.get('request_id')).toBe('req_5');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.context().close();
  });

  it('are filtered by result and by key, and go on to older ones', async () => {
    dashboard.answers.set('GET /requests', ({ query }) => ({
      body: {
        data: query.has('cursor') ? REQUESTS.slice(2) : REQUESTS.slice(0, 2),
        next_cursor: query.has('cursor') ? null : 'c2',
      },
    }));
    const { page } = await open('/live');
    const dialog = await openRequests(page);
    await dialog.getByLabel('Result').selectOption('Refused');
    await dialog.getByLabel('API key').selectOption('Shop <b>back end</b>');
    await expect.poll(() => asked('GET /requests').at(-1)?.query.toString()).toBe('status=4xx&api_key_id=cps_pk_1&limit=50');
    await dialog.getByRole('button', { name: 'Older requests' }).click();
    await expect.poll(() => dialog.getByRole('listitem').count()).toBe(4);
    expect(asked('GET /requests').at(-1)?.query.get('cursor')).toBe('c2');
    await page.context().close();
  });

  it('are read again while somebody looks at them', async () => {
    const { page } = await open('/live');
    await page.clock.install();
    const dialog = await openRequests(page);
    await expect.poll(() => dialog.getByRole('listitem').count()).toBe(4);
    dashboard.answers.set('GET /requests', { body: { data: REQUESTS.slice(0, 1), next_cursor: null } });
    await page.clock.fastForward(10_000);
    await expect.poll(() => dialog.getByRole('listitem').count()).toBe(1);
    await page.context().close();
  });

  it('are asked for only when their tab is open', async () => {
    const { page } = await open('/live');
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: 'Last requests' }).click();
    await page.getByRole('tab', { name: 'Requests of this page' }).waitFor();
    expect(asked('GET /requests')).toEqual([]);
    await page.context().close();
  });
});
