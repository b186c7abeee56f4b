import { describe, expect, it } from 'vitest';
import { CHROMIUM } from '../../e2e/a-browser.ts';
import { isAnywhere, openDashboard } from './played/opened-dashboard.ts';
import { aPerson, DELIVERY, VIEWER, WEBHOOK } from './played/played-account.ts';
import type { Sent } from './played/played-dashboard.ts';

const { dashboard, open, asked } = openDashboard();

const HOUR_MS = 3_600_000;
const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString();
const bodies = (name: string) => asked(name).map(({ body }) => body as Record<string, unknown>);

/** Adds this many deliveries of each state: failed ones newest first, missed ones oldest first, like the API. */
function playDeliveries(counts: Record<string, number>): void {
  dashboard.answers.set('GET /webhooks/*/deliveries', ({ query }: Sent) => {
    const state = query.get('state') ?? 'failed';
    const all = Array.from({ length: counts[state] ?? 0 }, (_, index) => ({
      ...{ ...DELIVERY, id: `dlv_${state}_${index}`, event_id: `evt_${state}_${index}`, state },
      created_at: hoursAgo(state === 'missed' ? 2.5 : 1.5),
    }));
    const start = Number(query.get('cursor')?.slice(1) ?? 0);
    const end = start + Number(query.get('limit'));
    return { body: { data: all.slice(start, end), next_cursor: end < all.length ? `c${end}` : null } };
  });
}

describe.skipIf(!CHROMIUM)('webhooks in the dashboard', () => {
  it('one is added with its secret shown once', async () => {
    dashboard.answers.set('POST /webhooks', { body: { ...WEBHOOK, secret: 'whsec_played', warnings: ['It is not HTTPS.'] } });
    const { page } = await open('/live/webhooks');
    await page.getByRole('button', { name: 'Add a webhook' }).click();
    await page.getByRole('textbox', { name: 'Address of your receiver' }).fill(WEBHOOK.url);
    await page.getByRole('checkbox', { name: 'All events' }).uncheck();
    for (const name of ['certificate.issued', 'certificate.failed']) await page.getByRole('checkbox', { name }).check();
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('whsec_played').waitFor();
    await page.getByText('It is not HTTPS.').waitFor();
    expect(bodies('POST /webhooks')).toEqual([{ url: WEBHOOK.url, events: ['certificate.issued', 'certificate.failed'] }]);
    await page.getByRole('checkbox', { name: 'I have stored it' }).check();
    await page.getByRole('button', { name: 'Close' }).click();
    expect(await isAnywhere(page, 'whsec_played')).toBe(false);
    await page.context().close();
  });

  it('one shows how its receiver has answered in the last 24 hours', async () => {
    const { page } = await open('/live/webhooks/7');
    await page.getByText('99.7% succeeded of 312, 95 % of answers within 1,140 ms').waitFor();
    await page.context().close();
  });

  it('an account without one sees how to listen and how to verify', async () => {
    dashboard.answers.set('GET /webhooks', { body: { data: [], next_cursor: null } });
    const { page } = await open('/live/webhooks');
    await page.getByText('npm run webhook-listen').waitFor();
    await page.getByRole('tab', { name: 'Go' }).click();
    await page.getByText('standardwebhooks.NewWebhook').waitFor();
    await page.context().close();
  });

  it('a test shows at once what the receiver answered, as text', async () => {
    const attempts = [{ at: hoursAgo(0), milliseconds: 91, status: 200, reply: '<b>fine</b>' }];
    dashboard.answers.set('POST /webhooks/*/test', { body: { ...DELIVERY, state: 'succeeded', attempts } });
    const { page, complaints } = await open('/live/webhooks');
    await page.getByRole('link', { name: WEBHOOK.url }).click();
    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.getByLabel('A sample of').selectOption('certificate.issued');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('region', { name: 'Reply' }).getByText('<b>fine</b>').waitFor();
    expect(bodies('POST /webhooks/7/test')).toEqual([{ event: 'certificate.issued' }]);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('one that is disabled says why, since when and what it has missed; enabled, it leads to the replay of that', async () => {
    const disabled = { at: hoursAgo(3), because: 'failing' };
    dashboard.answers.set('GET /webhooks/*', { body: { ...WEBHOOK, status: 'disabled', disabled } });
    playDeliveries({ missed: 120 });
    const { page } = await open('/live/webhooks/7');
    await page.getByText('Its receiver has failed for five days.').waitFor();
    await page.getByText('Missed since then: 120.').waitFor();
    const missed_since = hoursAgo(4);
    dashboard.answers.set('GET /webhooks/*', { body: WEBHOOK });
    dashboard.answers.set('PATCH /webhooks/*', { body: { ...WEBHOOK, missed_since } });
    dashboard.answers.set('POST /webhooks/*/replay', { body: { queued: 120, next_cursor: null } });
    await page.getByRole('button', { name: 'Enable' }).click();
    await page.getByRole('button', { name: 'Replay…' }).click();
    await page.getByText('To be sent: 120').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Replay' }).click();
    await page.getByText('120 sent again').waitFor();
    expect(bodies('PATCH /webhooks/7')).toEqual([{ status: 'active' }]);
    expect(bodies('POST /webhooks/7/replay')).toEqual([{ since: missed_since, states: ['failed', 'missed'] }]);
    await page.context().close();
  });

  it('whoever saves later than somebody else sees the change of the other first', async () => {
    let [present, etag] = [WEBHOOK, '"1"'];
    dashboard.answers.set('GET /webhooks/*', () => ({ body: present, headers: { etag } }));
    dashboard.answers.set('PATCH /webhooks/*', ({ headers }) =>
      headers['if-match'] === etag ? { body: present } : { status: 412, body: { error: { code: 'precondition_failed' } } },
    );
    const { page } = await open('/live/webhooks/7');
    await page.getByRole('button', { name: 'Edit' }).click();
    const others = { ...WEBHOOK, url: 'https://others.acme.test/in' };
    [present, etag] = [others, '"2"'];
    await page.getByRole('textbox', { name: 'What it is for' }).fill('Orders');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('dialog').getByText(others.url).waitFor();
    await page.getByRole('button', { name: 'Save mine anyway' }).click();
    await page.getByText('Webhook saved').waitFor();
    expect(asked('PATCH /webhooks/7').map(({ body, headers }) => [headers['if-match'], body])).toEqual(
      ['"1"', '"2"'].map((tag) => [tag, { description: 'Orders' }]),
    );
    await page.context().close();
  });

  it('one gets another address after a fresh sign-in', async () => {
    const error = { code: 'fresh_sign_in_required', message: 'Please sign in again to do this.' };
    dashboard.answers.set('PATCH /webhooks/*', { status: 403, body: { error } });
    const { page } = await open('/live/webhooks/7');
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('textbox', { name: 'Address of your receiver' }).fill('https://new.acme.test/in');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const link = page.getByRole('dialog').getByRole('link', { name: 'Sign in again' });
    expect(await link.getAttribute('href')).toContain('fresh=1');
    expect(bodies('PATCH /webhooks/7')).toEqual([{ url: 'https://new.acme.test/in' }]);
    await page.context().close();
  });

  it('a secret is rotated with an overlap that counts down', async () => {
    dashboard.answers.set('POST /webhooks/*/rotate-secret', { body: { ...WEBHOOK, secret: 'whsec_new' } });
    const { page } = await open('/live/webhooks/7');
    await page.getByRole('button', { name: 'Rotate the secret' }).click();
    await page.getByLabel('The former secret').selectOption('72');
    const previous_secret_ends_at = new Date(Date.now() + 72 * HOUR_MS).toISOString();
    dashboard.answers.set('GET /webhooks/*', { body: { ...WEBHOOK, previous_secret_ends_at } });
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click();
    await page.getByText('whsec_new').waitFor();
    expect(bodies('POST /webhooks/7/rotate-secret')).toEqual([{ overlap_hours: 72 }]);
    await page.getByRole('checkbox', { name: 'I have stored it' }).check();
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByText('2 d 23 h').waitFor();
    expect(await isAnywhere(page, 'whsec_new')).toBe(false);
    await page.context().close();
  });

  it('a viewer sees what can be done, and which role it takes', async () => {
    dashboard.answers.set('GET /me', { body: aPerson(VIEWER) });
    const { page } = await open('/live/webhooks/7?delivery=dlv_1');
    await page.getByRole('button', { name: 'Redeliver' }).waitFor();
    for (const name of ['Send a test', 'Replay', 'Edit', 'Rotate the secret', 'Disable', 'Delete', 'Redeliver']) {
      const button = page.getByRole('button', { name, exact: true });
      await expect.poll(() => button.getAttribute('aria-disabled')).toBe('true');
      expect(await button.getAttribute('title')).toBe(
        'Your role, viewer, does not allow this. These may: developer, admin, owner.',
      );
    }
    await page.context().close();
  });
});

describe.skipIf(!CHROMIUM)('deliveries in the dashboard', () => {
  it('one opens beside the list with the reply and the body as text, and its headers, and is sent again', async () => {
    dashboard.answers.set('POST /webhooks/*/deliveries/*/redeliver', { body: {} });
    const { page, complaints } = await open('/live/webhooks/7');
    await page.getByRole('link', { name: 'domain.created' }).click();
    await page.waitForURL(/delivery=dlv_1/);
    await page.getByText('<i>no</i>').waitFor();
    await page.getByRole('region', { name: 'Body', exact: true }).getByText('<b>sent</b>').waitFor();
    const headers = await page.getByRole('region', { name: 'Headers' }).textContent();
    expect(headers).toContain('webhook-id: evt_1\nwebhook-timestamp: 1795597201\n');
    await page.getByRole('button', { name: 'Redeliver' }).click();
    await page.getByText('Sent again').waitFor();
    expect(bodies('POST /webhooks/7/deliveries/dlv_1/redeliver')).toEqual([{}]);
    await page.keyboard.press('Escape');
    await page.waitForURL((url) => !url.searchParams.has('delivery'));
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('are filtered in the address, by a state of a later release too, and page by page', async () => {
    playDeliveries({ failed: 60, invented: 1 });
    const { page } = await open('/live/webhooks/7?state=invented');
    await expect.poll(() => asked('GET /webhooks/7/deliveries').at(-1)?.query.get('state')).toBe('invented');
    await page.getByRole('table').getByText('invented').waitFor();
    await page.getByLabel('State').selectOption('failed');
    await page.waitForURL(/state=failed/);
    await page.getByRole('link', { name: 'Next page' }).click();
    await page.waitForURL(/cursor=c50/);
    await page.getByRole('link', { name: 'First page' }).click();
    await page.waitForURL((url) => !url.searchParams.has('cursor'));
    await page.context().close();
  });

  it('a missed one shows the event that was never sent, and is sent by the name of that', async () => {
    playDeliveries({ missed: 1 });
    dashboard.answers.set('GET /events/*', { body: { id: 'evt_missed_0', note: 'kept' } });
    dashboard.answers.set('POST /webhooks/*/deliveries/*/redeliver', { body: {} });
    const { page } = await open('/live/webhooks/7?state=missed&delivery=dlv_missed_0');
    await page.getByRole('region', { name: 'Body', exact: true }).getByText('kept').waitFor();
    await page.getByRole('button', { name: 'Redeliver' }).click();
    await page.getByText('Sent again').waitFor();
    expect(bodies('POST /webhooks/7/deliveries/dlv_missed_0/redeliver')).toEqual([{ event_id: 'evt_missed_0' }]);
    await page.context().close();
  });

  it('one of an unknown id is said to be none', async () => {
    dashboard.answers.set('GET /webhooks/*/deliveries/*', { status: 404, body: { error: { code: 'resource_not_found' } } });
    const { page } = await open('/live/webhooks/7?delivery=dlv_other');
    await page.getByRole('heading', { name: 'No such delivery' }).waitFor();
    await page.context().close();
  });

  it('a replay counts first, by time and state, and goes on until nothing is left', async () => {
    playDeliveries({ failed: 230, missed: 30 });
    dashboard.answers.set('POST /webhooks/*/replay', ({ body }) => {
      const isSecond = 'cursor' in (body as object);
      return { body: { queued: isSecond ? 60 : 200, next_cursor: isSecond ? null : 'c2' } };
    });
    const { page } = await open('/live/webhooks/7');
    await page.getByRole('button', { name: 'Replay' }).click();
    await page.getByText('To be sent: 260').waitFor();
    await page.getByLabel('Events of').selectOption('1');
    await page.getByText('To be sent: 0').waitFor();
    await page.getByLabel('Events of').selectOption('168');
    await page.getByRole('checkbox', { name: 'missed: never sent' }).uncheck();
    await page.getByText('To be sent: 230').waitFor();
    expect(asked('POST /webhooks/7/replay')).toEqual([]);
    await page.getByRole('checkbox', { name: 'missed: never sent' }).check();
    await page.getByRole('dialog').getByRole('button', { name: 'Replay' }).click();
    await page.getByText('260 sent again').waitFor();
    expect(bodies('POST /webhooks/7/replay').map(({ cursor, states }) => [cursor, states])).toEqual([
      [undefined, ['failed', 'missed']],
      ['c2', ['failed', 'missed']],
    ]);
    await page.context().close();
  });

  it('a replay looks through 500 of each state at most, and says so', async () => {
    playDeliveries({ failed: 900 });
    const { page } = await open('/live/webhooks/7');
    await page.getByRole('button', { name: 'Replay' }).click();
    await page.getByText('To be sent: at least 500').waitFor();
    expect(asked('GET /webhooks/7/deliveries').filter(({ query }) => query.get('limit') === '100')).toHaveLength(6);
    await page.context().close();
  });

  it('a replay that is stopped half-way says how many were sent', async () => {
    playDeliveries({ failed: 10 });
    dashboard.answers.set('POST /webhooks/*/replay', ({ body }) =>
      'cursor' in (body as object)
        ? { status: 429, headers: { 'retry-after': '30' }, body: { error: { code: 'rate_limit_exceeded' } } }
        : { body: { queued: 5, next_cursor: 'c2' } },
    );
    const { page } = await open('/live/webhooks/7');
    await page.getByRole('button', { name: 'Replay' }).click();
    await page.getByText('To be sent: 10').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Replay' }).click();
    await page.getByText('5 were sent before that.').waitFor();
    await page.getByText(/Try again in (29|30) s/).waitFor();
    await page.context().close();
  });
});
