import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { APP_PATHS } from '../../contract/paths.ts';
import { type ConfirmationQuestion, confirmPage } from '../../lambdas/sign-in/confirm-page.ts';
import { CHROMIUM, launch } from '../e2e/a-browser.ts';
import { anInvitation, ORGANIZATION } from '../lambdas/model/accounts/people/a-person.ts';
import { violations } from './states.ts';

// The confirmation page of a sign-in with its CSP, in a browser.

const SITE = 'https://cps.test';
const INVITED: ConfirmationQuestion = {
  email: 'mara@acme.test',
  present: 'org_1',
  others: [],
  invitations: [anInvitation({ invitedBy: { email: 'o@acme.test', name: 'Ota' } })],
  names: new Map([
    ['org_1', 'Own'],
    [ORGANIZATION, 'Shops'],
  ]),
};

let browser: Browser;
beforeAll(async () => {
  if (CHROMIUM) browser = await launch();
});
afterAll(() => browser?.close());

/** Opens the page; `sent`: the requests of its script. */
async function open(answer: { status: number; json: unknown }) {
  const page = await browser.newPage();
  const sent: { body: string | null; header: string | undefined }[] = [];
  await page.route(SITE + APP_PATHS.confirm, async (route) => {
    const request = route.request();
    if (request.method() === 'GET') {
      const { text, headers } = confirmPage(INVITED);
      return route.fulfill({ status: 200, body: text, headers });
    }
    sent.push({ body: request.postData(), header: request.headers()['x-requested-with'] });
    return route.fulfill(answer);
  });
  await page.route(`${SITE}/dashboard/`, (route) => route.fulfill({ body: 'the dashboard' }));
  await page.goto(SITE + APP_PATHS.confirm);
  return { page, sent };
}
const press = (page: Page, name: string) => page.getByRole('button', { name }).click();

describe.skipIf(!CHROMIUM)('the page on which a sign-in asks first', () => {
  it.each([
    ['Join Shops', `organization=${ORGANIZATION}&invitation=inv_1&action=accept`],
    ['Decline', `organization=${ORGANIZATION}&invitation=inv_1&action=decline`],
    ['Go on to Own', 'organization=org_1&action=enter'],
  ])('sends the answer of the button with the header of our own pages, and leads on: %s', async (name, body) => {
    const { page, sent } = await open({ status: 200, json: { next: `${SITE}/dashboard/` } });
    await press(page, name);
    await page.waitForURL(`${SITE}/dashboard/`);
    expect(sent).toEqual([{ body, header: 'cps' }]);
    await page.close();
  });

  it('says why an answer was refused, and takes another one', async () => {
    const { page, sent } = await open({ status: 409, json: { error: { message: 'It has ended.' } } });
    await press(page, 'Join Shops');
    await page.getByRole('alert').getByText('It has ended.').waitFor();
    await press(page, 'Decline');
    await expect.poll(() => sent.length).toBe(2);
    await page.close();
  });

  it('can be read by everybody, in light and dark', async () => {
    const { page } = await open({ status: 200, json: {} });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await violations(page)).toEqual([]);
    }
    await page.close();
  });
});
