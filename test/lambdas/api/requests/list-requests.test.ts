import { describe, expect, it } from 'vitest';
import { listRequests } from '../../../../lambdas/api/requests/list-requests.ts';
import { RequestPage } from '../../../../lambdas/api/requests/request-resource.schema.ts';
import { requestLogStore } from '../../../../lambdas/model/accounts/requests/request-log.store.ts';
import { timeDigitsAt } from '../../../../lambdas/shared/ids/id-formats.ts';
import { keys } from '../../../../lambdas/shared/table/keys.ts';
import { HOUR, later, SECOND } from '../../a-domain.ts';
import { apiCaller, COUNTED, clock, opened, table, tableHolds, wholeRequests } from '../api-caller.ts';
import { everyPage, idsOn } from '../every-page.ts';

const call = apiCaller(opened([listRequests]));
const list = (query = '') => call({ method: 'GET', path: '/api/requests', query });
const idOf = (milliseconds: number) => `req_${timeDigitsAt(later(milliseconds))}${'1'.repeat(16)}`;

/** A request log entry, stored this many milliseconds after NOW. */
function kept(milliseconds: number, changes: Record<string, unknown> = {}) {
  const at = later(milliseconds).toISOString();
  const expiresAtSeconds = later(milliseconds + 24 * HOUR).getTime() / 1000;
  return {
    ...{ id: idOf(milliseconds), organizationId: 'org_A', keyId: 'cps_pk_live_x', at, expiresAtSeconds },
    ...{ method: 'POST', path: '/api/domains', status: 201, sourceIp: '192.0.2.7', milliseconds: 41 },
    ...changes,
  };
}
const hold = (...all: ReturnType<typeof kept>[]) =>
  tableHolds(...all.map((one) => ({ ...keys.request(one.organizationId, one.id), ...one })));
const ids = async (query = '') => (await list(query)).json.data.map(({ id }: { id: string }) => id);

describe('200: the last requests', () => {
  it('says what was asked by which key, and how it was answered', async () => {
    hold(kept(-SECOND), kept(-2 * SECOND, { organizationId: 'org_B' }));
    const failed = kept(-3 * SECOND, { method: 'GET', query: 'limit=0', status: 422, errorCode: 'validation_error' });
    hold(kept(-SECOND), failed);
    const { status, json } = await list();
    const common = {
      livemode: true,
      path: '/api/domains',
      api_key_id: 'cps_pk_live_x',
      source_ip: '192.0.2.7',
      milliseconds: 41,
    };
    expect([status, RequestPage.parse(json)]).toEqual([
      200,
      {
        data: [
          { id: idOf(-SECOND), created_at: later(-SECOND).toISOString(), method: 'POST', status: 201, ...common },
          {
            ...{ id: idOf(-3 * SECOND), created_at: later(-3 * SECOND).toISOString(), method: 'GET', query: 'limit=0' },
            ...{ status: 422, error_code: 'validation_error' },
            ...common,
          },
        ],
        next_cursor: null,
      },
    ]);
  });

  it('shows nobody those of another organization', async () => {
    hold(kept(-SECOND, { organizationId: 'org_B' }));
    expect(await ids()).toEqual([]);
  });

  it('has a page from one Query, newest first, and goes on behind it', async () => {
    const many = Array.from({ length: 120 }, (_, n) => kept(-n * SECOND));
    hold(...many);
    await list('limit=50');
    expect(wholeRequests()).toEqual([...COUNTED, 'Query REQUESTS#org_A req_~']);
    const pages = await everyPage(list, 'limit=50');
    expect(pages.map(({ data }) => data.length)).toEqual([50, 50, 20]);
    expect(idsOn(pages)).toEqual(many.map(({ id }) => id));
  });

  it('ends where they are older than a day, also at a cursor of before', async () => {
    hold(kept(-23 * HOUR), kept(-23.5 * HOUR), kept(-25 * HOUR));
    expect(await ids()).toEqual([idOf(-23 * HOUR), idOf(-23.5 * HOUR)]);
    const { next_cursor } = (await list('limit=1')).json;
    clock.now = later(HOUR);
    expect((await list(`limit=1&cursor=${next_cursor}`)).json).toEqual({ data: [], next_cursor: null });
  });
});

describe('200: a filter of the requests', () => {
  const all = [
    kept(-1 * SECOND),
    kept(-2 * SECOND, { status: 404 }),
    kept(-3 * SECOND, { status: 503, keyId: 'cps_pk_live_y' }),
    kept(-4 * SECOND, { status: 200, keyId: 'cps_pk_live_y' }),
  ];

  it.each([
    ['status=2xx', [0, 3]],
    ['status=4xx', [1]],
    ['status=5xx', [2]],
    ['api_key_id=cps_pk_live_y', [2, 3]],
    ['api_key_id=cps_pk_live_y&status=2xx', [3]],
    ['api_key_id=cps_pk_live_z', []],
  ])('%s', async (query, found) => {
    hold(...all);
    expect(await ids(query)).toEqual(found.map((index) => all[index]?.id));
  });

  it('by its id, with one Query for one item', async () => {
    hold(...all, kept(-5 * SECOND, { organizationId: 'org_B' }), kept(-25 * HOUR));
    expect(await ids(`request_id=${all[2]?.id}`)).toEqual([all[2]?.id]);
    expect(wholeRequests()).toEqual([...COUNTED, 'Query REQUESTS#org_A req_01KT1GW3J81111111111111111']);
    expect(await ids(`request_id=${all[2]?.id}&status=5xx`)).toEqual([all[2]?.id]);
    const others = [`${all[2]?.id}&status=4xx`, 'req_unknown', idOf(-5 * SECOND), idOf(-25 * HOUR)];
    for (const other of others) expect((await list(`request_id=${other}`)).json).toEqual({ data: [], next_cursor: null });
  });

  it('reads a thousand at most with one Query, and goes on where it ended', async () => {
    const many = Array.from({ length: 1_500 }, (_, n) => kept(-n * SECOND, { status: n === 1_400 ? 500 : 201 }));
    hold(...many);
    expect((await list('status=5xx')).json.data).toEqual([]);
    expect(wholeRequests()).toEqual([...COUNTED, 'Query REQUESTS#org_A req_~']);
    const pages = await everyPage(list, 'status=5xx');
    expect(pages.map((page) => idsOn([page]))).toEqual([[], [idOf(-1_400 * SECOND)]]);
    expect(idsOn(await everyPage(list, 'status=2xx&limit=100'))).toHaveLength(1_499);
  });
});

describe('422', () => {
  it.each(['status=3xx', 'status=404', 'api_key_id=', 'request_id='])('%s', async (query) => {
    hold();
    expect((await list(query)).status).toBe(422);
  });
});

it('what is kept is what is read', async () => {
  const items = tableHolds();
  const { expiresAtSeconds: _, ...one } = kept(-SECOND);
  await requestLogStore(table).keep(one);
  expect(items.get(`REQUESTS#org_A|${one.id}`)).toMatchObject({ expiresAtSeconds: later(24 * HOUR - SECOND).getTime() / 1000 });
  expect(await ids()).toEqual([one.id]);
});
