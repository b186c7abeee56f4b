import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { deSayings } from '../../copy/de.ts';
import { describeDomain, sentenceFor } from '../../copy/describe.ts';
import { aView } from '../copy/a-view.ts';
import { de } from '../copy/all-locales.ts';
import { CHROMIUM } from '../e2e/a-browser.ts';
import { ELEMENT, MINUTE, NAME, verdict, Widget, waiting } from './a-widget.ts';

const form = { name: 'Host', value: 'Points to' };
const path = ['My products', 'DNS', 'Add new record'];
const text = (page: Page) => page.locator('[part=text]').textContent();

describe.skipIf(!CHROMIUM)('the card of the widget', () => {
  const widget = new Widget();

  it('says in one short sentence what to do, and all the rest where somebody opens it', async () => {
    const page = await widget.show();
    await verdict(page, 'Add one DNS record');
    expect(await text(page)).toBe('Sign in where you manage the DNS of acme.com and add the record below.');
    const more = page.getByText('The API says how.');
    expect(await more.count()).toBe(0);
    await page.getByText('More', { exact: true }).click();
    await more.waitFor();
    widget.answer(waiting(30 * MINUTE));
    await page.evaluate(`${ELEMENT}.refresh()`);
    expect(await more.isVisible()).toBe(true);
  });

  it('in another language loads the short sentences with the first domain, and the long ones when they are opened', async () => {
    const page = await widget.show({ lang: 'de' });
    const loaded = () =>
      page.evaluate("performance.getEntriesByType('resource').map(({ name }) => name.split('/locales/')[1]).filter(Boolean)");
    await expect.poll(() => text(page)).toBe(sentenceFor(aView(), deSayings, ''));
    expect(await loaded()).toEqual(['de.js', 'de-sayings.js']);
    await page.getByText('Mehr dazu').click();
    await page.getByText(describeDomain(aView(), de).fix).waitFor();
    expect(await loaded()).toEqual(['de.js', 'de-sayings.js', 'de-words.js']);
  });

  it('where the sentences of a language cannot be loaded, says those of the service', async () => {
    const page = await widget.show({ lang: 'de' }, (opened) => opened.route(/-(sayings|words)\.js$/, (route) => route.abort()));
    await expect.poll(() => text(page)).toBe('The API says what.');
    await page.getByText('Mehr dazu').click();
    await page.getByText('The API says how.').waitFor();
  });

  it('has the way to the form of the provider in its own words, folded', async () => {
    widget.answer(aView({}, { dns_provider: { name: 'GoDaddy', url: 'https://godaddy.test/', path, form } }));
    const page = await widget.show();
    const line = page.getByText('Open My products → DNS → Add new record.');
    expect(await line.isVisible()).toBe(false);
    await page.getByText('Where do I enter this?').click();
    expect(await page.locator('[part=where] li').allTextContents()).toEqual([
      ...[
        'Sign in to your GoDaddy account, and choose acme.com.',
        'Open My products → DNS → Add new record.',
        'Enter the values shown here, and save.',
      ],
    ]);
  });

  it('has an icon of 44 px beside each value, which is a tick for two seconds after it has copied', async () => {
    await widget.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const page = await widget.show({}, (opened) => opened.clock.install());
    const button = page.getByRole('button', { name: 'Copy value', exact: true });
    const { width, height } = (await button.boundingBox()) ?? {};
    expect([width, height]).toEqual([44, 44]);
    const isTick = () =>
      page.evaluate(`getComputedStyle(${ELEMENT}.shadowRoot.querySelectorAll('.copy')[1], '::before').rotate === '45deg'`);
    expect(await isTick()).toBe(false);
    await button.click();
    await expect.poll(isTick).toBe(true);
    await page.clock.fastForward(2000);
    await expect.poll(isTick).toBe(false);
  });

  it('marks the letter in which a typo differs', async () => {
    const observed = 'q8m2.cname.cps.test';
    widget.answer(aView({ code: 'invalid_cname_target', reason: 'target_typo' }, { record: { state: 'wrong', observed } }));
    const page = await widget.show();
    expect(await page.locator('mark').textContent()).toBe('8');
    expect(await page.locator('[part=observed] bdi').textContent()).toBe(observed);
  });

  it('keeps the focus and the selection of who copies when it is drawn again, and what is open', async () => {
    widget.answer(aView({ checked_at: '2026-01-01T00:00:00Z', next_check_at: '2026-01-01T00:05:00Z' }));
    const page = await widget.show();
    await page.getByText('More', { exact: true }).click();
    const root = `${ELEMENT}.shadowRoot`;
    await page.evaluate(`{
      const button = ${root}.querySelectorAll('.copy')[1];
      button.focus();
      getSelection().selectAllChildren(button.previousElementSibling);
    }`);
    widget.answer(aView({ checked_at: '2026-01-02T00:00:00Z', next_check_at: '2026-01-02T00:05:00Z' }));
    await page.evaluate(`${ELEMENT}.refresh()`);
    await expect.poll(() => page.locator('.status').textContent()).toContain('Jan 2');
    expect(
      await page.evaluate(`[${root}.activeElement.ariaLabel, String(getSelection()), ${root}.querySelector('#more').open]`),
    ).toEqual([...['Copy value', 'q7m2.cname.cps.test', true]]);
  });

  it('asks for an internationalized hostname as DNS has it, and says it in sentences as its page does', async () => {
    const url = 'docs.xn--bcher-kva.example';
    const record = { name: url, host: 'docs.xn--bcher-kva' };
    widget.host.answers.set(url, { ...aView({ summary: `${url} has no record.` }, { record }), url });
    const page = await widget.show({ html: '<cps-domain hostname="docs.bücher.example"></cps-domain>' });
    await verdict(page, 'Add one DNS record');
    expect(widget.asked).toEqual([`GET ${url}`]);
    await page.getByText('More', { exact: true }).click();
    await page.getByText('docs.bücher.example has no record.').waitFor();
    expect(await page.locator('[part=hostname]').textContent()).toBe('docs.bücher.example');
    expect(await page.locator('code[part=value]').first().textContent()).toBe('docs.xn--bcher-kva');
    expect(widget.asked).not.toContain(`GET ${NAME}`);
  });

  it('a hostname breaks at its dots, and not at its hyphens', async () => {
    const url = 'shop.a-name-with-many-hyphens.rosas-flowers.example';
    widget.host.answers.set(url, { ...waiting(), url });
    const page = await widget.show({ html: `<cps-domain hostname="${url}"></cps-domain>` });
    await page.setViewportSize({ width: 320, height: 700 });
    await verdict(page, 'Add one DNS record');
    const parts = page.locator('.host span');
    for (const part of await parts.all()) expect(await part.evaluate((span) => span.getClientRects().length)).toBe(1);
    const tops = await parts.evaluateAll((spans) => spans.map((span) => span.getBoundingClientRect().top));
    expect(new Set(tops).size).toBeGreaterThan(1);
    const lineHeight = await parts.first().evaluate((span) => span.getBoundingClientRect().height);
    for (const part of await parts.all()) expect((await part.boundingBox())?.height).toBe(lineHeight);
  });
});
