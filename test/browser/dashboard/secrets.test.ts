import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { CHROMIUM } from '../../e2e/a-browser.ts';
import { openDashboard } from './opened-dashboard.ts';
import { KEY, WEBHOOK } from './played-account.ts';

const { dashboard, open, asked } = openDashboard();

const SECRET = 'sk_played_0123456789';
const CLIPBOARD = { permissions: ['clipboard-read', 'clipboard-write'] };

/** Whatever the page still has of a secret, seen or not. */
async function isAnywhere(page: Page, secret: string): Promise<boolean> {
  const all = await page.evaluate(
    "document.documentElement.outerHTML + JSON.stringify([localStorage, sessionStorage, history.state, location.href]) + [...document.querySelectorAll('input')].map(({ value }) => value)",
  );
  return String(all).includes(secret);
}

describe.skipIf(!CHROMIUM)('the keys in the dashboard', () => {
  it('a key is created with its secret shown once, which is gone when it is closed, and not before it was stored', async () => {
    dashboard.answers.set('POST /keys', { body: { ...KEY, secret: SECRET } });
    const { page, complaints } = await open('/live/keys', CLIPBOARD);
    await page.getByRole('button', { name: 'Create a key' }).click();
    await page.getByRole('textbox', { name: 'Name, as the program that uses it' }).fill(' Shop ');
    await page.getByRole('checkbox', { name: 'servers.write' }).uncheck();
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('region', { name: 'X-API-KEY', exact: true }).getByText(SECRET).waitFor();
    const [sent] = asked('POST /keys').map(({ body }) => body as { permissions: string[] });
    const { permissions = [], ...others } = sent ?? {};
    expect([others, permissions.includes('servers.read'), permissions.includes('servers.write')]).toEqual([
      { name: 'Shop' },
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
});

describe.skipIf(!CHROMIUM)('webhooks in the dashboard', () => {
  it('one is added with its secret shown once', async () => {
    dashboard.answers.set('POST /webhooks', { body: { ...WEBHOOK, secret: 'whsec_played' } });
    const { page } = await open('/live/webhooks');
    await page.getByRole('button', { name: 'Add a webhook' }).click();
    await page.getByRole('textbox', { name: 'Address of your receiver' }).fill(WEBHOOK.url);
    await page.getByRole('listbox').selectOption(['certificate.issued', 'certificate.failed']);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('whsec_played').waitFor();
    expect(asked('POST /webhooks').map(({ body }) => body)).toEqual([
      { url: WEBHOOK.url, events: ['certificate.issued', 'certificate.failed'] },
    ]);
    await page.getByRole('checkbox', { name: 'I have stored it' }).check();
    await page.getByRole('button', { name: 'Close' }).click();
    expect(await isAnywhere(page, 'whsec_played')).toBe(false);
    await page.context().close();
  });

  it('a test says what became of it, a failed delivery shows the reply as text, and is sent again', async () => {
    dashboard.answers.set('POST /webhooks/*/test', { body: { state: 'succeeded' } });
    dashboard.answers.set('POST /webhooks/*/deliveries/*/redeliver', { body: {} });
    const { page, complaints } = await open('/live/webhooks');
    await page.getByRole('link', { name: WEBHOOK.url }).click();
    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.getByText('Test: succeeded').waitFor();
    await page.getByText('1 of evt_1').click();
    await page.getByText('<i>no</i>').waitFor();
    await page.getByLabel('State').selectOption('failed');
    await expect.poll(() => asked('GET /webhooks/7/deliveries').at(-1)?.query.get('state')).toBe('failed');
    await page.getByRole('button', { name: 'Redeliver: evt_1' }).click();
    await page.getByText('Sent again').waitFor();
    expect(asked('POST /webhooks/7/deliveries/dlv_1/redeliver').map(({ body }) => body)).toEqual([{}]);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('one that is disabled says why and since when, and is enabled by a button', async () => {
    const disabled = { at: '2026-11-24T10:00:00Z', because: 'failing' };
    dashboard.answers.set('GET /webhooks/*', { body: { ...WEBHOOK, status: 'disabled', disabled } });
    dashboard.answers.set('PATCH /webhooks/*', { body: WEBHOOK });
    const { page } = await open('/live/webhooks/7');
    await page.getByText('Its receiver has failed for too long.').waitFor();
    await page.getByRole('button', { name: 'Enable' }).click();
    await expect.poll(() => asked('PATCH /webhooks/7').map(({ body }) => body)).toEqual([{ status: 'active' }]);
    await page.context().close();
  });
});
