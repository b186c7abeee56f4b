import { describe, expect, it } from 'vitest';
import { CHROMIUM } from '../../e2e/a-browser.ts';
import { openDashboard } from './played/opened-dashboard.ts';
import { aPerson, MEMBER, VIEWER } from './played/played-account.ts';

const { dashboard, open, asked } = openDashboard();

describe.skipIf(!CHROMIUM)('people in the dashboard', () => {
  it('are invited with a role, get another, and are removed after a question', async () => {
    dashboard.answers.set('POST /invitations', { body: {} });
    dashboard.answers.set('PATCH /members/*', { body: { ...MEMBER, role: 'admin' } });
    dashboard.answers.set('DELETE /members/*', { body: {} });
    const { page, complaints } = await open('/live/settings');
    await page.getByRole('textbox', { name: 'E-mail address' }).fill('kim@acme.test');
    await page.getByRole('combobox', { name: 'Role', exact: true }).selectOption('developer');
    await page.getByRole('button', { name: 'Invite' }).click();
    await page.getByText('kim@acme.test invited').waitFor();
    expect(asked('POST /invitations').map(({ body }) => body)).toEqual([{ email: 'kim@acme.test', role: 'developer' }]);
    await page.getByLabel('Role of ben@acme.test').selectOption('admin');
    await page.getByText('ben@acme.test is admin now').waitFor();
    await page.getByRole('button', { name: 'Remove: ben@acme.test' }).click();
    expect(asked('DELETE /members/usr_2')).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('ben@acme.test removed').waitFor();
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('the last owner is told why they cannot go', async () => {
    const error = { code: 'conflict', message: 'The last owner cannot leave.' };
    dashboard.answers.set('DELETE /members/*', { status: 409, body: { error } });
    const { page } = await open('/live/settings');
    await page.getByRole('button', { name: 'Remove: mara@acme.test' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByText('The last owner cannot leave.').waitFor();
    await page.context().close();
  });

  it('a role that a group gives is not changed here, and a viewer changes none', async () => {
    const { page } = await open('/live/settings');
    await page.getByText('by its group').waitFor();
    expect(await page.getByLabel(/^Role of/).count()).toBe(2);
    dashboard.answers.set('GET /me', { body: aPerson(VIEWER) });
    await page.reload();
    await page.getByText('by its group').waitFor();
    await expect.poll(() => page.getByLabel(/^Role of/).count()).toBe(0);
    await page.context().close();
  });

  it('end their sessions in other browsers', async () => {
    dashboard.answers.set('DELETE /sessions/*', { body: {} });
    const { page } = await open('/live/settings');
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: 'Profile and sessions' }).click();
    await page.getByText('This one').waitFor();
    await page.getByText('Firefox on Windows').waitFor();
    await page.getByRole('button', { name: 'End: 192.0.2.2' }).click();
    await page.getByText('Session ended').waitFor();
    expect(asked('DELETE /sessions/ses_2')).toHaveLength(1);
    await page.context().close();
  });
});

describe.skipIf(!CHROMIUM)('events in the dashboard', () => {
  it('are filtered in the address, by a name of a later release too', async () => {
    const { page } = await open('/live/events?event=domain.invented&domain=2');
    await page.getByText('of domain 2').waitFor();
    // The page also polls for news of the account.
    const query = asked('GET /events').findLast((request) => request.query.has('event'))?.query;
    expect([query?.get('event'), query?.get('domain_id')]).toEqual(['domain.invented', '2']);
    await page.getByRole('combobox', { name: 'Event', exact: true }).selectOption('certificate.issued');
    await page.waitForURL(/event=certificate\.issued/);
    await page.getByRole('link', { name: 'Next page' }).click();
    await page.waitForURL(/cursor=c/);
    await page.getByRole('link', { name: 'First page' }).click();
    await page.waitForURL((url) => !url.searchParams.has('cursor'));
    await page.context().close();
  });
});

describe.skipIf(!CHROMIUM)('the mail that somebody gets', () => {
  const wanted = { certificate_at_risk: true, certificate_expired: true, api_key_ends: true, webhook_disabled: true };

  it('is turned off by one box in the profile, at once and by itself', async () => {
    dashboard.answers.set('PATCH /me', { body: { mail: { is_sent: true, wanted: { ...wanted, api_key_ends: false } } } });
    const { page } = await open('/live/profile');
    await page.getByRole('checkbox', { name: /^An API key ends/ }).click();
    await expect.poll(() => asked('PATCH /me').map(({ body }) => body)).toEqual([{ mail: { api_key_ends: false } }]);
    expect(await page.getByText('This deployment sends no mail').count()).toBe(0);
    await page.context().close();
  });

  it('is none where the deployment sends none, and the profile says so', async () => {
    dashboard.answers.set('GET /me', { body: aPerson({ mail: { is_sent: false, wanted } }) });
    const { page } = await open('/live/profile');
    await page.getByText('This deployment sends no mail').waitFor();
    await page.context().close();
  });
});
