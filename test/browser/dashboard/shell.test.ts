import { describe, expect, it } from 'vitest';
import { CHROMIUM } from '../../e2e/a-browser.ts';
import { openDashboard } from './played/opened-dashboard.ts';
import { aPerson, fillAccount, VIEWER } from './played/played-account.ts';

const { dashboard, open, asked } = openDashboard();

const refused = (status: number, code: string, headers = {}, details = {}) => ({
  ...{ status, headers },
  body: { error: { code, message: 'The API says why.', details } },
});

describe.skipIf(!CHROMIUM)('the dashboard', () => {
  it('an address without a mode leads to live data, which the title says', async () => {
    const { page, complaints } = await open('/');
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/dashboard/live');
    await expect.poll(() => page.title()).toBe('Overview – Live – Acme Shops');
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('test data are marked as such, and asked for at another address; the switch leads to live data', async () => {
    dashboard.answers.set('GET /me', ({ mode }) => ({ body: aPerson({ mode }) }));
    const { page } = await open('/test/domains');
    await page.getByText('Test data.', { exact: false }).waitFor();
    await page.getByRole('link', { name: 'shop.hooli.test' }).waitFor();
    const modes = () => [...new Set(dashboard.sent.map(({ mode }) => mode))];
    expect(modes()).toEqual(['test']);
    dashboard.sent.length = 0;
    await page.getByRole('link', { name: 'Live', exact: true }).click();
    await page.waitForURL(/dashboard\/live$/);
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    expect([modes(), await page.getByText('Test data.', { exact: false }).count()]).toEqual([['live'], 0]);
    await page.context().close();
  });

  it('what a document of test data has read is not shown as live data, whatever leads there', async () => {
    dashboard.answers.set('GET /me', ({ mode }) => ({ body: aPerson({ mode }) }));
    const { page } = await open('/test/domains');
    await page.getByRole('link', { name: 'shop.hooli.test' }).waitFor();
    dashboard.sent.length = 0;
    await page.evaluate(`history.pushState({}, '', '/dashboard/live/domains')`);
    await expect.poll(() => dashboard.sent.filter(({ path }) => path === '/domains').map(({ mode }) => mode)).toEqual(['live']);
    await page.context().close();
  });

  it('a key that is made in test mode is asked for as a test key', async () => {
    dashboard.answers.set('GET /me', ({ mode }) => ({ body: aPerson({ mode }) }));
    dashboard.answers.set('POST /keys', { status: 422, body: { error: { code: 'validation_error', message: 'No.' } } });
    const { page } = await open('/test/keys');
    await page.getByRole('button', { name: 'Create a key' }).click();
    await page.getByText('It reaches test data only.').waitFor();
    await page.getByRole('textbox').fill('ci');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await expect
      .poll(() => dashboard.sent.find(({ method }) => method === 'POST'))
      .toMatchObject({ mode: 'test', body: { mode: 'test' } });
    await page.context().close();
  });

  it('whose session has ended goes to the sign-in, which leads back to the same address', async () => {
    dashboard.answers.set('GET /me', refused(401, 'not_signed_in'));
    dashboard.answers.set('GET /app/sign-in', { body: 'sign in' });
    const { page } = await open('/live/domains?actor=customer');
    await page.waitForURL(/app\/sign-in/);
    expect(new URL(page.url()).searchParams.get('return')).toBe('/dashboard/live/domains?actor=customer');
    expect(asked('GET /me')).toHaveLength(1);
    await page.context().close();
  });

  it('an account that cannot be read is asked for once, and not again and again', async () => {
    dashboard.answers.set('GET /me', refused(403, 'permission_denied'));
    for (const path of ['/', '/live']) {
      const { page } = await open(path);
      await page.getByRole('heading', { name: 'Not allowed' }).waitFor();
      await page.getByRole('button', { name: 'Retry' }).waitFor();
      await page.getByRole('heading', { name: 'Not allowed' }).waitFor();
      await page.context().close();
    }
    expect(asked('GET /me')).toHaveLength(2);
  });

  it('a session that ends while a page is open leads to the sign-in with the next request', async () => {
    dashboard.answers.set('GET /app/sign-in', { body: 'sign in' });
    const { page } = await open('/live/domains');
    await page.getByRole('link', { name: 'shop.hooli.test' }).waitFor();
    dashboard.answers.set('GET /domains/*', refused(401, 'not_signed_in'));
    await page.getByRole('link', { name: 'shop.hooli.test' }).click();
    await page.waitForURL(/app\/sign-in/);
    expect(new URL(page.url()).searchParams.get('return')).toBe('/dashboard/live/domains/2');
    await page.context().close();
  });

  it('every request says that it is our own, and a POST can be repeated', async () => {
    const { page } = await open('/live/domains/2');
    dashboard.answers.set('POST /domains/*/check', { body: {} });
    await page.getByRole('button', { name: 'Check now' }).click();
    await expect.poll(() => dashboard.sent.filter(({ method }) => method === 'POST').length).toBe(1);
    expect(new Set(dashboard.sent.map(({ headers }) => headers['x-requested-with']))).toEqual(new Set(['cps']));
    expect(dashboard.sent.find(({ method }) => method === 'POST')?.headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/);
    await page.context().close();
  });

  it.each([
    ['500', refused(500, 'internal_error'), 'Something went wrong on our side'],
    ['503', refused(503, 'service_unavailable'), 'Something went wrong on our side'],
    ['403', refused(403, 'insufficient_permissions', {}, { required_permission: 'domains.read' }), 'Not allowed'],
  ])('a %s is said in words, with the request to name to support and a way on', async (_, answer, title) => {
    dashboard.answers.set('GET /domains', answer);
    const { page } = await open('/live/domains');
    const failure = page.getByRole('alert');
    await failure.getByRole('heading', { name: title }).waitFor();
    await failure.getByText('req_01').waitFor();
    fillAccount(dashboard);
    await failure.getByRole('button', { name: 'Retry' }).click();
    await page.getByRole('link', { name: 'shop.hooli.test' }).waitFor();
    expect(await failure.count()).toBe(0);
    await page.context().close();
  });

  it('a 403 names the role that was lowered while the page was open, and those that may', async () => {
    const { page } = await open('/live/domains/2');
    dashboard.answers.set('POST /domains/*/check', () => {
      dashboard.answers.set('GET /me', { body: aPerson(VIEWER) });
      const details = { required_permission: 'domains.check', role: 'viewer', roles: ['developer', 'admin', 'owner'] };
      return { status: 403, body: { error: { code: 'insufficient_permissions', message: 'No.', details } } };
    });
    const button = page.getByRole('button', { name: 'Check now' });
    await button.click();
    await page
      .getByRole('alert')
      .getByText('Your role, viewer, does not allow this. These may: developer, admin, owner.')
      .waitFor();
    await expect.poll(() => button.getAttribute('aria-disabled')).toBe('true');
    await page.context().close();
  });

  it('what a role does not allow can be seen and not pressed, and says why', async () => {
    dashboard.answers.set('GET /me', { body: aPerson(VIEWER) });
    const { page } = await open('/live/domains/2');
    const button = page.getByRole('button', { name: 'Check now' });
    await expect.poll(() => button.getAttribute('aria-disabled')).toBe('true');
    expect(await button.getAttribute('title')).toBe(
      'Your role, viewer, does not allow this. These may: developer, admin, owner.',
    );
    await button.dispatchEvent('click');
    expect(dashboard.sent.filter(({ method }) => method === 'POST')).toEqual([]);
    await page.context().close();
  });

  it('a 429 counts down, and is asked again at its end', async () => {
    dashboard.answers.set('GET /domains', refused(429, 'rate_limit_exceeded', { 'retry-after': '3' }));
    const { page } = await open('/live/domains');
    await page.getByText(/Next try in [23] s\./).waitFor();
    expect(await page.getByRole('button', { name: 'Retry' }).getAttribute('aria-disabled')).toBe('true');
    fillAccount(dashboard);
    await page.getByRole('link', { name: 'shop.hooli.test' }).waitFor();
    await page.context().close();
  });

  it('who is offline reads on, is told so, and changes nothing', async () => {
    const { page } = await open('/live/domains/2');
    await page.getByRole('button', { name: 'Check now' }).waitFor();
    await page.context().setOffline(true);
    await page.getByText('You are offline.', { exact: false }).waitFor();
    await page.getByRole('button', { name: 'Check now' }).click();
    await page.getByRole('heading', { name: 'No connection' }).waitFor();
    expect(await page.getByRole('link', { name: 'shop.hooli.test' }).isVisible()).toBe(true);
    await page.context().setOffline(false);
    await expect.poll(() => page.getByText('You are offline.', { exact: false }).count()).toBe(0);
    await page.context().close();
  });

  it('an appearance that was chosen is kept', async () => {
    const { page } = await open('/live/domains', { colorScheme: 'light' });
    const scheme = () =>
      page.evaluate("getComputedStyle(document.documentElement).colorScheme + ' ' + getComputedStyle(document.body).color");
    const before = String(await scheme());
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitemradio', { name: 'Dark' }).click();
    const after = String(await scheme());
    expect(after).toMatch(/^dark /);
    expect(after.split(' ').slice(1)).not.toEqual(before.split(' ').slice(2));
    await page.reload();
    await page.getByRole('heading', { name: 'Domains' }).waitFor();
    expect(await scheme()).toBe(after);
    await page.context().close();
  });

  it('who is in several organizations goes into another by a sign-in that names it', async () => {
    const several = [
      { id: 'org_1', name: 'Acme Shops', is_this: true },
      { id: 'org_2', name: '<b>Globex</b>', is_this: false },
    ];
    dashboard.answers.set('GET /organizations', { body: { data: several } });
    dashboard.answers.set('GET /app/sign-in', { body: 'sign in' });
    const { page, complaints } = await open('/live/domains');
    await page.getByRole('button', { name: 'Organization Acme Shops' }).click();
    await page.getByRole('menuitemradio', { name: '<b>Globex</b>' }).click();
    await page.waitForURL(/app\/sign-in/);
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ organization: 'org_2', return: '/dashboard/' });
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('signing out ends the session at the service', async () => {
    dashboard.answers.set('POST /app/sign-out', { status: 204 });
    const { page } = await open('/live/domains');
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL(/dashboard\/(live)?$/);
    expect(dashboard.sent.some(({ method, path }) => `${method} ${path}` === 'POST /app/sign-out')).toBe(true);
    await page.context().close();
  });

  it('signing out leads to the provider, where the service has told its address', async () => {
    const { page } = await open('/live/domains');
    const provider_url = new URL('/provider/end?client_id=cps', page.url()).href;
    dashboard.answers.set('POST /app/sign-out', { status: 200, body: { provider_url } });
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL(provider_url);
    await page.context().close();
  });

  it('on a phone the names of the pages stand in one line each', async () => {
    const { page } = await open('/live', { viewport: { width: 390, height: 844 } });
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    const links = await page.getByRole('navigation', { name: 'Main' }).getByRole('link').all();
    const heights = await Promise.all(links.map(async (link) => (await link.boundingBox())?.height ?? 0));
    expect(Math.max(...heights)).toBeLessThan(48);
    await page.context().close();
  });

  it('an address that is no page says so', async () => {
    const { page } = await open('/live/nothing');
    await page.getByRole('heading', { name: 'There is no such page' }).waitFor();
    await page.context().close();
  });
});

describe.skipIf(!CHROMIUM)('the navigation on a phone', () => {
  it('shows the link of the page that is open, in a row that is wider than the screen', async () => {
    const width = 360;
    const { page } = await open('/live/settings', { viewport: { width, height: 740 } });
    const isInSight = async (name: string) => {
      const box = await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).boundingBox();
      return box !== null && box.x >= 0 && box.x + box.width <= width;
    };
    await expect.poll(() => isInSight('Settings')).toBe(true);
    expect(await isInSight('Overview')).toBe(false);
    await page.keyboard.press('g');
    await page.keyboard.press('o');
    await expect.poll(() => isInSight('Overview')).toBe(true);
    expect(await page.evaluate('scrollY')).toBe(0);
    await page.context().close();
  });
});

describe.skipIf(!CHROMIUM)('the keyboard of the dashboard', () => {
  it('the first stop skips to the content', async () => {
    const { page } = await open('/live/domains');
    await page.getByRole('link', { name: 'shop.hooli.test' }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('main');
    await page.context().close();
  });

  it('single keys go to pages, filter, walk the rows, select, and list themselves', async () => {
    const { page, complaints } = await open('/live');
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('d');
    const focused = (what: string) => expect.poll(() => page.evaluate(`document.activeElement.${what}`));
    // The overview has links of the same names: the focused heading shows that the new page is there.
    await focused('querySelector("h1")?.textContent').toBe('Domains');
    await page.getByRole('link', { name: 'docs.acme.test' }).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await focused('textContent').toBe('shop.hooli.test');
    await page.keyboard.press('k');
    await focused('textContent').toBe('docs.acme.test');
    await page.keyboard.press('x');
    await page.getByRole('button', { name: 'Check 1 now' }).waitFor();
    await page.keyboard.press('/');
    expect(await page.evaluate("document.activeElement.matches('input[type=search]')")).toBe(true);
    // In a field they are text.
    await page.keyboard.type('n?');
    expect(await page.getByRole('searchbox').inputValue()).toBe('n?');
    await page.locator('h1').click();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('n');
    await page.getByRole('heading', { name: 'Add domains' }).waitFor();
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('single keys can be switched off', async () => {
    const { page } = await open('/live');
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await page.keyboard.press('?');
    await page.getByRole('checkbox', { name: 'Single keys do this' }).uncheck();
    await page.getByRole('button', { name: 'Close' }).click();
    await page.keyboard.press('n');
    await page.keyboard.press('?');
    expect([await page.getByRole('dialog').count(), new URL(page.url()).pathname]).toEqual([0, '/dashboard/live']);
    await page.context().close();
  });
});
