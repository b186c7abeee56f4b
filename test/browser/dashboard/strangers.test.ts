import { describe, expect, it } from 'vitest';
import { getChangesReport } from '../../../lambdas/api/reports/get-changes-report.ts';
import { CHROMIUM } from '../../e2e/a-browser.ts';
import { openDashboard } from './played/opened-dashboard.ts';
import { DELIVERY, ENTRY, KEY, SERVER, WEBHOOK } from './played/played-account.ts';

const { dashboard, open, asked } = openDashboard();

describe.skipIf(!CHROMIUM)('whoever is offline', () => {
  it('reads on what was loaded, and a change is refused at once', async () => {
    const { page } = await open('/live/webhooks/7');
    await page.getByRole('link', { name: DELIVERY.event }).waitFor();
    await page.context().setOffline(true);
    await page.getByText('You are offline.').waitFor();
    await page.getByRole('button', { name: 'Disable' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
    await page.getByRole('dialog').getByText('No connection').waitFor();
    expect(asked('PATCH /webhooks/7')).toEqual([]);
    expect(await page.getByRole('link', { name: DELIVERY.event }).count()).toBe(1);
    await page.context().close();
  });
});

/** Markup, a right-to-left override, a zero-width space, and a long word. */
const HOSTILE = `<img src=x onerror=alert(1)>\u202eevil\u200b${'w'.repeat(200)}`;

describe.skipIf(!CHROMIUM)('what strangers have written', () => {
  it.each([390, 1440])('stays text and within its page, %i px wide', async (width) => {
    const facts = { before: { [HOSTILE]: HOSTILE }, after: { url: HOSTILE } };
    const entry = { ...ENTRY, ...facts, action: HOSTILE, object: { type: HOSTILE, id: HOSTILE }, user_agent: HOSTILE };
    const attempts = [{ at: '2026-11-25T09:00:01Z', milliseconds: 3, error: HOSTILE, reply: HOSTILE }];
    const lists = {
      'GET /servers': { ...SERVER, name: HOSTILE, status: HOSTILE, cname_target: HOSTILE },
      'GET /servers/*/enrollments': { id: 'mch_1', name: HOSTILE, enrolled_at: HOSTILE, last_seen_at: HOSTILE },
      'GET /webhooks': { ...WEBHOOK, url: HOSTILE, events: [HOSTILE], status: HOSTILE, description: HOSTILE },
      'GET /webhooks/*/deliveries': { ...DELIVERY, event: HOSTILE, state: HOSTILE, failure: HOSTILE, attempts },
      'GET /keys': { ...KEY, name: HOSTILE, permissions: [HOSTILE], expires_at: HOSTILE },
      'GET /audit': entry,
    };
    for (const [asks, item] of Object.entries(lists)) dashboard.answers.set(asks, { body: { data: [item], next_cursor: null } });
    dashboard.answers.set('GET /webhooks/*', { body: { ...WEBHOOK, url: HOSTILE, status: HOSTILE, description: HOSTILE } });
    dashboard.answers.set('GET /webhooks/*/deliveries/*', {
      body: { ...lists['GET /webhooks/*/deliveries'], body: { note: HOSTILE } },
    });
    const example = getChangesReport.answer.example() as object;
    dashboard.answers.set('GET /reports/changes', { body: { ...example, data: [{ action: HOSTILE, changes: 1 }] } });
    for (const path of [
      ...['/live/servers', '/live/servers/1', '/live/webhooks', '/live/webhooks/7', '/live/webhooks/7?delivery=dlv_1'],
      ...['/live/keys', '/live/audit', '/live/reports?report=changes', '/live/reports/month?month=2026-10'],
    ]) {
      const { page, complaints } = await open(path, { viewport: { width, height: 900 } });
      await page.getByText('onerror').filter({ visible: true }).first().waitFor();
      for (const summary of await page.locator('summary').all()) await summary.click();
      expect(await page.locator('img').count()).toBe(0);
      expect(await page.locator('main').textContent()).not.toMatch(/[\u202e\u200b]/);
      expect([path, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([path, width]);
      expect(complaints).toEqual([]);
      await page.context().close();
    }
  });
});
