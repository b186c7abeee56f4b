import { beforeEach, describe, expect, it } from 'vitest';
import { CHROMIUM } from '../../e2e/a-browser.ts';
import { openDashboard } from './played/opened-dashboard.ts';
import { aDomain, DOMAINS, fillAccount, SERVER } from './played/played-account.ts';

const { dashboard, open, asked } = openDashboard();
beforeEach(() => {
  if (CHROMIUM) dashboard.answers.set('POST /dns/look/bulk', ({ body }) => ({ body: lookAtAll(body) }));
});

const RECORD = { type: 'CNAME', host: 'shop', value: 'q7m2.cname.cps.test', ttl: 300, purpose: 'routing', state: 'missing' };
function lookAt(url: string) {
  const { diagnosis } = aDomain(0, url, { summary: `${url} has no CNAME record yet.` });
  return {
    url,
    forecast: 'waits_for_dns',
    server_id: 1,
    dns_records: [{ ...RECORD, name: url }],
    diagnosis,
    caa: { state: 'allows', records: [] },
  };
}

function lookAtAll(body: unknown) {
  return { data: (body as { urls: string[] }).urls.map((url, index) => ({ index, status: 'checked', check: lookAt(url) })) };
}

describe.skipIf(!CHROMIUM)('the first screen', () => {
  it('has four numbers by who has to act, each a link to its list, and below it those that have waited longest', async () => {
    const { page, complaints } = await open('/live');
    const column = page.getByRole('region', { name: 'Needs your customer' });
    await column.getByText('shop.hooli.test').waitFor();
    expect(await page.locator('.columns .tile').allTextContents()).toEqual([
      ...['1Needs you', '2Needs your customer', '1We are at it', '1Nobody has to act'],
    ]);
    expect(
      asked('GET /domains')
        .map(({ query }) => String(query))
        .toSorted(),
    ).toEqual(['customer', 'integrator', 'nobody', 'service'].map((actor) => `actor=${actor}&sort=oldest&limit=3`));
    await page.getByRole('link', { name: 'Fix it: docs.acme.test' }).click();
    await page.waitForURL(/domains\/1\?actor=integrator$/);
    await page.goBack();
    await page.getByRole('link', { name: '2 Needs your customer' }).click();
    await page.waitForURL(/domains\?actor=customer$/);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('is asked for while its code is on its way, all at once and each once, with the names of the pages to be read', async () => {
    const { page } = await open('/live/nothing');
    const arrives = Promise.withResolvers<void>();
    await page.route(/assets\/app-/, async (route) => {
      await arrives.promise;
      await route.continue();
    });
    dashboard.sent.length = 0;
    await page.goto(`${dashboard.site}/dashboard/live`, { waitUntil: 'commit' });
    const names = () => dashboard.sent.map(({ path, query }) => `${path}${query.size > 0 ? `?${query}` : ''}`).toSorted();
    const queues = ['customer', 'integrator', 'nobody', 'service'].map((actor) => `/domains?actor=${actor}&sort=oldest&limit=3`);
    const first = [...queues, '/domains/counts', '/events?sort=newest&limit=10', '/me', '/servers?limit=100'].toSorted();
    await expect.poll(names).toEqual(first);
    await page.getByRole('navigation').getByText('Webhooks').waitFor();
    arrives.resolve();
    await page.getByText('shop.hooli.test').waitFor();
    await page.getByRole('region', { name: 'Latest events' }).waitFor();
    expect(names()).toEqual([...first, '/organizations'].toSorted());
    await page.context().close();
  });

  it('is shown whole at once where its answers are there before its code, also from the address without a mode', async () => {
    const { page, complaints } = await open('/live/nothing');
    const arrives = Promise.withResolvers<void>();
    await page.route(/assets\/app-/, async (route) => {
      await arrives.promise;
      await route.continue();
    });
    // Collects the page's loading states after the document's own has been replaced.
    await page.addInitScript(`
      window.waiting = [];
      new MutationObserver(() => {
        const main = document.querySelector('main#main');
        if (main && (main.querySelector('.skeleton') || !main.querySelector('.queue li'))) window.waiting.push(main.textContent);
      }).observe(document, { subtree: true, childList: true, characterData: true });
    `);
    dashboard.sent.length = 0;
    await page.goto(`${dashboard.site}/dashboard/`, { waitUntil: 'commit' });
    await expect.poll(() => dashboard.sent.length).toBe(8);
    arrives.resolve();
    await page.getByText('shop.hooli.test').waitFor();
    await page.getByRole('navigation').getByText('Acme Shops').waitFor();
    expect([await page.evaluate('window.waiting'), new URL(page.url()).pathname]).toEqual([[], '/dashboard/live']);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it.each([
    ['of an account with domains', undefined, 'shop.hooli.test'],
    ['of an account without', [], 'With curl'],
  ])('%s uses nothing of Intl, whose first use takes a phone a tenth of a second', async (_, domains, shown) => {
    fillAccount(dashboard, domains);
    const { page } = await open('/live/nothing');
    await page.addInitScript(`
      window.used = [];
      const watched = (call, name) => new Proxy(call, {
        apply: (target, self, values) => (window.used.push(name), Reflect.apply(target, self, values)),
        construct: (target, values) => (window.used.push(name), Reflect.construct(target, values)),
        get: (target, key) => (typeof target[key] === 'function' && window.used.push(name), target[key]),
      });
      const watch = (place, name) => (place[name] = watched(place[name], name));
      for (const name of Object.getOwnPropertyNames(Intl)) if (typeof Intl[name] === 'function') watch(Intl, name);
      for (const name of ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString']) watch(Date.prototype, name);
      watch(Number.prototype, 'toLocaleString');
      watch(String.prototype, 'localeCompare');
    `);
    await page.goto(`${dashboard.site}/dashboard/live`);
    await page.getByText(shown).first().waitFor();
    await page.getByRole('navigation').getByText('Acme Shops').waitFor();
    const used = await page.evaluate('window.used');
    expect([await page.evaluate("(new Intl.NumberFormat('en'), window.used.length)"), used]).toEqual([1, []]);
    await page.context().close();
  });

  it('a part that is refused is asked for once', async () => {
    const refused = { status: 429, body: { error: { code: 'rate_limited', message: 'No.' } } };
    dashboard.answers.set('GET /events', refused).set('GET /domains', refused);
    const { page } = await open('/live');
    await page.getByRole('region', { name: 'Latest events' }).getByRole('alert').waitFor();
    await expect.poll(() => page.getByRole('alert').count()).toBe(5);
    expect([asked('GET /events').length, asked('GET /domains').length]).toEqual([1, 4]);
    await page.context().close();
  });

  it('an account shows nothing to type into before it is known how many domains it has', async () => {
    fillAccount(dashboard, []);
    const counted = Promise.withResolvers<void>();
    dashboard.answers.set('GET /domains/counts', async () => {
      await counted.promise;
      return { body: { by_actor: { integrator: 0, customer: 0, service: 0, nobody: 0 } } };
    });
    const { page } = await open('/live');
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await expect.poll(() => asked('GET /events').length).toBe(1);
    expect(await page.getByRole('textbox').count()).toBe(0);
    counted.resolve();
    await page.getByRole('tab', { name: 'With curl' }).waitFor();
    await page.context().close();
  });

  it('a part that fails fails alone', async () => {
    dashboard.answers.set('GET /events', { status: 500, body: { error: { code: 'internal_error', message: 'No.' } } });
    const { page } = await open('/live');
    await page.getByRole('region', { name: 'Latest events' }).getByRole('alert').waitFor();
    await page.getByText('shop.hooli.test').waitFor();
    expect(await page.getByRole('alert').count()).toBe(1);
    await page.context().close();
  });

  it('a hostname is for a server that is online, unless another is chosen', async () => {
    const servers = [{ ...SERVER, id: 9, name: 'new', status: 'unclaimed' }, SERVER];
    dashboard.answers.set('GET /servers', { body: { data: servers, next_cursor: null } });
    const { page } = await open('/live');
    await page.getByRole('textbox', { name: /A hostname of a customer/ }).fill('new.hooli.test');
    await page.getByText('1 checked. Nothing is created yet.').waitFor();
    await page.getByRole('combobox', { name: 'Server', exact: true }).selectOption('new');
    await expect.poll(() => asked('POST /dns/look/bulk').length).toBe(2);
    const lookedFor = asked('POST /dns/look/bulk').map(({ body }) => (body as { server_id: number }).server_id);
    expect(lookedFor).toEqual([SERVER.id, 9]);
    await page.context().close();
  });

  it('a hostname gets its verdict while one types, without being created, and is added by a button', async () => {
    dashboard.answers.set('POST /domains/bulk', ({ body }) => {
      const { domains } = body as { domains: { url: string }[] };
      const data = domains.map(({ url }, index) => ({ index, status: 'created', domain: aDomain(70 + index, url) }));
      return { body: { data, summary: { created: data.length, failed: 0 } } };
    });
    const { page } = await open('/live');
    const field = page.getByRole('textbox', { name: 'A hostname of a customer, or a list of them' });
    await field.pressSequentially('https://Shop.New.test/path');
    await page.getByText('shop.new.test has no CNAME record yet.').waitFor();
    await page.getByText('CNAME shop → q7m2.cname.cps.test').waitFor();
    expect(asked('POST /domains/bulk')).toEqual([]);
    expect(asked('POST /dns/look/bulk').at(-1)?.body).toEqual({ urls: ['shop.new.test'], server_id: 1 });
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('1 of 1 added').waitFor();
    expect(asked('POST /domains/bulk').map(({ body }) => body)).toEqual([{ domains: [{ url: 'shop.new.test', server_id: 1 }] }]);
    await page.getByRole('list', { name: 'Added' }).getByRole('link', { name: 'shop.new.test' }).click();
    await page.waitForURL(/domains\/70$/);
    await page.context().close();
  });

  it('a hostname can be added so that its certificate comes before its traffic', async () => {
    const created = { index: 0, status: 'created', domain: aDomain(70, 'shop.new.test') };
    dashboard.answers.set('POST /domains/bulk', { body: { data: [created], summary: { created: 1, failed: 0 } } });
    const { page } = await open('/live/domains/new');
    await page.getByRole('textbox').fill('shop.new.test');
    await page.getByRole('checkbox', { name: /validation by DNS/ }).check();
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('1 of 1 added').waitFor();
    const domains = [{ url: 'shop.new.test', server_id: 1, validation: 'dns' }];
    expect(asked('POST /domains/bulk').map(({ body }) => body)).toEqual([{ domains }]);
    await page.context().close();
  });

  it('in test mode a magic name is chosen by what it meets, and added', async () => {
    const created = (index: number, url: string) => ({ index, status: 'created', domain: aDomain(70 + index, url) });
    dashboard.answers.set('POST /domains/bulk', ({ body }) => {
      const { domains } = body as { domains: { url: string }[] };
      const data = domains.map(({ url }, index) => created(index, url));
      return { body: { data, summary: { created: data.length, failed: 0 } } };
    });
    const { page, complaints } = await open('/test/domains/new');
    const names = page.getByRole('combobox', { name: 'What it meets' });
    await names.selectOption('active');
    await names.selectOption('proxied-dns');
    expect(await page.getByRole('textbox').inputValue()).toBe('shop.active.magic.test\nshop.proxied-dns.magic.test');
    await page.getByText('docs/guides/test-mode.md').waitFor();
    await page.getByRole('button', { name: 'Add 2' }).click();
    await page.getByText('2 of 2 added').waitFor();
    const urls = ['shop.active.magic.test', 'shop.proxied-dns.magic.test'];
    expect(asked('POST /domains/bulk').map(({ body, mode }) => ({ body, mode }))).toEqual([
      { body: { domains: urls.map((url) => ({ url, server_id: 1 })) }, mode: 'test' },
    ]);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('of a pasted list of 200 names each has its verdict by ten requests, a few at once', async () => {
    let running = 0;
    let most = 0;
    dashboard.answers.set('POST /dns/look/bulk', async ({ body }) => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((done) => setTimeout(done, 50));
      running -= 1;
      return { body: lookAtAll(body) };
    });
    const { page } = await open('/live/domains/new');
    const names = Array.from({ length: 201 }, (_, index) => `n${index}.paste.test`);
    await page.getByRole('textbox').fill(`hostname;server\n${names.join('\n')}\nn0.paste.test`);
    await page.getByText('200 checked.', { exact: false }).waitFor({ timeout: 10_000 });
    await page.getByText('The other 1 are added without a check.').waitFor();
    await page.getByText('Left out, because it has no dot: hostname, server').waitFor();
    expect([most, await page.getByRole('button', { name: 'Add 201' }).count()]).toEqual([5, 1]);
    const packs = asked('POST /dns/look/bulk').map(({ body }) => (body as { urls: string[] }).urls);
    expect(packs.map(({ length }) => length)).toEqual(Array.from({ length: 10 }, () => 20));
    // Concurrent requests can arrive in another order.
    expect(packs.flat().toSorted()).toEqual(names.slice(0, 200).toSorted());
    await page.context().close();
  });

  it('of a pasted list each name is created or refused on its own, in packs of a hundred', async () => {
    dashboard.answers.set('POST /domains/bulk', ({ body }) => {
      const { domains } = body as { domains: { url: string }[] };
      const refuse = { code: 'validation_error', message: 'It is <b>taken</b>.' };
      const items = domains.map(({ url }, index) =>
        url === 'n100.paste.test'
          ? { index, status: 'error', error: refuse }
          : { index, status: 'created', domain: aDomain(index + 1, url) },
      );
      // If none could be created, the answer is an error.
      if (domains.length === 1) {
        return { status: 422, body: { error: { code: 'validation_error', message: 'None.', details: { errors: {}, items } } } };
      }
      return { body: { data: items, summary: { created: domains.length, failed: 0 } } };
    });
    const { page } = await open('/live/domains/new');
    await page.getByRole('textbox').fill(Array.from({ length: 101 }, (_, index) => `n${index}.paste.test`).join(', '));
    await page.getByRole('button', { name: 'Add 101' }).click();
    await page.getByText('100 of 101 added').waitFor();
    expect(asked('POST /domains/bulk').map(({ body }) => (body as { domains: unknown[] }).domains.length)).toEqual([100, 1]);
    await page.getByText('n100.paste.test: It is <b>taken</b>.').waitFor();
    await page.context().close();
  });

  it('of a pasted list the checks that were too many wait for their turn, and say so', async () => {
    let asks = 0;
    dashboard.answers.set('POST /dns/look/bulk', ({ body }) => {
      asks += 1;
      const refused = { code: 'rate_limit_exceeded', message: 'No.' };
      if (asks === 1) return { status: 429, headers: { 'retry-after': '2' }, body: { error: refused } };
      return { body: lookAtAll(body) };
    });
    const { page } = await open('/live/domains/new');
    await page.getByRole('textbox').fill('a.paste.test b.paste.test c.paste.test');
    await page.getByText('Too many checks at once. The next ones begin in', { exact: false }).waitFor();
    await page.getByText('3 checked. Nothing is created yet.').waitFor();
    expect([asks, await page.getByText('Please wait a moment').count()]).toEqual([2, 0]);
    await page.context().close();
  });

  it('a pasted list that fails half-way says what was added, and keeps the rest', async () => {
    dashboard.answers.set('POST /domains/bulk', ({ body }) => {
      const { domains } = body as { domains: { url: string }[] };
      if (domains.length < 100) return { status: 503, body: { error: { code: 'service_unavailable', message: 'No.' } } };
      const data = domains.map(({ url }, index) => ({ index, status: 'created', domain: aDomain(index + 1, url) }));
      return { body: { data, summary: { created: 100, failed: 0 } } };
    });
    const { page } = await open('/live/domains/new');
    await page.getByRole('textbox').fill(Array.from({ length: 102 }, (_, index) => `n${index}.paste.test`).join(', '));
    await page.getByRole('button', { name: 'Add 102' }).click();
    await page.getByRole('alert').getByText('Something went wrong on our side').waitFor();
    await page.getByText('The first 100 were done before that.', { exact: false }).waitFor();
    expect(await page.getByRole('textbox').inputValue()).toBe('n100.paste.test\nn101.paste.test');
    await page.getByRole('list', { name: 'Added' }).getByRole('link', { name: 'n99.paste.test' }).waitFor();
    await page.getByRole('button', { name: 'Add 2', exact: true }).waitFor();
    await page.context().close();
  });

  it('what is no hostname says what is wrong with it, beside the verdict of another', async () => {
    const details = { errors: { url: ['must not contain an underscore'] } };
    const refused = { index: 0, status: 'error', error: { code: 'validation_error', message: 'It is not valid.', details } };
    dashboard.answers.set('POST /dns/look/bulk', {
      body: { data: [refused, { index: 1, status: 'checked', check: lookAt('shop.new.test') }] },
    });
    const { page } = await open('/live/domains/new');
    await page.getByRole('textbox').fill('a_b.test shop.new.test');
    await page
      .getByRole('row', { name: /a_b\.test/ })
      .getByText('must not contain an underscore')
      .waitFor();
    await page
      .getByRole('row', { name: /shop\.new\.test/ })
      .getByText('No DNS record yet')
      .waitFor();
    await page.context().close();
  });

  it('the button of a name that waits for a customer opens what to send to them', async () => {
    const { page } = await open('/live');
    await page.getByRole('link', { name: 'Send the record: shop.hooli.test' }).click();
    await page.getByRole('dialog', { name: 'Send to whoever holds the DNS' }).waitFor();
    await page.waitForURL(/domains\/2\?actor=customer#send$/);
    await page.context().close();
  });

  it('the latest events name their domain, as they have it', async () => {
    const event = { id: 'evt_9', event: 'domain.validated', domain_id: 2, created_at: '2026-11-25T09:00:00Z' };
    dashboard.answers.set('GET /events', ({ query }) => ({
      body: { data: query.has('cursor') ? [] : [{ ...event, data: { domain: { url: 'shop.hooli.test' } } }], next_cursor: 'c' },
    }));
    const { page } = await open('/live');
    await page.getByRole('region', { name: 'Latest events' }).getByRole('link', { name: 'shop.hooli.test' }).click();
    await page.waitForURL(/domains\/2$/);
    await page.context().close();
  });
});

describe.skipIf(!CHROMIUM)('an account without a domain', () => {
  const noEvents = () => dashboard.answers.set('GET /events', { body: { data: [], next_cursor: 'c' } });

  it('has three ways to its first, each with what a shell needs and no secret', async () => {
    fillAccount(dashboard, []);
    const { page, complaints } = await open('/live');
    await page.getByRole('textbox', { name: 'A hostname of a customer, or a list of them' }).waitFor();
    await page.getByRole('tab', { name: 'With curl' }).click();
    const commands = await page.getByRole('tabpanel').getByRole('region').allTextContents();
    expect(commands.join('\n')).toContain(`curl "${dashboard.site}/api/domains"`);
    expect(commands.join('\n')).toContain('"server_id": 1');
    expect(commands).toContain('npm run dns -- set shop.customer.test CNAME q7m2.cname.cps.test');
    await page.getByRole('tab', { name: 'On the command line' }).click();
    await page.getByRole('region', { name: 'In a second shell', exact: false }).waitFor();
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('has its ways as one stop of the keyboard, walked by arrows from the last to the first', async () => {
    fillAccount(dashboard, []);
    const { page } = await open('/live');
    await page.getByRole('tab', { name: 'In the browser' }).focus();
    const state = async () => ({
      focused: await page.evaluate('document.activeElement.textContent'),
      selected: await page.getByRole('tab', { selected: true }).allTextContents(),
      panel: await page.getByRole('tabpanel').getAttribute('aria-labelledby'),
      stops: await page.locator('[role=tab][tabindex="0"]').getAttribute('id'),
    });
    const walk = [
      ['ArrowLeft', 'On the command line'],
      ['ArrowRight', 'In the browser'],
      ['ArrowRight', 'With curl'],
      ['End', 'On the command line'],
      ['Home', 'In the browser'],
    ] as const;
    for (const [key, name] of walk) {
      await page.keyboard.press(key);
      const id = await page.getByRole('tab', { name }).getAttribute('id');
      expect([key, await state()]).toEqual([key, { focused: name, selected: [name], panel: id, stops: id }]);
    }
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.role')).toBe('tabpanel');
    await page.context().close();
  });

  it('has names of stories in test mode, whose records nobody sets', async () => {
    fillAccount(dashboard, []);
    const { page } = await open('/test');
    await page.getByRole('textbox', { name: 'A hostname of a customer, or a list of them' }).waitFor();
    await page.getByRole('tab', { name: 'With curl' }).click();
    const commands = (await page.getByRole('tabpanel').getByRole('region').allTextContents()).join('\n');
    expect(commands).toContain('"url": "shop.active.magic.test"');
    expect(commands).not.toContain('CNAME');
    await page.context().close();
  });

  it('follows its first name until it is live, and shows the webhook with its signature when it arrives', async () => {
    fillAccount(dashboard, []);
    noEvents();
    dashboard.answers.set('POST /domains/bulk', ({ body }) => {
      const [{ url } = { url: '' }] = (body as { domains: { url: string }[] }).domains;
      fillAccount(dashboard, [aDomain(70, url)]);
      noEvents();
      return { body: { data: [{ index: 0, status: 'created', domain: aDomain(70, url) }], summary: { created: 1, failed: 0 } } };
    });
    const { page, complaints } = await open('/live');
    await page.getByText('Waiting for the first event.', { exact: false }).waitFor();
    await page.getByRole('textbox').fill('shop.first.test');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    const first = page.getByRole('region', { name: 'First domain' });
    await first.getByText('No DNS record yet').waitFor();
    await first.getByRole('button', { name: 'Copy Value' }).waitFor();
    const at = new Date().toISOString();
    fillAccount(dashboard, [{ ...DOMAINS[4], id: 70, url: 'shop.first.test' } as never]);
    const event = { id: 'evt_70', event: 'certificate.issued', domain_id: 70, created_at: at, data: { domain: { id: 70 } } };
    dashboard.answers.set('GET /events', ({ query }) => ({
      body: { data: query.has('cursor') ? [] : [event], next_cursor: 'c' },
    }));
    const attempts = [{ at, milliseconds: 9, status: 204 }];
    dashboard.answers.set('GET /webhooks/*/deliveries', {
      body: { data: [{ ...event, id: 'dlv_70', event_id: 'evt_70', state: 'succeeded', attempts }], next_cursor: null },
    });
    await first.getByText('Live', { exact: true }).first().waitFor();
    const arrived = page.getByRole('region', { name: 'Webhooks that arrive' });
    await arrived.getByText('succeeded at https://hooks.acme.test/in, answered 204').waitFor();
    await arrived.getByText('The signed request').click();
    const request = await arrived.getByRole('region', { name: 'Request of evt_70' }).textContent();
    expect(request).toMatch(
      /^POST https:\/\/hooks\.acme\.test\/in\n.*webhook-id: evt_70\n.*webhook-signature: v1,.*"certificate.issued"/s,
    );
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('reads what it shows while the code of the page is on its way', async () => {
    const { page } = await open('/live/nothing');
    fillAccount(dashboard, []);
    const arrives = Promise.withResolvers<void>();
    await page.route(/assets\/app-/, async (route) => {
      await arrives.promise;
      await route.continue();
    });
    const read = page.waitForRequest(/assets\/first-steps-/);
    await page.goto(`${dashboard.site}/dashboard/live`, { waitUntil: 'commit' });
    await read;
    arrives.resolve();
    await page.getByRole('tab', { name: 'With curl' }).waitFor();
    await page.context().close();
  });

  it('shows the one domain that its lists have, without another answer', async () => {
    fillAccount(dashboard, [aDomain(70, 'shop.first.test')]);
    const answered = Promise.withResolvers<void>();
    const list = dashboard.answers.get('GET /domains');
    dashboard.answers.set('GET /domains', async (sent) => {
      if (!sent.query.has('actor')) await answered.promise;
      return typeof list === 'function' ? list(sent) : (list ?? {});
    });
    const { page } = await open('/live');
    await page.getByRole('region', { name: 'First domain' }).getByText('shop.first.test').first().waitFor();
    answered.resolve();
    await page.context().close();
  });

  it('learns that no machine serves yet, and where to enroll one', async () => {
    fillAccount(dashboard, []);
    dashboard.answers.set('GET /servers', { body: { data: [], next_cursor: null } });
    const { page } = await open('/live');
    await page.getByRole('link', { name: 'Enroll the machine that terminates TLS' }).click();
    await page.waitForURL(/live\/servers$/);
    await page.context().close();
  });
});
