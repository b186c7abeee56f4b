import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { auditFile } from '../../../lambdas/api/audit/audit-file.ts';
import { CHROMIUM } from '../../e2e/a-browser.ts';
import { openDashboard } from './played/opened-dashboard.ts';
import { ENTRY } from './played/played-account.ts';

const { dashboard, open, asked } = openDashboard();

async function exported(page: Page, name: string): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()]);
  return readFileSync(await download.path(), 'utf8');
}

describe.skipIf(!CHROMIUM)('the audit', () => {
  it('says who by name, and shows field by field what was before and after, as text', async () => {
    const { page, complaints } = await open('/live/audit');
    const row = page.getByRole('row').nth(1);
    await row.getByText('ben@acme.test').waitFor();
    await row.getByText('Show aud_1').click();
    expect(await row.locator('del').allTextContents()).toEqual(['https://old.test/in', '["*"]']);
    expect(await row.locator('ins').allTextContents()).toEqual(['<b>new</b>', '=1+1']);
    await row.getByText('req_9').waitFor();
    await row.getByRole('link', { name: '7' }).click();
    await page.waitForURL(/webhooks\/7/);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('says who revoked which key, by the name that it had, and is found from the keys', async () => {
    const before = { name: 'Checkout <b>', permissions: ['domains.read'] };
    const revoked = { ...ENTRY, action: 'api_key.revoked', object: { type: 'api_key', id: 'cps_pk_9' }, before, after: {} };
    dashboard.answers.set('GET /audit', { body: { data: [revoked], next_cursor: null } });
    const { page } = await open('/live/keys');
    await page.getByRole('link', { name: 'Who created, rotated or revoked a key' }).click();
    await page.waitForURL(/audit\?type=api_key$/);
    const row = page.getByRole('row', { name: 'api_key.revoked' });
    await row.getByText('Checkout <b>').first().waitFor();
    await row.getByText('ben@acme.test').waitFor();
    await page.context().close();
  });

  it('of a revoked key shows its end alone, and of another change the fields that are others than before', async () => {
    const before = { name: 'Checkout', permissions: ['domains.read'] };
    const key = { ...ENTRY, action: 'api_key.revoked', object: { type: 'api_key', id: 'cps_pk_9' } };
    const revoked = { ...key, before, after: { revoked_at: '2026-11-25T09:00:00Z' } };
    const renamed = {
      ...ENTRY,
      id: 'aud_2',
      before: { url: 'https://a.test', events: ['*'] },
      after: { url: 'https://b.test', events: ['*'] },
    };
    dashboard.answers.set('GET /audit', { body: { data: [revoked, renamed], next_cursor: null } });
    const { page } = await open('/live/audit');
    for (const id of ['aud_1', 'aud_2']) await page.getByText(`Show ${id}`).click();
    const [first, second] = [page.getByRole('row').nth(1), page.getByRole('row').nth(2)];
    await first.getByText('Checkout').waitFor();
    expect([await first.locator('del').count(), await first.locator('ins').allTextContents()]).toEqual([
      0,
      ['2026-11-25T09:00:00Z'],
    ]);
    expect(await second.locator('del').allTextContents()).toEqual(['https://a.test']);
    expect(await second.locator('ins').allTextContents()).toEqual(['https://b.test']);
    await page.context().close();
  });

  it('calls whom it does not know by their id, and a type of a later release as the service does', async () => {
    const unknown = { ...ENTRY, actor: { type: 'robot', machine_id: 'rob_1' }, object: { type: 'invented', id: 'i1' } };
    dashboard.answers.set('GET /audit', { body: { data: [unknown], next_cursor: null } });
    const { page } = await open('/live/audit?actor=rob_1&type=invented');
    for (const text of ['robot', 'invented']) await page.getByRole('table').getByText(text).waitFor();
    const query = asked('GET /audit').at(-1)?.query;
    expect([query?.get('actor'), query?.get('object_type')]).toEqual(['rob_1', 'invented']);
    await page.context().close();
  });

  it('is filtered in the address by days, person and object, and page by page', async () => {
    dashboard.answers.set('GET /audit', { body: { data: [ENTRY], next_cursor: 'c2' } });
    const { page } = await open('/live/audit');
    await page.getByLabel('From').fill('2026-11-01');
    await page.waitForURL(/from=2026-11-01/);
    await page.getByLabel('until').fill('2026-11-25');
    await page.waitForURL(/until=2026-11-25/);
    await page.getByLabel('Actor').selectOption('ben@acme.test');
    await page.waitForURL(/actor=usr_2/);
    await page.getByRole('combobox', { name: 'Object' }).selectOption('webhook');
    await page.getByLabel('Id of the object').fill('7');
    await page.getByRole('button', { name: 'Find' }).click();
    await expect
      .poll(() => asked('GET /audit').at(-1)?.query.toString())
      .toBe(
        'created_after=2026-11-01T00%3A00%3A00.000Z&created_before=2026-11-26T00%3A00%3A00.000Z&actor=usr_2&object_type=webhook&object_id=7&limit=50',
      );
    await page.getByRole('link', { name: 'Next page' }).click();
    await page.waitForURL(/cursor=c2/);
    await page.getByRole('link', { name: 'Clear filter' }).click();
    await page.waitForURL((url) => url.search === '');
    await page.context().close();
  });

  /** Answers like the API, page by page. */
  const answerPages = (pages: object[][]) =>
    dashboard.answers.set('GET /audit', ({ query }) => {
      const page = Number(query.get('cursor') ?? 0);
      const format = query.get('format');
      const answer = { data: pages[page], next_cursor: page + 1 < pages.length ? String(page + 1) : null } as never;
      return format === 'csv' || format === 'jsonl' ? { text: auditFile(format, answer).text ?? '' } : { body: answer };
    });
  const entries = [
    { ...ENTRY, livemode: true },
    { ...ENTRY, livemode: true, id: 'aud_2', action: '=cmd|"x"', object: { type: 'domain', id: '-2' } },
  ];

  it('is exported as a whole: as CSV in which no cell is a formula, and as JSON lines', async () => {
    answerPages(entries.map((entry) => [entry]));
    const { page, complaints } = await open('/live/audit?actor=usr_2');
    const lines = (await exported(page, 'Export CSV')).split('\r\n');
    expect(lines.map((line) => line.split(',').slice(0, 2).join())).toEqual([
      'created_at,id',
      '2026-11-25T09:00:00Z,aud_1',
      '2026-11-25T09:00:00Z,aud_2',
      'next_cursor,',
      '',
    ]);
    expect(lines[2]).toContain(`,"'=cmd|""x""",domain,'-2,`);
    await page.getByText('2 changes exported').waitFor();
    const exportedLines = (await exported(page, 'Export JSON lines')).trimEnd().split('\n');
    expect(exportedLines.map((line) => JSON.parse(line).id ?? line)).toEqual(['aud_1', 'aud_2', '{"next_cursor":null}']);
    expect(asked('GET /audit').every(({ query }) => query.get('actor') === 'usr_2')).toBe(true);
    expect(await page.getByRole('button', { name: 'Export the next changes' }).count()).toBe(0);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('is exported up to a bound: the file and the page say that there is more, and the next file goes on behind it', async () => {
    answerPages(Array.from({ length: 12 }, (_, n) => [{ ...ENTRY, id: `aud_${n}` }]));
    const { page } = await open('/live/audit');
    const lines = (await exported(page, 'Export JSON lines')).trimEnd().split('\n');
    expect([lines.length, lines.at(-1)]).toEqual([11, '{"next_cursor":"10"}']);
    await page.getByText('10 changes exported, and there are more').waitFor();
    const others = (await exported(page, 'Export the next changes')).trimEnd().split('\n');
    expect(others.map((line) => JSON.parse(line).id)).toEqual(['aud_10', 'aud_11', undefined]);
    await page.getByRole('button', { name: 'Export the next changes' }).waitFor({ state: 'detached' });
    await page.context().close();
  });

  it.each([
    ['is refused', { status: 503, body: { error: { code: 'service_unavailable', message: 'No.' } } }],
    ['is cut off', { text: 'created_at,id\n2026-11-25T09:00:00Z,aud_' }],
  ])('is exported as far as it was read where a page of it %s, and goes on there', async (_, broken) => {
    answerPages(entries.map((entry) => [entry]));
    const { page } = await open('/live/audit');
    const whole = dashboard.answers.get('GET /audit') as (sent: unknown) => never;
    dashboard.answers.set('GET /audit', (sent) => (sent.query.has('cursor') ? broken : whole(sent)));
    const file = await exported(page, 'Export CSV');
    expect(file.split('\r\n').map((line) => line.split(',').slice(0, 2).join())).toEqual([
      'created_at,id',
      '2026-11-25T09:00:00Z,aud_1',
      'next_cursor,1',
      '',
    ]);
    await page.getByRole('alert').waitFor();
    answerPages(entries.map((entry) => [entry]));
    expect(await exported(page, 'Export the next changes')).toMatch(/^created_at,.*\r\n.*aud_2.*\r\nnext_cursor,,+\r\n$/);
    await page.getByRole('alert').waitFor({ state: 'detached' });
    await page.context().close();
  });

  it('that cannot be read says why', async () => {
    dashboard.answers.set('GET /audit', { status: 429, headers: { 'retry-after': '20' }, body: { error: { code: 'x' } } });
    const { page } = await open('/live/audit');
    await page.getByText(/Next try in (19|20) s/).waitFor();
    await page.context().close();
  });
});
