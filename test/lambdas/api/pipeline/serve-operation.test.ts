import { beforeEach, describe, expect, it, vi } from 'vitest';
import { HTTP_ERROR_STATUS, type HttpErrorCode } from '../../../../contract/api/error-codes.ts';
import { STANDARD_LIMITS } from '../../../../contract/api/limits.ts';
import { createDomain } from '../../../../lambdas/api/domains/create-domain.ts';
import type { Call } from '../../../../lambdas/api/pipeline/call.ts';
import type { Prepare } from '../../../../lambdas/api/pipeline/operation.ts';
import { limitsOf } from '../../../../lambdas/model/accounts/organization-limits.ts';
import { AppError } from '../../../../lambdas/shared/errors/app-error.ts';
import { NOW } from '../../a-domain.ts';
import { settings } from '../../settings.ts';
import {
  type ApiCall,
  apiCaller,
  COUNTED,
  dynamo,
  KEPT,
  keyItem,
  limitsItem,
  log,
  pair,
  standIns,
  tableHolds,
  wholeRequests,
} from '../api-caller.ts';

const work = vi.fn((_: Call) => ({ status: 201, json: { made: true } }));
const prepare = vi.fn<Prepare>(() => work);
const call = apiCaller(standIns([createDomain], prepare));
const post = (more: ApiCall = {}) => call({ body: {}, ...more });
const refusal = (code: HttpErrorCode) => new AppError(code, 'no');

beforeEach(() => {
  tableHolds();
  work.mockClear();
  prepare.mockReset().mockReturnValue(work);
});

describe('the order of checks', () => {
  /** Everything is invalid at first. Each step fixes what the previous step reported. */
  const wrong = {
    key: { 'x-api-key': 'x' },
    idempotency: { 'idempotency-key': 'ä' },
  };
  const poor = (changes = {}) => keyItem({ permissions: ['domains.read'], ...changes });

  it('is route, method, key, rate, permission, Idempotency-Key, and then the request', async () => {
    prepare.mockImplementation(() => {
      throw refusal('validation_error');
    });
    const headers = { ...wrong.key, ...wrong.idempotency };
    tableHolds(poor({ requestsInMinute: 100 }));
    expect((await post({ path: '/api/domain', method: 'PUT', headers })).status).toBe(404);
    expect((await post({ method: 'PUT', headers })).status).toBe(405);
    expect((await post({ headers })).status).toBe(401);
    expect((await post({ headers: wrong.idempotency })).status).toBe(429);
    tableHolds(poor(), limitsItem({ requestsInHour: 1000 }));
    expect((await post({ headers: wrong.idempotency })).status).toBe(429);
    tableHolds(poor());
    expect((await post({ headers: wrong.idempotency })).status).toBe(403);
    expect(prepare).not.toHaveBeenCalled();
    tableHolds();
    expect((await post({ headers: wrong.idempotency })).status).toBe(400);
    expect((await post()).status).toBe(422);
    expect(work).not.toHaveBeenCalled();
  });
});

describe('the limit headers', () => {
  const names = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'];
  const codes = (Object.keys(HTTP_ERROR_STATUS) as HttpErrorCode[]).filter((code) => code !== 'invalid_api_key');

  it('are on a successful answer', async () => {
    expect(Object.keys((await post()).headers)).toEqual(expect.arrayContaining(names));
  });

  it.each(codes)('are on every error after the key: %s', async (code) => {
    prepare.mockImplementation(() => {
      throw refusal(code);
    });
    expect(await post()).toMatchObject({
      status: HTTP_ERROR_STATUS[code],
      headers: {
        'x-ratelimit-limit': '100',
        'x-ratelimit-remaining': '99',
        'x-ratelimit-reset': String(NOW.getTime() / 1000 + 60),
      },
    });
  });

  it('are on a 500, which tells nothing to strangers and all to the log', async () => {
    work.mockImplementationOnce(() => {
      throw new Error('secret detail');
    });
    const { status, json, headers } = await post();
    expect([status, json.error.code, JSON.stringify(json).includes('secret detail')]).toEqual([500, 'internal_error', false]);
    expect(Object.keys(headers)).toEqual(expect.arrayContaining(names));
    expect(log).toHaveBeenCalledWith('error', 'request failed', expect.objectContaining({ cause: expect.any(Error) }));
  });

  it('are on the 503 of work that takes too long', async () => {
    const neverEnding = standIns([createDomain], () => () => new Promise(() => {}));
    // The pipeline answers 3 s before the Lambda times out: here after 30 ms.
    const { status, headers } = await apiCaller(neverEnding, 3_030)({ body: {} });
    expect([status, headers['retry-after']]).toEqual([503, '5']);
    expect(Object.keys(headers)).toEqual(expect.arrayContaining(names));
  });

  it('are not on answers before the key', async () => {
    for (const more of [{ method: 'PUT' }, { path: '/api/x' }, { headers: { 'x-api-key': '' } }]) {
      expect(Object.keys((await post(more)).headers).filter((name) => names.includes(name))).toEqual([]);
    }
  });
});

describe('the work of a call', () => {
  it('knows the caller, the address, the limits and what is used of them', async () => {
    tableHolds(keyItem({ requestsPerMinute: 200, requestsInMinute: 4 }), limitsItem({ domains: 5, requestsInHour: 9 }));
    await post();
    expect(work.mock.calls[0]?.[0]).toMatchObject({
      caller: { organizationId: 'org_A', keyId: pair.keyId, keyName: 'first' },
      limits: { ...STANDARD_LIMITS, domains: 5, requestsPerMinute: 200 },
      used: { requestsPerMinute: 5, requestsPerHour: 10 },
      actor: { type: 'api_key', keyId: pair.keyId, requestId: 'req_1', sourceIp: '192.0.2.1', userAgent: 'test' },
      now: NOW,
    });
  });

  it('is prepared while the organization is counted, and done after it', async () => {
    const order: string[] = [];
    prepare.mockImplementation(async () => {
      order.push('prepare');
      return () => {
        order.push('work');
        expect(wholeRequests()).toEqual([...COUNTED]);
        return { status: 200, json: {} };
      };
    });
    expect((await post()).status).toBe(200);
    expect(order).toEqual(['prepare', 'work']);
  });

  it('with a plan runs on it where there is no Idempotency-Key', async () => {
    const run = vi.fn(async (_: Call, plan: unknown) => ({ status: 200, json: plan }));
    prepare.mockReturnValue({ plan: { ids: [1] }, run });
    expect((await post()).json).toEqual({ ids: [1] });
    expect(wholeRequests()).toEqual([...COUNTED, KEPT]);
  });

  it('does not begin where the count fails', async () => {
    dynamo.rejects(new Error('down'));
    expect((await post()).status).toBe(500);
    expect(work).not.toHaveBeenCalled();
  });
});

it('every limit has its standard, that of the stage first, unless an administrator has changed it', () => {
  expect(limitsOf({}, settings.rateLimits)).toEqual(STANDARD_LIMITS);
  const ofStage = { requestsPerMinute: 7, requestsPerHour: 70 };
  expect(limitsOf({}, ofStage)).toEqual({ ...STANDARD_LIMITS, ...ofStage });
  expect(limitsOf({ requestsPerHour: 9 }, ofStage)).toEqual({ ...STANDARD_LIMITS, ...ofStage, requestsPerHour: 9 });
  expect(limitsOf({ servers: 0, webhooks: 7 }, settings.rateLimits)).toEqual({ ...STANDARD_LIMITS, servers: 0, webhooks: 7 });
});
