import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { getFailures } from '../../../lambdas/api/reports/get-failures.ts';
import { getTimeToActive } from '../../../lambdas/api/reports/get-time-to-active.ts';
import { CHROMIUM } from '../../e2e/a-browser.ts';
import { openDashboard } from './played/opened-dashboard.ts';

const { dashboard, open, asked } = openDashboard();
const example = getTimeToActive.answer.example() as object;

async function exported(page: Page): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export CSV' }).click()]);
  return readFileSync(await download.path(), 'utf8');
}

describe.skipIf(!CHROMIUM)('reports', () => {
  it('are reached from the navigation and by key, each as a picture and a table', async () => {
    const { page, complaints } = await open('/live');
    await page.getByRole('link', { name: 'Reports', exact: true }).click();
    await page.getByRole('heading', { name: 'Time to active' }).waitFor();
    await page.getByRole('img', { name: 'Domains by how long they took, from up to 15 min to up to 1 h; at most 1' }).waitFor();
    expect(await page.getByRole('row').nth(1).allTextContents()).toEqual(['up to 15 min1']);
    await page
      .getByRole('img', { name: /^For whom a domain waited on average, from The customer to This service; at most / })
      .waitFor();
    for (const [name, shows] of [
      ['Failures', 'cname_not_found · Your customer'],
      ['Renewals', '64 days'],
      ['Webhook health', '99.52 %'],
      ['Use of the API', '5,210'],
      ['People and keys', 'member.role_changed'],
    ] as const) {
      await page.getByRole('navigation', { name: 'Reports' }).getByRole('link', { name }).click();
      await page.getByRole('heading', { name }).waitFor();
      await page.getByText(shows).first().waitFor();
      for (const role of ['img', 'table'] as const) await page.getByRole(role).first().waitFor();
      await page.getByRole('button', { name: 'Export CSV' }).waitFor();
    }
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('ask for the days of their address, also for the table that a spreadsheet gets', async () => {
    const { page } = await open('/live/reports?report=failures');
    await page.getByLabel('From', { exact: true }).fill('2026-11-01');
    await page.waitForURL(/from=2026-11-01/);
    await page.getByLabel('to', { exact: true }).fill('2026-11-21');
    await page.waitForURL(/to=2026-11-21/);
    await expect.poll(() => asked('GET /reports/failures').at(-1)?.query.toString()).toBe('from=2026-11-01&to=2026-11-21');
    expect(await exported(page)).toBe(getFailures.answer.csv);
    expect(asked('GET /reports/failures').at(-1)?.query.toString()).toBe('from=2026-11-01&to=2026-11-21&format=csv');
    await page.context().close();
  });

  it('say which days are not known, and where today is not counted whole', async () => {
    const body = { ...example, is_complete: false, missing_days: ['2026-11-20'] };
    dashboard.answers.set('GET /reports/time-to-active', { body });
    const { page } = await open('/live/reports');
    await page.getByText('Of one day nothing is known').waitFor();
    dashboard.answers.set('GET /reports/time-to-active', { body: { ...body, missing_days: [] } });
    await page.reload();
    await page.getByText('The last day is not counted whole yet.').waitFor();
    await page.context().close();
  });

  it('without anything in them say so', async () => {
    const none = { total: { domains: 0 }, histogram: [] };
    dashboard.answers.set('GET /reports/time-to-active', { body: { ...example, ...none } });
    const { page } = await open('/live/reports');
    await page.getByText('No domain got its first certificate in this time.').waitFor();
    await page.context().close();
  });

  it('a refusal says which days may be asked for', async () => {
    const errors = { from: ['may be 2026-08-22 at the earliest: a report has 92 days at most'] };
    const error = { code: 'validation_error', message: 'Some fields are wrong.', details: { errors } };
    dashboard.answers.set('GET /reports/time-to-active', { status: 422, body: { error } });
    const { page } = await open('/live/reports?from=2026-01-01');
    await page.getByRole('alert').getByText('a report has 92 days at most').waitFor();
    await page.context().close();
  });
});

describe.skipIf(!CHROMIUM)('a month to print', () => {
  it('has every report of the month, and who changed people and keys', async () => {
    const { page, complaints } = await open('/live/reports/month?month=2026-10');
    await page.getByRole('heading', { name: 'Report of October 2026' }).waitFor();
    await page.getByText('Acme Shops, live data, 2026-10-01 to 2026-10-31 (UTC).').waitFor();
    await page.getByText('ben@acme.test').first().waitFor();
    expect(await page.getByRole('heading', { level: 2 }).allTextContents()).toEqual([
      ...['Time to active', 'Failures', 'Renewals', 'Webhook health', 'Use of the API', 'People and keys'],
      'Who changed people and keys',
    ]);
    expect(asked('GET /reports/renewals').at(-1)?.query.toString()).toBe('from=2026-10-01&to=2026-10-31');
    expect(
      asked('GET /audit')
        .map(({ query }) => query.get('object_type'))
        .toSorted(),
    ).toEqual(['api_key', 'invitation', 'member']);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('on paper has no navigation and no buttons, a report begins a page, and no table is cut', async () => {
    const { page } = await open('/live/reports/month?month=2026-10');
    await page.getByText('member.role_changed').first().waitFor();
    await page.emulateMedia({ media: 'print' });
    for (const hidden of ['nav', '.head .filters']) expect(await page.locator(hidden).first().isVisible()).toBe(false);
    const styleOf = (selector: string, name: string) =>
      page.evaluate(`getComputedStyle(document.querySelector('${selector}')).${name}`);
    expect([await styleOf('.sheet', 'breakBefore'), await styleOf('.scrolls', 'overflow')]).toEqual(['page', 'visible']);
    const pdf = (await page.pdf()).toString('latin1');
    expect(pdf.match(/\/Type \/Page\b/g)?.length).toBeGreaterThanOrEqual(7);
    await page.context().close();
  });

  it('is of the last whole month, if its address names none', async () => {
    const { page } = await open('/live/reports/month?month=13');
    const month = new Date(Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth() - 1, 1)).toISOString().slice(0, 7);
    await page.getByText(`${month}-01 to ${month}`).first().waitFor();
    await page.context().close();
  });
});
