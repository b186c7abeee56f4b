import { describe, expect, it } from 'vitest';
import { CHROMIUM } from '../../e2e/a-browser.ts';
import { isAnywhere, openDashboard } from './played/opened-dashboard.ts';
import { aPerson, KEY } from './played/played-account.ts';

const { dashboard, open, asked } = openDashboard();

const SECRET = 'sk_played_0123456789';
const CLIPBOARD = { permissions: ['clipboard-read', 'clipboard-write'] };

describe.skipIf(!CHROMIUM)('the keys in the dashboard', () => {
  it('a key is created with its secret shown once, which is gone when it is closed, and not before it was stored', async () => {
    dashboard.answers.set('POST /keys', { body: { ...KEY, secret: SECRET } });
    const { page, complaints } = await open('/live/keys', CLIPBOARD);
    await page.getByRole('button', { name: 'Create a key' }).click();
    await page.getByRole('textbox', { name: 'Name, as the program that uses it' }).fill(' Shop ');
    await page.getByRole('checkbox', { name: 'servers.write' }).uncheck();
    expect(await page.getByRole('checkbox', { name: 'keys.write' }).isChecked()).toBe(false);
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('region', { name: 'X-API-KEY', exact: true }).getByText(SECRET).waitFor();
    const [sent] = asked('POST /keys').map(({ body }) => body as { permissions: string[] });
    const { permissions = [], ...others } = sent ?? {};
    expect([others, permissions.includes('servers.read'), permissions.includes('servers.write')]).toEqual([
      { mode: 'live', name: 'Shop' },
      true,
      false,
    ]);
    await page.getByRole('button', { name: 'Copy X-API-KEY', exact: true }).click();
    await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe(SECRET);
    await page.keyboard.press('Escape');
    const close = page.getByRole('button', { name: 'Close' });
    await close.dispatchEvent('click');
    expect(await page.getByRole('dialog').count()).toBe(1);
    await page.getByRole('checkbox', { name: 'I have stored it' }).check();
    await close.click();
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    expect(await isAnywhere(page, SECRET)).toBe(false);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('a secret is gone for who leaves the page and comes back by the back button', async () => {
    dashboard.answers.set('POST /keys/*/rotate', { body: { ...KEY, secret: SECRET } });
    const { page } = await open('/live/domains');
    await page.getByRole('link', { name: 'API keys' }).click();
    await page.getByRole('button', { name: /^Rotate/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click();
    await page.getByText(SECRET).waitFor();
    expect(asked('POST /keys/cps_pk_1/rotate').map(({ body }) => body)).toEqual([{ overlap_hours: 24 }]);
    await page.goBack();
    await page.getByRole('heading', { name: 'Domains' }).waitFor();
    await page.goForward();
    await page.getByRole('button', { name: /^Rotate/ }).waitFor();
    expect(await isAnywhere(page, SECRET)).toBe(false);
    await page.context().close();
  });

  it('nothing of a page is left where the browser keeps it for its back button, and it is loaded anew', async () => {
    dashboard.answers.set('POST /keys/*/rotate', { body: { ...KEY, secret: SECRET } });
    const { page } = await open('/live/keys');
    await page.getByRole('button', { name: /^Rotate/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click();
    await page.getByText(SECRET).waitFor();
    const tell = (name: string) => page.evaluate(`void dispatchEvent(new PageTransitionEvent('${name}', { persisted: true }))`);
    await tell('pagehide');
    await expect.poll(() => isAnywhere(page, SECRET)).toBe(false);
    await Promise.all([page.waitForEvent('load'), tell('pageshow')]);
    await page.getByRole('button', { name: /^Rotate/ }).waitFor();
    expect(await isAnywhere(page, SECRET)).toBe(false);
    await page.context().close();
  });

  it('a key is revoked only by who types its name, which stays text', async () => {
    dashboard.answers.set('DELETE /keys/*', { body: {} });
    const { page } = await open('/live/keys');
    await page.getByRole('button', { name: /^Revoke/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill('Shop');
    await dialog.getByRole('textbox').press('Enter');
    await dialog.getByRole('button', { name: 'Revoke' }).dispatchEvent('click');
    expect(asked('DELETE /keys/cps_pk_1')).toEqual([]);
    await dialog.getByRole('textbox').fill(KEY.name);
    await dialog.getByRole('textbox').press('Enter');
    await page.getByText(`${KEY.name} revoked`).waitFor();
    expect(asked('DELETE /keys/cps_pk_1')).toHaveLength(1);
    await page.context().close();
  });

  it('who has signed in long ago is led to sign in again, and back', async () => {
    const error = { code: 'fresh_sign_in_required', message: 'Please sign in again to do this.' };
    dashboard.answers.set('POST /keys/*/rotate', { status: 403, body: { error } });
    const { page } = await open('/live/keys');
    await page.getByRole('button', { name: /^Rotate/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click();
    const link = page.getByRole('dialog').getByRole('link', { name: 'Sign in again' });
    expect(await link.getAttribute('href')).toBe('/app/sign-in?return=%2Fdashboard%2Flive%2Fkeys&fresh=1');
    await page.context().close();
  });

  it('a key gets no more than its maker has, and ends where that is chosen', async () => {
    const permissions = ['domains.read', 'servers.read', 'keys.read', 'keys.write'];
    dashboard.answers.set('GET /me', { body: aPerson({ role: 'developer', permissions }) });
    dashboard.answers.set('POST /keys', { body: { ...KEY, secret: SECRET } });
    const { page } = await open('/live/keys');
    await page.getByRole('button', { name: 'Create a key' }).click();
    expect(await page.getByRole('checkbox', { name: 'domains.write' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Only read' }).click();
    await page.getByLabel('Ends').selectOption('30');
    await page.getByRole('textbox').fill('Reports');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByText(SECRET).waitFor();
    const [sent] = asked('POST /keys').map(({ body }) => body as { expires_at: string });
    const { expires_at = '', ...others } = sent ?? {};
    expect(others).toEqual({ mode: 'live', name: 'Reports', permissions: ['domains.read', 'servers.read', 'keys.read'] });
    expect(Math.round((Date.parse(expires_at) - Date.now()) / 86_400_000)).toBe(30);
    await page.context().close();
  });

  it('a key is made and edited with the addresses and servers to which it is restricted', async () => {
    const limits = { allowed_addresses: ['203.0.113.0/24', '::1'], allowed_server_ids: [1] };
    dashboard.answers.set('POST /keys', { body: { ...KEY, ...limits, secret: SECRET } });
    dashboard.answers.set('PATCH /keys/*', { body: KEY });
    dashboard.answers.set('GET /keys', { body: { data: [{ ...KEY, ...limits }], next_cursor: null } });
    const { page } = await open('/live/keys');
    await page.getByText('only from 203.0.113.0/24, ::1').waitFor();
    await page.getByRole('button', { name: 'Create a key' }).click();
    await page.getByLabel('Name, as').fill('Reports');
    await page.getByText('Restrict to addresses or servers').click();
    await page.getByLabel('Only from these IP addresses').fill('203.0.113.0/24,  ::1');
    await page.getByRole('group', { name: 'Only for the domains' }).getByRole('checkbox').first().check();
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByText(SECRET).waitFor();
    expect(asked('POST /keys')[0]?.body).toMatchObject({ name: 'Reports', ...limits });
    await page.getByRole('checkbox', { name: 'I have stored it' }).check();
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await page.getByRole('button', { name: /^Edit/ }).click();
    await page.getByLabel('Only from these IP addresses').fill('');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText(`${KEY.name} saved`).waitFor();
    const unrestricted = { name: KEY.name, allowed_addresses: null, allowed_server_ids: [1] };
    expect(asked('PATCH /keys/cps_pk_1')[0]?.body).toEqual(unrestricted);
    await page.context().close();
  });

  it('the list says how long a former secret still works, what was never used, and what has ended', async () => {
    const previous_secret_ends_at = new Date(Date.now() + 23.5 * 3_600_000).toISOString();
    const { last_used_at: _, ...unused } = { ...KEY, id: 'cps_pk_2', name: 'Old', expires_at: '2026-11-01T10:00:00Z' };
    dashboard.answers.set('GET /keys', { body: { data: [{ ...KEY, previous_secret_ends_at }, unused], next_cursor: null } });
    const { page } = await open('/live/keys');
    await page.getByText(/^23 h (29|30) min$/).waitFor();
    await page.getByText('Ended').waitFor();
    await page.getByRole('button', { name: 'Revoke: Old' }).click();
    await page.getByText('It was never used.').waitFor();
    await page.context().close();
  });
});
