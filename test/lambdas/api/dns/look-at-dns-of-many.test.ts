import { describe, expect, it } from 'vitest';
import { DnsChecksResource } from '../../../../lambdas/api/dns/dns-check-resource.schema.ts';
import { iso, later, SECOND } from '../../a-domain.ts';
import { COUNTED, clock, DOMAIN_ID, KEPT, tableHolds, wholeRequests } from '../api-caller.ts';
import { claimItem, cnameTo, HOSTNAME, OWN_TARGET, places } from '../domains/a-creation.ts';
import { looker } from './a-looker.ts';

const names = (count: number) => Array.from({ length: count }, (_, index) => `n${index}.customer.com`);

describe('200', () => {
  it('each hostname of a list is answered as by a request of its own, in their order', async () => {
    tableHolds(...places, claimItem({ organizationId: 'org_A', domainId: DOMAIN_ID }));
    const { look, lookAtMany } = looker(cnameTo(OWN_TARGET));
    const urls = ['other.customer.com', HOSTNAME];
    const { status, json } = await lookAtMany({ body: { urls } });
    expect([status, json]).toEqual([200, DnsChecksResource.parse(json)]);
    const alone = [];
    for (const url of urls) alone.push((await look({ body: { url } })).json);
    expect(json.data).toEqual(alone.map((one, index) => ({ index, status: 'checked', check: one })));
    expect(alone.map(({ forecast }) => forecast)).toEqual(['waits_for_dns', 'exists']);
  });

  it('what is no hostname of a customer is refused alone, and its DNS is not asked', async () => {
    tableHolds(...places);
    const { openDnsReader, lookAtMany } = looker();
    const { status, json } = await lookAtMany({ body: { urls: ['customer.com', HOSTNAME, 7] } });
    expect([status, json]).toEqual([200, DnsChecksResource.parse(json)]);
    expect(json.data).toMatchObject([
      { index: 0, status: 'error', error: { code: 'validation_error', details: { errors: { url: [expect.any(String)] } } } },
      { index: 1, status: 'checked', check: { url: HOSTNAME } },
      { index: 2, status: 'error', error: { details: { errors: { url: [expect.any(String)] } } } },
    ]);
    expect(openDnsReader).toHaveBeenCalledTimes(1);
  });

  it('each further hostname costs the table one request: for who holds it', async () => {
    tableHolds(...places);
    await looker().lookAtMany({ body: { urls: names(20) } });
    expect(wholeRequests()).toEqual([
      ...COUNTED,
      'Query ORG#org_A SERVER#… SERVER#…',
      ...names(20).map((name) => `GetItem HOST#${name} CLAIM`),
      'GetItem ORG#org_A SERVER#0000000000000001',
      'UpdateItem ORG#org_A LOOKS#2026-06-01T12:00:00.000Z',
      KEPT,
    ]);
  });

  it('a list of what cannot be looked at takes no check', async () => {
    tableHolds(...places);
    const { look, lookAtMany } = looker();
    await lookAtMany({ body: { urls: Array.from({ length: 20 }, () => 'customer.com') } });
    expect((await look()).status).toBe(200);
    expect((await lookAtMany({ body: { urls: names(19) } })).status).toBe(200);
  });
});

describe('422', () => {
  it.each([
    ['no hostname', { urls: [] }, 'urls'],
    ['more than 20 hostnames', { urls: names(21) }, 'urls'],
    ['no list', {}, 'urls'],
  ])('%s is refused', async (_, body, field) => {
    tableHolds(...places);
    const { openDnsReader, lookAtMany } = looker();
    const { status, json } = await lookAtMany({ body });
    expect([status, Object.keys(json.error.details.errors)]).toEqual([422, [field]]);
    expect(openDnsReader).not.toHaveBeenCalled();
  });

  it('a list for a server that nobody registered is refused where its domains would be', async () => {
    tableHolds(...places);
    const { status, json } = await looker({}, { serverIds: 'registered' }).lookAtMany({
      body: { urls: [HOSTNAME], server_id: 77 },
    });
    expect([status, Object.keys(json.error.details.errors)]).toEqual([422, ['server_id']]);
  });
});

describe('429', () => {
  it('a list that has more hostnames than checks are left is refused whole, and takes none of them', async () => {
    tableHolds(...places);
    const { openDnsReader, look, lookAtMany } = looker();
    await look();
    const refused = await lookAtMany({ body: { urls: names(20) } });
    expect([refused.status, refused.json.error.details]).toEqual([429, { limit: 20, remaining: 0, reset_at: iso(60 * SECOND) }]);
    expect(openDnsReader).toHaveBeenCalledTimes(1);
    expect((await lookAtMany({ body: { urls: names(19) } })).status).toBe(200);
    expect((await look()).status).toBe(429);
    clock.now = later(60 * SECOND);
    expect((await lookAtMany({ body: { urls: names(20) } })).status).toBe(200);
  });
});
