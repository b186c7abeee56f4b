import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aView } from '../copy/a-view.ts';
import { CHROMIUM, launch } from '../e2e/a-browser.ts';
import { follow, PHONE, type PlayedPortal, playPortal, type Shown } from './portal-page.ts';
import { STATES } from './states.ts';

let browser: Browser;
let portal: PlayedPortal;
beforeAll(async () => {
  if (!CHROMIUM) return;
  browser = await launch();
  portal = await playPortal('asking');
});
afterAll(async () => {
  await browser?.close();
  await portal?.close();
});

/** No form is answered until the returned function is called. */
function holdAnswers(): () => void {
  let free = () => {};
  portal.held = new Promise((done) => {
    free = done;
  });
  return () => {
    portal.held = Promise.resolve();
    free();
  };
}

describe.skipIf(!CHROMIUM)('the portal’s page', () => {
  it('a click on “Check now” while the page is asked for is not lost: the check follows', async () => {
    const page = await browser.newPage(PHONE);
    // With an overdue check, the page polls at once.
    portal.shown = aView({ next_check_at: new Date(Date.now() - 29_000).toISOString() });
    await follow(page, portal);
    const release = holdAnswers();
    portal.forms.length = 0;
    await expect.poll(() => portal.forms.length).toBe(1);
    await page.getByRole('button', { name: 'Check now' }).click();
    release();
    await expect.poll(() => portal.forms.map((form) => form.get('action'))).toEqual([null, 'check']);
    await page.close();
  });

  it('who comes back from their DNS provider has DNS checked by one click and not before, and reads what the provider says it could not do', async () => {
    const page = await browser.newPage(PHONE);
    portal.shown = STATES.offered as Shown;
    portal.forms.length = 0;
    await page.goto(`${portal.url}?hostname=docs.acme.com&error=access_denied`);
    await page.evaluate('new Promise(requestAnimationFrame)');
    expect(portal.forms).toEqual([]);
    await page.getByRole('button', { name: 'Check now' }).click();
    await page.locator('main[data-state=domain]').waitFor();
    expect(portal.forms.map(String)).toEqual(['hostname=docs.acme.com&action=check']);
    await page.getByText('Your DNS provider did not add the record.', { exact: false }).waitFor();
    // Then the page polls as usual, for the state without another check.
    portal.shown = aView({ next_check_at: new Date(Date.now() - 29_000).toISOString() });
    await page.getByRole('button', { name: 'Check now' }).click();
    await expect.poll(() => portal.forms.map((form) => form.get('action'))).toEqual(['check', 'check', null]);
    await page.close();
  });

  it('while DNS is looked at, the button says so and cannot be clicked', async () => {
    const page = await browser.newPage(PHONE);
    portal.shown = STATES.offered as Shown;
    const button = page.locator('#check');
    const duringTheCheck = async (look: () => Promise<unknown>) => {
      const release = holdAnswers();
      await look();
      await page.getByRole('button', { name: 'Checking' }).waitFor();
      expect([await button.textContent(), await button.isDisabled()]).toEqual(['Checking', true]);
      const sent = portal.forms.length;
      await button.dispatchEvent('click');
      await page.evaluate('new Promise(requestAnimationFrame)');
      expect([portal.forms.length, await page.getByRole('button', { name: 'Checking' }).count()]).toEqual([sent, 1]);
      release();
      await page.getByRole('button', { name: 'Check now' }).waitFor();
      expect(await button.isEnabled()).toBe(true);
    };
    await page.goto(`${portal.url}?hostname=docs.acme.com`);
    await duringTheCheck(() => button.click());
    await duringTheCheck(() => button.click());
    await page.close();
  });

  it('“Check now” keeps the focus of who pressed it, while DNS is looked at and afterwards', async () => {
    const page = await browser.newPage(PHONE);
    portal.shown = STATES.offered as Shown;
    await follow(page, portal);
    const focused = () => page.evaluate('document.activeElement.id');
    const release = holdAnswers();
    await page.locator('#check').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Checking' }).waitFor();
    await page.evaluate('new Promise(requestAnimationFrame)');
    expect(await focused()).toBe('check');
    release();
    await page.getByRole('button', { name: 'Check now' }).waitFor();
    expect(await focused()).toBe('check');
    await page.close();
  });

  it('who copies at a refresh keeps the focus on the button, and what is selected stays selected', async () => {
    const page = await browser.newPage(PHONE);
    const late = (checkedAt: number) =>
      aView({
        checked_at: new Date(checkedAt).toISOString(),
        next_check_at: new Date(Date.now() - 29_000).toISOString(),
      });
    portal.shown = late(0);
    await follow(page, portal);
    await page.locator('#copy-0-value').focus();
    await page.evaluate("getSelection().selectAllChildren(document.querySelector('#copy-0-value').previousElementSibling)");
    portal.shown = late(60_000);
    const shown = "document.querySelector('.times time').dateTime";
    await expect.poll(() => page.evaluate(shown), { timeout: 10_000 }).toBe('1970-01-01T00:01:00.000Z');
    expect(await page.evaluate('[document.activeElement.id, String(getSelection())]')).toEqual([
      'copy-0-value',
      'q7m2.cname.cps.test',
    ]);
    await page.close();
  });

  it('a first load that fails says so, keeps the link, and can be tried again', async () => {
    const page = await browser.newPage(PHONE);
    portal.shown = STATES.missing as Shown;
    await page.route(/\/portal$/, (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 503, body: '{}', contentType: 'application/json' })
        : route.continue(),
    );
    await page.goto(`${portal.url}#s=v1.link`);
    await page.getByRole('heading', { name: 'We cannot load the status' }).waitFor();
    expect([await page.getByRole('textbox').count(), new URL(page.url()).hash]).toEqual([0, '#s=v1.link']);
    await page.unroute(/\/portal$/);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.locator('main[data-state=domain]').waitFor();
    await page.close();
  });

  it('a check that finds the same is answered in words, to who sees and to who hears', async () => {
    const page = await browser.newPage(PHONE);
    portal.shown = aView({ next_check_at: new Date(Date.now() + 3_600_000).toISOString() });
    await follow(page, portal);
    await page.getByRole('button', { name: 'Check now' }).click();
    await page.locator('#answer').getByText('Checked just now: not there yet.', { exact: false }).waitFor();
    expect(await page.locator('#live').textContent()).toMatch(/^Checked just now: not there yet\. Next check \d/);
    await page.close();
  });

  it('who comes back from their DNS provider while nothing answers can check again', async () => {
    const page = await browser.newPage(PHONE);
    portal.forms.length = 0;
    await page.route(/portal\?/, (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()));
    await page.goto(`${portal.url}?hostname=docs.acme.com`);
    await page.getByRole('button', { name: 'Check now' }).click();
    await page.getByText('We cannot load the status', { exact: false }).waitFor();
    expect(await page.getByRole('textbox').inputValue()).toBe('docs.acme.com');
    expect(await page.getByRole('button', { name: 'Check now' }).isEnabled()).toBe(true);
    await page.close();
  });

  it('a page that is open when its link ends, or its domain is deleted, says so and asks no more; one that may ask too often stays as it is', async () => {
    const page = await browser.newPage(PHONE);
    await page.clock.install();
    const asked = () => page.waitForResponse((response) => response.request().method() === 'POST');
    portal.shown = aView({ next_check_at: new Date(Date.now() + 60_000).toISOString() });
    await follow(page, portal);
    portal.shown = 'too-many';
    await Promise.all([asked(), page.clock.fastForward(70_000)]);
    const live = page.locator('#live');
    await expect.poll(() => live.textContent()).toBe('Please wait 40 seconds, then try again.');
    await page.clock.fastForward(10_000);
    await expect.poll(() => live.textContent()).toBe('Please wait 30 seconds, then try again.');
    // Only its beginning is read aloud, not every second.
    expect(await live.getAttribute('aria-live')).toBe('off');
    expect(await page.locator('main').getAttribute('data-state')).toBe('domain');
    portal.shown = 'hidden';
    await Promise.all([asked(), page.clock.fastForward(70_000)]);
    await page.locator('main[data-state=hidden]').waitFor();
    expect(await page.locator('#live').textContent()).toBe(await page.locator('h1').textContent());
    portal.forms.length = 0;
    await page.clock.fastForward('12:00:00');
    expect(portal.forms).toHaveLength(0);
    await page.close();
  });

  it('a link that cannot be loaded at first is kept: the page says why, and tries again when asked', async () => {
    const page = await browser.newPage(PHONE);
    portal.shown = aView();
    await page.route(/portal\?/, (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()));
    const address = `${portal.url}?lang=en#s=v1.link`;
    await page.goto(address);
    await page.getByRole('heading', { name: 'We cannot load the status' }).waitFor();
    expect(await page.locator('main').textContent()).toContain('Your setup is not affected.');
    expect(await page.getByRole('textbox').count()).toBe(0);
    expect(page.url()).toBe(address);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    await page.unroute(/portal\?/);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.locator('main[data-state=domain]').waitFor();
    await page.close();
  });

  it('a link that is asked for too often at first counts down, and is asked for again at the end', async () => {
    const page = await browser.newPage(PHONE);
    await page.clock.install();
    portal.shown = 'too-many';
    await follow(page, portal);
    const sentence = page.locator('main > p');
    await page.clock.fastForward(15_000);
    await expect.poll(() => sentence.textContent()).toBe('Please wait 25 seconds, then try again.');
    portal.shown = aView();
    await page.clock.fastForward(30_000);
    await page.locator('main[data-state=domain]').waitFor();
    await page.close();
  });

  it('a page that slept for a night has asked nothing meanwhile, and asks once when it is seen again', async () => {
    const page = await browser.newPage(PHONE);
    await page.clock.install();
    portal.shown = aView({ next_check_at: new Date(Date.now() + 60_000).toISOString() });
    await follow(page, portal);
    portal.forms.length = 0;
    const setHidden = (hidden: boolean) =>
      page.evaluate(
        `Object.defineProperty(document, 'hidden', { configurable: true, value: ${hidden} }); document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`,
      );
    await setHidden(true);
    await page.clock.fastForward('12:00:00');
    expect(portal.forms).toHaveLength(0);
    const asked = page.waitForResponse((response) => response.request().method() === 'POST');
    await setHidden(false);
    await asked;
    expect(portal.forms.map(String)).toEqual(['']);
    await page.close();
  });

  it('the first page looks at nothing by itself, and the button of a DNS provider opens its own page', async () => {
    const page = await browser.newPage(PHONE);
    portal.shown = STATES.offered as Shown;
    portal.forms.length = 0;
    await page.goto(portal.url);
    await page.evaluate('new Promise(requestAnimationFrame)');
    expect(portal.forms).toEqual([]);
    await follow(page, portal, 'de');
    const button = page.getByRole('link', { name: 'Bei Wix einrichten' });
    expect(await button.getAttribute('href')).toBe('https://wix.test/apply?sig=x');
    const [above, below] = [await button.boundingBox(), await page.locator('dl').boundingBox()];
    expect(above?.y).toBeLessThan(below?.y ?? 0);
    await page.close();
  });
});
