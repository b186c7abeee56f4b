import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createDomain } from '../../../../lambdas/api/domains/create-domain.ts';
import { retryDomain } from '../../../../lambdas/api/domains/retry-domain.ts';
import type { Call, PlannedWork } from '../../../../lambdas/api/pipeline/call.ts';
import type { Prepare } from '../../../../lambdas/api/pipeline/operation.ts';
import { AppError } from '../../../../lambdas/shared/errors/app-error.ts';
import type { HttpResponse } from '../../../../lambdas/shared/http/route.ts';
import { LostRace } from '../../../../lambdas/shared/table/lost-race.ts';
import { HOUR, later, SECOND } from '../../a-domain.ts';
import {
  type ApiCall,
  answers,
  apiCaller,
  COUNTED,
  clock,
  itemsUnder,
  KEPT,
  keyItem,
  standIns,
  table,
  tableHolds,
  wholeRequests,
} from '../api-caller.ts';

let items = tableHolds();
let made = 0;
const kept = () => itemsUnder(items, 'IDEMPOTENCY#');
const things = () => itemsUnder(items, 'THING#');
const headers = { 'idempotency-key': 'key-1' };

beforeEach(() => {
  items = tableHolds();
  made = 0;
  answers.seal.mockClear();
});

async function makeThing(call: Call): Promise<HttpResponse> {
  made += 1;
  const number = made;
  const response = { status: 201, json: { number } };
  const thing = table.putWrite({ pk: `THING#${number}`, sk: 'THING' });
  await table.transact([thing, ...(await call.answerWrites(response))]);
  return response;
}
const caller = (prepare: Prepare) => apiCaller(standIns([createDomain, retryDomain], prepare));
const makes = caller(() => makeThing);
const post = (more: ApiCall = {}, call = makes) => call({ body: { a: 1 }, headers, ...more });

describe('a repeat', () => {
  it('gets the first answer, word for word, and nothing is done again', async () => {
    const first = await post();
    const second = await post();
    expect([second.status, second.json]).toEqual([201, first.json]);
    expect([first.headers['idempotency-replayed'], second.headers['idempotency-replayed']]).toEqual([undefined, 'true']);
    expect(things()).toHaveLength(1);
    expect(answers.seal).toHaveBeenCalledWith('org_A', '{"number":1}');
  });

  it('counts like any other request', async () => {
    await post();
    expect((await post()).headers['x-ratelimit-remaining']).toBe('98');
  });

  it('takes one read more than a call without the header, and its answer goes into the transaction of the work', async () => {
    await post();
    expect(wholeRequests()).toEqual([
      ...COUNTED,
      'GetItem IDEMPOTENCY#org_A#… IDEMPOTENCY',
      'TransactWriteItems Put THING#1 THING, Put IDEMPOTENCY#org_A#… IDEMPOTENCY',
      KEPT,
    ]);
  });

  it('is a new request after 24 hours', async () => {
    await post();
    clock.now = later(24 * HOUR - 1);
    expect((await post()).json).toEqual({ number: 1 });
    clock.now = later(24 * HOUR);
    expect((await post()).json).toEqual({ number: 2 });
    expect((await post()).json).toEqual({ number: 2 });
  });

  it('gets the answer within the same organization only', async () => {
    await post();
    const other = keyItem({ organizationId: 'org_B' });
    items.set(`${other.pk}|${other.sk}`, other);
    expect((await post()).json).toEqual({ number: 2 });
  });

  it('at the same moment creates one thing: the slower request gets the answer of the faster one', async () => {
    const [one, other] = await Promise.all([post(), post()]);
    expect(one.json).toEqual(other.json);
    expect([one.headers['idempotency-replayed'], other.headers['idempotency-replayed']].filter(Boolean)).toEqual(['true']);
    expect(things()).toHaveLength(1);
  });

  it('by a key that has lost the permission is 403, before any answer is read', async () => {
    await post();
    const poor = keyItem({ permissions: ['domains.read'] });
    items.set(`${poor.pk}|${poor.sk}`, poor);
    const { status, json } = await post();
    expect([status, json.error.code]).toEqual([403, 'insufficient_permissions']);
    expect(wholeRequests()).toEqual([
      ...COUNTED,
      'GetItem IDEMPOTENCY#org_A#… IDEMPOTENCY',
      'TransactWriteItems Put THING#1 THING, Put IDEMPOTENCY#org_A#… IDEMPOTENCY',
      KEPT,
      ...COUNTED,
      KEPT,
    ]);
  });
});

describe('422 idempotency_key_reused', () => {
  it('is the answer where another request was faster by a moment', async () => {
    const [one, other] = await Promise.all([post(), post({ body: { a: 2 } })]);
    expect([one.status, other.status].toSorted()).toEqual([201, 422]);
    expect(things()).toHaveLength(1);
  });
});

describe('an answer that is no success', () => {
  const failing = (
    code: 'validation_error' | 'resource_not_found' | 'conflict' | 'rate_limit_exceeded' | 'service_unavailable',
  ) => {
    const work = vi.fn(() => {
      throw new AppError(code, 'no');
    });
    return { work, call: caller(() => work), early: caller(work) };
  };

  it.each(['validation_error', 'resource_not_found', 'conflict'] as const)(
    'is kept where a repeat would get it again: %s',
    async (code) => {
      const { work, call } = failing(code);
      const [first, second] = [await post({}, call), await post({}, call)];
      expect([second.json, second.headers['idempotency-replayed']]).toEqual([first.json, 'true']);
      expect(work).toHaveBeenCalledTimes(1);
    },
  );

  it('is also kept where the request is refused before its work', async () => {
    const { early } = failing('validation_error');
    await post({}, early);
    expect((await post({}, early)).headers['idempotency-replayed']).toBe('true');
    expect((await post({ body: { a: 2 } })).json.error.code).toBe('idempotency_key_reused');
  });

  it.each(['rate_limit_exceeded', 'service_unavailable'] as const)(
    'is not kept where a repeat may get another: %s',
    async (code) => {
      expect((await post({}, failing(code).call)).status).toBeGreaterThanOrEqual(429);
      expect(kept()).toEqual([]);
      expect((await post()).status).toBe(201);
    },
  );

  it('a 500 or a lost race is not kept for a repeat', async () => {
    for (const error of [new Error('broken'), new LostRace([], undefined)]) {
      const broken = caller(() => () => Promise.reject(error));
      expect((await post({}, broken)).status).toBeGreaterThanOrEqual(500);
      expect(kept()).toEqual([]);
    }
  });
});

describe('work that found nothing to write', () => {
  it('has its answer kept all the same', async () => {
    const looks = caller(() => () => {
      made += 1;
      return { status: 200, json: { seen: made } };
    });
    expect([(await post({}, looks)).json, (await post({}, looks)).json]).toEqual([{ seen: 1 }, { seen: 1 }]);
  });

  it('has its answer kept also after a first try that lost a race with it', async () => {
    const work = caller(() => async (call: Call) => {
      made += 1;
      await call.answerWrites({ status: 200, json: { tried: made } }); // for a transaction that failed
      return { status: 200, json: { seen: made } };
    });
    expect((await post({}, work)).json).toEqual({ seen: 1 });
    expect(await post({}, work)).toMatchObject({ json: { seen: 1 }, headers: { 'idempotency-replayed': 'true' } });
  });
});

describe('work in several transactions', () => {
  /** Each run creates the missing things of its plan. `breaks` may throw in between. */
  let breaks: (() => void) | undefined;
  const runs = vi.fn(async (_: Call, plan: unknown): Promise<HttpResponse> => {
    for (const number of plan as number[]) {
      await table.put({ pk: `THING#${number}`, sk: 'THING' });
      breaks?.();
    }
    return { status: 201, json: { plan } };
  });
  const bulk = caller((): PlannedWork => {
    made += 2;
    return { plan: [made - 1, made], run: runs };
  });
  const numbers = () => things().map(({ pk }) => pk);

  beforeEach(() => {
    breaks = undefined;
    runs.mockClear();
  });

  it('is done once, by the plan that was kept before it began', async () => {
    const first = await post({}, bulk);
    expect(first.json).toEqual({ plan: [1, 2] });
    expect((await post({}, bulk)).headers['idempotency-replayed']).toBe('true');
    expect([runs.mock.calls.length, numbers()]).toEqual([1, ['THING#1', 'THING#2']]);
  });

  it('is 409 for a repeat while it runs, with the time to ask again', async () => {
    let refused: Awaited<ReturnType<typeof post>> | undefined;
    runs.mockImplementationOnce(async () => {
      clock.now = later(20 * SECOND);
      refused = await post({}, bulk);
      return { status: 201, json: {} };
    });
    expect((await post({}, bulk)).status).toBe(201);
    expect(refused).toMatchObject({ status: 409, json: { error: { code: 'conflict' } }, headers: { 'retry-after': '40' } });
    expect(runs).toHaveBeenCalledTimes(1);
  });

  it('is done by one of two calls at the same moment', async () => {
    const both = await Promise.all([post({}, bulk), post({}, bulk)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect(runs).toHaveBeenCalledTimes(1);
  });

  it('continues after a crash by the same plan, once its lease is over, and not before', async () => {
    await crash();
    clock.now = later(60 * SECOND - 1);
    expect((await post({}, bulk)).status).toBe(409);
    clock.now = later(60 * SECOND);
    const { status, json } = await post({}, bulk);
    expect([status, json]).toEqual([201, { plan: [1, 2] }]);
    expect(numbers()).toEqual(['THING#1', 'THING#2']);
    expect((await post({}, bulk)).headers['idempotency-replayed']).toBe('true');
  });

  /** The Lambda dies after it has stored the first thing. */
  async function crash(): Promise<void> {
    runs.mockImplementationOnce(async (_, plan) => {
      await table.put({ pk: `THING#${(plan as number[])[0]}`, sk: 'THING' });
      return new Promise(() => {});
    });
    void post({}, bulk);
    await vi.waitUntil(() => things().length === 1);
  }

  it('is repeated at once after a failure, by the same plan', async () => {
    breaks = () => {
      throw new Error('broken');
    };
    expect((await post({}, bulk)).status).toBe(500);
    breaks = undefined;
    expect((await post({}, bulk)).json).toEqual({ plan: [1, 2] });
    expect(numbers()).toEqual(['THING#1', 'THING#2']);
  });

  it('is also repeated after it answered 503 itself', async () => {
    runs.mockResolvedValueOnce({ status: 503, json: {} });
    expect((await post({}, bulk)).status).toBe(503);
    expect((await post({}, bulk)).json).toEqual({ plan: [1, 2] });
  });

  it('keeps a refusal', async () => {
    runs.mockRejectedValueOnce(new AppError('validation_error', 'none of them'));
    expect((await post({}, bulk)).status).toBe(422);
    expect((await post({}, bulk)).headers['idempotency-replayed']).toBe('true');
    expect(runs).toHaveBeenCalledTimes(1);
  });
});
