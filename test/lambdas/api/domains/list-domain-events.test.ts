import { describe, expect, it } from 'vitest';
import { TimelinePage } from '../../../../lambdas/api/domains/domain-responses.schema.ts';
import { listDomainEvents } from '../../../../lambdas/api/domains/list-domain-events.ts';
import { keys } from '../../../../lambdas/shared/table/keys.ts';
import { aDomain, iso } from '../../a-domain.ts';
import { apiCaller, DOMAIN_ID, itemOf, opened, tableHolds } from '../api-caller.ts';
import { everyPage, idsOn } from '../every-page.ts';

const call = apiCaller(opened([listDomainEvents]));
const list = (query = '', id = DOMAIN_ID) => call({ method: 'GET', path: `/api/domains/${id}/events`, query });
const entry = (n: number, actor: object = { type: 'service' }, domainId = DOMAIN_ID) => {
  const id = `tl_${String(n).padStart(3, '0')}`;
  return { ...keys.timeline(domainId, id), id, at: iso(n * 1000), what: 'order.created', code: 'in_progress', actor };
};
const domain = itemOf(aDomain('active'));
const others = [entry(9, { type: 'service' }, 1), { ...keys.actions(DOMAIN_ID), checkedAt: iso(0) }];

describe('200', () => {
  it('the events of a domain come newest first, with who did it', async () => {
    tableHolds(
      domain,
      ...others,
      entry(1, { type: 'api_key', keyId: 'cps_pk_live_x', requestId: 'req_1' }),
      entry(2),
      entry(3, { type: 'administrator' }),
    );
    const { status, json } = await list();
    expect(status).toBe(200);
    expect(TimelinePage.parse(json)).toEqual(json);
    expect(json).toEqual({
      data: [
        { id: 'tl_003', at: iso(3000), type: 'order.created', diagnosis: 'in_progress', actor: { type: 'service' } },
        { id: 'tl_002', at: iso(2000), type: 'order.created', diagnosis: 'in_progress', actor: { type: 'service' } },
        {
          ...{ id: 'tl_001', at: iso(1000), type: 'order.created', diagnosis: 'in_progress' },
          actor: { type: 'api_key', key_id: 'cps_pk_live_x' },
          request_id: 'req_1',
        },
      ],
      next_cursor: null,
    });
  });

  it('of a CAA record only the evidence says what was seen: what has to be set is not', async () => {
    const evidence = [{ kind: 'caa', asked: 'CAA shop.customer.com', answer: '0 issue "other.example"', at: iso(0) }];
    tableHolds(domain, { ...entry(1), code: 'caa_forbids_issuance', observed: '0 issue "letsencrypt.org"', evidence });
    const { json } = await list();
    expect(json.data[0]).toMatchObject({ diagnosis: 'caa_forbids_issuance', evidence });
    expect(json.data[0]).not.toHaveProperty('observed');
  });

  it('the events of a domain say what a diagnosis rests on where it became another, and how many checks found nothing new before', async () => {
    const evidence = [
      { kind: 'dns', asked: 'CNAME shop.customer.com', server: 'ns1.example.net', answer: 'NXDOMAIN', at: iso(0) },
    ];
    const news = {
      code: 'invalid_cname_target',
      reason: 'target_typo',
      observed: 'elsewhere.example.net',
      evidence,
      quietChecks: 57,
    };
    tableHolds(domain, { ...entry(1), ...news });
    const { json } = await list();
    expect(TimelinePage.parse(json)).toEqual(json);
    const { code: diagnosis, quietChecks: quiet_looks, ...rest } = news;
    expect(json.data).toEqual([expect.objectContaining({ diagnosis, quiet_looks, ...rest })]);
  });

  it('the events of a domain are none before anything has happened', async () => {
    tableHolds(domain);
    expect((await list()).json).toEqual({ data: [], next_cursor: null });
  });

  it.each([1, 2, 3, 4, 5])(
    'the events of a domain come page after page without a gap, a repeat or an empty last one, %i at once, while more happens',
    async (limit) => {
      const items = tableHolds(domain, ...others, ...[1, 2, 3, 4].map((n) => entry(n)));
      const pages = await everyPage(list, `limit=${limit}`, (page) => {
        const newer = entry(10 + page);
        items.set(`${newer.pk}|${newer.sk}`, newer);
      });
      expect(idsOn(pages)).toEqual(['tl_004', 'tl_003', 'tl_002', 'tl_001']);
      expect(pages).toHaveLength(Math.ceil(4 / limit));
    },
  );

  it('the events of a domain go on where a page ends at 1 MB before it has as many as were asked for', async () => {
    const large = [1, 2, 3, 4, 5].map((n) => ({ ...entry(n), observed: 'x'.repeat(300_000) }));
    tableHolds(domain, ...large);
    const first = (await list()).json;
    expect(first.data.map(({ id }: { id: string }) => id)).toEqual(['tl_005', 'tl_004', 'tl_003', 'tl_002']);
    const { data, next_cursor } = (await list(`cursor=${first.next_cursor}`)).json;
    expect(data.map(({ id }: { id: string }) => id)).toEqual(['tl_001']);
    expect(next_cursor).toBeNull();
  });
});

describe('422', () => {
  it("a list of a domain's events is refused with the cursor of another domain's", async () => {
    tableHolds(domain, itemOf(aDomain('active', { id: 5 })), entry(1), entry(2));
    const { next_cursor } = (await list('limit=1')).json;
    expect((await list(`cursor=${next_cursor}`)).json.data).toMatchObject([{ id: 'tl_001' }]);
    expect((await list(`cursor=${next_cursor}`, 5)).status).toBe(422);
  });
});
