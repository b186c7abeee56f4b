import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PublicView } from '../../contract/public-view.ts';
import { aView } from '../copy/a-view.ts';
import { CHROMIUM, launch } from '../e2e/a-browser.ts';
import { brandOf, follow, PHONE, type PlayedPortal, playPortal } from './portal-page.ts';
import { STATES, TWICE_THE_SIZE } from './states.ts';
import { type Host, openHost, show } from './widget-page.ts';

const MINUTE = 60_000;
const NAME = 'docs.acme.com';
const LONG = aView({}, { record: { value: 'whtsqhe3djuymzc3.cname.cps.test' } });
const TYPO = aView(
  { code: 'invalid_cname_target', reason: 'target_typo' },
  { record: { state: 'wrong', observed: 'q8m2.cname.cps.test' } },
);
/** A line of a value that breaks after its dots can be short. */
const MIN_CHARACTERS_OF_A_LINE = 6;

let browser: Browser;
let portal: PlayedPortal;
let host: Host;
beforeAll(async () => {
  if (!CHROMIUM) return;
  browser = await launch();
  portal = await playPortal('asking');
  host = await openHost();
}, MINUTE);
afterAll(async () => {
  await browser?.close();
  await portal?.close();
  await host?.close();
});

async function openPortal(shown: PublicView, options: BrowserContextOptions = PHONE): Promise<Page> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  portal.shown = shown;
  await follow(page, portal);
  return page;
}

async function openWidget(
  shown: PublicView,
  query: Record<string, string> = {},
  options: BrowserContextOptions = PHONE,
): Promise<Page> {
  const context = await browser.newContext(options);
  host.answers.set(NAME, shown);
  const html = `<cps-domain hostname="${NAME}" brand="Sunrise"></cps-domain>`;
  const { page } = await show(context, host, { html, ...query });
  await page.locator('[part=verdict]').waitFor();
  return page;
}

const SIDES = [
  ['portal', openPortal],
  ['widget', (shown: PublicView, options?: BrowserContextOptions) => openWidget(shown, {}, options)],
] as const;
/** An element of the card, in the widget or in the portal. */
const element = (selector: string) =>
  `(document.querySelector('cps-domain')?.shadowRoot ?? document).querySelector('${selector}')`;

describe.skipIf(!CHROMIUM)('the card', () => {
  it.each(Object.entries({ ...STATES, unknown: LONG, typo: TYPO }))(
    'says and offers the same in portal and widget: %s',
    async (_, view) => {
      const read = async (page: Page, verdict: string, sentence: string) => {
        const texts = (selector: string) => page.locator(`.card ${selector}`).allTextContents();
        const card = {
          said: [...(await texts(verdict)), ...(await texts(sentence))],
          steps: await texts('.steps li'),
          records: [
            ...(await texts('mark')),
            ...(await texts('.title')),
            ...(await texts('.field dt')),
            ...(await texts('.field code')),
          ],
          buttons: (await texts('.button')).map((text) => text.trim()),
          main: await texts('.button.primary'),
          hasSeparatedTimes: (await texts('.status')).map((text) => /^Last checked \S.* · Next check \S/.test(text)),
          evidence: await texts('#evidence p'),
          folds: await texts('summary'),
        };
        await page.context().close();
        return card;
      };
      const [onPortal, inWidget] = [await openPortal(view), await openWidget(view)];
      const portalCard = await read(onPortal, 'h1', '#sentence');
      const widgetCard = await read(inWidget, 'h2', '[part=text]');
      // The widget has no room for the general instructions.
      expect(portalCard.hasSeparatedTimes).not.toContain(false);
      const folds = portalCard.folds.filter((title) => title !== 'Where do I enter this?');
      expect(widgetCard).toEqual({ ...portalCard, folds });
    },
  );

  it.each([
    ['with its provider known', STATES.missing as PublicView],
    ['with its provider unknown', LONG],
  ])('for a missing record fits the screen of a phone, and has at most 75 words: %s', async (_, view) => {
    const page = await openPortal(view);
    const { y = 0, height = 0 } = (await page.locator('main').boundingBox()) ?? {};
    expect(y + height).toBeLessThanOrEqual(844);
    // Names and values are copied rather than read.
    const text = String(await page.evaluate("document.querySelector('main').innerText")).replaceAll(/\S+\.\S+|✓/g, '');
    expect(text.split(/\s+/).filter((word) => /\w/.test(word)).length).toBeLessThanOrEqual(75);
    await page.context().close();
  });

  for (const [side, open] of SIDES) {
    it.each([390, 320])(`in the ${side} shows whole values to who has letters of twice the size, on %d px`, async (width) => {
      const page = await open(LONG, { viewport: { width, height: 844 } });
      await page.evaluate(TWICE_THE_SIZE);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
      const values = await page.evaluate<[number, number][]>(`[...${element('.card')}.querySelectorAll('dd code')].map((code) => {
        const { height } = code.getBoundingClientRect();
        return [code.textContent.length, Math.round(height / parseFloat(getComputedStyle(code).lineHeight))];
      })`);
      expect(values).toHaveLength(3);
      for (const [characters, lines] of values)
        expect(lines === 1 || characters / lines >= MIN_CHARACTERS_OF_A_LINE, `${characters} in ${lines} lines`).toBe(true);
      await page.context().close();
    });

    it(`in the ${side} has a colour of its own for what is secondary, not that of a wait`, async () => {
      portal.theme = brandOf('bakery');
      const page = side === 'portal' ? await open(LONG) : await openWidget(LONG, { brand: 'bakery' });
      portal.theme = undefined;
      const colours = await page.evaluate(`['.host', '.small', 'dt'].map((each) => {
        const shown = ${element('.card')}.querySelector(each);
        const colour = getComputedStyle(shown).color;
        shown.style.color = 'var(--wait)';
        return colour === getComputedStyle(shown).color;
      })`);
      expect(colours).toEqual([false, false, false]);
      await page.context().close();
    });

    it(`in the ${side} is black on white on paper, also from a dark system, and red is that of paper`, async () => {
      const wrong = aView({ code: 'invalid_cname_target' }, { record: { state: 'wrong', observed: 'x.test' } });
      const page = await open(wrong, { ...PHONE, colorScheme: 'dark' });
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
      const shown = await page.evaluate(`[
        getComputedStyle(${element('.card')}).color,
        getComputedStyle(${element('.card')}).backgroundColor,
        getComputedStyle(${element('.verdict')}).color,
        getComputedStyle(${element('.button')}).display,
      ]`);
      expect(shown).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)', 'rgb(179, 38, 30)', 'none']);
      await page.context().close();
    });
  }
});

describe.skipIf(!CHROMIUM)('the portal', () => {
  it('on paper has where to enter the record and the address of the page, and nothing that only a screen can do', async () => {
    const page = await openPortal(LONG);
    await page.emulateMedia({ media: 'print' });
    const isVisible = async (text: string) => {
      const found = page.getByText(text, { exact: false }).first();
      return (await found.isVisible()) && ((await found.boundingBox())?.height ?? 0) > 0;
    };
    expect(await isVisible('Sign in where your domain was registered')).toBe(true);
    expect(await isVisible('http://portal/portal')).toBe(true);
    for (const text of ['You can close this page.', 'Send to a colleague', 'More', 'English'])
      expect([text, await isVisible(text)]).toEqual([text, false]);
    await page.emulateMedia({ media: 'screen' });
    expect(await isVisible('http://portal/portal')).toBe(false);
    await page.context().close();
  });

  it('has the icon of its brand, which costs no request: three load the page', async () => {
    const context = await browser.newContext(PHONE);
    const page = await context.newPage();
    const requests: string[] = [];
    page.on('request', (request) => requests.push(`${request.method()} ${new URL(request.url()).pathname}`));
    portal.shown = LONG;
    await follow(page, portal);
    const icon = "document.querySelector('link[rel=icon]').href";
    expect(
      await page.evaluate(`(async () => {
      const image = Object.assign(new Image(), { src: ${icon} });
      await image.decode();
      return decodeURIComponent(image.src);
    })()`),
    ).toMatch(/fill="#0b5fb0".*>S<\/text>/);
    expect(requests.filter((request) => !request.includes('image/svg'))).toEqual([
      'GET /portal',
      'GET /portal.js',
      'POST /portal',
    ]);
    await context.close();
  });

  it('has an icon of 44 px beside each value, which is a tick for two seconds; what is read out then stands nowhere', async () => {
    const context = await browser.newContext(PHONE);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const page = await context.newPage();
    await page.clock.install();
    portal.shown = LONG;
    await follow(page, portal);
    const button = page.getByRole('button', { name: 'Copy value', exact: true });
    const { width, height } = (await button.boundingBox()) ?? {};
    expect([width, height]).toEqual([44, 44]);
    const isTick = () =>
      page.evaluate("getComputedStyle(document.querySelector('#copy-0-value'), '::before').rotate === '45deg'");
    expect(await isTick()).toBe(false);
    await button.click();
    await expect.poll(isTick).toBe(true);
    const live = page.locator('#live');
    expect([await live.textContent(), (await live.boundingBox())?.height]).toEqual(['Value copied', 1]);
    // The value wraps after its dots, but is copied without line breaks.
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('whtsqhe3djuymzc3.cname.cps.test');
    await page.clock.fastForward(2000);
    await expect.poll(isTick).toBe(false);
    expect(await live.textContent()).toBe('');
    await context.close();
  });

  it('breaks a hostname at its dots, not at its hyphens', async () => {
    const url = 'shop.a-name-with-many-hyphens.rosas-flowers.example';
    const page = await openPortal({ ...LONG, url }, { viewport: { width: 320, height: 844 } });
    const heights = await page
      .locator('.host span')
      .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().height));
    expect(heights).toHaveLength(4);
    expect(new Set(heights).size).toBe(1);
    await page.context().close();
  });

  it('has the verdict as its heading, and its languages folded, each by its own name', async () => {
    const page = await openPortal(LONG);
    expect(await page.getByRole('heading', { level: 1 }).allTextContents()).toEqual(['Add one DNS record']);
    const portuguese = page.getByRole('link', { name: 'português (Brasil)' });
    expect(await portuguese.isVisible()).toBe(false);
    await page.getByText('English').first().click();
    expect(await portuguese.getAttribute('href')).toMatch(/\?lang=pt-BR#s=v1\.link$/);
    await page.context().close();
  });
});
