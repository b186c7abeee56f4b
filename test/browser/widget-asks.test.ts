import { describe, expect, it } from 'vitest';
import { aView } from '../copy/a-view.ts';
import { CHROMIUM } from '../e2e/a-browser.ts';
import {
  ELEMENT,
  held,
  hiddenFromTheStart,
  LIVE,
  MINUTE,
  NAME,
  says,
  setHidden,
  settle,
  verdict,
  Widget,
  waiting,
} from './a-widget.ts';

describe.skipIf(!CHROMIUM)('when the widget asks', () => {
  const widget = new Widget();

  it.each(['auto', 'off'])(
    'a page that is opened where nobody sees it asks nothing until somebody does: poll=%s',
    async (poll) => {
      const html = `<cps-domain hostname="${NAME}" poll="${poll}"></cps-domain>`;
      const page = await widget.show({ html }, hiddenFromTheStart);
      await settle(page);
      expect(widget.asked).toEqual([]);
      await setHidden(page, false);
      await verdict(page, 'Add one DNS record');
      expect(widget.asked).toEqual([`GET ${NAME}`]);
    },
  );

  it.each(['auto', 'off'])('an answer that comes while nobody looks is shown: poll=%s', async (poll) => {
    const { answers, release } = held(waiting());
    widget.answer(answers);
    const page = await widget.show({ html: `<cps-domain hostname="${NAME}" poll="${poll}"></cps-domain>` });
    await expect.poll(() => widget.asked).toEqual([`GET ${NAME}`]);
    await setHidden(page, true);
    release();
    await verdict(page, 'Add one DNS record');
  });

  it('who looks away during a check and back has its answer, without a second question', async () => {
    const page = await widget.show();
    await verdict(page, 'Add one DNS record');
    const { answers, release } = held(LIVE);
    widget.answer(answers);
    await page.getByRole('button', { name: 'Check now' }).click();
    await setHidden(page, true);
    await setHidden(page, false);
    await settle(page);
    release();
    await verdict(page, 'docs.acme.com is live');
    expect(widget.asked).toEqual([`GET ${NAME}`, `POST ${NAME} check`]);
  });

  it('a page that refreshes during a check waits for its answer', async () => {
    const page = await widget.show();
    await verdict(page, 'Add one DNS record');
    const { answers, release } = held(LIVE);
    widget.answer(answers);
    await page.evaluate(`void ${ELEMENT}.check()`);
    await page.evaluate(`void ${ELEMENT}.refresh().then(() => (window.code = ${ELEMENT}.view.diagnosis.code))`);
    await settle(page);
    release();
    await verdict(page, 'docs.acme.com is live');
    expect([widget.asked, await page.evaluate('window.code')]).toEqual([[`GET ${NAME}`, `POST ${NAME} check`], 'ok']);
  });

  it.each([
    ['a number', '2592000'],
    ['no number that ends', 'Infinity'],
  ])('a proxy that wants to be left alone for a month is asked no more: %s', async (_, months) => {
    widget.answer(says(429, {}, { 'retry-after': months }));
    const page = await widget.show();
    await verdict(page, 'Too many attempts');
    await page.getByText('Please wait 86400 seconds', { exact: false }).waitFor();
    await settle(page);
    expect(widget.asked).toHaveLength(1);
  });

  it('a proxy that says an instant until which it wants to be left alone is, also by who puts the widget elsewhere or refreshes', async () => {
    widget.answer(says(503, {}, { 'retry-after': new Date(Date.now() + 10 * MINUTE).toUTCString() }));
    const page = await widget.show({}, (opened) => opened.clock.install());
    await verdict(page, 'We cannot load the status');
    await page.evaluate(
      `{ const element = ${ELEMENT}; document.querySelector('main').append(element); void element.refresh(); }`,
    );
    await page.clock.fastForward(9 * MINUTE);
    await settle(page);
    expect(widget.asked).toHaveLength(1);
    widget.answer(LIVE);
    await page.clock.fastForward(2 * MINUTE);
    await verdict(page, 'docs.acme.com is live');
    expect(widget.asked).toHaveLength(2);
  });

  it('a proxy that answers, but wants to be left alone, is: while a certificate is made, too', async () => {
    const issuing = aView({ code: 'in_progress', actor: 'nobody' }, { dns_status: 'validated' });
    widget.answer(says(200, issuing, { 'retry-after': '120' }));
    const page = await widget.show({}, (opened) => opened.clock.install());
    await verdict(page, 'DNS is right');
    await page.clock.fastForward(100_000);
    await settle(page);
    expect(widget.asked).toHaveLength(1);
    await page.clock.fastForward(30_000);
    await expect.poll(() => widget.asked).toHaveLength(2);
  });

  it('a proxy that wants to be left alone for two seconds makes no second check possible before ten', async () => {
    const page = await widget.show({}, (opened) => opened.clock.install());
    await verdict(page, 'Add one DNS record');
    widget.answer(says(200, waiting(), { 'retry-after': '2' }));
    await page.evaluate(`${ELEMENT}.check()`);
    await page.clock.fastForward(5000);
    await page.evaluate(`${ELEMENT}.check()`);
    expect(widget.asked).toEqual([`GET ${NAME}`, `POST ${NAME} check`]);
    await page.clock.fastForward(5000);
    await page.evaluate(`${ELEMENT}.check()`);
    expect(widget.asked).toHaveLength(3);
  });

  it('a page that says poll=off asks no more, and goes on where it says auto again', async () => {
    widget.answer(waiting(MINUTE));
    const page = await widget.show({}, (opened) => opened.clock.install());
    await verdict(page, 'Add one DNS record');
    await page.evaluate(`void (${ELEMENT}.poll = 'off')`);
    await page.clock.fastForward(2 * MINUTE);
    await settle(page);
    expect(widget.asked).toHaveLength(1);
    await page.evaluate(`void (${ELEMENT}.poll = 'auto')`);
    await expect.poll(() => widget.asked).toHaveLength(2);
  });

  it('a check is one before anything is known, too', async () => {
    const page = await widget.show({ html: '<cps-domain></cps-domain>' });
    await page.evaluate(`{ const element = ${ELEMENT}; element.hostname = '${NAME}'; void element.check(); }`);
    await verdict(page, 'Add one DNS record');
    expect(widget.asked).toEqual([`POST ${NAME} check`]);
  });
});
