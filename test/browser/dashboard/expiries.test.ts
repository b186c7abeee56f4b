import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CHROMIUM } from '../../e2e/a-browser.ts';
import { openDashboard } from './played/opened-dashboard.ts';
import { aCalendar } from './played/played-account.ts';

const { dashboard, open, asked } = openDashboard();

describe.skipIf(!CHROMIUM)('the calendar of expiries', () => {
  it('a bar says how many end in its week, and leads to the list of these', async () => {
    const { page, complaints } = await open('/live/expiries');
    const name = '10 end in the week of Nov 30 (7 renew by themselves, 3 need somebody)';
    await page.getByRole('link', { name }).click();
    await page.getByText('Ends from Nov 30, 2026 to Dec 6, 2026').waitFor();
    const query = asked('GET /domains').at(-1)?.query;
    expect([query?.get('expires_after'), query?.get('expires_before')]).toEqual([
      '2026-11-30T00:00:00.000Z',
      '2026-12-07T00:00:00.000Z',
    ]);
    await page.getByRole('link', { name: /Needs you$/ }).click();
    await page.waitForURL((url) => url.search.includes('actor') && url.search.includes('expires_after'));
    await page.getByRole('button', { name: /clear this filter/ }).click();
    await page.waitForURL((url) => !url.search.includes('expires'));
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('leads to the names that end this month', async () => {
    const { page } = await open('/live/expiries');
    await page.getByRole('link', { name: 'Which end this month' }).click();
    await page.getByRole('button', { name: /^Ends from .*clear this filter$/ }).waitFor();
    const until = new Date(asked('GET /domains').at(-1)?.query.get('expires_before') ?? '');
    expect([until.getUTCDate(), until.getUTCHours(), until.getUTCMonth()]).toEqual([1, 0, (new Date().getUTCMonth() + 1) % 12]);
    await page.context().close();
  });

  it('is gone through with the keyboard, week by week', async () => {
    const { page } = await open('/live/expiries');
    const reached = () => page.evaluate("document.activeElement.querySelector('.name').textContent");
    await page.getByRole('link', { name: /week of Nov 23/ }).focus();
    await page.keyboard.press('ArrowRight');
    expect(await reached()).toBe('Nov 30');
    await page.keyboard.press('End');
    expect(await reached()).toBe('Feb 15');
    await page.keyboard.press('ArrowRight');
    expect(await reached()).toBe('Feb 15');
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowLeft');
    expect(await reached()).toBe('Nov 23');
    expect(await page.getByRole('list', { name: 'Certificates by week' }).locator('a[tabindex="0"]').count()).toBe(1);
    await page.keyboard.press('Enter');
    await page.waitForURL(/domains\?expires_after/);
    await page.context().close();
  });

  it('is exported as the API answers it to a spreadsheet, for the weeks that are shown', async () => {
    const csv = 'starts_at,ends_at,by_itself,needs_somebody,is_complete\r\n';
    const { page } = await open('/live/expiries?weeks=52');
    await page.getByRole('list', { name: 'Certificates by week' }).waitFor();
    dashboard.answers.set('GET /domains/expiries', { text: csv });
    const pressed = page.getByRole('button', { name: 'Export CSV' }).click();
    const [download] = await Promise.all([page.waitForEvent('download'), pressed]);
    expect([download.suggestedFilename(), readFileSync(await download.path(), 'utf8')]).toEqual(['expiries.csv', csv]);
    expect(asked('GET /domains/expiries').at(-1)?.query.toString()).toBe('weeks=52&format=csv');
    await page.context().close();
  });

  it('is a table, or of a year, as its address says', async () => {
    const { page } = await open('/live/expiries');
    await page.getByRole('button', { name: 'Show as table' }).click();
    await page.waitForURL(/as=table/);
    expect(await page.getByRole('row').nth(2).allTextContents()).toEqual(['Nov 3073']);
    await page.getByLabel('Weeks').selectOption('52');
    await page.waitForURL(/weeks=52/);
    await expect.poll(() => page.getByRole('row').count()).toBe(53);
    expect(asked('GET /domains/expiries').map(({ query }) => query.get('weeks'))).toEqual(['13', '52']);
    await page.context().close();
  });

  it('says what has ended already, and where its numbers stop', async () => {
    const earlier = { by_itself: 1, needs_somebody: 2 };
    const body = aCalendar(13, { earlier, is_complete: false, complete_until: '2026-12-08T00:00:00.000Z' });
    dashboard.answers.set('GET /domains/expiries', { body });
    const { page } = await open('/live/expiries');
    await page.getByText('2 of them need somebody.').waitFor();
    await page.getByText('complete until Dec 8, 2026').waitFor();
    await page.getByRole('link', { name: '3 certificates' }).click();
    await page.getByText('Ends to Nov 22, 2026').waitFor();
    await page.context().close();
  });

  it('without a certificate it says so', async () => {
    const weeks = aCalendar(13).weeks.map((week) => ({ ...week, by_itself: 0, needs_somebody: 0 }));
    dashboard.answers.set('GET /domains/expiries', { body: aCalendar(13, { weeks }) });
    const { page } = await open('/live/expiries');
    await page.getByText('No certificate ends in these 13 weeks.').waitFor();
    await page.context().close();
  });

  it.each([
    [429, 'Too many requests'],
    [503, 'Something went wrong on our side'],
  ])('%i is said in its place', async (status, title) => {
    const failure = { status, headers: { 'retry-after': '30' }, body: { error: { code: 'x' } } };
    dashboard.answers.set('GET /domains/expiries', failure);
    const { page } = await open('/live/expiries');
    await page.getByRole('alert').getByText(title).waitFor();
    await page.getByText(/Next try in (29|30) s/).waitFor();
    await page.context().close();
  });
});
