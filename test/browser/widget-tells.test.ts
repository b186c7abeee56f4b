import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { CHROMIUM } from '../e2e/a-browser.ts';
import { ELEMENT, LIVE, NAME, says, verdict, Widget, waiting } from './a-widget.ts';

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
