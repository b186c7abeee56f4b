import { beforeEach, describe, expect, it } from 'vitest';
import { moveTestClock } from '../../../../lambdas/api/clock/move-test-clock.ts';
import { CLOCK_OPERATIONS } from '../../../../lambdas/api/clock/operations.ts';
import { MAX_MOVE_SECONDS } from '../../../../lambdas/api/clock/test-clock.schema.ts';
import { createOperationRoute } from '../../../../lambdas/api/pipeline/serve-operation.ts';
import { testClockStore } from '../../../../lambdas/model/accounts/test-clock.store.ts';
import { lazily } from '../../../../lambdas/wiring/lazily.ts';
import { HOUR, iso, SECOND } from '../../a-domain.ts';
import { guardRequests } from '../../held-items.ts';
import { aTestKey } from '../a-test-key.ts';
import { apiCaller, apiPorts, itemsUnder, opened, table, tableHolds } from '../api-caller.ts';

const call = apiCaller(opened(CLOCK_OPERATIONS));
const { tenant: TENANT, headers, items: ofTestMode } = aTestKey();
const path = '/api/test/clock';
const move = (body: object, more = {}) => call({ method: 'POST', path, body, headers, ...more });

/** Organizations whose domains the relay is asked to play. */
const played = () =>
  itemsUnder(items, 'OUTBOX#').flatMap(({ kind, organizationId }) => (kind === 'rehearsal' ? [organizationId] : []));
let items: ReturnType<typeof tableHolds>;
beforeEach(() => {
  items = tableHolds(...ofTestMode);
});

describe('the clock of test mode', () => {
  it('shows the time of day until it is moved', async () => {
    const { status, json } = await call({ method: 'GET', path, headers });
    expect([status, json]).toEqual([200, { livemode: false, now: iso(0), ahead_seconds: 0 }]);
  });

  it('is moved by seconds or to an instant, with an entry in the audit, and what is due by then is played', async () => {
    expect((await move({ advance_seconds: 3600 })).json).toEqual({ livemode: false, now: iso(HOUR), ahead_seconds: 3600 });
    expect((await move({ now: iso(5 * HOUR) })).json).toMatchObject({ now: iso(5 * HOUR) });
    expect((await call({ method: 'GET', path, headers })).json).toMatchObject({ ahead_seconds: 5 * 3600 });
    expect(played()).toEqual([TENANT, TENANT]);
    expect(itemsUnder(items, 'AUDIT#').map(({ action }) => action)).toEqual(Array(2).fill('organization.test_clock_moved'));
  });

  it.each([[{ now: iso(-HOUR) }], [{}], [{ advance_seconds: 1, now: iso(HOUR) }], [{ advance_seconds: -1 }], [{ now: 'soon' }]])(
    'goes forward only, by one of the two: %o is refused, and nothing is played',
    async (body) => {
      expect((await move(body)).status).toBe(422);
      expect(played()).toEqual([]);
    },
  );

  it('says in the 422 that it goes forward only, also once it is ahead, and stays', async () => {
    await move({ advance_seconds: 7200 });
    const { status, json } = await move({ now: iso(HOUR) });
    expect([status, JSON.stringify(json)]).toEqual([422, expect.stringContaining('forward only')]);
    expect((await call({ method: 'GET', path, headers })).json).toMatchObject({ ahead_seconds: 7200 });
  });

  it('goes by ten years at a time and by fifty in all, so that nobody plays centuries', async () => {
    const tenYears = MAX_MOVE_SECONDS;
    expect((await move({ now: iso(tenYears * SECOND + 1) })).status).toBe(422);
    for (let n = 0; n < 5; n += 1) expect((await move({ advance_seconds: tenYears })).status).toBe(200);
    const { status, json } = await move({ advance_seconds: 1 });
    expect([status, JSON.stringify(json)]).toEqual([422, expect.stringContaining('fifty years')]);
  });

  it('is moved once by a request that comes twice at once, also by days, in which a key would be forgotten', async () => {
    let release = () => {};
    const isMoved = new Promise<void>((resolve) => {
      release = resolve;
    });
    // The duplicate request looks up its Idempotency-Key before the clock moves, and reads the clock afterwards.
    const late = testClockStore({ ...table, get: async (key) => isMoved.then(() => table.get(key)) });
    const twin = apiCaller([createOperationRoute(moveTestClock, lazily({ testClock: () => late }, apiPorts))()]);
    const request = { path, body: { advance_seconds: 2 * 86_400 }, headers: { ...headers, 'idempotency-key': 'k' } };
    const second = twin(request);
    const first = await call(request);
    release();
    expect([first.status, (await second).json]).toEqual([200, first.json]);
    expect((await call({ method: 'GET', path, headers })).json).toMatchObject({ ahead_seconds: 2 * 86_400 });
  });

  it('stays as it is where the entry cannot be written', async () => {
    guardRequests((_, input) => {
      if (JSON.stringify(input).includes('AUDIT#')) throw new Error('the entry is refused');
    });
    const { status } = await move({ advance_seconds: 3600 }).finally(() => guardRequests(undefined));
    expect(status).toBeGreaterThanOrEqual(500);
    expect((await call({ method: 'GET', path, headers })).json).toMatchObject({ ahead_seconds: 0 });
    expect(played()).toEqual([]);
  });

  it('is none of live mode', async () => {
    expect((await call({ method: 'POST', path, body: { advance_seconds: 1 } })).status).toBe(409);
    expect((await call({ method: 'GET', path })).status).toBe(409);
    expect(played()).toEqual([]);
  });
});
