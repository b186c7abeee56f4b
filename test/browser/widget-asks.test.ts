import { describe, expect, it } from 'vitest';
import { CHROMIUM } from '../e2e/a-browser.ts';
import { ELEMENT, held, hiddenFromTheStart, LIVE, NAME, setHidden, settle, verdict, Widget, waiting } from './a-widget.ts';

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

  it('a check is one before anything is known, too', async () => {
    const page = await widget.show({ html: '<cps-domain></cps-domain>' });
    await page.evaluate(`{ const element = ${ELEMENT}; element.hostname = '${NAME}'; void element.check(); }`);
    await verdict(page, 'Add one DNS record');
    expect(widget.asked).toEqual([`POST ${NAME} check`]);
  });
});
