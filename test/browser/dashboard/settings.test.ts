import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { CHROMIUM } from '../../e2e/a-browser.ts';
import { openDashboard } from './played/opened-dashboard.ts';
import { aPerson, VIEWER } from './played/played-account.ts';

const { dashboard, open, asked } = openDashboard();
const lastBody = (name: string) => asked(name).at(-1)?.body as Record<string, unknown> | undefined;

describe.skipIf(!CHROMIUM)('the settings of an organization', () => {
  it('say how much of each limit is used, of one of a later release too', async () => {
    dashboard.answers.set('GET /organization', {
      body: {
        ...{ id: 'org_1', name: '<b>Acme</b>', base_target: 'cname.cps.test', cname_target: 'cname.cps.test' },
        limits: {
          domains: { limit: 10_000, used: 9000 },
          requests_per_minute: { limit: 500, used: 0 },
          invented: { limit: 3, used: 1 },
        },
      },
    });
    const { page, complaints } = await open('/live/settings');
    await page.getByText('9,000 of 10,000').waitFor();
    await page.getByText('1 of 3').waitFor();
    // A session has no key: the use of its minute would always be 0.
    await page.getByText('500', { exact: true }).waitFor();
    await page.getByText('<b>Acme</b>').waitFor();
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('find a member by name, address or role', async () => {
    const { page } = await open('/live/settings');
    await page.getByRole('searchbox', { name: 'Search members' }).fill('ZOE');
    const rows = page.getByRole('region', { name: 'List of members' }).getByRole('row');
    await expect.poll(() => rows.count()).toBe(2);
    await page.getByRole('searchbox').fill('nobody at all');
    await page.getByText('No member matches.').waitFor();
    await page.context().close();
  });

  it('let somebody leave who types the name of the organization, and say why the last owner cannot', async () => {
    const error = { code: 'conflict', message: 'The last owner cannot leave.' };
    dashboard.answers.set('DELETE /members/*', { status: 409, body: { error } });
    const { page } = await open('/live/settings');
    await page.getByRole('button', { name: 'Leave' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill('Acme');
    await dialog.getByRole('textbox').press('Enter');
    expect(asked('DELETE /members/usr_1')).toEqual([]);
    await dialog.getByRole('textbox').fill('Acme Shops');
    await dialog.getByRole('button', { name: 'Leave' }).click();
    await dialog.getByText('The last owner cannot leave.').waitFor();
    await page.context().close();
  });

  it('invite after a fresh sign-in', async () => {
    const error = { code: 'fresh_sign_in_required', message: 'Please sign in again to do this.' };
    dashboard.answers.set('POST /invitations', { status: 403, body: { error } });
    const { page } = await open('/live/settings');
    await page.getByLabel('E-mail address', { exact: true }).fill('new@acme.test');
    await page.getByRole('button', { name: 'Invite' }).click();
    expect(await page.getByRole('link', { name: 'Sign in again' }).getAttribute('href')).toContain('fresh=1');
    await page.context().close();
  });

  it('rotate the address of the portal for who types the name, after a fresh sign-in', async () => {
    const error = { code: 'fresh_sign_in_required', message: 'Please sign in again to do this.' };
    dashboard.answers.set('POST /portal-token/rotate', { status: 403, body: { error } });
    const { page } = await open('/live/settings');
    await page.getByRole('button', { name: 'Rotate the address' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill('Acme Shops');
    await dialog.getByRole('button', { name: 'Rotate' }).click();
    expect(await dialog.getByRole('link', { name: 'Sign in again' }).getAttribute('href')).toContain('fresh=1');
    dashboard.answers.set('POST /portal-token/rotate', { body: { portal_url: 'https://site.test/portal/opt_2' } });
    await dialog.getByRole('button', { name: 'Rotate' }).click();
    await page.getByText('The portal is at https://site.test/portal/opt_2 now').waitFor();
    await page.context().close();
  });
});

/** The background of the widget's button, in its shadow root. */
const backgroundOf = (page: Page) =>
  page.evaluate(
    "getComputedStyle(document.querySelector('cps-domain').shadowRoot.querySelector('[data-action=check]')).backgroundColor",
  );

describe.skipIf(!CHROMIUM)('the look of portal and widget', () => {
  it('is shown in both before it is saved, in light and dark', async () => {
    const { page, complaints } = await open('/live/settings/portal');
    await page.getByText('Almost right: just a typo').waitFor();
    await page.getByRole('textbox', { name: 'Links and buttons, light', exact: true }).fill('#115500');
    await page.getByRole('textbox', { name: 'Links and buttons, dark', exact: true }).fill('#22ee44');
    await expect.poll(() => backgroundOf(page)).toBe('rgb(17, 85, 0)');
    await page.getByRole('button', { name: 'Dark', exact: true }).click();
    await expect.poll(() => backgroundOf(page)).toBe('rgb(34, 238, 68)');
    await page.getByRole('textbox', { name: 'Welcome' }).fill('<i>Two</i> minutes.');
    await page.getByRole('region', { name: 'Preview' }).getByText('<i>Two</i> minutes.').waitFor();
    await page.getByLabel(/^Language where/).selectOption('de');
    await page.getByRole('button', { name: 'Jetzt prüfen' }).waitFor();
    expect(asked('PUT /organization/theme')).toEqual([]);
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await expect.poll(() => backgroundOf(page)).not.toBe('rgb(34, 238, 68)');
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('is saved as a whole, without what is empty', async () => {
    dashboard.answers.set('PUT /organization/theme', ({ body }) => ({
      body: { texts: {}, frame_ancestors: [], ...(body as object) },
    }));
    const { page } = await open('/live/settings/portal');
    await page.getByRole('textbox', { name: 'Welcome' }).fill('Two minutes.');
    await page.getByRole('textbox', { name: /^Origins/ }).fill('https://app.acme.test\n\n');
    await page.getByLabel('Font').selectOption('slab');
    const png = Buffer.from('89504e470d0a1a0a', 'hex');
    await page.getByLabel(/^Logo/).setInputFiles({ name: 'l.png', mimeType: 'image/png', buffer: png });
    await page.getByRole('img', { name: 'The logo' }).waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Portal and widget saved').waitFor();
    expect(lastBody('PUT /organization/theme')).toMatchObject({
      ...{ font: 'slab', logo: png.toString('base64'), frame_ancestors: ['https://app.acme.test'] },
      texts: { en: { welcome: 'Two minutes.' } },
    });
    expect(lastBody('PUT /organization/theme')).not.toHaveProperty('support_url');
    await page.context().close();
  });

  it('is refused where a pair cannot be read, with its contrast and the nearest shade, which one button takes', async () => {
    const problem =
      'has a contrast of 2.10:1 with colors.light.surface; at least 4.5:1 is needed (WCAG 2.2, 1.4.3), and #0a5c00 is the nearest shade of it that has it';
    const error = {
      code: 'validation_error',
      message: 'Some fields are wrong.',
      details: { errors: { 'colors.light.accent': [problem] } },
    };
    dashboard.answers.set('PUT /organization/theme', { status: 422, body: { error } });
    const { page } = await open('/live/settings/portal');
    const accent = page.getByRole('textbox', { name: 'Links and buttons, light', exact: true });
    await accent.fill('#77ff66');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('has a contrast of 2.10:1').waitFor();
    expect(await accent.getAttribute('aria-invalid')).toBe('true');
    await page.getByRole('button', { name: 'Use #0a5c00' }).click();
    expect(await accent.inputValue()).toBe('#0a5c00');
    await page.context().close();
  });

  it('has no logo that is too large or of another kind', async () => {
    const { page } = await open('/live/settings/portal');
    const logo = page.getByLabel(/^Logo/);
    await logo.setInputFiles({ name: 'l.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') });
    await page.getByText('This is neither PNG nor WebP.').waitFor();
    await logo.setInputFiles({ name: 'l.png', mimeType: 'image/png', buffer: Buffer.alloc(100_001) });
    await page.getByText('This has 100,001 bytes').waitFor();
    await page.context().close();
  });

  it('goes back to the standard after a question, and a viewer changes nothing', async () => {
    dashboard.answers.set('PUT /organization/theme', { status: 503, body: { error: { code: 'service_unavailable' } } });
    const { page } = await open('/live/settings/portal');
    await page.getByRole('button', { name: 'Back to the standard' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Reset' }).click();
    await page.getByRole('dialog').getByText('Something went wrong on our side').waitFor();
    expect(lastBody('PUT /organization/theme')).toEqual({});
    dashboard.answers.set('GET /me', { body: aPerson(VIEWER) });
    await page.reload();
    const save = page.getByRole('button', { name: 'Save' });
    await expect.poll(() => save.getAttribute('title')).toContain('viewer');
    await page.context().close();
  });
});
