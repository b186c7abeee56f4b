import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aView } from '../copy/a-view.ts';
import { CHROMIUM, launch } from '../e2e/a-browser.ts';
import { type Answers, type Host, openHost, show } from './widget-page.ts';

const NAME = 'docs.acme.com';
const MINUTE = 60_000;
const LIVE = aView({ code: 'ok', actor: 'nobody' }, { dns_status: 'validated', ssl_status: 'active', record: { state: 'ok' } });
const instantIn = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString();

let browser: Browser;
let host: Host;
let context: BrowserContext;
beforeAll(async () => {
  if (!CHROMIUM) return;
  browser = await launch();
  host = await openHost();
}, MINUTE);
afterAll(async () => {
  await browser?.close();
  await host?.close();
});
beforeEach(async () => {
  if (!CHROMIUM) return;
  host.answers.clear();
  host.asked.length = 0;
  // An hour away: without a time the widget polls at the next full five minutes, which may be at once.
  host.answers.set(NAME, aView({ next_check_at: instantIn(60 * MINUTE) }));
  context = await browser.newContext({ viewport: { width: 390, height: 844 } });
});
afterEach(() => context?.close());

const verdict = (page: Page, text: string) => page.getByRole('heading', { name: text }).waitFor();
const setHidden = (page: Page, hidden: boolean) =>
  page.evaluate(
    `Object.defineProperty(document, 'hidden', { configurable: true, value: ${hidden} }); document.dispatchEvent(new Event('visibilitychange'))`,
  );
const fails =
  (status: number, headers: Record<string, string> = {}): Answers =>
  (_, response) =>
    response.writeHead(status, headers).end('{}');

describe.skipIf(!CHROMIUM)('the widget in a page', () => {
  it('the record is copied byte for byte, which is said in the language of the page', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const { page, complaints } = await show(context, host, { lang: 'de' });
    await verdict(page, 'Einen DNS-Eintrag anlegen');
    for (const [button = '', label, text] of [
      ['Namen kopieren', 'Name', 'docs'],
      ['Wert kopieren', 'Wert', 'q7m2.cname.cps.test'],
    ]) {
      await page.getByRole('button', { name: button }).click();
      await page.getByText(`${label} kopiert`, { exact: true }).waitFor();
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe(text);
    }
    expect(complaints).toEqual([]);
  });

  it('a record whose copying is refused is selected instead', async () => {
    const { page } = await show(context, host, {}, (opened) =>
      opened.addInitScript(
        "Object.defineProperty(navigator.clipboard, 'writeText', { value: () => Promise.reject(new Error('refused')) })",
      ),
    );
    await page.getByRole('button', { name: 'Copy Value' }).click();
    await page.getByText('Value selected', { exact: false }).waitFor();
    expect(await page.evaluate('String(getSelection())')).toBe('q7m2.cname.cps.test');
  });

  it('the page says that the domain is live without being loaded again, three seconds after the service has looked', async () => {
    host.answers.set(NAME, aView({ next_check_at: instantIn(MINUTE) }));
    const { page } = await show(context, host, { lang: 'de' }, (opened) => opened.clock.install());
    await verdict(page, 'Einen DNS-Eintrag anlegen');
    host.answers.set(NAME, LIVE);
    await page.clock.fastForward(50_000);
    expect(host.asked).toHaveLength(1);
    await page.clock.fastForward(15_000);
    await verdict(page, 'docs.acme.com ist online');
    await page.clock.fastForward(24 * 60 * MINUTE);
    expect(host.asked).toEqual([`GET ${NAME}`, `GET ${NAME}`]);
  });

  it('a browser whose clock is wrong by a day asks at the same moment', async () => {
    host.answers.set(NAME, aView({ next_check_at: instantIn(MINUTE) }));
    const { page } = await show(context, host, {}, (opened) => opened.clock.install({ time: Date.now() + 24 * 60 * MINUTE }));
    await verdict(page, 'Add one DNS record');
    await page.clock.fastForward(50_000);
    expect(host.asked).toHaveLength(1);
    const asked = page.waitForResponse(/domain-proxy/);
    await page.clock.fastForward(15_000);
    await asked;
    expect(host.asked).toHaveLength(2);
  });

  it('a page that nobody sees asks nothing, and asks once when it is seen again', async () => {
    const { page } = await show(context, host, {}, (opened) => opened.clock.install());
    await verdict(page, 'Add one DNS record');
    await setHidden(page, true);
    await page.clock.fastForward(12 * 60 * MINUTE);
    expect(host.asked).toHaveLength(1);
    const asked = page.waitForResponse(/domain-proxy/);
    await setHidden(page, false);
    await page.clock.fastForward(1);
    await asked;
    expect(host.asked).toHaveLength(2);
  });

  it('a check asks the service to look, and is possible again after ten seconds', async () => {
    const { page } = await show(context, host, {}, (opened) => opened.clock.install());
    await verdict(page, 'Add one DNS record');
    const button = page.getByRole('button', { name: 'Check now' });
    await button.click();
    await button.dispatchEvent('click');
    await expect.poll(() => host.asked).toEqual([`GET ${NAME}`, `POST ${NAME} check`]);
    await page.clock.fastForward(10_000);
    await button.click();
    await expect.poll(() => host.asked).toHaveLength(3);
  });

  it('a stall is explained after 45 seconds without a change', async () => {
    const { page } = await show(context, host, {}, (opened) => opened.clock.install());
    await verdict(page, 'Add one DNS record');
    const hint = page.getByText('DNS changes usually show', { exact: false });
    // The page's clock also runs between the two steps, for as long as a busy machine needs.
    await page.clock.fastForward(30_000);
    expect(await hint.count()).toBe(0);
    await page.clock.fastForward(15_000);
    await hint.waitFor();
  });

  it('what strangers wrote is shown as text, with what is not seen written out, and nothing of it runs', async () => {
    const hostile = '"><img src=x onerror="window.ran=1">\u202etxt.exe\u0007';
    const evidence = [{ kind: 'dns', asked: hostile, server: hostile, answer: `${hostile}${'🧁'.repeat(200)}`, at: '' }];
    const provider = { name: hostile, url: 'https://provider.test/', form: { name: hostile, value: hostile } };
    const view = aView(
      {
        evidence,
        summary: hostile,
        fix: { text: hostile, records: [{ action: 'remove', type: 'A', name: hostile, value: hostile }] },
      },
      { dns_provider: provider, record: { observed: hostile } },
    );
    host.answers.set(NAME, view);
    const { page, complaints } = await show(context, host);
    await page.getByText('What we saw').click();
    await page.getByText('\\u{202e}txt.exe\\u{7}', { exact: false }).last().waitFor();
    expect(await page.evaluate('window.ran')).toBeUndefined();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    expect(complaints).toEqual([]);
  });

  it('a link is only made of the hostname, and of an address with https', async () => {
    host.answers.set(NAME, aView({}, { dns_provider: { name: 'Evil', url: 'javascript:alert(1)' } }));
    const { page } = await show(context, host);
    await verdict(page, 'Add one DNS record');
    expect(await page.getByRole('link').count()).toBe(0);
    host.answers.set(NAME, { ...LIVE, url: 'evil.test/" onclick="x' });
    await page.getByRole('button', { name: 'Check now' }).click();
    await page.getByRole('heading', { name: 'is live' }).waitFor();
    expect(await page.getByRole('link').count()).toBe(0);
  });

  it('the DNS provider that sets the record itself has a button above it, which opens its page and says its name as text', async () => {
    const provider = `<img src=x onerror="window.ran=1">\u202e${'🧁'.repeat(128)}`;
    const setUp = { type: 'domain_connect', provider, url: 'https://provider.test/apply?sig=x' };
    host.answers.set(NAME, aView({}, { dns_setup: setUp }));
    const { page, complaints } = await show(context, host, { lang: 'de' });
    const button = page.getByRole('link', { name: 'Bei <img src=x onerror="window.ran=1">\\u{202e}🧁' });
    expect(await button.getAttribute('href')).toBe(setUp.url);
    expect([await button.getAttribute('target'), await button.getAttribute('rel')]).toEqual(['_blank', 'noopener noreferrer']);
    const [above, below] = [await button.boundingBox(), await page.locator('[part=record]').boundingBox()];
    expect(above?.y).toBeLessThan(below?.y ?? 0);
    expect(await page.evaluate('window.ran')).toBeUndefined();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    expect(complaints).toEqual([]);
    host.answers.set(NAME, aView({}, { dns_setup: { ...setUp, url: 'javascript:alert(1)' } }));
    await page.evaluate("document.querySelector('cps-domain').refresh()");
    expect(await page.getByRole('link').count()).toBe(0);
    expect(await page.locator('[part=record]').count()).toBe(1);
  });

  it('who comes back from their DNS provider has DNS looked at once, and meanwhile the button says so and takes no click', async () => {
    let release = () => {};
    const setUp = { type: 'domain_connect', provider: 'Wix', url: 'https://provider.test/apply?sig=x' };
    const view = aView({ next_check_at: instantIn(60 * MINUTE) }, { dns_setup: setUp });
    host.answers.set(NAME, view);
    const { page } = await show(context, host, {}, (opened) => opened.clock.install());
    const link = page.getByRole('link', { name: 'Set it up at Wix' });
    // The provider's page opens in another tab, which hides this one.
    await page.evaluate("addEventListener('click', (event) => event.preventDefault())");
    await link.click();
    await setHidden(page, true);
    const answers: Answers = (_, response) => {
      release = () => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(view));
    };
    host.answers.set(NAME, answers);
    await setHidden(page, false);
    await page.clock.fastForward(1);
    const button = page.getByRole('button', { name: 'Checking' });
    await button.waitFor();
    expect(await button.getAttribute('aria-disabled')).toBe('true');
    await button.dispatchEvent('click');
    await expect.poll(() => host.asked).toEqual([`GET ${NAME}`, `POST ${NAME} check`]);
    release();
    await page.getByRole('button', { name: 'Check now' }).waitFor();
    // Shown again later, it polls like any page.
    await page.clock.fastForward(10_000);
    host.answers.set(NAME, view);
    await setHidden(page, true);
    await setHidden(page, false);
    await page.clock.fastForward(1);
    await expect.poll(() => host.asked).toEqual([`GET ${NAME}`, `POST ${NAME} check`, `GET ${NAME}`]);
  });

  it('two widgets show two domains, and one that is moved, removed and put back goes on', async () => {
    host.answers.set('shop.acme.com', { ...LIVE, url: 'shop.acme.com' });
    const html =
      '<div id="a"><cps-domain hostname="docs.acme.com"></cps-domain></div><cps-domain id="b" hostname="shop.acme.com"></cps-domain><div id="c"></div>';
    const { page, complaints } = await show(context, host, { html });
    await verdict(page, 'Add one DNS record');
    await verdict(page, 'shop.acme.com is live');
    await page.evaluate("document.querySelector('#c').append(document.querySelector('#a cps-domain'))");
    await verdict(page, 'Add one DNS record');
    await page.evaluate("window.kept = document.querySelector('#c cps-domain'); window.kept.remove()");
    host.answers.set(NAME, LIVE);
    await page.evaluate("document.querySelector('#c').append(window.kept)");
    await verdict(page, 'docs.acme.com is live');
    expect(complaints).toEqual([]);
  });

  it.each(['by itself', 'in the way of its page, which knows nothing of an end'])(
    'an answer about a hostname that is not shown any more is dropped, where the widget asks %s',
    async (how) => {
      let answerLate = () => {};
      host.answers.set(NAME, ((_, response) => {
        answerLate = () => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(aView()));
      }) satisfies Answers);
      host.answers.set('shop.acme.com', { ...LIVE, url: 'shop.acme.com' });
      const { page } = await show(context, host, { html: '<cps-domain></cps-domain>' });
      const element = "document.querySelector('cps-domain')";
      if (how !== 'by itself') await page.evaluate(`void (${element}.fetcher = (address) => fetch(address))`);
      await page.evaluate(`${element}.hostname = '${NAME}'`);
      await expect.poll(() => host.asked).toHaveLength(1);
      const late = how === 'by itself' ? undefined : page.waitForResponse(/docs\.acme\.com/);
      await page.evaluate(`${element}.hostname = 'shop.acme.com'`);
      await verdict(page, 'shop.acme.com is live');
      answerLate();
      await (await late)?.finished();
      await page.evaluate('new Promise(requestAnimationFrame)');
      expect(await page.getByRole('heading', { level: 2 }).allTextContents()).toEqual(['shop.acme.com is live']);
    },
  );

  it('asks nothing without a hostname, and shows the one that it is given later', async () => {
    const { page, complaints } = await show(context, host, { html: '<cps-domain></cps-domain>' });
    await page.getByText('Loading').waitFor();
    await page.evaluate("document.querySelector('cps-domain').check()");
    expect(host.asked).toEqual([]);
    await page.evaluate(`document.querySelector('cps-domain').hostname = '${NAME}'`);
    await verdict(page, 'Add one DNS record');
    expect([host.asked, complaints]).toEqual([[`GET ${NAME}`], []]);
  });

  it.each([
    ['with scheme', 'https://docs.acme.com/'],
    ['a path', '../../evil'],
    ['with query', 'docs.acme.com?x=1#y'],
    ['254 characters', 'a'.repeat(254)],
  ])('whatever is said to be a hostname is one part of the address that the proxy is asked at: %s', async (_, hostname) => {
    const { page, complaints } = await show(context, host, { html: '<cps-domain></cps-domain>' });
    await page.evaluate(`document.querySelector('cps-domain').hostname = '${hostname}'`);
    await verdict(page, 'We cannot show this domain');
    expect([host.asked, complaints]).toEqual([[`GET ${hostname}`], []]);
  });

  it.each<[string, unknown, string]>([
    ['401', fails(401), 'Please sign in again'],
    ['404', fails(404), 'We cannot show this domain'],
    ['429', fails(429, { 'retry-after': '30' }), 'Too many attempts'],
    ['500', fails(500), 'We cannot load the status'],
    [
      'HTML',
      ((_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Hi</h1>')) satisfies Answers,
      'We cannot load the status',
    ],
    ['no domain', { hello: 'world' }, 'We cannot load the status'],
    ['missing fields', { url: NAME, diagnosis: { code: 'cname_not_found' } }, 'Add one DNS record'],
    ['an unknown code', aView({ code: 'a_code_of_tomorrow' }), 'The API says what.'],
  ])('what a proxy may answer is said in words: %s', async (_, answer, title) => {
    host.answers.set(NAME, answer);
    const { page, complaints } = await show(context, host);
    await verdict(page, title);
    // HTTP statuses are not shown to people.
    expect(await page.locator('[part=card]').textContent()).not.toMatch(/\b(401|404|429|500)\b/);
    expect(complaints).toEqual([]);
  });

  it('a proxy that never answers is given up after twenty seconds, and asked again', async () => {
    host.answers.set(NAME, (() => {}) satisfies Answers);
    // Playwright cannot control the browser's time-outs of requests: an aborted signal simulates one.
    const { page } = await show(context, host, {}, (opened) =>
      opened.addInitScript(
        'AbortSignal.timeout = (milliseconds) => (window.waits = milliseconds, AbortSignal.abort(new DOMException("", "TimeoutError")))',
      ),
    );
    await verdict(page, 'We cannot load the status');
    expect(await page.evaluate('window.waits')).toBe(20_000);
    host.answers.set(NAME, LIVE);
    await page.evaluate('AbortSignal.timeout = () => new AbortController().signal');
    await page.getByRole('button', { name: 'Try again' }).click();
    await verdict(page, 'docs.acme.com is live');
  });

  it('the page hears of each change, and of the domain being live once', async () => {
    const { page } = await show(context, host, {}, (opened) =>
      opened.addInitScript(
        "window.heard = []; for (const name of ['cps-status', 'cps-active', 'cps-error']) addEventListener(name, ({ detail }) => heard.push([name, detail.status ?? detail.diagnosis.code]))",
      ),
    );
    await verdict(page, 'Add one DNS record');
    host.answers.set(NAME, LIVE);
    await page.evaluate(
      "document.querySelector('cps-domain').refresh().then(() => document.querySelector('cps-domain').refresh())",
    );
    expect(await page.evaluate('window.heard')).toEqual([
      ['cps-status', 'cname_not_found'],
      ['cps-status', 'ok'],
      ['cps-active', 'ok'],
    ]);
  });
});
