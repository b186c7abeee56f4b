import { describe, expect, it } from 'vitest';
import { describeDomain } from '../../copy/describe.ts';
import { aView } from '../copy/a-view.ts';
import { ja } from '../copy/all-locales.ts';
import { CHROMIUM } from '../e2e/a-browser.ts';
import { ELEMENT, LIVE, NAME, says, settle, verdict, Widget, waiting } from './a-widget.ts';

describe.skipIf(!CHROMIUM)('what a page says to the widget', () => {
  const widget = new Widget();

  it.each(['undefined', 'null'])('a framework that says %s for what it does not know yet has said nothing', async (nothing) => {
    const page = await widget.show({ html: '<cps-domain brand="Acme" compact></cps-domain>' });
    await page.evaluate(
      `for (const name of ['hostname', 'proxy', 'locale', 'brand', 'theme', 'poll', 'compact', 'labels', 'fetcher']) ${ELEMENT}[name] = ${nothing}`,
    );
    await settle(page);
    expect(widget.asked).toEqual([]);
    expect(await page.evaluate(`${ELEMENT}.getAttributeNames()`)).toEqual([]);
    await page.evaluate(`${ELEMENT}.hostname = '${NAME}'`);
    await verdict(page, 'Add one DNS record');
  });

  it('a language that comes late reaches a widget inside of another element, which asks no more', async () => {
    widget.answer(LIVE);
    const page = await widget.show({ html: '<div id="outer"></div>' });
    await page.evaluate(`{
      const element = document.createElement('cps-domain');
      Object.assign(element, { locale: 'de', hostname: '${NAME}' });
      document.querySelector('#outer').attachShadow({ mode: 'open' }).append(element);
    }`);
    await verdict(page, 'docs.acme.com is live');
    await page.evaluate("import('/widget/locales/de.js')");
    await verdict(page, 'docs.acme.com ist online');
  });

  it('is followed when its language changes without a new load', async () => {
    const page = await widget.show({ lang: 'de' });
    await verdict(page, 'Einen DNS-Eintrag anlegen');
    await page.evaluate("void (document.documentElement.lang = 'en')");
    await verdict(page, 'Add one DNS record');
    await page.evaluate("void (document.querySelector('main').lang = 'de-AT')");
    await verdict(page, 'Einen DNS-Eintrag anlegen');
    expect(widget.asked).toHaveLength(1);
  });

  it('a long hostname leaves the sentences about it whole', async () => {
    const hostname = `${'a'.repeat(60)}.${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.example`;
    const domain = aView({ code: 'conflicting_records' }, { record: { name: hostname, host: hostname } });
    widget.answer({ ...domain, url: hostname });
    const page = await widget.show({ lang: 'ja' });
    const { title, summary, fix } = describeDomain({ ...domain, url: hostname }, ja);
    await verdict(page, title);
    await page.getByText(ja.labels.more).click();
    expect(new TextEncoder().encode(fix).length).toBeGreaterThan(512);
    await expect.poll(() => page.locator('[part=more] p').allTextContents()).toEqual([summary, fix]);
  });

  it('is used once, as it was said last, when it changes several times in a row', async () => {
    const page = await widget.show({ html: '<cps-domain></cps-domain>' });
    await page.evaluate(`{
      window.asked = [];
      const element = ${ELEMENT};
      element.hostname = '${NAME}';
      element.proxy = '/domain-proxy/';
      element.fetcher = (address, options) => (window.asked.push(address), fetch(address, options));
    }`);
    await verdict(page, 'Add one DNS record');
    expect([await page.evaluate('window.asked'), widget.asked]).toEqual([[`/domain-proxy/${NAME}`], [`GET ${NAME}`]]);
  });

  it('is used for a second request if it named the address late and the first was refused', async () => {
    widget.answer(says(401, {}));
    const page = await widget.show();
    await verdict(page, 'Please sign in again');
    widget.answer(waiting());
    await page.evaluate(`void (${ELEMENT}.fetcher = (address, options) => fetch(address, options))`);
    await verdict(page, 'Add one DNS record');
    await page.evaluate(`void (${ELEMENT}.fetcher = (address, options) => fetch(address, options))`);
    await settle(page);
    expect(widget.asked).toHaveLength(2);
  });
});
