import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { CHROMIUM } from '../../e2e/a-browser.ts';
import { openDashboard } from '../dashboard/played/opened-dashboard.ts';
import { aDomain, DELIVERY, DOMAINS, fillAccount, KEY } from '../dashboard/played/played-account.ts';
import type { Sent } from '../dashboard/played/played-dashboard.ts';

const { dashboard, open, asked } = openDashboard();

const CLIPBOARD = { permissions: ['clipboard-read', 'clipboard-write'] };
const MAX_STOPS = 120;

/** In the page: the name of the focused element. */
const FOCUSED = `((one) => one === document.body ? 'nothing' :
  one.getAttribute('aria-label') ?? (one.labels?.[0]?.querySelector('span') ?? one.labels?.[0])?.textContent.trim() ?? one.querySelector('h1')?.textContent ?? one.textContent.trim())(document.activeElement)`;
/** In the page: whether it is wholly visible and not covered (WCAG 2.4.11). */
const IS_SEEN = `(() => {
  const { left, right, top, bottom } = document.activeElement.getBoundingClientRect();
  const at = [top + 2, bottom - 2].map((y) => document.elementFromPoint((left + right) / 2, y));
  return at.every((one) => one !== null && document.activeElement.contains(one));
})()`;

/** Acts by keys only, without a mouse or locators. */
class Keyboard {
  private readonly page: Page;
  constructor(page: Page) {
    this.page = page;
  }
  async press(...keys: string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
  }
  focused(): Promise<string> {
    return this.page.evaluate<string>(FOCUSED);
  }
  async isAt(name: string | RegExp): Promise<void> {
    await expect.poll(() => this.focused()).toMatch(name);
  }
  /** Presses Tab, or `Shift+Tab`, until the element has the focus. */
  async tabTo(name: string, key = 'Tab'): Promise<void> {
    const passed: string[] = [];
    for (let count = 0; count < MAX_STOPS; count += 1) {
      await this.press(key);
      const here = await this.focused();
      if (here === name) return;
      passed.push(here);
    }
    throw new Error(`${name} is not among ${passed.join(' | ')}`);
  }
  async activate(name: string, key = 'Enter'): Promise<void> {
    await this.tabTo(name);
    await this.press(key);
  }
  clipboard(): Promise<string> {
    return this.page.evaluate<string>('navigator.clipboard.readText()');
  }
}

async function start(path: string): Promise<{ page: Page; keys: Keyboard; end: () => Promise<void> }> {
  const { page, complaints } = await open(path, CLIPBOARD);
  await page.getByRole('heading', { level: 1 }).waitFor();
  const end = async () => {
    expect(complaints).toEqual([]);
    await page.context().close();
  };
  return { page, keys: new Keyboard(page), end };
}

function playBulk(): void {
  dashboard.answers.set('POST /domains/bulk', ({ body }: Sent) => {
    const urls = (body as { domains: { url: string }[] }).domains.map(({ url }) => url);
    const added = urls.map((url, index) => aDomain(70 + index, url, {}, { record: { value: 'q7m2.cname.cps.test.' } }));
    fillAccount(dashboard, [...added, ...DOMAINS]);
    const data = added.map((domain, index) => ({ index, status: 'created', domain }));
    return { body: { data, summary: { created: data.length, failed: 0 } } };
  });
}

describe.skipIf(!CHROMIUM)('with the keyboard alone', () => {
  it('a key is created, its secret copied, and the key revoked', async () => {
    const secret = 'sk_played_0123456789';
    dashboard.answers.set('POST /keys', { body: { ...KEY, secret } });
    dashboard.answers.set('DELETE /keys/*', () => {
      dashboard.answers.set('GET /keys', { body: { data: [{ ...KEY, id: 'cps_pk_2', name: 'Other' }], next_cursor: null } });
      return { body: {} };
    });
    const { page, keys, end } = await start('/live');
    await keys.press('g', 'k');
    await page.getByText(KEY.id).waitFor();
    await keys.activate('Create a key');
    await keys.tabTo('Name, as the program that uses it');
    await page.keyboard.type('Shop');
    await keys.press('Enter');
    await page.getByText(secret).waitFor();
    await keys.activate('Copy X-API-KEY');
    await expect.poll(() => keys.clipboard()).toBe(secret);
    await keys.activate('I have stored it', 'Space');
    await keys.activate('Close');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    await keys.isAt('Create a key');
    await keys.activate(`Revoke: ${KEY.name}`);
    await page.getByRole('dialog').waitFor();
    await keys.press('Escape');
    await keys.tabTo('Cancel');
    await keys.press('Enter');
    await keys.isAt(`Revoke: ${KEY.name}`);
    await keys.press('Enter');
    await keys.tabTo(`Type ${KEY.name} to confirm`);
    await page.keyboard.type(KEY.name);
    await keys.press('Enter');
    await page.getByText(`${KEY.name} revoked`).waitFor();
    await page.getByText('Other').waitFor();
    await keys.isAt('API keys');
    await end();
  });

  it('a domain is added, its verdict opened, its record copied, and the panel closed to where it was opened', async () => {
    playBulk();
    const { page, keys, end } = await start('/live/domains');
    await keys.press('n');
    await keys.isAt('Add domains');
    await keys.tabTo('A hostname of a customer, or a list of them');
    await page.keyboard.type('shop.new.test');
    await page.getByText('1 checked', { exact: false }).waitFor();
    await keys.activate('Add');
    await page.getByText('1 of 1 added').waitFor();
    await keys.isAt(/^Hostnames/);
    await keys.activate('shop.new.test');
    await keys.isAt('shop.new.test');
    await keys.activate('Copy Value');
    // With a full stop and without spaces, as DNS providers want it.
    await expect.poll(() => keys.clipboard()).toBe('q7m2.cname.cps.test.');
    await keys.press('Escape');
    await page.waitForURL(/live\/domains$/);
    await keys.isAt('shop.new.test');
    await keys.press('j');
    await keys.isAt('docs.acme.test');
    await end();
  });

  it('a list is pasted and added', async () => {
    playBulk();
    const { page, keys, end } = await start('/live');
    await keys.press('n');
    await keys.isAt('Add domains');
    await keys.tabTo('A hostname of a customer, or a list of them');
    await page.keyboard.insertText('a.paste.test\nb.paste.test; c.paste.test');
    await page.getByRole('button', { name: 'Add 3', exact: true }).waitFor();
    await keys.activate('Add 3');
    await page.getByText('3 of 3 added').waitFor();
    await keys.isAt(/^Hostnames/);
    await keys.tabTo('c.paste.test');
    await end();
  });

  it('rows are walked, selected and checked, and none that has the focus is under what stays at the top', async () => {
    fillAccount(
      dashboard,
      Array.from({ length: 50 }, (_, index) => aDomain(index + 1, `n${index + 1}.walk.test`)),
    );
    dashboard.answers.set('POST /domains/*/check', { body: DOMAINS[1] });
    const { page, keys, end } = await start('/live/domains');
    await page.getByRole('link', { name: 'n50.walk.test' }).waitFor();
    await keys.press('j', 'x', 'j', 'x');
    await page.getByText('2 selected').waitFor();
    for (let row = 3; row <= 50; row += 1) await keys.press('j');
    await keys.isAt('n50.walk.test');
    for (let row = 49; row >= 1; row -= 1) {
      await keys.press('k');
      expect([await keys.focused(), await page.evaluate(IS_SEEN)]).toEqual([`n${row}.walk.test`, true]);
    }
    await keys.tabTo('Check 2 now', 'Shift+Tab');
    await keys.press('Enter');
    await page.getByText('2 of 2 checked').waitFor();
    await expect.poll(() => page.getByText('2 selected').count()).toBe(0);
    await keys.isAt(/^Hostname/);
    await keys.press('j', 'j', 'k');
    await keys.isAt('n1.walk.test');
    await end();
  });

  it('what to send to a customer is read and copied, in another language, and closes to its button', async () => {
    const { page, keys, end } = await start('/live/domains/2');
    await page.getByRole('button', { name: 'Send to customer' }).waitFor();
    await keys.isAt('shop.hooli.test');
    await keys.activate('Send to customer');
    await page.getByRole('dialog').getByText('#s=v1.x').first().waitFor();
    await keys.tabTo('Language of the mail and the page');
    await keys.press('d');
    await page.locator('textarea[lang=de]').waitFor();
    await keys.activate('Copy link', 'Space');
    await expect.poll(() => keys.clipboard()).toBe('https://portal.test/portal/opt_1#s=v1.x');
    await keys.press('Escape');
    await keys.isAt('Send to customer');
    await end();
  });

  it('tabs, menus and panels are gone through with arrows and Escape, and say where they are', async () => {
    dashboard.answers.set('DELETE /domains/*', { body: { id: 2, deleted: true } });
    const { page, keys, end } = await start('/live/domains/2');
    await keys.isAt('shop.hooli.test');
    await keys.tabTo('Timeline');
    await keys.press('ArrowRight', 'ArrowRight');
    await page.getByText('No certificate yet.', { exact: false }).waitFor();
    await keys.tabTo('More actions', 'Shift+Tab');
    await keys.press('Enter');
    await keys.isAt('Start over');
    const outline = await page.evaluate('getComputedStyle(document.activeElement).outlineStyle');
    expect(outline).toBe('solid');
    await keys.press('Escape');
    await keys.isAt('More actions');
    await keys.press('Enter', 'ArrowDown', 'ArrowDown');
    // *Renew now* is disabled: there is no certificate.
    await keys.press('End', 'Enter');
    await page.getByRole('dialog', { name: 'Delete this domain?' }).waitFor();
    await keys.activate('Keep it');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    await keys.isAt('More actions');
    expect(asked('DELETE /domains/2')).toEqual([]);
    await end();
  });

  it('a delivery is opened, sent again, and closed to its row; a webhook is edited', async () => {
    dashboard.answers.set('POST /webhooks/*/deliveries/*/redeliver', { body: {} });
    dashboard.answers.set('PATCH /webhooks/*', { body: { id: 7 } });
    const { page, keys, end } = await start('/live/webhooks/7');
    await page.getByRole('link', { name: 'domain.created' }).waitFor();
    await keys.press('j', 'Enter');
    await page.getByRole('button', { name: 'Redeliver' }).waitFor();
    await keys.isAt('domain.created');
    await keys.activate('Redeliver');
    await page.getByText('Sent again').waitFor();
    await keys.press('Escape');
    await page.waitForURL((url) => !url.searchParams.has('delivery'));
    await keys.isAt('domain.created');
    await keys.tabTo('Edit', 'Shift+Tab');
    await keys.press('Enter');
    await keys.tabTo('What it is for');
    await page.keyboard.type('Orders');
    await keys.press('Enter');
    await page.getByText('Webhook saved').waitFor();
    await keys.isAt('Edit');
    await end();
  });

  it('a webhook is tested, and the reply of its receiver read', async () => {
    const attempts = [{ at: '2026-11-25T09:00:01Z', milliseconds: 91, status: 200, reply: 'fine' }];
    dashboard.answers.set('POST /webhooks/*/test', { body: { ...DELIVERY, state: 'succeeded', attempts } });
    const { page, keys, end } = await start('/live/webhooks/7');
    await page.getByRole('link', { name: 'domain.created' }).waitFor();
    await keys.activate('Send a test');
    await page.getByRole('dialog').waitFor();
    await keys.tabTo('A sample of');
    await page.keyboard.type('certificate.issued');
    await keys.activate('Send');
    await page.getByRole('region', { name: 'Reply' }).getByText('fine').waitFor();
    expect(asked('POST /webhooks/7/test').map(({ body }) => body)).toEqual([{ event: 'certificate.issued' }]);
    await keys.activate('Close');
    await keys.isAt('Send a test');
    await end();
  });

  it('somebody is invited with a role', async () => {
    dashboard.answers.set('POST /invitations', { body: {} });
    const { page, keys, end } = await start('/live');
    await keys.press('g', 'a');
    await page.getByText('zoe@acme.test').first().waitFor();
    await keys.tabTo('E-mail address');
    await page.keyboard.type('kim@acme.test');
    await keys.tabTo('Role');
    await page.keyboard.type('developer');
    await keys.activate('Invite');
    await page.getByText('kim@acme.test invited').waitFor();
    expect(asked('POST /invitations').map(({ body }) => body)).toEqual([{ email: 'kim@acme.test', role: 'developer' }]);
    await end();
  });

  it('the last requests of the organization are opened, one copied as curl, and closed to where they were opened', async () => {
    const { page, keys, end } = await start('/live/keys');
    await page.getByText(KEY.id).waitFor();
    await keys.tabTo('Create a key');
    await keys.press('Control+k');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.type('last');
    await page.getByRole('menuitem', { name: 'Last requests, as curl' }).waitFor();
    await keys.press('Enter');
    await page.getByRole('dialog', { name: 'Last requests' }).waitFor();
    await keys.tabTo('Requests of this page');
    await keys.press('ArrowRight');
    await page.getByText('/api/domains/2/check', { exact: true }).waitFor();
    await keys.tabTo('API key');
    await keys.press('Tab');
    await keys.isAt(/request req_5$/);
    await keys.press('Enter');
    await keys.activate('Copy as curl');
    await expect.poll(() => keys.clipboard()).toContain('/api/domains/2/check');
    await keys.press('Escape');
    await keys.isAt('Create a key');
    await end();
  });
});
