import { describe, expect, it } from 'vitest';
import { CHROMIUM } from '../e2e/a-browser.ts';
import { ELEMENT, NAME, settle, verdict, Widget } from './a-widget.ts';

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
});
