import type { Page } from 'playwright-core';
import { aCalendar, DOMAINS, fillAccount, KEY, WEBHOOK } from '../dashboard/played/played-account.ts';
import type { PlayedDashboard } from '../dashboard/played/played-dashboard.ts';

async function emptied(dashboard: PlayedDashboard, page: Page, way: string): Promise<void> {
  fillAccount(dashboard, []);
  await page.reload();
  await page.getByRole('tab', { name: way }).click();
}

async function openKeptRequests(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Last requests' }).click();
  await page.getByRole('tab', { name: 'Your organization’s requests' }).click();
}

export interface State {
  path: string;
  /** Actions before the page is checked. */
  prepare?: (page: Page) => Promise<unknown>;
}

/** Each page of the dashboard, and each dialog or menu over it. */
export const dashboardStates = (dashboard: PlayedDashboard): Record<string, State> => ({
  overview: { path: '/live', prepare: (page) => page.getByRole('link', { name: /Fix it/ }).waitFor() },
  'empty overview': { path: '/live', prepare: (page) => emptied(dashboard, page, 'In the browser') },
  'first domain with curl': { path: '/live', prepare: (page) => emptied(dashboard, page, 'With curl') },
  'first domain that waits': {
    path: '/live',
    prepare: async (page) => {
      fillAccount(dashboard, DOMAINS.slice(1, 2));
      await page.reload();
      await page.getByText('The signed request').click();
    },
  },
  domains: { path: '/live/domains', prepare: (page) => page.getByRole('link', { name: 'shop.hooli.test' }).waitFor() },
  'domains of which some are selected': {
    path: '/live/domains',
    prepare: async (page) => {
      await page.getByRole('checkbox', { name: 'Select docs.acme.test' }).check();
      await page.getByRole('button', { name: 'Delete…' }).waitFor();
    },
  },
  'question before many are deleted': {
    path: '/live/domains',
    prepare: async (page) => {
      await page.getByRole('checkbox', { name: 'Select docs.acme.test' }).check();
      await page.getByRole('button', { name: 'Delete…' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  'columns of the list': {
    path: '/live/domains',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Columns' }).click();
      await page.getByRole('menuitemcheckbox', { name: 'Server' }).waitFor();
    },
  },
  'export of domains': {
    path: '/live/domains',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Export' }).click();
      await page.getByText('domains are in the file').waitFor();
    },
  },
  'domains in test mode': { path: '/test/domains', prepare: (page) => page.getByRole('heading').first().waitFor() },
  'domains without a match': {
    path: '/live/domains?prefix=nothing',
    prepare: (page) => page.getByText('No domain matches.').waitFor(),
  },
  'domains that cannot be loaded': {
    path: '/live/domains',
    prepare: async (page) => {
      dashboard.answers.set('GET /domains', { status: 404 });
      await page.reload();
      await page.getByRole('alert').waitFor();
    },
  },
  'domain whose record is wrong': {
    path: '/live/domains/2',
    prepare: (page) => page.getByRole('button', { name: 'Copy Value' }).waitFor(),
  },
  'certificate of a domain': {
    path: '/live/domains/5',
    prepare: async (page) => {
      await page.getByRole('tab', { name: 'Certificate' }).click();
      await page.getByText('ECDSA P-256').waitFor();
    },
  },
  'what a customer sees of a domain': {
    path: '/live/domains/2?tab=customer',
    prepare: (page) => page.locator('cps-domain').getByRole('heading').waitFor(),
  },
  'deliveries of a domain': {
    path: '/live/domains/2?tab=deliveries',
    prepare: (page) => page.getByText('last answer 500', { exact: false }).waitFor(),
  },
  'settings of a domain': {
    path: '/live/domains/2?tab=settings',
    prepare: (page) => page.getByRole('button', { name: 'End all links now' }).waitFor(),
  },
  'mail for whoever holds the DNS': {
    path: '/live/domains/2',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Send to customer' }).click();
      await page.getByRole('textbox', { name: 'Mail' }).waitFor();
    },
  },
  'domain that is none': {
    path: '/live/domains/9',
    prepare: (page) => page.getByRole('heading', { name: 'No such domain' }).waitFor(),
  },
  'menu of a domain': {
    path: '/live/domains/2',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Delete…' }).waitFor();
    },
  },
  'question before a deletion': {
    path: '/live/domains/2',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Delete…' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  palette: {
    path: '/live/domains/2',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Check now' }).waitFor();
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').getByRole('searchbox').fill('shop');
      await page.getByRole('menuitem', { name: 'shop.hooli.test' }).waitFor();
    },
  },
  'requests of the page': {
    path: '/live/domains/2',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Account' }).click();
      await page.getByRole('menuitem', { name: 'Last requests' }).click();
      await page.getByRole('dialog').getByText('/servers?limit=100', { exact: true }).click();
      await page.getByRole('region', { name: /as curl/ }).waitFor();
    },
  },
  'requests of the organization': {
    path: '/live',
    prepare: async (page) => {
      await openKeptRequests(page);
      await page.getByText('/api/domains/2/check', { exact: true }).click();
      await page.getByRole('link', { name: 'What it changed' }).waitFor();
      await page.getByText('/api/domains/…', { exact: true }).click();
      await page.getByText('stands for what is not kept').first().waitFor();
    },
  },
  'no requests of the organization': {
    path: '/live',
    prepare: async (page) => {
      dashboard.answers.set('GET /requests', { body: { data: [], next_cursor: null } });
      await openKeptRequests(page);
      await page.getByText('Nothing yet.').waitFor();
    },
  },
  'requests of the organization that cannot be loaded': {
    path: '/live',
    prepare: async (page) => {
      dashboard.answers.set('GET /requests', { status: 404 });
      await openKeptRequests(page);
      await page.getByRole('dialog').getByRole('alert').waitFor();
    },
  },
  'organizations of somebody': {
    path: '/live',
    prepare: async (page) => {
      const data = ['org_1', 'org_2'].map((id) => ({ id, name: id, is_this: id === 'org_1' }));
      dashboard.answers.set('GET /organizations', { body: { data } });
      await page.reload();
      await page.getByRole('button', { name: /^Organization/ }).click();
      await page.getByRole('menuitemradio', { name: 'org_2' }).waitFor();
    },
  },
  'list of keys': {
    path: '/live',
    prepare: async (page) => {
      await page.getByRole('link', { name: /Fix it/ }).waitFor();
      await page.keyboard.press('?');
      await page.getByRole('dialog').waitFor();
    },
  },
  expiries: {
    path: '/live/expiries',
    prepare: async (page) => {
      const earlier = { by_itself: 1, needs_somebody: 1 };
      const body = aCalendar(13, { earlier, is_complete: false, complete_until: '2026-12-08T00:00:00.000Z' });
      dashboard.answers.set('GET /domains/expiries', { body });
      await page.reload();
      await page.getByRole('link', { name: /week of Nov 30/ }).waitFor();
    },
  },
  'expiries of a year': {
    path: '/live/expiries?weeks=52',
    prepare: (page) => page.getByText('52 weeks').waitFor({ state: 'attached' }),
  },
  'expiries as a table': { path: '/live/expiries?as=table', prepare: (page) => page.getByRole('table').waitFor() },
  keys: { path: '/live/keys', prepare: (page) => page.getByRole('button', { name: /^Rotate/ }).waitFor() },
  'form for a key': {
    path: '/live/keys',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Create a key' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  'secret that is shown once': {
    path: '/live/keys',
    prepare: async (page) => {
      dashboard.answers.set('POST /keys/*/rotate', { body: { ...KEY, secret: 'sk_played' } });
      await page.getByRole('button', { name: /^Rotate/ }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click();
      await page.getByText('I have stored it').waitFor();
    },
  },
  settings: {
    path: '/live/settings',
    prepare: async (page) => {
      await page.getByText('zoe@acme.test').first().waitFor();
      await page.getByText('What each role may do').click();
    },
  },
  audit: {
    path: '/live/audit?from=2026-11-01&actor=usr_9&type=webhook',
    prepare: async (page) => {
      await page.getByText('Show aud_1').click();
      await page.getByText('https://old.test/in').waitFor();
    },
  },
  ...Object.fromEntries(
    ['time-to-active', 'failures', 'renewals', 'webhooks', 'api-use', 'changes'].map((report) => [
      `report ${report}`,
      {
        path: `/live/reports?report=${report}`,
        prepare: (page: Page) => page.locator('main .chart, main .facts').first().waitFor(),
      },
    ]),
  ),
  'month to print': {
    path: '/live/reports/month?month=2026-10',
    prepare: (page) => page.getByText('member.role_changed').first().waitFor(),
  },
  profile: { path: '/live/profile', prepare: (page) => page.getByText('This one').waitFor() },
  'theme that was refused': {
    path: '/live/settings/portal',
    prepare: async (page) => {
      const errors = { 'colors.light.accent': ['has a contrast of 2.10:1 with x; at least 4.5:1 is needed'] };
      const error = { code: 'validation_error', message: 'Some fields are wrong.', details: { errors } };
      dashboard.answers.set('PUT /organization/theme', { status: 422, body: { error } });
      await page.getByRole('textbox', { name: 'Welcome' }).fill('Two minutes.');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('has a contrast of').waitFor();
    },
  },
  servers: { path: '/live/servers', prepare: (page) => page.getByRole('link', { name: 'Web 1' }).waitFor() },
  'server with an enrollment': {
    path: '/live/servers/1',
    prepare: async (page) => {
      dashboard.answers.set('POST /servers/*/enrollments', {
        body: { token: 'enr_x', expires_at: '2026-11-25T11:00:00Z', server_id: 1 },
      });
      await page.getByRole('button', { name: 'Enroll a machine' }).click();
      await page.getByText('Waiting for the machine.').waitFor();
    },
  },
  webhooks: { path: '/live/webhooks', prepare: (page) => page.getByRole('link', { name: WEBHOOK.url }).waitFor() },
  'form for a webhook': {
    path: '/live/webhooks',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Add a webhook' }).click();
      await page.getByRole('checkbox', { name: 'All events' }).uncheck();
    },
  },
  'no webhooks': {
    path: '/live/webhooks',
    prepare: async (page) => {
      dashboard.answers.set('GET /webhooks', { body: { data: [], next_cursor: null } });
      await page.reload();
      await page.getByRole('tab', { name: 'Python' }).click();
      await page.getByRole('region', { name: 'Verify with Python' }).waitFor();
    },
  },
  'webhook with its deliveries': {
    path: '/live/webhooks/7',
    prepare: (page) => page.getByText('Failed', { exact: true }).waitFor(),
  },
  'webhook that is disabled, with a rotation under way': {
    path: '/live/webhooks/7',
    prepare: async (page) => {
      const disabled = { at: '2026-11-24T10:00:00Z', because: 'failing' };
      const previous_secret_ends_at = new Date(Date.now() + 86_400_000).toISOString();
      dashboard.answers.set('GET /webhooks/*', { body: { ...WEBHOOK, status: 'disabled', disabled, previous_secret_ends_at } });
      await page.reload();
      await page.getByText('Missed since then: 1.').waitFor();
    },
  },
  'delivery that is open': {
    path: '/live/webhooks/7?delivery=dlv_1',
    prepare: (page) => page.getByRole('region', { name: 'Body', exact: true }).waitFor(),
  },
  'question before a replay': {
    path: '/live/webhooks/7',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Replay' }).click();
      await page.getByLabel('Events of').selectOption('typed');
      await page.getByText('Choose a time').waitFor();
    },
  },
  events: {
    path: '/live/events',
    prepare: async (page) => {
      await page.getByText('Show evt_1').click();
      await page.getByRole('region', { name: 'Body of evt_1' }).waitFor();
    },
  },
  'page to add domains': {
    path: '/live/domains/new',
    prepare: async (page) => {
      await page.getByRole('textbox').fill('a.test');
      await page.getByText('1 checked', { exact: false }).waitFor();
    },
  },
});
