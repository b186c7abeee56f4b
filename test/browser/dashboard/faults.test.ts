import type { Page, Request } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { CHROMIUM } from '../../e2e/a-browser.ts';
import { ofThisCommit } from '../../prove/of-this-commit.ts';
import { openDashboard } from './played/opened-dashboard.ts';
import { aDomain, aPerson, DOMAINS, fillAccount, KEY, VIEWER, WEBHOOK } from './played/played-account.ts';

const { dashboard, open, asked } = openDashboard();

/** Each page: its API request, and what it shows after the answer. */
const PAGES: Record<string, { path: string; asks: string; shows: string }> = {
  overview: { path: '/live', asks: 'GET /domains', shows: 'shop.hooli.test' },
  domains: { path: '/live/domains', asks: 'GET /domains', shows: 'shop.hooli.test' },
  'a domain': { path: '/live/domains/2', asks: 'GET /domains/*', shows: 'Check now' },
  'its timeline': { path: '/live/domains/2', asks: 'GET /domains/*/events', shows: 'Domain added' },
  'its deliveries': { path: '/live/domains/2?tab=deliveries', asks: 'GET /webhooks/*/deliveries', shows: 'last answer 500' },
  'what its customer sees': { path: '/live/domains/2?tab=customer', asks: 'GET /organization/theme', shows: 'As in your portal' },
  expiries: { path: '/live/expiries', asks: 'GET /domains/expiries', shows: 'Weeks begin on Monday' },
  reports: { path: '/live/reports', asks: 'GET /reports/time-to-active', shows: 'Waited for' },
  'a report of renewals': { path: '/live/reports?report=renewals', asks: 'GET /reports/renewals', shows: 'Error budget left' },
  'a month to print': { path: '/live/reports/month?month=2026-10', asks: 'GET /reports/failures', shows: 'cname_not_found' },
  servers: { path: '/live/servers', asks: 'GET /servers', shows: 'Web 1' },
  'a server': { path: '/live/servers/1', asks: 'GET /servers/*', shows: 'CNAME target' },
  webhooks: { path: '/live/webhooks', asks: 'GET /webhooks', shows: WEBHOOK.url },
  'a webhook': { path: '/live/webhooks/7', asks: 'GET /webhooks/*', shows: WEBHOOK.url },
  events: { path: '/live/events', asks: 'GET /events', shows: 'evt_1' },
  keys: { path: '/live/keys', asks: 'GET /keys', shows: KEY.id },
  settings: { path: '/live/settings', asks: 'GET /members', shows: 'zoe@acme.test' },
  limits: { path: '/live/settings', asks: 'GET /organization', shows: '5 of 10,000' },
  'a theme': { path: '/live/settings/portal', asks: 'GET /organization/theme', shows: 'What has to be mended' },
  sessions: { path: '/live/profile', asks: 'GET /sessions', shows: 'Firefox on Windows' },
  audit: { path: '/live/audit', asks: 'GET /audit', shows: 'webhook.updated' },
  machines: { path: '/live/servers/1', asks: 'GET /servers/*/enrollments', shows: 'Revoke' },
  deliveries: { path: '/live/webhooks/7', asks: 'GET /webhooks/*/deliveries', shows: 'domain.created' },
};
const EACH = ofThisCommit(Object.entries(PAGES), 3);

const refused = (status: number, code: string, headers = {}) => ({
  ...{ status, headers },
  body: { error: { code, message: 'The API says why.', details: {} } },
});

describe.skipIf(!CHROMIUM)('a page whose question is not answered', () => {
  it.each(EACH)('counts a 429 down, and asks again at its end: %s', async (_, { path, asks, shows }) => {
    dashboard.answers.set(asks, refused(429, 'rate_limit_exceeded', { 'retry-after': '2' }));
    const { page, complaints } = await open(path);
    await page
      .getByText(/Next try in [12] s\./)
      .first()
      .waitFor();
    fillAccount(dashboard);
    await page.getByText(shows, { exact: false }).first().waitFor();
    await expect.poll(() => page.getByRole('alert').count()).toBe(0);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it.each(EACH)('says 500 and 503 in words, with the request and a way on: %s', async (_, { path, asks, shows }) => {
    for (const [status, code] of [
      [500, 'internal_error'],
      [503, 'service_unavailable'],
    ] as const) {
      fillAccount(dashboard);
      dashboard.answers.set(asks, refused(status, code));
      const { page, complaints } = await open(path);
      const failure = page.getByRole('alert').first();
      await failure.getByRole('heading', { name: 'Something went wrong on our side' }).waitFor();
      await failure.getByText('req_01').waitFor();
      fillAccount(dashboard);
      // An automatic retry may come at the same moment.
      const retry = page.getByRole('alert').getByRole('button', { name: 'Retry' }).first();
      while ((await retry.count()) > 0) await retry.click({ timeout: 2000 }).catch(() => undefined);
      await page.getByText(shows, { exact: false }).first().waitFor();
      expect(complaints).toEqual([]);
      await page.context().close();
    }
  });

  it.each(EACH)('offline keeps what it has, and says so: %s', async (_, { path, shows }) => {
    const { page } = await open(path);
    await page.getByText(shows, { exact: false }).first().waitFor();
    await page.context().setOffline(true);
    await page.getByText('You are offline.', { exact: false }).waitFor();
    expect(await page.getByText(shows, { exact: false }).first().isVisible()).toBe(true);
    await page.context().close();
  });

  it.each(EACH)('leads to the sign-in where the session has ended meanwhile, and back: %s', async (_, { path, asks, shows }) => {
    const { page } = await open(path);
    await page.getByText(shows, { exact: false }).first().waitFor();
    dashboard.answers.set(asks, refused(401, 'not_signed_in'));
    dashboard.answers.set('GET /app/sign-in', { body: 'sign in' });
    // Simulates a tab that is reopened after a night.
    await page.reload();
    await page.waitForURL(/app\/sign-in/);
    expect(new URL(page.url()).searchParams.get('return')).toBe(`/dashboard${path}`);
    await page.context().close();
  });
});

describe.skipIf(!CHROMIUM)('a role that is lowered while a page is open', () => {
  it('ends what it allowed after the first refusal, in every part of the page', async () => {
    const { page } = await open('/live/domains/2?tab=settings');
    await page.getByRole('button', { name: 'Send to customer' }).waitFor();
    dashboard.answers.set('POST /domains/*/check', () => {
      dashboard.answers.set('GET /me', { body: aPerson(VIEWER) });
      return refused(403, 'insufficient_permissions');
    });
    await page.getByRole('button', { name: 'Check now' }).click();
    await page.getByRole('alert').getByText('Your role, viewer, does not allow this.').waitFor();
    for (const name of ['Check now', 'Send to customer', 'Save', 'End all links now'])
      await expect.poll(() => page.getByRole('button', { name }).getAttribute('aria-disabled')).toBe('true');
    await page.context().close();
  });
});

/** Each form or action that changes something. Typed values must be kept. */
const CHANGES: Record<string, { path: string; asks: string; change: (page: Page) => Promise<void> }> = {
  'a key that is created': {
    path: '/live/keys',
    asks: 'POST /keys',
    change: async (page) => {
      await page.getByRole('button', { name: 'Create a key' }).click();
      await page.getByRole('textbox').fill('typed');
      await page.getByRole('button', { name: 'Create', exact: true }).click();
    },
  },
  'a key that is revoked': {
    path: '/live/keys',
    asks: 'DELETE /keys/*',
    change: async (page) => {
      await page.getByRole('button', { name: /^Revoke/ }).click();
      await page.getByRole('textbox').fill(KEY.name);
      await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    },
  },
  'a webhook that is added': {
    path: '/live/webhooks',
    asks: 'POST /webhooks',
    change: async (page) => {
      await page.getByRole('button', { name: 'Add a webhook' }).click();
      await page.getByRole('textbox', { name: 'Address of your receiver' }).fill('https://typed.test');
      await page.getByRole('button', { name: 'Add', exact: true }).click();
    },
  },
  'a webhook that is edited': {
    path: '/live/webhooks/7',
    asks: 'PATCH /webhooks/*',
    change: async (page) => {
      await page.getByRole('button', { name: 'Edit' }).click();
      await page.getByRole('textbox', { name: 'What it is for' }).fill('typed');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
    },
  },
  'somebody who is invited': {
    path: '/live/settings',
    asks: 'POST /invitations',
    change: async (page) => {
      await page.getByRole('textbox', { name: 'E-mail address' }).fill('typed@acme.test');
      await page.getByRole('button', { name: 'Invite' }).click();
    },
  },
  'a server that is added': {
    path: '/live/servers',
    asks: 'POST /servers',
    change: async (page) => {
      await page.getByRole('button', { name: 'Add a server' }).click();
      await page.getByRole('textbox', { name: /^Name/ }).fill('typed');
      await page.getByRole('button', { name: 'Add', exact: true }).click();
    },
  },
  'domains that are added': {
    path: '/live/domains/new',
    asks: 'POST /domains/bulk',
    change: async (page) => {
      await page.getByRole('textbox').fill('typed.test');
      await page.getByRole('button', { name: 'Add', exact: true }).click();
    },
  },
  'a domain that is checked': {
    path: '/live/domains/2',
    asks: 'POST /domains/*/check',
    change: (page) => page.getByRole('button', { name: 'Check now' }).click(),
  },
};

/** In the page: the values of its fields. */
const TYPED = "[...document.querySelectorAll('input, textarea')].map(({ value }) => value)";

const EACH_CHANGE = ofThisCommit(Object.entries(CHANGES), 3);

describe.skipIf(!CHROMIUM)('a change that is not answered', () => {
  it.each(EACH_CHANGE)('says why, and can be sent again as it was typed: %s', async (_, { path, asks, change }) => {
    const { page } = await open(path);
    dashboard.answers.set(asks, refused(429, 'rate_limit_exceeded', { 'retry-after': '20' }));
    await change(page);
    const failure = page.getByRole('alert');
    await failure.getByRole('heading', { name: 'Too many requests' }).waitFor();
    await failure.getByText(/Try again in (19|20) s\./).waitFor();
    const typed = await page.evaluate(TYPED);
    // The message of the previous try can be the same: only the request tells that the new one has ended.
    const isChange = (request: Request) => request.method() !== 'GET';
    const again = async (title: string, isAnswered = true) => {
      const hasEnded = isAnswered ? page.waitForEvent('requestfinished', isChange) : page.waitForEvent('requestfailed', isChange);
      await page.locator('form button[type=submit], [data-check] button').last().click();
      await hasEnded;
      await failure.getByRole('heading', { name: title }).waitFor();
    };
    for (const status of [500, 503]) {
      dashboard.answers.set(asks, refused(status, 'internal_error'));
      await again('Something went wrong on our side');
      await failure.getByText('req_01').waitFor();
    }
    await page.context().setOffline(true);
    await again('No connection', false);
    await page.context().setOffline(false);
    expect(await page.evaluate(TYPED)).toEqual(typed);
    dashboard.answers.set('GET /app/sign-in', { body: 'sign in' });
    dashboard.answers.set(asks, refused(401, 'not_signed_in'));
    await page.locator('form button[type=submit], [data-check] button').last().click();
    await page.waitForURL(/app\/sign-in/);
    await page.context().close();
  });
});

describe.skipIf(!CHROMIUM)('an id in the address', () => {
  it.each([
    ['/live/servers/99', 'GET /servers/*', 'No such server'],
    ['/live/webhooks/99', 'GET /webhooks/*', 'No such webhook'],
    ['/live/webhooks/7?delivery=dlv_99', 'GET /webhooks/*/deliveries/*', 'No such delivery'],
  ])('of another organization is as unknown as one that nobody has: %s', async (path, asks, title) => {
    dashboard.answers.set(asks, refused(404, 'resource_not_found'));
    const { page } = await open(path);
    await page.getByRole('heading', { name: title }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    await page.context().close();
  });
});

const HOSTILE = '<img src=x onerror=window.ran=1>\u202e\u0007=cmd';
const LONG = `${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(56)}.test`;

describe.skipIf(!CHROMIUM)('what a later release or a stranger may have written', () => {
  it.each(['phone', 'desk'])('stays text, in every part of a domain, and fits: %s', async (size) => {
    const evidence = [{ kind: HOSTILE, asked: HOSTILE, server: HOSTILE, answer: HOSTILE, at: HOSTILE }];
    fillAccount(dashboard, [
      aDomain(
        1,
        LONG,
        { code: HOSTILE, actor: HOSTILE as never, summary: HOSTILE, reason: HOSTILE, evidence, checked_at: HOSTILE },
        { metadata: { [HOSTILE]: HOSTILE }, record: { observed: HOSTILE, state: HOSTILE, type: HOSTILE }, dns_status: HOSTILE },
      ),
      aDomain(2, 'xn--bcher-kva.test', {}, { url_unicode: 'bücher.test' }),
      aDomain(3, 'c.test'),
    ]);
    dashboard.answers.set('GET /domains/*/events', {
      body: {
        data: [
          { id: HOSTILE, at: HOSTILE, type: HOSTILE, diagnosis: HOSTILE, observed: HOSTILE, evidence, actor: { type: HOSTILE } },
        ],
        next_cursor: null,
      },
    });
    const viewport = size === 'phone' ? { width: 390, height: 844 } : { width: 1440, height: 900 };
    const { page, complaints } = await open('/live/domains', { viewport });
    await page.getByText('bücher.test').waitFor();
    for (const tab of ['timeline', 'customer', 'deliveries', 'settings', 'certificate', 'json']) {
      await page.goto(`${dashboard.site}/dashboard/live/domains/1?tab=${tab}`);
      await page.getByRole('tabpanel').getByText(/./).first().waitFor();
      expect(await page.evaluate('[window.ran, document.documentElement.scrollWidth > innerWidth]')).toEqual([undefined, false]);
      expect(String(await page.evaluate('document.body.innerText'))).not.toContain('\u202e');
    }
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it.each([320, 1440])('is a name that can be typed, and fits: %i px', async (width) => {
    dashboard.answers.set('POST /dns/look/bulk', {
      status: 422,
      body: { error: { code: 'validation_error', message: HOSTILE } },
    });
    const { page, complaints } = await open('/live/domains/new', { viewport: { width, height: 700 } });
    await page.getByRole('textbox').fill([LONG, 'bücher.test', '<img>.test', 'a\u202eb.test', '=cmd.test'].join('\n'));
    await page.getByText('5 checked.', { exact: false }).waitFor();
    const table = page.getByRole('region', { name: 'What would happen' });
    for (const name of [LONG, 'bücher.test', 'a\\u{202e}b.test', '=cmd.test']) await table.getByText(name).first().waitFor();
    expect(await page.evaluate('[window.ran, document.images.length, document.documentElement.scrollWidth]')).toEqual([
      undefined,
      0,
      width,
    ]);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('is shown as it is on the other pages, too', async () => {
    const event = { id: 'evt_9', event: HOSTILE, domain_id: 2, created_at: HOSTILE, data: { domain: { url: HOSTILE } } };
    dashboard.answers.set('GET /events', { body: { data: [event], next_cursor: null } });
    dashboard.answers.set('GET /servers', {
      body: {
        data: [{ id: 1, name: HOSTILE, type: HOSTILE, config: {}, cname_target: HOSTILE, status: HOSTILE, created_at: HOSTILE }],
        next_cursor: null,
      },
    });
    dashboard.answers.set('GET /me', { body: aPerson({ organization_name: HOSTILE, email: HOSTILE }) });
    const { page, complaints } = await open('/live');
    for (const path of ['/live', '/live/events', '/live/servers', '/live/domains']) {
      await page.goto(`${dashboard.site}/dashboard${path}`);
      await page.getByText('\\u{202e}', { exact: false }).first().waitFor();
      expect(await page.evaluate('[window.ran, document.documentElement.scrollWidth > innerWidth]')).toEqual([undefined, false]);
    }
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});

describe.skipIf(!CHROMIUM)('a link for a customer', () => {
  it('is gone for who leaves the page and comes back by the back button', async () => {
    const { page } = await open('/live/domains');
    await page.getByRole('link', { name: 'shop.hooli.test' }).click();
    await page.getByRole('button', { name: 'Send to customer' }).click();
    await page.getByText('https://portal.test/portal/opt_1#s=v1.x').first().waitFor();
    await page.goBack();
    await page.goForward();
    await page.getByRole('heading', { name: DOMAINS[1]?.url ?? '' }).waitFor();
    expect(await page.getByText('#s=v1.x').count()).toBe(0);
    expect(asked('POST /domains/2/portal-link')).toHaveLength(1);
    await page.context().close();
  });
});
