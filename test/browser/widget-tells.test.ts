import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { CHROMIUM } from '../e2e/a-browser.ts';
import { ELEMENT, held, LIVE, NAME, says, settle, verdict, Widget, waiting } from './a-widget.ts';

/** Records in the page what a screen reader announces from now on, besides the verdict. */
const READ_OUT = `{
  window.read = [];
  const region = ${ELEMENT}.shadowRoot.querySelector('.unseen[role=status]');
  new MutationObserver(() => read.push(region.textContent)).observe(region, { subtree: true, childList: true, characterData: true });
}`;
const heardFrom = (page: Page, more = '') =>
  page.addInitScript(
    `window.heard = [];
    for (const name of ['cps-status', 'cps-active'])
      addEventListener(name, ({ target, detail }) => { heard.push([name, detail.url, detail.diagnosis.code]); ${more} });`,
  );

describe.skipIf(!CHROMIUM)('what the widget tells', () => {
  const widget = new Widget();

  it('a page that shows the next hostname as soon as it hears of one hears of that one being live, too', async () => {
    widget.answer(LIVE);
    widget.host.answers.set('shop.acme.com', { ...LIVE, url: 'shop.acme.com' });
    const page = await widget.show({}, (opened) => heardFrom(opened, "target.hostname = 'shop.acme.com'"));
    await verdict(page, 'shop.acme.com is live');
    await expect
      .poll(() => page.evaluate('window.heard'))
      .toEqual([
        ['cps-status', NAME, 'ok'],
        ['cps-active', NAME, 'ok'],
        ['cps-status', 'shop.acme.com', 'ok'],
        ['cps-active', 'shop.acme.com', 'ok'],
      ]);
  });

  it('what is copied a second time is read out a second time', async () => {
    await widget.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const page = await widget.show();
    const copies = page.getByRole('button', { name: 'Copy Name' });
    const read = page.getByText('Name copied', { exact: true });
    await copies.click();
    await read.waitFor();
    await page.evaluate(READ_OUT);
    await copies.click();
    await expect.poll(() => page.evaluate('window.read')).toEqual(['', 'Name copied']);
  });

  it('a check that finds the same says that it looks, and what it has found', async () => {
    const page = await widget.show();
    await verdict(page, 'Add one DNS record');
    await page.evaluate(READ_OUT);
    const { answers, release } = held(waiting());
    widget.answer(answers);
    await page.getByRole('button', { name: 'Check now' }).click();
    await expect.poll(() => page.evaluate('window.read')).toEqual(['Checking']);
    release();
    const said = expect.stringMatching(/^Checked just now: not there yet\. Next check \S/);
    await expect.poll(() => page.evaluate('window.read')).toEqual(['Checking', '', said]);
    await page.locator('[part=answer]').getByText('Checked just now: not there yet.', { exact: false }).waitFor();
    // A second click within ten seconds sends no request, and announces the same again.
    await page.getByRole('button', { name: 'Check now' }).dispatchEvent('click');
    await expect.poll(() => page.evaluate('window.read')).toEqual(['Checking', '', said, '', said]);
    expect(widget.asked).toEqual([`GET ${NAME}`, `POST ${NAME} check`]);
  });

  it('a check that fails says so, to who sees and to who hears, and what is known stays', async () => {
    const page = await widget.show();
    await verdict(page, 'Add one DNS record');
    await page.evaluate(READ_OUT);
    widget.answer(says(500, {}));
    await page.getByRole('button', { name: 'Check now' }).click();
    await page.getByText('Your setup is not affected.', { exact: false }).waitFor();
    await expect.poll(() => page.evaluate('window.read.at(-1)')).toBe('We cannot load the status');
    await verdict(page, 'Add one DNS record');
    widget.answer(waiting());
    await page.evaluate(`${ELEMENT}.refresh()`);
    await settle(page);
    expect(await page.getByText('Your setup is not affected.', { exact: false }).count()).toBe(0);
  });

  it('the region whose text is the verdict is there before its text, and stays', async () => {
    const { answers, release } = held(waiting());
    widget.answer(answers);
    const page = await widget.show();
    await page.getByText('Loading').waitFor();
    const region = `${ELEMENT}.shadowRoot.querySelector('[role=status]')`;
    await page.evaluate(`void (window.region = ${region})`);
    await expect.poll(() => widget.asked).toHaveLength(1);
    release();
    await verdict(page, 'Add one DNS record');
    expect(await page.evaluate(`window.region === ${region} && window.region.textContent`)).toContain('Add one DNS record');
  });

  it.each([
    ['Try again', 500, 'We cannot load the status'],
    ['Check now', 200, 'Add one DNS record'],
  ])('who has pressed %s and finds the button gone has the verdict in focus', async (button, status, title) => {
    widget.answer(says(status, waiting()));
    const page = await widget.show();
    await verdict(page, title);
    widget.answer(LIVE);
    await page.getByRole('button', { name: button }).click();
    await verdict(page, 'docs.acme.com is live');
    await expect.poll(() => page.evaluate(`${ELEMENT}.shadowRoot.activeElement?.textContent`)).toBe('docs.acme.com is live');
  });

  it('a diagnosis that is the same after its reader has signed in again is not told as another', async () => {
    const page = await widget.show({}, heardFrom);
    await verdict(page, 'Add one DNS record');
    widget.answer(says(401, {}));
    await page.evaluate(`${ELEMENT}.refresh()`);
    await verdict(page, 'Please sign in again');
    widget.answer(waiting());
    await page.evaluate(`${ELEMENT}.refresh()`);
    await verdict(page, 'Add one DNS record');
    expect(await page.evaluate('window.heard')).toEqual([['cps-status', NAME, 'cname_not_found']]);
  });
});
