import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HttpErrorBody } from '../../../../contract/api/http-error.schema.ts';
import { listDomains } from '../../../../lambdas/api/domains/list-domains.ts';
import { DomainPage } from '../../../../lambdas/model/domains/domain-resource.schema.ts';
import type { Domain } from '../../../../lambdas/model/domains/domain-row.schema.ts';
import { lowestIdAt } from '../../../../lambdas/shared/ids/id-formats.ts';
import { keys } from '../../../../lambdas/shared/table/keys.ts';
import { aDomain, HOUR, iso, issued, later, servedAs } from '../../a-domain.ts';
import { apiCaller, COUNTED, clock, dynamo, itemOf, opened, tableHolds, wholeRequests } from '../api-caller.ts';
import { everyPage, idsOn } from '../every-page.ts';

const call = apiCaller(opened([listDomains]));
const list = (query = '') => call({ method: 'GET', query });
const ids = async (query = '') => (await list(query)).json.data.map(({ id }: { id: number }) => id);
const queries = () => dynamo.commandCalls(QueryCommand).map(({ args }) => args[0].input);

const DAY = 24 * HOUR;
const endsAt = (milliseconds: number): Partial<Domain> => ({
  served: servedAs({ certificate: { ...issued, notAfter: iso(milliseconds) } }),
});
const claimItem = (hostname: string, domainId: number, organizationId = 'org_A') => ({
  ...keys.claim(hostname),
  domainId,
  organizationId,
  state: 'held',
});

const failure = { since: iso(-DAY), times: 1, found: { code: 'certificate_request_failed' as const, evidence: [] } };

const MIXED = [
  aDomain('awaiting-dns', { id: 1, url: 'a.customer.com', serverId: 1 }),
  aDomain('active', { id: 2, url: 'b.customer.com', serverId: 2, updatedAt: iso(HOUR), ...endsAt(20 * DAY) }),
  aDomain('active', { id: 3, url: 'b2.customer.com', serverId: 1, metadata: { plan: 'pro' }, ...endsAt(10 * DAY) }),
  aDomain('failed', { id: 4, url: 'c.customer.com', serverId: 2, dnsStatus: 'error' }),
  aDomain('failed', {
    ...{ id: 5, url: 'd.customer.com', sslStatus: 'error', dnsStatus: 'validated', conditions: { failure }, ...endsAt(-DAY) },
  }),
  aDomain('active', { id: 6, url: 'a.customer.com', organizationId: 'org_B', ...endsAt(5 * DAY) }),
  aDomain('removing', { id: 7, url: 'e.customer.com', ...endsAt(DAY) }),
];
const holdsMixed = () =>
  tableHolds(
    ...MIXED.map(itemOf),
    ...MIXED.map(({ url, id, organizationId }) => claimItem(url, id, organizationId)).toReversed(),
  );

describe('200: a filter with an index of its own', () => {
  it.each([
    ['', [5, 4, 3, 2, 1], 'byOrganization'],
    ['ssl_status=active', [3, 2], 'bySslStatus'],
    ['dns_status=error', [4], 'byDnsStatus'],
    ['server_id=2', [4, 2], 'byServer'],
    ['expires_within=3650', [5, 3, 2], 'byExpiry'],
    ['expires_within=0', [5], 'byExpiry'],
    ['expires_within=15&ssl_status=active', [3], 'bySslExpiry'],
    [`expires_after=${iso(0)}`, [3, 2], 'byExpiry'],
    [`expires_before=${iso(0)}`, [5], 'byExpiry'],
    [`expires_after=${iso(15 * DAY)}&expires_before=${iso(3650 * DAY)}&ssl_status=active`, [2], 'bySslExpiry'],
    ['server_id=9', [], 'byServer'],
    ['actor=customer', [1], 'byActor'],
    ['actor=service', [5], 'byActor'],
    ['actor=integrator', [], 'byActor'],
    ['created_after=2020-01-01T00:00:00.000Z', [5, 4, 3, 2, 1], 'byOrganization'],
    ['sort=newest', [5, 4, 3, 2, 1], 'byOrganization'],
    ['sort=oldest', [1, 2, 3, 4, 5], 'byOrganization'],
    ['sort=oldest&actor=customer', [1], 'byActor'],
    ['sort=oldest&ssl_status=active', [2, 3], 'bySslStatus'],
  ])('takes one Query a page: %s', async (query, expected, index) => {
    holdsMixed();
    const { status, json } = await list(query);
    expect([status, json.next_cursor]).toEqual([200, null]);
    expect(DomainPage.parse(json)).toEqual(json);
    expect(json.data.map(({ id }: { id: number }) => id)).toEqual(expected);
    expect(wholeRequests()).toEqual([...COUNTED, expect.stringMatching(`^Query ${index} ORG#org_A`)]);
    expect(queries()[0]).toMatchObject({ Limit: 51 });
  });

  it('a list of domains by expiry ends before the instant that its days mean, and not at it', async () => {
    tableHolds(itemOf(aDomain('active', { id: 1, ...endsAt(DAY) })), itemOf(aDomain('active', { id: 2, ...endsAt(DAY - 1) })));
    expect(await ids('expires_within=1')).toEqual([2]);
  });

  it('a list of domains by expiry begins at `expires_after`, and ends before the nearest of two ends', async () => {
    tableHolds(...[DAY - 1, DAY, 2 * DAY].map((at, id) => itemOf(aDomain('active', { id: id + 1, ...endsAt(at) }))));
    expect(await ids(`expires_after=${iso(DAY)}&expires_before=${iso(2 * DAY)}`)).toEqual([2]);
    expect(queries()[0]?.KeyConditionExpression).toContain('certificateEndsAt BETWEEN :from AND :before');
    expect(await ids(`expires_within=2&expires_before=${iso(DAY)}`)).toEqual([1]);
    expect(await ids(`expires_within=1&expires_before=${iso(9 * DAY)}`)).toEqual([1]);
  });

  it('a list of domains by expiry that ends before it begins is empty', async () => {
    holdsMixed();
    expect(await ids(`expires_after=${iso(DAY)}&expires_before=${iso(0)}`)).toEqual([]);
  });

  it('a list of domains that were created lately reads those with a younger id alone, but for a day', async () => {
    const created = (hours: number) => {
      const at = new Date(clock.now.getTime() - hours * HOUR);
      return aDomain('active', { id: lowestIdAt(at) + 1, createdAt: at.toISOString() });
    };
    const [late, later, before, dayBefore] = [created(1), created(0), created(3), created(27)];
    tableHolds(...[late, later, before, dayBefore].map(itemOf));
    const createdAfter = new Date(clock.now.getTime() - 2 * HOUR).toISOString();
    expect(await ids(`created_after=${createdAfter}`)).toEqual([later.id, late.id]);
    expect(queries()[0]).toMatchObject({
      KeyConditionExpression: 'listPk = :partition AND listId >= :idFrom',
      ExpressionAttributeValues: { ':idFrom': lowestIdAt(new Date(Date.parse(createdAfter) - DAY)) },
    });
  });

  it('a list from the oldest domain on comes page after page, and its cursor opens no list in another order', async () => {
    holdsMixed();
    const first = (await list('sort=oldest&limit=2')).json;
    const rest = await ids(`sort=oldest&limit=2&cursor=${first.next_cursor}`);
    expect([first.data.map(({ id }: { id: number }) => id), rest]).toEqual([
      [1, 2],
      [3, 4],
    ]);
    expect((await list(`limit=2&cursor=${first.next_cursor}`)).status).toBe(422);
  });

  it('a list of those who wait for one comes by how long they have waited, page after page, whatever the filters beside it', async () => {
    const waiting = (id: number, hours: number) =>
      aDomain('awaiting-dns', { id, said: { code: 'in_progress', actor: 'customer', since: iso(-hours * HOUR) } });
    tableHolds(...[waiting(1, 2), waiting(2, 9), waiting(3, 5), waiting(4, 7), waiting(5, 5)].map(itemOf));
    for (const filter of ['', '&ssl_status=pending&created_after=2020-01-01T00:00:00Z']) {
      expect(idsOn(await everyPage(list, `actor=customer&sort=oldest&limit=2${filter}`))).toEqual([2, 4, 3, 5, 1]);
    }
    expect(await ids('actor=customer')).toEqual([1, 5, 3, 4, 2]);
    expect(new Set(queries().map(({ IndexName }) => IndexName))).toEqual(new Set(['byActor']));
  });

  it('a list of domains of a megabyte goes on where DynamoDB stopped', async () => {
    holdsMixed();
    const item = itemOf(aDomain('active', { id: 2 }));
    dynamo.on(QueryCommand).resolves({ Items: [item], LastEvaluatedKey: { pk: 'DOMAIN#2', sk: 'DOMAIN' } });
    const { json } = await list();
    expect(json).toMatchObject({ data: [{ id: 2 }], next_cursor: expect.any(String) });
    await list(`cursor=${json.next_cursor}`);
    const startAt = { pk: 'DOMAIN#2', sk: 'DOMAIN', listPk: 'ORG#org_A', listId: 2 };
    expect(queries().at(-1)?.ExclusiveStartKey).toEqual(startAt);
  });
});

describe('200: the hostname itself', () => {
  it.each([
    ['as it is', 'b.customer.com'],
    ['in upper case', 'B.CUSTOMER.com'],
    ['with a trailing dot', 'b.customer.com.'],
  ])('a list of domains by hostname %s takes its claim and its domain, and no Query', async (_, url) => {
    holdsMixed();
    expect(await ids(`url=${url}`)).toEqual([2]);
    expect(wholeRequests()).toEqual([...COUNTED, 'GetItem HOST#b.customer.com CLAIM', 'GetItem DOMAIN#2 DOMAIN']);
  });

  it('a domain is found by its hostname as Unicode', async () => {
    tableHolds(
      itemOf(aDomain('active', { id: 1, url: 'xn--bcher-kva.customer.com' })),
      claimItem('xn--bcher-kva.customer.com', 1),
    );
    expect(await ids(`url=${encodeURIComponent('bücher.customer.com')}`)).toEqual([1]);
  });

  it('a list of domains by hostname and other filters has to meet them all', async () => {
    holdsMixed();
    expect(await ids('url=b.customer.com&ssl_status=active&server_id=2&expires_within=30&url_prefix=b')).toEqual([2]);
    expect(await ids('url=b.customer.com&server_id=1')).toEqual([]);
    expect(await ids('url=b.customer.com&expires_within=1')).toEqual([]);
  });

  it('a domain whose certificate ends at the very instant that days mean is not among those that end before it', async () => {
    const url = 'edge.customer.com';
    tableHolds(itemOf(aDomain('active', { id: 1, url, ...endsAt(DAY) })), claimItem(url, 1));
    expect(await ids(`url=${url}&expires_within=1`)).toEqual([]);
    expect(await ids(`url=${url}&expires_within=2`)).toEqual([1]);
  });

  it.each(['nobody.customer.com', 'not a hostname', '', '%00', 'x'.repeat(3000), '...', 'http://b.customer.com'])(
    'a list of domains by a hostname that nobody has is empty: %s',
    async (url) => {
      holdsMixed();
      expect((await list(`url=${encodeURIComponent(url)}`)).json).toEqual({ data: [], next_cursor: null });
    },
  );

  it('a hostname that another organization has taken is still found on the domain that lost it', async () => {
    const lost = aDomain('failed', { id: 8, url: 'lost.customer.com', claimLost: true });
    tableHolds(
      itemOf(lost),
      claimItem('lost.customer.com', 9, 'org_B'),
      itemOf(aDomain('active', { id: 9, organizationId: 'org_B' })),
    );
    expect(await ids('url=lost.customer.com')).toEqual([8]);
  });

  it.each([
    ['deleted', []],
    ['being removed', [itemOf(aDomain('removing', { id: 8, url: 'gone.customer.com' }))]],
  ])('a list of domains by the hostname of a domain that is %s is empty', async (_, items) => {
    tableHolds(...items, claimItem('gone.customer.com', 8));
    expect(await ids('url=gone.customer.com')).toEqual([]);
  });
});

describe('200: filters without an index of their own', () => {
  it.each([
    ['ssl_status=active&dns_status=validated', [3, 2]],
    ['dns_status=validated&ssl_status=error', [5]],
    ['ssl_status=active&server_id=1', [3]],
    ['server_id=1&expires_within=15', [5, 3]],
    ['url_prefix=b', [3, 2]],
    ['url_prefix=B2', [3]],
    ['url_prefix=', [5, 4, 3, 2, 1]],
    ['actor=nobody', [4, 3, 2]],
    ['actor=service&dns_status=validated', [5]],
    ['diagnosis_code=ok', [3, 2]],
    ['diagnosis_code=in_progress', [4, 1]],
    ['metadata[plan]=pro', [3]],
    ['metadata[plan]=pro&metadata[seats]=5', []],
    ['metadata[toString]=x', []],
    [`updated_after=${iso(HOUR)}`, [2]],
    ['actor=nobody&sort=oldest', [2, 3, 4]],
  ])('match together: %s', async (query, expected) => {
    holdsMixed();
    expect(await ids(query)).toEqual(expected);
  });

  it.each([
    ['ssl_status=active&dns_status=error', 'byDnsStatus'],
    ['ssl_status=pending&dns_status=validated', 'bySslStatus'],
    ['ssl_status=active&server_id=1', 'byServer'],
    ['dns_status=pending&server_id=1', 'byDnsStatus'],
    ['url_prefix=a', 'byOrganization'],
    ['actor=nobody', 'byOrganization'],
    ['actor=customer&dns_status=validated', 'byActor'],
  ])('start at the filter with the fewest rows: %s', async (query, index) => {
    holdsMixed();
    await list(query);
    expect(queries()[0]?.IndexName).toBe(index);
  });

  it('read 1,000 domains a page at most: the page may be short, or empty, and still have a next one', async () => {
    const many = Array.from({ length: 1100 }, (_, n) => aDomain('active', { id: n + 1, url: n === 50 ? 'x.a.com' : 'y.a.com' }));
    tableHolds(...many.map(itemOf));
    const first = (await list('url_prefix=x')).json;
    expect(first).toEqual({ data: [], next_cursor: expect.any(String) });
    expect(queries().reduce((read, { Limit = 0 }) => read + Limit, 0)).toBe(1000);
    expect((await list(`url_prefix=x&cursor=${first.next_cursor}`)).json).toMatchObject({
      data: [{ id: 51 }],
      next_cursor: null,
    });
  });

  it('read no more than they need to', async () => {
    tableHolds(...Array.from({ length: 600 }, (_, n) => itemOf(aDomain('active', { id: n + 1 }))));
    expect((await list('url_prefix=shop&limit=10')).json.data).toHaveLength(10);
    expect(queries()).toHaveLength(1);
  });
});

describe('422', () => {
  const anyText = [expect.any(String)];
  it.each([
    ['sort=old', { sort: ['must be one of newest, oldest'] }],
    ['sort=oldest&expires_within=5', { sort: [expect.stringContaining('expires_within')] }],
    ['actor=somebody', { actor: ['must be one of customer, integrator, service, nobody'] }],
    ['diagnosis_code=unknown', { diagnosis_code: anyText }],
    ['created_after=yesterday', { created_after: ['must be an instant in UTC such as 2026-11-21T07:45:00.000Z'] }],
    ['updated_after=2026-11-21', { updated_after: anyText }],
    ['metadata=pro', { metadata: anyText }],
    ['metadata=pro&metadata[plan]=pro', { metadata: anyText }],
    ['metadata[plan]=pro&metadata=pro', { metadata: anyText }],
    ['metadata[]=pro', { 'metadata.': ['a key needs at least one character'] }],
    ['metadata[plan]=pro&metadata[plan]=free', { 'metadata[plan]': ['is given more than once'] }],
    ['url[a]=b', { url: anyText }],
    ['other[a]=b', { other: anyText }],
    ['ssl_status=broken', { ssl_status: ['must be one of pending, active, error'] }],
    ['ssl_status=Active', { ssl_status: anyText }],
    ['dns_status=active', { dns_status: anyText }],
    ['dns_status=', { dns_status: anyText }],
    ['server_id=0', { server_id: anyText }],
    ['expires_within=-1', { expires_within: ['must be an integer from 0 to 3650'] }],
    ['expires_within=3651', { expires_within: anyText }],
    ['limit=x&server_id=y&z=1', { limit: anyText, server_id: anyText, z: anyText }],
  ])('a list of domains refuses %s', async (query, errors) => {
    holdsMixed();
    const { status, json } = await list(query);
    expect([status, json.error.details.errors]).toEqual([422, errors]);
    expect(HttpErrorBody.safeParse(json).success).toBe(true);
    expect(queries()).toEqual([]);
  });
});

describe('the pages of a list', () => {
  const walk = async (query: string, between?: (page: number) => void) => idsOn(await everyPage(list, query, between));

  it.each([1, 2, 3, 6, 7])('hold each domain once, and the last is not empty, with %i of six a page', async (limit) => {
    tableHolds(...Array.from({ length: 6 }, (_, n) => itemOf(aDomain('active', { id: n + 1, ...endsAt((n % 2) * DAY) }))));
    expect(await walk(`limit=${limit}`)).toEqual([6, 5, 4, 3, 2, 1]);
    expect(queries()).toHaveLength(Math.ceil(6 / limit));
    // Certificates that expire at the same instant are ordered by id.
    expect((await walk(`limit=${limit}&expires_within=30`)).toSorted()).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('may change their size on the way', async () => {
    tableHolds(...Array.from({ length: 6 }, (_, n) => itemOf(aDomain('active', { id: n + 1 }))));
    const { next_cursor } = (await list('limit=1')).json;
    expect(await ids(`limit=100&cursor=${next_cursor}`)).toEqual([5, 4, 3, 2, 1]);
  });

  it('continue after a domain that has been deleted since', async () => {
    const items = tableHolds(...Array.from({ length: 4 }, (_, n) => itemOf(aDomain('active', { id: n + 1 }))));
    expect(await walk('limit=2', (page) => page === 0 && items.delete('DOMAIN#3|DOMAIN'))).toEqual([4, 3, 2, 1]);
  });

  it('keep the instant of the first page for what expires, however long the walk takes', async () => {
    const ends = [1, 2, 9, 10.5];
    tableHolds(...ends.map((days, n) => itemOf(aDomain('active', { id: n + 1, ...endsAt(days * DAY) }))));
    const aDayPasses = () => {
      clock.now = later(DAY);
    };
    expect(await walk('limit=1&expires_within=10', aDayPasses)).toEqual([1, 2, 3]);
  });

  it('show what was there from first to last once, whatever else comes and goes meanwhile', async () => {
    const change = fc.record({ add: fc.boolean(), id: fc.integer({ min: 1, max: 40 }) });
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.integer({ min: 1, max: 40 }), { maxLength: 20 }),
        fc.array(fc.array(change, { maxLength: 4 }), { maxLength: 20 }),
        fc.integer({ min: 1, max: 5 }),
        fc.constantFrom('', 'url_prefix=shop', 'expires_within=30', 'expires_within=30&ssl_status=active', 'server_id=1'),
        async (there, changes, limit, filter) => {
          const item = (id: number) => itemOf(aDomain('active', { id, ...endsAt((id % 3) * DAY) }));
          const items = tableHolds(...there.map(item));
          const stayed = new Set(there);
          const everThere = new Set(there);
          const seen = await walk(`limit=${limit}&${filter}`, (page) => {
            const [added, gone] = [true, false].map((isAdded) => (changes[page] ?? []).filter(({ add }) => add === isAdded));
            for (const { id } of added ?? []) {
              everThere.add(id);
              items.set(`DOMAIN#${id}|DOMAIN`, item(id));
            }
            for (const { id } of gone ?? []) {
              stayed.delete(id);
              items.delete(`DOMAIN#${id}|DOMAIN`);
            }
          });
          expect(new Set(seen).size).toBe(seen.length);
          expect(seen).toEqual(expect.arrayContaining([...stayed]));
          expect([...everThere]).toEqual(expect.arrayContaining(seen));
        },
      ),
      { numRuns: 60 },
    );
  });
});
