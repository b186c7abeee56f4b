import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PORTAL_CHECKS } from '../../../contract/api/limits.ts';
import { PORTAL_ROWS } from '../../../contract/stack/table-shape.ts';
import type { Domain } from '../../../lambdas/model/domains/domain-row.schema.ts';
import { keys } from '../../../lambdas/shared/table/keys.ts';
import { aDomain, HOUR, iso, later, NOW, type Overrides, SECOND } from '../a-domain.ts';
import { clock, DOMAIN_ID, dynamo, itemOf, itemsUnder, tableHolds, wholeRequests } from '../api/api-caller.ts';
import { conflict } from '../api/conflict.ts';
import { claimItem, cnameTo, HOSTNAME, OWN_TARGET } from '../api/domains/a-creation.ts';
import { guardRequests } from '../held-items.ts';
import { aLogo, portalItems, TOKEN } from '../model/accounts/portal/a-portal.ts';
import { aLink, follow, nextCheckFinds, openDnsReader, type, visit } from './a-visit.ts';

const OTHER = `opt_${'B'.repeat(32)}`;
const evidence = (answer: string) => [{ kind: 'dns' as const, asked: 'CNAME', answer, at: iso(0) }];
const missing = (changes: Overrides = {}) =>
  aDomain('awaiting-dns', {
    diagnosis: {
      code: 'cname_not_found',
      evidence: evidence('"><img src=x onerror=alert(1)>\u202egpj'),
      checkedAt: iso(-60 * SECOND),
    },
    execution: { lastCheck: { at: iso(-60 * SECOND), nextAt: iso(240 * SECOND) } },
    ...changes,
  });
const ownClaim = claimItem({ organizationId: 'org_A', domainId: DOMAIN_ID });
const hold = (domain: Domain = missing(), ...more: Record<string, unknown>[]) =>
  tableHolds(
    ...portalItems(),
    ...portalItems({ token: OTHER, organizationId: 'org_B', organizationName: 'Others' }),
    itemOf(domain),
    ownClaim,
    ...more,
  );

beforeEach(() => {
  openDnsReader.mockClear();
  hold();
});

interface Sent {
  Key?: { pk: string };
  Item?: { pk: string };
  RequestItems?: Record<string, { Keys: { pk: string }[] }>;
  TransactItems?: Record<string, Sent>[];
}
/** The partition keys that a request reads or writes. */
function rowsOf(command: string, { Key, Item, RequestItems, TransactItems }: Sent): [string, 'reads' | 'writes'][] {
  if (TransactItems) return TransactItems.flatMap((parts) => Object.entries(parts).flatMap(([kind, part]) => rowsOf(kind, part)));
  if (RequestItems) return Object.values(RequestItems).flatMap(({ Keys }) => Keys.map(({ pk }) => [pk, 'reads'] as const));
  return [[String(Key?.pk ?? Item?.pk), command.startsWith('Get') ? 'reads' : 'writes']];
}

// The portal's role allows only these rows (lib/functions/grants.ts).
afterEach(() => {
  for (const { args } of dynamo.calls()) {
    const command = args[0] as unknown as { input: Sent };
    for (const [pk, access] of rowsOf(command.constructor.name, command.input))
      expect(
        PORTAL_ROWS[access].some((prefix) => pk.startsWith(prefix)),
        `${access} ${pk}`,
      ).toBe(true);
  }
});

describe('the first page', () => {
  it('has one field, the organization’s name and words, in the requested language', async () => {
    hold(
      missing(),
      ...portalItems({
        theme: { locale: 'fr', texts: { de: { welcome: '<b>Hallo</b>' } }, support_url: 'mailto:help@shop.example' },
      }),
    );
    const german = await visit({ query: 'lang=de' });
    expect(german.status).toBe(200);
    expect(german.text).toContain('<html lang="de" dir="ltr">');
    expect(german.text).toContain('<h1 class="verdict">Ihre Domain verbinden</h1><p>&lt;b&gt;Hallo&lt;/b&gt;</p>');
    expect(german.text).toContain('href="mailto:help@shop.example"');
    expect(german.text).toContain('Bereitgestellt von Shops');
    expect((await visit({ headers: { 'accept-language': 'xx, pt;q=0.8, ja;q=0.9' } })).text).toContain('lang="ja"');
    expect((await visit()).text).toContain('<html lang="fr"');
    expect((await visit({ query: 'lang="><script>' })).text).toContain('<html lang="fr"');
  });

  it('costs one read', async () => {
    await visit();
    expect(wholeRequests()).toEqual(['GetItem PORTAL#opt_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA PORTAL']);
  });

  it.each([`/portal/opt_${'Z'.repeat(32)}`, '/portal/opt_short', '/portal/x'])(
    'of nobody is 404, without a name: %s',
    async (path) => {
      const { status, text } = await visit({ path });
      expect(status).toBe(404);
      expect(text).not.toContain('Shops');
    },
  );

  it('of half a link says so to a browser in its language, and to a program as any unknown address', async () => {
    const headers = { accept: 'text/html', 'accept-language': 'de' };
    const { status, text } = await visit({ path: '/portal', headers });
    expect(status).toBe(404);
    expect(text).toContain('<html lang="de"');
    expect(text).toContain('data-state="hidden"');
    const program = await visit({ path: '/portal', headers: { accept: '*/*' } });
    expect([program.status, JSON.parse(program.text).error.code]).toEqual([404, 'resource_not_found']);
  });

  it('may be asked for by HEAD', async () => {
    const { status, headers, text } = await visit({ method: 'HEAD' });
    expect([status, headers['content-type'], text]).toEqual([200, 'text/html; charset=utf-8', '']);
  });

  it('may be framed by nobody, or by the origins of the theme, and runs nothing but its script', async () => {
    const policy = String((await visit()).headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'sha256-");
    expect(policy).toContain("frame-ancestors 'none'; require-trusted-types-for 'script'");
    hold(missing(), ...portalItems({ theme: { frame_ancestors: ['https://app.shop.example'] } }));
    const { headers } = await visit();
    expect(headers['content-security-policy']).toContain('frame-ancestors https://app.shop.example;');
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
      'cache-control': 'no-store',
    });
  });
});

describe('a typed hostname', () => {
  it.each([HOSTNAME, ` ${HOSTNAME.toUpperCase()}. `, `https://${HOSTNAME}/a?b#c`, `http://${HOSTNAME}:8080/`])(
    'is shown with its record, without a script: %s',
    async (typed) => {
      const { status, text } = await type(typed);
      expect(status).toBe(200);
      expect(text).toContain('<code>shop</code>');
      expect(text).toContain(`<code>${OWN_TARGET}</code>`);
      expect(text).toContain('Add one DNS record');
    },
  );

  it('whose DNS window is over shows when it is checked next, to whoever sees it', async () => {
    const code = 'dns_validation_timeout' as const;
    const error = { code, details: { domain: HOSTNAME } };
    hold(aDomain('failed', { dnsStatus: 'error', diagnosis: { code, evidence: [] }, error, nextCheckAt: iso(HOUR) }));
    for (const { text } of [await type(HOSTNAME), await follow(aLink())])
      expect(text).toContain(`Next check <time datetime="${iso(HOUR)}">`);
  });

  it('shows no evidence and no answer of DNS: anybody can type it', async () => {
    hold(
      missing({
        diagnosis: { code: 'invalid_cname_target', observed: 'elsewhere.example', evidence: evidence('elsewhere.example') },
      }),
    );
    expect((await type(HOSTNAME)).text).not.toContain('What we saw');
    expect((await follow(aLink())).text).toContain('What we saw');
  });

  it('is told which server gave which answer, by a link', async () => {
    const told = [{ ...evidence('REFUSED')[0], server: 'ns1.lame.test' }] as never;
    hold(missing({ diagnosis: { code: 'dns_validation_failed', reason: 'lame_servers', evidence: told } }));
    expect((await follow(aLink())).text).toContain('<bdi>CNAME</bdi> @ <bdi>ns1.lame.test</bdi>: <bdi>REFUSED</bdi>');
  });

  it('that is internationalized is shown as it is read, and as DNS has it', async () => {
    const url = 'xn--mller-kva.example.com';
    hold(missing({ url }), { ...ownClaim, ...keys.claim(url) });
    const { text } = await type('müller.example.com');
    const name = (hostname: string) => `<bdi><span>${hostname.replaceAll('.', '.</span><span>')}</span></bdi>`;
    expect(text).toContain(`${name('müller.example.com')} <small>${name(url)}</small>`);
    // Sentences show the Unicode name, the record shows punycode.
    const prose = [...text.matchAll(/<(?:p id="sentence"|h1[^>]*|p class="small")>([^<]*)/g)].join(' ');
    expect(prose).toContain('müller.example.com');
    expect(prose).not.toContain(url);
    expect(text).toContain(`<dt>Name</dt><dd><code>${url}</code>`);
    const mail = decodeURIComponent(/mailto:[^"]+/.exec(text)?.[0] ?? '');
    expect(mail).toMatch(/subject=DNS record for müller\.example\.com&.*Name: xn--mller-kva\.example\.com\r\n/s);
  });

  it('that is internationalized is in sentences, and in the mail to a colleague, as it is read', async () => {
    hold(missing({ url: 'shop.xn--mller-kva.de' }));
    const { text } = await follow(aLink());
    expect(text).toContain('Sign in where you manage the DNS of müller.de and add the record below.');
    expect(text).toContain('At the DNS provider of shop.müller.de, add a CNAME record with the name shop');
    const mail = decodeURIComponent(/mailto:[^"]+/.exec(text)?.[0] ?? '');
    expect(mail).toContain('subject=DNS record for shop.müller.de&amp;body=Could you please set up the DNS of shop.müller.de');
  });

  it('costs three requests, and two where it is not shown: unknown and another organization’s are not told apart', async () => {
    await type(HOSTNAME);
    expect(wholeRequests()).toEqual([
      'UpdateItem VISITS#opt_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA#192.0.2.1 2026-06-01T12:00:00.000Z',
      'BatchGetItem PORTAL#opt_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA PORTAL, HOST#shop.customer.com CLAIM',
      'GetItem DOMAIN#4503599627371 DOMAIN',
    ]);
    const answers = [];
    for (const foreign of [[], [claimItem({ organizationId: 'org_B', domainId: DOMAIN_ID + 9 })]]) {
      tableHolds(...portalItems(), ...foreign, itemOf(missing({ id: DOMAIN_ID + 9, organizationId: 'org_B' })));
      const { status, text, headers } = await type(HOSTNAME);
      answers.push({ status, text, headers, requests: wholeRequests().map((request) => request.replace(/HOST#\S+/, 'HOST#…')) });
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]).toMatchObject({
      status: 404,
      requests: [
        expect.stringMatching(/^UpdateItem VISITS#/),
        expect.stringMatching(/^BatchGetItem PORTAL#\S+ PORTAL, HOST#… CLAIM$/),
      ],
    });
    expect(answers[0]?.text).toContain('ask Shops for your personal link');
    // A user who types only the registrable domain learns what is missing, and the field keeps the input.
    expect(answers[0]?.text).toContain('Include the part in front, such as www. or shop.');
    expect(answers[0]?.text).toContain(`value="${HOSTNAME}"`);
  });

  it.each(['', ' ', 'a b', `${'a'.repeat(250)}.com`, 'localhost', '192.0.2.1', 'https://', '<script>', 'x'.repeat(9000)])(
    'that is not valid is answered as an unknown one: %j',
    async (typed) => {
      const { status, text } = await type(typed);
      const others = (await type('unknown.example.com')).text;
      const withoutTyped = (page: string) => page.replace(/ value="[^"]*"/, '');
      expect([status, withoutTyped(text)]).toEqual([404, withoutTyped(others)]);
    },
  );

  it('may be the tenth in a minute of an address, and the eleventh is told when to try again', async () => {
    clock.now = later(20 * SECOND);
    for (let n = 0; n < 10; n += 1) expect((await type('unknown.example.com')).status).toBe(404);
    const { status, headers, text } = await type(HOSTNAME);
    expect([status, headers['retry-after']]).toEqual([429, '40']);
    expect(text).toContain('40');
    expect(text).not.toContain(OWN_TARGET);
    expect((await type(HOSTNAME, { sourceIp: '192.0.2.2' })).status).toBe(200);
    clock.now = later(60 * SECOND);
    expect((await type(HOSTNAME)).status).toBe(200);
  });

  it('counts for the whole /64 of an IPv6 address', async () => {
    for (let n = 1; n <= 10; n += 1) await type('unknown.example.com', { sourceIp: `2001:db8:1:2::${n}` });
    expect((await type(HOSTNAME, { sourceIp: '2001:db8:1:2:ffff::1' })).status).toBe(429);
    expect((await type(HOSTNAME, { sourceIp: '2001:db8:1:3::1' })).status).toBe(200);
  });
});

describe('the record of a page', () => {
  it('has its fields by the names that the form of its DNS provider has for them, in any language, also for a typed name', async () => {
    hold(missing({ hosting: { provider: 'ionos' } }));
    for (const { text } of [await follow(aLink(), { query: 'lang=de' }), await type(HOSTNAME, { query: 'lang=de' })]) {
      expect(text).toContain('<dt>Typ</dt>');
      expect(text).toMatch(/<dt>Hostname<\/dt><dd><code>shop<\/code>/);
      expect(text).toContain(`<dt>Points to</dt><dd><code>${OWN_TARGET}</code>`);
      expect(text).toContain('data-copied="Points to kopiert"');
    }
  });

  it('is one card for each change, in its order, and so in the mail to a colleague', async () => {
    const found = { reason: 'address_instead' as const, observed: '192.0.2.7, 2001:db8::7' };
    hold(missing({ diagnosis: { code: 'cname_not_found', ...found, evidence: [] } }));
    const { text } = await follow(aLink());
    const cards = [...text.matchAll(/<section class="record (\w+)"><h2[^>]*>(.*?)<\/h2>.*?<dd><code>(.*?)<\/code>/g)];
    expect(cards.map(([, ...card]) => card)).toEqual([
      ['remove', '1. Remove', 'A'],
      ['remove', '2. Remove', 'AAAA'],
      ['add', '3. Add', 'CNAME'],
    ]);
    const mail = decodeURIComponent(/mailto:[^"]+/.exec(text)?.[0] ?? '');
    expect(mail).toMatch(
      /1\. Remove\r\nType: A\r\nName: shop\r\nValue: 192\.0\.2\.7\r\n\r\n2\. Remove.*3\. Add\r\nType: CNAME\r\nName: shop\r\n/s,
    );
  });

  it.each([
    ['en', 'The name servers entered at the registrar of customer.com do not have its records.'],
    ['de', 'customer.com'],
    ['fr', 'customer.com'],
    ['es', 'customer.com'],
    ['pt-BR', 'customer.com'],
    ['ja', 'customer.com'],
  ])('in the mail to a colleague, is left out where the zone itself has to be put right first: %s', async (language, said) => {
    const diagnosis = { code: 'dns_validation_failed' as const, evidence: [] };
    const mails: string[] = [];
    for (const reason of ['lame_servers', 'dnssec_expired', 'servers_not_public', 'domain_not_registered'] as const) {
      hold(missing({ diagnosis: { ...diagnosis, reason } }));
      const { text } = await follow(aLink(), { query: `lang=${language}` });
      const mail = decodeURIComponent(/mailto:[^"]+/.exec(text)?.[0] ?? '');
      expect(mail).not.toContain(OWN_TARGET);
      mails.push(mail);
    }
    expect(mails[0]).toContain(said);
    // Each mail describes its own fix.
    expect(new Set(mails).size).toBe(4);
  });

  it('has the letter marked in which a typo differs', async () => {
    const observed = OWN_TARGET.replace(/^./, '9');
    hold(missing({ diagnosis: { code: 'invalid_cname_target', reason: 'target_typo', observed, evidence: [] } }));
    expect((await follow(aLink())).text).toContain(`<bdi><mark>9</mark>${OWN_TARGET.slice(1)}</bdi>`);
  });

  it('has the CAA record that is missing, and not the CNAME record that is done', async () => {
    const observed = 'customer.com CAA 0 issue "ca.example"';
    hold(missing({ dnsStatus: 'validated', diagnosis: { code: 'caa_forbids_issuance', observed, evidence: [] } }));
    const { text } = await follow(aLink());
    expect(text).toMatch(
      /<dd><code>CAA<\/code><\/dd>.*<code>@<\/code><button.*<code>0 issue &quot;ca.example&quot;<\/code><button/s,
    );
    expect(text).not.toContain(`<code>${OWN_TARGET}</code>`);
  });

  it('ends with a full stop where its provider would append the zone, and is one more copy of what the sentence says', async () => {
    hold(missing({ hosting: { provider: 'hetzner' } }));
    expect((await follow(aLink())).text).toContain(`<code>${OWN_TARGET}.</code>`);
  });

  it('says where to enter it in the words of the provider’s own menus, else in general', async () => {
    hold(missing({ hosting: { provider: 'ionos' } }));
    const { text } = await follow(aLink(), { query: 'lang=de' });
    expect(text).toContain(
      '<li>Melden Sie sich bei IONOS an und wählen Sie customer.com.</li><li>Öffnen Sie Domains &amp; SSL → DNS → Add Record → CNAME.</li>',
    );
    hold(missing({ hosting: { provider: 'hover' } }));
    expect((await follow(aLink())).text).toContain('<li>Sign in where your domain was registered');
  });

  it('has the page’s own names for its fields where the provider is not known', async () => {
    expect((await follow(aLink())).text).toMatch(/<dt>Name<\/dt>.*<dt>Value<\/dt>/s);
  });
});

describe('a personal link', () => {
  it('shows its domain for one request to the table, and a mail with the link for a colleague', async () => {
    const link = aLink();
    const { status, text } = await follow(link, { query: 'lang=de' });
    expect(status).toBe(200);
    expect(wholeRequests()).toEqual([
      'BatchGetItem PORTAL#opt_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA PORTAL, DOMAIN#4503599627371 DOMAIN',
    ]);
    expect(text).toContain('Einen DNS-Eintrag anlegen');
    const mail = decodeURIComponent(/mailto:[^"]+/.exec(text)?.[0] ?? '');
    expect(mail).toContain(`Wert: ${OWN_TARGET}\r\n`);
    expect(mail).toContain(`https://certificates.example.net/portal/${TOKEN}?lang=de#s=${link}`);
  });

  it('shows the answers of DNS as text: markup has no effect, and characters that turn the direction are visible', async () => {
    const { text } = await follow(aLink());
    expect(text).toContain('&quot;&gt;&lt;img src=x onerror=alert(1)&gt;\\u{202e}gpj');
    expect(text).not.toContain('<img');
  });

  const gone: [string, () => Promise<unknown>][] = [
    ['altered', () => follow(`${aLink()}A`)],
    ['expired', () => follow(aLink(0, NOW))],
    ['from before the links to its domain were ended', () => follow(aLink(6))],
    ['under another organization’s address', () => follow(aLink(), { path: `/portal/${OTHER}` })],
    ['to a domain that is not there', () => follow(aLink(0, later(HOUR), DOMAIN_ID + 5))],
    ['empty', () => follow('')],
  ];
  it.each(gone)('that is %s shows nothing, and says whom to ask', async (_, ask) => {
    const { status, text } = (await ask()) as Awaited<ReturnType<typeof follow>>;
    expect(status).toBe(404);
    expect(text).toMatch(/Ask (Shops|Others) for a new one/);
    expect(text).not.toContain(OWN_TARGET);
  });

  it.each([
    ['another organization’s', missing({ organizationId: 'org_B' })],
    ['being removed', aDomain('removing')],
  ])('to a domain that is %s by now shows nothing', async (_, domain) => {
    hold(domain);
    expect((await follow(aLink())).status).toBe(404);
  });

  it('to an address that was rotated away shows nothing', async () => {
    tableHolds(...portalItems({ token: OTHER }), itemOf(missing()), ownClaim);
    expect((await follow(aLink())).status).toBe(404);
    expect((await follow(aLink(), { path: `/portal/${OTHER}` })).status).toBe(404);
  });

  it('of a domain that is live shows that and the way to it, and nothing else', async () => {
    hold(aDomain('active', { url: HOSTNAME }));
    const { text } = await follow(aLink(), { query: 'lang=de' });
    expect(text).toContain(`${HOSTNAME} ist online`);
    expect(text).toContain(`href="https://${HOSTNAME}/"`);
    expect(text).not.toContain('<code>');
    expect(text).not.toContain('data-next');
  });
});

describe('check now', () => {
  const check = { action: 'check' };

  it('looks at DNS, and shows the result at once', async () => {
    const items = hold();
    const { status, text } = await follow(aLink(), { form: check });
    expect(status).toBe(200);
    expect(openDnsReader).toHaveBeenCalledOnce();
    expect(text).toContain('data-code="in_progress"');
    expect(itemsUnder(items, `DOMAIN#${DOMAIN_ID}`).find(({ sk }) => sk === 'DOMAIN')).toMatchObject({ phase: 'preparing' });
    expect(itemsUnder(items, 'AUDIT#')).toEqual([]);
  });

  it.each([
    ['a link', () => follow(aLink(), { form: check })],
    ['the hostname', () => type(HOSTNAME, { form: check })],
  ])('of a live domain by %s makes no error and no event of one absent answer', async (_, ask) => {
    const items = hold(aDomain('active', { cname: { everValidated: true } }));
    nextCheckFinds({});
    const { text } = await ask();
    expect(text).toContain('data-code="ok"');
    expect(itemsUnder(items, 'OUTBOX#')).toEqual([]);
    expect(itemsUnder(items, `DOMAIN#${DOMAIN_ID}`).filter(({ sk }) => String(sk).startsWith('TIMELINE#'))).toEqual([]);
    const row = itemsUnder(items, `DOMAIN#${DOMAIN_ID}`).find(({ sk }) => sk === 'DOMAIN');
    expect(row).toMatchObject({ suspected: { cname: { since: iso(0), times: 1 } }, listed: { dnsStatus: 'validated' } });
  });

  it('takes 3 s at most: half a second is for the table', async () => {
    await follow(aLink(), { form: check });
    expect(openDnsReader).toHaveBeenCalledExactlyOnceWith(2_500);
  });

  it('is possible once in ten seconds, for whoever asks: a second one shows the domain as it is, and says so', async () => {
    hold(missing(), { ...keys.visitorActions(DOMAIN_ID), possibleAt: iso(5 * SECOND) });
    const { status, text } = await follow(aLink(), { form: check });
    expect([status, openDnsReader.mock.calls.length]).toEqual([200, 0]);
    expect(text).toContain('data-code="cname_not_found"');
    expect(text).toContain('<p class="small" id="answer" role="status">Checked just now: not there yet. <span>Next check <time');
  });

  it('that loses to other writers again and again shows what they have written', async () => {
    const items = hold();
    const asOf = (code: 'cname_not_found' | 'caa_forbids_issuance') => missing({ diagnosis: { code, evidence: [] } });
    guardRequests((_, input) => {
      if (!('TransactItems' in input)) return;
      const row = itemOf(asOf('caa_forbids_issuance'));
      items.set(`${row.pk}|${row.sk}`, row);
      throw conflict();
    });
    const { status, text } = await follow(aLink(), { form: check }).finally(() => guardRequests(undefined));
    expect(status).toBe(200);
    expect(text).toContain('data-code="caa_forbids_issuance"');
  });

  it('is answered in words, also pressed twice within ten seconds, and nothing is said where none was asked for', async () => {
    nextCheckFinds({});
    const answered =
      /<p class="small" id="answer" role="status">Checked just now: not there yet\. <span>Next check <time datetime="[^"]+">/;
    expect((await follow(aLink(), { form: check })).text).toMatch(answered);
    expect((await follow(aLink(), { form: check })).text).toMatch(answered);
    expect(openDnsReader).toHaveBeenCalledOnce();
    expect((await follow(aLink())).text).not.toContain('id="answer"');
  });

  it('says what is wrong where the record is there and not right', async () => {
    nextCheckFinds(cnameTo('other.net'));
    const { text } = await follow(aLink(), { form: check });
    expect(text).toContain('Checked just now: The record points somewhere else.');
  });

  const { ofVisitor, ofOrganization } = PORTAL_CHECKS;
  const minute = iso(0);

  it('by link or by name is counted for the visitor, in each portal', async () => {
    const used = { ...keys.portalChecks(TOKEN, '192.0.2.1', minute), used: ofVisitor.limit };
    hold(missing(), used);
    for (const { text } of [await follow(aLink(), { form: check }), await type(HOSTNAME, { form: check })])
      expect(text).toContain('Checked recently.');
    expect(openDnsReader).not.toHaveBeenCalled();
    await follow(aLink(), { form: check, sourceIp: '192.0.2.2' });
    expect(openDnsReader).toHaveBeenCalledOnce();
  });

  it('is counted for the organization, however many visitors ask', async () => {
    hold(missing(), { ...keys.portalChecks(TOKEN, 'everybody', minute), used: ofOrganization.limit });
    expect((await follow(aLink(), { form: check })).text).toContain('Checked recently.');
    expect(openDnsReader).not.toHaveBeenCalled();
  });

  it('of a visitor who asks too often is not counted for the organization', async () => {
    const used = { ...keys.portalChecks(TOKEN, '192.0.2.1', minute), used: ofVisitor.limit };
    const items = hold(missing(), used);
    await follow(aLink(), { form: check });
    expect(itemsUnder(items, `VISITS#${TOKEN}#everybody`)).toEqual([]);
  });

  it.each([
    [{ 'sec-fetch-site': 'cross-site' }],
    [{ 'sec-fetch-site': 'same-site' }],
    [{ 'sec-fetch-site': 'none' }],
    [{ origin: 'https://other.example' }],
    [{ origin: 'null' }],
  ])('is not possible from the page of another site, and not counted: %j', async (headers) => {
    const items = hold(missing());
    await follow(aLink(), { form: check, headers });
    await type(HOSTNAME, { form: check, headers });
    expect(openDnsReader).not.toHaveBeenCalled();
    const { pk, sk } = keys.visitorActions(DOMAIN_ID);
    expect(items.has(`${pk}|${sk}`)).toBe(false);
  });

  it('leaves the integrator their own check, and the reverse', async () => {
    const items = hold(missing(), { ...keys.actions(DOMAIN_ID), possibleAt: iso(5 * SECOND) });
    await follow(aLink(), { form: check });
    expect(openDnsReader).toHaveBeenCalledOnce();
    const { pk, sk } = keys.actions(DOMAIN_ID);
    expect(items.get(`${pk}|${sk}`)?.possibleAt).toBe(iso(5 * SECOND));
  });

  it('of what is not shown looks at nothing', async () => {
    await follow(aLink(9), { form: check });
    await type('unknown.example.com', { form: check });
    expect(openDnsReader).not.toHaveBeenCalled();
  });
});

describe('what the page loads', () => {
  it('is its script and the logo, for ever, and no page in them', async () => {
    const id = 'ab'.repeat(16);
    hold(missing(), ...portalItems({ logoId: id }), { ...keys.portalLogo(id), data: aLogo('image/webp') });
    const page = await visit();
    expect(page.text).toContain(`<img src="/portal/logos/${id}"`);
    expect(page.text).toContain('<script src="/portal/scripts/portal-1.js">');
    for (const [path, type] of [
      [`/portal/logos/${id}`, 'image/webp'],
      ['/portal/scripts/portal-1.js', 'text/javascript; charset=utf-8'],
    ] as const) {
      const { status, headers } = await visit({ path });
      expect(status).toBe(200);
      expect(headers).toMatchObject({
        'content-type': type,
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringContaining('sandbox'),
      });
      expect(headers['cache-control']).toContain('immutable');
    }
    for (const path of ['/portal/logos/x', `/portal/logos/${'cd'.repeat(16)}`, '/portal/scripts/other.js'])
      expect((await visit({ path })).status).toBe(404);
  });

  it('what the widget may load is the theme as custom properties', async () => {
    hold(missing(), ...portalItems({ theme: { radius: 3, font: 'slab', colors: { light: { accent: '#7A2E0E' } } } }));
    const { text, headers } = await visit({ path: `/portal/${TOKEN}/theme.css` });
    expect(text).toContain('--cps-color-accent:light-dark(#7a2e0e,#7cb7ff)');
    expect(text).toContain('--cps-radius:3px');
    // The embedding page chooses light or dark; `color-scheme` would also change its inputs.
    expect(text).not.toContain('color-scheme');
    expect(headers).toMatchObject({ 'access-control-allow-origin': '*', 'content-type': 'text/css; charset=utf-8' });
  });

  it('the whole portal is below 20 kB, compressed', async () => {
    const headers = { 'accept-encoding': 'gzip, br' };
    const pages = await Promise.all([visit({ headers }), follow(aLink(), { headers })]);
    expect(pages.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(16_000);
  });
});

describe('a hostname that another organization asks for', () => {
  const transfer = { organizationId: 'org_B', requestedAt: iso(-HOUR), until: iso(71 * HOUR), endsAt: iso(791 * HOUR) };
  const notice = 'id="asked-for"';

  it.each([
    ['en', 'can take it over from June 4, 2026 at 11:00 AM UTC.'],
    ['de', 'kann sie ab 4. Juni 2026 um 11:00 UTC übernehmen.'],
    ['ja', '2026年6月4日 11:00 UTC以降に引き継ぐことができます。'],
  ])('is shown as such to its owner, with the record and the instant: %s', async (lang, says) => {
    hold(aDomain('active', { transfer }));
    const { text } = await follow(aLink(), { query: `lang=${lang}` });
    expect(text).toContain(notice);
    expect(text).toContain(says);
    expect(text).toContain('_cps-claim');
    expect(text).not.toContain('org_B');
  });

  it('is shown as ever to whoever types its name', async () => {
    hold(aDomain('active', { transfer }));
    expect((await type(HOSTNAME)).text).not.toContain(notice);
  });

  it.each([
    ['once its holder has refused', { ...transfer, refused: { at: iso(0), reason: 'contract_runs' as const } }],
    ['once that is over', { ...transfer, endsAt: iso(0) }],
  ])('is shown as ever %s', async (_, changed) => {
    hold(aDomain('active', { transfer: changed }));
    expect((await follow(aLink())).text).not.toContain(notice);
  });
});
