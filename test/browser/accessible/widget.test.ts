import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PublicView } from '../../../contract/public-view.ts';
import { CHROMIUM, launch } from '../../e2e/a-browser.ts';
import { STATES, TWICE_THE_SIZE, violations } from '../states.ts';
import { type Host, openHost, show } from '../widget-page.ts';

const MINUTE = 60_000;
const CARDS: Record<string, PublicView | undefined> = { ...STATES, unknown: undefined };
const ALL = Object.keys(CARDS)
  .map((name) => `<cps-domain hostname="${name}.acme.com"></cps-domain>`)
  .join('');

const ACCENT = "getComputedStyle(document.querySelector('cps-domain').shadowRoot.querySelector('.primary')).backgroundColor";

let browser: Browser;
let host: Host;
beforeAll(async () => {
  if (!CHROMIUM) return;
  browser = await launch();
  host = await openHost();
  for (const [name, view] of Object.entries(CARDS))
    host.answers.set(`${name}.acme.com`, view && { ...view, url: `${name}.acme.com` });
}, MINUTE);
afterAll(async () => {
  await browser?.close();
  await host?.close();
});

async function open(
  lang: string,
  options: Parameters<Browser['newContext']>[0],
  more: Record<string, string> = {},
): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, ...options });
  const { page } = await show(context, host, { lang, html: ALL, ...more });
  await expect.poll(() => page.locator('[part=verdict]').count()).toBe(Object.keys(CARDS).length);
  return { context, page };
}

describe.skipIf(!CHROMIUM)('the widget for everybody', () => {
  it.each(['light', 'dark'] as const)('axe finds nothing in any state of the widget: %s', async (colorScheme) => {
    const { context, page } = await open('en', { colorScheme });
    for (const summary of await page.locator('summary').all()) await summary.click();
    expect(await violations(page)).toEqual([]);
    await context.close();
  });

  it.each(['bakery', 'orbit'])(
    'axe finds nothing in any state of the widget with the theme of a brand, light or dark: %s',
    async (brand) => {
      const { context, page } = await open('en', {}, { brand });
      const colours = new Set<string>();
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        colours.add(String(await page.evaluate(ACCENT)));
        expect(await violations(page)).toEqual([]);
      }
      expect(colours.size).toBe(2);
      await context.close();
    },
  );

  it.each(['de', 'es', 'fr', 'ja', 'pt-BR'])(
    'axe finds nothing in the widget in another language, which fits 320 px: %s',
    async (lang) => {
      const { context, page } = await open(lang, { viewport: { width: 320, height: 844 } });
      expect(await violations(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320);
      await page.emulateMedia({ colorScheme: 'dark' });
      expect(await violations(page)).toEqual([]);
      await context.close();
    },
  );

  it('axe finds nothing in any state of the widget with letters of twice the size, on 320 px', async () => {
    const { context, page } = await open('en', { viewport: { width: 320, height: 844 } });
    await page.evaluate(TWICE_THE_SIZE);
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320);
    await context.close();
  });

  it('a language that is written from right to left turns the widget around, and nothing sticks out', async () => {
    const { context, page } = await open('en', { viewport: { width: 320, height: 844 } });
    await page.evaluate(`(() => {
      const Element = customElements.get('cps-domain');
      const hebrew = (text) => text.replace(/[a-z]/g, (letter) => String.fromCharCode(0x5d0 + letter.charCodeAt(0) - 97));
      const turned = (value) => typeof value === 'string' ? hebrew(value)
        : typeof value === 'function' ? (...facts) => hebrew(value(...facts))
        : Object.fromEntries(Object.entries(value).map(([key, each]) => [key, turned(each)]));
      const english = document.querySelector('cps-domain').language();
      Element.addLocale({ tag: 'he', direction: 'rtl', titles: turned(english.titles), reasonTitles: turned(english.reasonTitles), labels: turned(english.labels) });
      document.documentElement.lang = 'he';
      for (const shown of document.querySelectorAll('cps-domain')) shown.requestUpdate();
    })()`);
    await expect.poll(() => page.locator('[part=card]').first().getAttribute('dir')).toBe('rtl');
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320);
    // Names and values are always left to right: they are copied.
    expect(await page.locator('code[part=value] bdi').first().textContent()).toBe('docs');
    expect(await violations(page)).toEqual([]);
    await context.close();
  });

  it('the main button of the widget has the accent’s colour behind it, as a link and as a button', async () => {
    const { context, page } = await open('en', {});
    const colours = await page.evaluate(`[...document.querySelectorAll('cps-domain')].flatMap(({ shadowRoot }) =>
      [...shadowRoot.querySelectorAll('.primary:not([aria-disabled=true])')].map((main) => [main.localName, getComputedStyle(main).backgroundColor].join(' ')))`);
    expect(new Set(colours as string[])).toEqual(new Set(['a rgb(11, 95, 176)', 'button rgb(11, 95, 176)']));
    await context.close();
  });

  it.each([
    ['light', 'rgb(255, 255, 255)'],
    ['dark', 'rgb(21, 24, 29)'],
  ] as const)(
    'the widget is %s where its page is, whatever the system is, and has the font size of its reader',
    async (scheme, background) => {
      const { context, page } = await open('en', { colorScheme: scheme === 'light' ? 'dark' : 'light' });
      await page.evaluate(`Object.assign(document.documentElement.style, { colorScheme: '${scheme}', fontSize: '200%' })`);
      const style = "getComputedStyle(document.querySelector('cps-domain').shadowRoot.querySelector('.card'))";
      expect(await page.evaluate(`[${style}.backgroundColor, ${style}.fontSize]`)).toEqual([background, '32px']);
      await context.close();
    },
  );

  it('everything in the widget is reached with the keyboard alone, and seen when it is', async () => {
    const { context, page } = await open('en', {});
    const [reached, outlines]: [string[], string[]] = [[], []];
    for (let tab = 0; tab < 6; tab += 1) {
      await page.keyboard.press('Tab');
      const focus = '(document.activeElement.shadowRoot ?? document).activeElement';
      reached.push(String(await page.evaluate(`${focus}.getAttribute('aria-label') ?? ${focus}.textContent.trim()`)));
      outlines.push(String(await page.evaluate(`getComputedStyle(${focus}).outlineStyle`)));
    }
    expect(reached).toEqual(['Copy name', 'Copy value', 'Open Wix', 'Check now', 'What we saw', 'More']);
    expect(new Set(outlines)).toEqual(new Set(['solid']));
    await context.close();
  });
});
