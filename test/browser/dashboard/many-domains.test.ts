import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CHROMIUM } from '../../e2e/a-browser.ts';
import { openDashboard } from './played/opened-dashboard.ts';
import { aDomain, aPerson, DOMAINS, fillAccount, VIEWER } from './played/played-account.ts';

const { dashboard, open, asked } = openDashboard();

/** Newest first. */
const many = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    aDomain(index + 1, `n${index}.acme.test`, {}, { created_at: new Date(1_790_000_000_000 - index * 1000).toISOString() }),
  );

const ORDERS = [
  ['Oldest first', 'n999.acme.test'],
  ['Newest first', 'n0.acme.test'],
] as const;

describe.skipIf(!CHROMIUM)('many domains', () => {
  it('ten thousand domains are read page by page, each with an address', async () => {
    fillAccount(
      dashboard,
      Array.from({ length: 10_000 }, (_, index) => aDomain(index + 1, `n${index}.acme.test`)),
    );
    const { page } = await open('/live/domains');
    await page.getByRole('link', { name: '10,000 Needs your customer' }).waitFor();
    expect(await page.locator('tbody tr').count()).toBe(50);
    await page.getByRole('link', { name: 'Next page' }).click();
    await page.getByRole('link', { name: 'n50.acme.test' }).waitFor();
    await page.reload();
    await page.getByRole('link', { name: 'n50.acme.test' }).waitFor();
    await page.getByRole('link', { name: 'First page' }).click();
    await page.getByRole('link', { name: 'n0.acme.test' }).waitFor();
    await page.context().close();
  });

  it('are filtered and put in another order in a tenth of a second of the page’s own time', async () => {
    fillAccount(dashboard, many(1000));
    const { page } = await open('/live/domains');
    const order = page.getByLabel('Order');
    const first = page.locator('tbody [data-row]').first();
    await page.getByRole('link', { name: 'n0.acme.test' }).waitFor();
    const debug = await page.context().newCDPSession(page);
    // CPU time of the page's own thread, which other programs do not change.
    await debug.send('Performance.enable', { timeDomain: 'threadTicks' });
    const taken = async () => {
      const { metrics } = await debug.send('Performance.getMetrics');
      return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
    };
    const times: number[] = [];
    for (const [chosen, name] of [...ORDERS, ...ORDERS, ...ORDERS, ...ORDERS]) {
      const before = await taken();
      await order.selectOption(chosen);
      await expect.poll(() => first.textContent(), { interval: 100 }).toBe(name);
      times.push((await taken()) - before);
    }
    console.log(`to sort 1,000 domains: ${times.map((time) => time.toFixed(0)).join(', ')} ms`);
    expect(Math.min(...times)).toBeLessThanOrEqual(100);
    await page.context().close();
  });

  it('the order is in the address, and oldest first asks the API', async () => {
    fillAccount(dashboard, many(60));
    const { page } = await open('/live/domains');
    await page.getByLabel('Order').selectOption('Oldest first');
    await page.waitForURL(/sort=oldest/);
    await expect.poll(() => page.locator('tbody [data-row]').first().textContent()).toBe('n59.acme.test');
    await page.getByRole('link', { name: 'Next page' }).click();
    await page.getByRole('link', { name: 'n9.acme.test' }).waitFor();
    expect(asked('GET /domains').at(-1)?.query.get('sort')).toBe('oldest');
    await page.context().close();
  });

  it('those that end soon are asked for by their end, which can be cleared', async () => {
    const { page } = await open('/live/domains');
    await page.getByLabel('Certificate ends').selectOption('Ends in 30 days');
    const clear = page.getByRole('button', { name: /^Ends from .*clear this filter$/ });
    await clear.waitFor();
    const query = asked('GET /domains').at(-1)?.query;
    const [from, until] = ['expires_after', 'expires_before'].map((name) => Date.parse(query?.get(name) ?? ''));
    expect((until ?? 0) - (from ?? 0)).toBe(30 * 86_400_000);
    await clear.click();
    await page.getByLabel('Certificate ends').waitFor();
    expect(new URL(page.url()).search).toBe('');
    await page.context().close();
  });

  it('columns that are chosen are kept', async () => {
    const { page, complaints } = await open('/live/domains');
    const heads = () => page.getByRole('columnheader').allTextContents();
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Server' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Added' }).click();
    await page.reload();
    await page.getByRole('link', { name: 'shop.hooli.test' }).waitFor();
    expect(await heads()).toEqual(['', 'Hostname', 'Verdict', 'Waits for', 'Record required, and seen', 'Expires', 'Added']);
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});

describe.skipIf(!CHROMIUM)('an export of what a filter shows', () => {
  const exported = async (page: Awaited<ReturnType<typeof open>>['page']) => {
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export' }).click()]);
    return { name: download.suggestedFilename(), lines: readFileSync(await download.path(), 'utf8').split('\r\n') };
  };

  it('has all pages of it, and no formula of a stranger', async () => {
    fillAccount(dashboard, [...many(230), aDomain(500, 'x.test', { code: '=cmd()' })]);
    const { page, complaints } = await open('/live/domains?actor=customer&cursor=50');
    const { name, lines } = await exported(page);
    expect(name).toMatch(/^domains-\d{4}-\d\d-\d\d\.csv$/);
    expect(lines.length).toBe(1 + 231 + 1);
    expect(lines.find((line) => line.startsWith('500,'))).toContain(",'=cmd(),");
    await page.getByText('231 domains are in the file.').waitFor();
    const toLines = page.getByRole('button', { name: 'Store them as JSON lines, too' }).click();
    const [download] = await Promise.all([page.waitForEvent('download'), toLines]);
    expect(download.suggestedFilename()).toMatch(/^domains-\d{4}-\d\d-\d\d\.jsonl$/);
    const ids = readFileSync(await download.path(), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).id);
    expect(new Set(ids).size).toBe(231);
    const pages = asked('GET /domains').filter(({ query }) => query.get('limit') === '100');
    expect(pages.map(({ query }) => [query.get('actor'), query.get('cursor')])).toEqual([
      ['customer', null],
      ['customer', '100'],
      ['customer', '200'],
    ]);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('ends at ten thousand, and says so', async () => {
    fillAccount(dashboard, many(10_001));
    const { page } = await open('/live/domains');
    expect((await exported(page)).lines.length).toBe(1 + 10_000 + 1);
    await page.getByText('There are more:').waitFor();
    await page.context().close();
  });

  it('that is refused on the way makes no file, and can be tried again; one that is given up asks no more', async () => {
    fillAccount(dashboard, many(300));
    const { page } = await open('/live/domains');
    await page.getByRole('link', { name: 'n0.acme.test' }).waitFor();
    dashboard.answers.set('GET /domains', { status: 503, body: { error: { code: 'service_unavailable', message: 'No.' } } });
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('alert').getByRole('heading', { name: 'Something went wrong on our side' }).waitFor();
    fillAccount(dashboard, many(300));
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('alert').getByRole('button', { name: 'Retry' }).click(),
    ]);
    expect(download.suggestedFilename()).toContain('.csv');
    await page.context().close();
  });
});

describe.skipIf(!CHROMIUM)('several domains that are selected', () => {
  const select = async (page: Awaited<ReturnType<typeof open>>['page'], ...names: string[]) => {
    for (const name of names) await page.getByRole('checkbox', { name: `Select ${name}` }).check();
  };

  it('are checked one after another, and a refusal says how many were', async () => {
    let checks = 0;
    dashboard.answers.set('POST /domains/*/check', () => {
      checks += 1;
      const error = { code: 'rate_limit_exceeded', message: 'Too many.' };
      return checks > 2 ? { status: 429, body: { error } } : { body: DOMAINS[0] };
    });
    const { page } = await open('/live/domains');
    await page.getByRole('checkbox', { name: 'Select all' }).check();
    await page.getByRole('button', { name: 'Check 5 now' }).click();
    await page.getByText('2 of 5 checked. Too many requests', { exact: false }).waitFor();
    await page.context().close();
  });

  it('are deleted after their number was typed, and one that is gone already stops no other', async () => {
    dashboard.answers.set('DELETE /domains/*', ({ path }) =>
      path === '/domains/2'
        ? { status: 404, body: { error: { code: 'resource_not_found', message: 'No such domain.' } } }
        : { body: { deleted: true } },
    );
    const { page, complaints } = await open('/live/domains');
    await select(page, 'docs.acme.test', 'shop.hooli.test', 'www.umbrella.test');
    await page.getByRole('button', { name: 'Delete…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete 3 domains?' });
    expect(await dialog.getByRole('button', { name: 'Delete' }).getAttribute('aria-disabled')).toBe('true');
    await dialog.getByRole('textbox').fill('delete 3');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('2 of 3 deleted. Not found', { exact: false }).waitFor();
    expect(dashboard.sent.filter(({ method }) => method === 'DELETE').map(({ path }) => path)).toEqual([
      ...['/domains/1', '/domains/2', '/domains/3'],
    ]);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('are moved to a server', async () => {
    dashboard.answers.set('PATCH /domains/*', { body: DOMAINS[0] });
    const { page } = await open('/live/domains');
    await select(page, 'docs.acme.test', 'shop.hooli.test');
    await page.getByRole('button', { name: 'Move to a server…' }).click();
    await page.getByRole('dialog').getByLabel('To the server').selectOption('Web 1');
    await page.getByRole('dialog').getByRole('button', { name: 'Move' }).click();
    await page.getByText('2 of 2 moved').waitFor();
    expect(asked('PATCH /domains/2').map(({ body }) => body)).toEqual([{ server_id: 1 }]);
    expect(await page.getByRole('group', { name: 'Selected domains' }).count()).toBe(0);
    await page.context().close();
  });

  it('are moved after a fresh sign-in, to which the dialog leads', async () => {
    const error = { code: 'fresh_sign_in_required', message: 'Please sign in again to do this.' };
    dashboard.answers.set('PATCH /domains/*', { status: 403, body: { error } });
    const { page } = await open('/live/domains');
    await select(page, 'docs.acme.test', 'shop.hooli.test');
    await page.getByRole('button', { name: 'Move to a server…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Move' }).click();
    const link = page.getByRole('dialog').getByRole('link', { name: 'Sign in again' });
    expect(await link.getAttribute('href')).toContain('fresh=1');
    await page.context().close();
  });

  it('can only be looked at by a viewer', async () => {
    dashboard.answers.set('GET /me', { body: aPerson(VIEWER) });
    const { page } = await open('/live/domains');
    await select(page, 'docs.acme.test');
    for (const name of ['Check 1 now', 'Move to a server…', 'Delete…']) {
      await expect.poll(() => page.getByRole('button', { name }).getAttribute('aria-disabled')).toBe('true');
    }
    await page.context().close();
  });
});
