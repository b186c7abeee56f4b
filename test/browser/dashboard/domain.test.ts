import { describe, expect, it } from 'vitest';
import { CHROMIUM } from '../../e2e/a-browser.ts';
import { openDashboard } from './played/opened-dashboard.ts';
import { aDomain, DOMAINS, fillAccount, WEBHOOK } from './played/played-account.ts';

const { dashboard, open, asked } = openDashboard();
const HOSTILE = '"><img src=x onerror=window.ran=1>\u202e';

describe.skipIf(!CHROMIUM)('what the customer of a domain sees', () => {
  it('is the widget itself, in the look and language of the organization, under the policy of the page', async () => {
    const { page, complaints } = await open('/live/domains/2?tab=customer');
    const widget = page.locator('cps-domain');
    await widget.getByRole('heading', { name: 'Almost right: just a typo' }).waitFor();
    expect(await widget.getByText('q7m2.cname.cps.test').first().isVisible()).toBe(true);
    const accent = 'getComputedStyle(document.querySelector("cps-domain").shadowRoot.querySelector(".copy")).color';
    expect(await page.evaluate(accent)).toBe('rgb(122, 31, 160)');
    await page.getByLabel('Language').selectOption('Deutsch');
    await widget.getByRole('heading', { name: 'Fast richtig: ein Tippfehler' }).waitFor();
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('has softer words than the integrator reads, and no evidence, where it is not the customer’s to mend', async () => {
    const evidence = [{ kind: 'http', asked: 'the server', answer: 'secret detail', at: '2026-11-25T10:00:00Z' }];
    fillAccount(dashboard, [
      aDomain(1, 'docs.acme.test', { code: 'server_not_connected', actor: 'integrator', evidence }, { dns_status: 'validated' }),
    ]);
    const { page } = await open('/live/domains/1?tab=customer');
    await page.locator('cps-domain').getByRole('heading', { name: 'Waiting for Acme Shops' }).waitFor();
    expect(await page.locator('cps-domain').getByText('secret detail').count()).toBe(0);
    await page.context().close();
  });

  it('asks nothing of its own, follows what the page knows, and checks where the customer would', async () => {
    const { page } = await open('/live/domains/2?tab=customer');
    const widget = page.locator('cps-domain');
    await widget.getByRole('button', { name: 'Check now' }).waitFor();
    dashboard.answers.set('POST /domains/*/check', { body: { ...DOMAINS[4], id: 2, url: 'shop.hooli.test' } });
    await widget.getByRole('button', { name: 'Check now' }).click();
    await widget.getByRole('heading', { name: 'shop.hooli.test is live' }).waitFor();
    expect(asked('POST /domains/2/check')).toHaveLength(1);
    expect(dashboard.sent.every(({ path }) => !path.includes('domain-proxy'))).toBe(true);
    await page.context().close();
  });

  it('a check that is refused leaves it as it was, and says why', async () => {
    dashboard.answers.set('POST /domains/*/check', {
      status: 403,
      body: { error: { code: 'insufficient_permissions', message: 'No.' } },
    });
    const { page } = await open('/live/domains/2?tab=customer');
    const widget = page.locator('cps-domain');
    await widget.getByRole('button', { name: 'Check now' }).click();
    await page.getByText('Not allowed. Your role', { exact: false }).waitFor();
    await widget.getByRole('heading', { name: 'Almost right: just a typo' }).waitFor();
    await page.context().close();
  });
});

describe.skipIf(!CHROMIUM)('what is sent to whoever holds the DNS', () => {
  it('is a link with its end, and a mail in their language with the record and the link', async () => {
    const { page, complaints } = await open('/live/domains/2', { permissions: ['clipboard-read', 'clipboard-write'] });
    const clipboard = async () => String(await page.evaluate('navigator.clipboard.readText()'));
    await page.getByRole('button', { name: 'Send to customer' }).click();
    const dialog = page.getByRole('dialog', { name: 'Send to whoever holds the DNS' });
    await dialog.getByText('Works until Dec 2, 2026', { exact: false }).waitFor();
    await dialog.getByRole('button', { name: 'Copy link' }).click();
    await expect.poll(clipboard).toBe('https://portal.test/portal/opt_1#s=v1.x');
    await dialog.getByLabel('Language').selectOption('Français');
    await expect
      .poll(() => asked('POST /domains/2/portal-link').map(({ body }) => body))
      .toEqual([{ locale: 'en' }, { locale: 'fr' }]);
    await expect.poll(() => dialog.getByRole('textbox', { name: 'Mail' }).inputValue()).toMatch(/^Pourriez-vous/);
    await dialog.getByRole('button', { name: 'Copy text' }).click();
    await expect.poll(clipboard).toContain('Valeur: q7m2.cname.cps.test');
    expect(await clipboard()).toMatch(/https:\/\/portal\.test\/portal\/opt_1#s=v1\.x$/);
    const mailto = await dialog.getByRole('link', { name: 'Open in my mail program' }).getAttribute('href');
    expect(new URL(mailto ?? '').searchParams.get('body')).toBe((await clipboard()).replaceAll('\n', '\r\n'));
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('asks nobody for a change of DNS where none is needed', async () => {
    const { page } = await open('/live/domains/1');
    await page.getByRole('button', { name: 'Send to customer' }).click();
    await page.getByText('DNS needs no change now', { exact: false }).waitFor();
    await page.getByRole('button', { name: 'Copy link' }).waitFor();
    expect(await page.getByRole('link', { name: 'Open in my mail program' }).count()).toBe(0);
    await page.context().close();
  });

  it('is made anew each time, and is nowhere when the dialog is closed', async () => {
    const { page } = await open('/live/domains/2');
    for (const count of [1, 2]) {
      await page.getByRole('button', { name: 'Send to customer' }).click();
      await page.getByText('https://portal.test/portal/opt_1#s=v1.x').first().waitFor();
      expect(asked('POST /domains/2/portal-link')).toHaveLength(count);
      await page.keyboard.press('Escape');
      expect(await page.getByText('#s=v1.x').count()).toBe(0);
    }
    await page.context().close();
  });
});

describe.skipIf(!CHROMIUM)('the tabs of a domain', () => {
  it('are in the address, stay for the next domain, and end with the panel', async () => {
    const { page, complaints } = await open('/live/domains/2?actor=customer&tab=json');
    await page.getByRole('region', { name: 'The domain as the API answers it' }).waitFor();
    await page.getByRole('tab', { name: 'Deliveries' }).click();
    await page.waitForURL(/domains\/2\?actor=customer&tab=deliveries$/);
    await page.getByRole('link', { name: 'www.umbrella.test' }).click();
    await page.waitForURL(/domains\/3\?actor=customer&tab=deliveries$/);
    await page.getByText('Nothing was sent about this domain lately.').waitFor();
    expect(asked('GET /domains').every(({ query }) => !query.has('tab'))).toBe(true);
    await page.getByRole('link', { name: 'Close' }).click();
    await page.waitForURL(/domains\?actor=customer$/);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('the timeline has of each entry the time, who did it, what was seen and its id, and goes on to older ones', async () => {
    const at = '2026-11-25T09:00:00Z';
    const evidence = [{ kind: 'dns', asked: 'shop CNAME', server: 'ns1.test', answer: HOSTILE, at }];
    const entry = { at, diagnosis: 'cname_not_found', actor: { type: 'user', user_id: 'usr_1' } };
    dashboard.answers.set('GET /domains/*/events', ({ query }) => ({
      body: query.has('cursor')
        ? { data: [{ ...entry, id: 'dev_1', type: 'of.later', diagnosis: 'later', actor: { type: 'robot' } }], next_cursor: null }
        : { data: [{ ...entry, id: 'dev_2', type: 'domain.updated', evidence, quiet_looks: 7 }], next_cursor: 'older' },
    }));
    const { page } = await open('/live/domains/2');
    const [first, second] = ['Settings changed', 'of.later'].map((hasText) => page.locator('.timeline > li').filter({ hasText }));
    await first?.getByText('by mara@acme.test, after 7 checks without news', { exact: false }).waitFor();
    await first?.getByText('Details').click();
    await first?.getByText('shop CNAME @ ns1.test').waitFor();
    await first?.getByText('Entry dev_2').waitFor();
    await page.getByRole('button', { name: 'Older entries' }).click();
    await second?.getByText('by robot', { exact: false }).waitFor();
    expect(await page.getByRole('button', { name: 'Older entries' }).count()).toBe(0);
    expect(await page.evaluate('window.ran')).toBeUndefined();
    await page.context().close();
  });

  it('deliveries are those of this domain, of every webhook, with what the receiver said', async () => {
    const { page } = await open('/live/domains/2?tab=deliveries');
    const line = page.getByRole('listitem').filter({ hasText: 'domain.created' });
    await line.getByText('1 attempt, last answer 500', { exact: false }).waitFor();
    await line.getByRole('link', { name: WEBHOOK.url }).click();
    await page.waitForURL(/webhooks\/7/);
    await page.context().close();
  });

  it('settings have its certificate made before its traffic moves', async () => {
    dashboard.answers.set('PATCH /domains/*', ({ body }) => ({ body: { ...DOMAINS[1], ...(body as object) } }));
    const { page } = await open('/live/domains/2?tab=settings');
    await page.getByRole('checkbox', { name: 'Validation by DNS' }).check();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved').waitFor();
    expect(asked('PATCH /domains/2').map(({ body }) => body)).toEqual([{ validation: 'dns' }]);
    await page.context().close();
  });

  it('settings send what was changed and nothing else; links can be ended', async () => {
    dashboard.answers.set('PATCH /domains/*', ({ body }) => ({ body: { ...DOMAINS[1], ...(body as object) } }));
    dashboard.answers.set('DELETE /domains/*/portal-link', { body: { ended: true } });
    fillWithMetadata();
    const { page } = await open('/live/domains/2?tab=settings');
    await page.getByText('customer of <b>', { exact: false }).waitFor();
    expect(await page.getByRole('button', { name: 'Save' }).getAttribute('aria-disabled')).toBe('true');
    await page.getByRole('checkbox', { name: 'Send webhooks about this domain' }).uncheck();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved').waitFor();
    expect(asked('PATCH /domains/2').map(({ body }) => body)).toEqual([{ send_notifications: false }]);
    await page.getByRole('button', { name: 'End all links now' }).click();
    await page.getByText('All links for this domain have ended').waitFor();
    await page.context().close();
  });
});

function fillWithMetadata(): void {
  dashboard.answers.set('GET /domains/*', { body: { ...DOMAINS[1], metadata: { owner: 'customer of <b>' } } });
}

describe.skipIf(!CHROMIUM)('a domain whose hostname another account asks for', () => {
  const transfer = {
    state: 'requested',
    requested_at: new Date().toISOString(),
    until: new Date(Date.now() + 71 * 3_600_000).toISOString(),
    ends_at: new Date(Date.now() + 791 * 3_600_000).toISOString(),
  };

  it('says until when, and is kept with a reason', async () => {
    fillAccount(dashboard, [
      aDomain(1, 'shop.acme.test', { code: 'ok', actor: 'nobody' }, { dns_status: 'validated', transfer }),
    ]);
    dashboard.answers.set('PATCH /domains/*', {
      body: aDomain(1, 'shop.acme.test', { code: 'ok', actor: 'nobody' }, { transfer: { ...transfer, state: 'refused' } }),
    });
    const { page } = await open('/live/domains/1');
    await page.getByText('Another account asks for this name').waitFor();
    await page.getByLabel('Reason to refuse').selectOption('A contract binds it');
    await page.getByRole('button', { name: 'Refuse' }).click();
    await page.getByText('you have refused', { exact: false }).waitFor();
    expect(asked('PATCH /domains/1').map(({ body }) => body)).toEqual([{ refuse_transfer: 'contract_runs' }]);
    await page.context().close();
  });
});
