import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { mockClient } from 'aws-sdk-client-mock';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { HttpErrorBody } from '../../../../contract/api/http-error.schema.ts';
import { getDomain } from '../../../../lambdas/api/domains/get-domain.ts';
import { openApi } from '../../../../lambdas/api/pipeline/open-api.gateway.ts';
import { type RateUsage, rateHeaders, rateLimitExceeded } from '../../../../lambdas/model/accounts/requests/rate-limit.ts';
import { secondsUntil } from '../../../../lambdas/shared/time/instant.ts';
import { aDomain, HOUR, later, NOW, SECOND } from '../../a-domain.ts';
import { settings } from '../../settings.ts';
import {
  apiCaller,
  COUNTED,
  clock,
  DOMAIN_ID,
  itemOf,
  itemsUnder,
  keyItem,
  limitsItem,
  opened,
  pair,
  tableHolds,
  wholeRequests,
} from '../api-caller.ts';

const call = apiCaller(opened([getDomain]));
const get = () => call({ method: 'GET', path: `/api/domains/${DOMAIN_ID}` });
const domain = itemOf(aDomain('active'));
const MINUTE = 60 * SECOND;
const limitHeaders = ({ headers }: Awaited<ReturnType<typeof get>>) =>
  [headers['x-ratelimit-limit'], headers['x-ratelimit-remaining'], headers['x-ratelimit-reset']].map(Number);
const unix = (instant: Date) => instant.getTime() / 1000;
const used = (items: Map<string, Record<string, unknown>>) => [
  itemsUnder(items, 'KEY#')[0]?.requestsInMinute,
  items.get('ORG#org_A|LIMITS')?.requestsInHour,
];

beforeEach(() => {
  tableHolds(domain);
});

describe("a key's minute", () => {
  const notBegun = [
    keyItem({ countedMinute: '2026-06-01T11:59', requestsInMinute: 100 }),
    limitsItem({ countedHour: '2026-06-01T11', requestsInHour: 1000 }),
  ];
  it.each([
    ['within it', []],
    ['at the turn of the minute and the hour, when nobody has begun them', notBegun],
  ])('accepts exactly 100 of 150 at once, and the rest do not count for the organization: %s', async (_, counted) => {
    const items = tableHolds(domain, ...counted);
    const answers = await Promise.all(Array.from({ length: 150 }, get));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(100);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(50);
    expect(used(items)).toEqual([100, 100]);
  });

  it('begins anew with the clock', async () => {
    tableHolds(domain, keyItem({ requestsInMinute: 100 }));
    clock.now = later(MINUTE - 1);
    expect((await get()).status).toBe(429);
    clock.now = later(MINUTE);
    expect((await get()).status).toBe(200);
  });

  it('that ends is added to the totals for reports, by the write that begins the next', async () => {
    const items = tableHolds(
      domain,
      keyItem({ countedMinute: '2026-06-01T11:58', requestsInMinute: 100, requestsBefore: 7 }),
      limitsItem({ countedHour: '2026-06-01T11', requestsInHour: 12 }),
    );
    await get();
    expect(wholeRequests()).toEqual([
      COUNTED[0],
      ...COUNTED,
      'GetItem DOMAIN#4503599627371 DOMAIN',
      'UpdateItem ORG#org_A LIMITS',
    ]);
    const totals = () => [itemsUnder(items, 'KEY#')[0], items.get('ORG#org_A|LIMITS')];
    expect(totals()).toMatchObject([
      { requestsBefore: 107, fullMinutes: 1, requestsInMinute: 1 },
      { requestsBefore: 12, requestsInHour: 1 },
    ]);
    clock.now = later(MINUTE);
    await get();
    expect(totals()).toMatchObject([{ requestsBefore: 108, fullMinutes: 1 }, { requestsBefore: 12 }]);
  });

  it('takes one request to count, and two at its turn', async () => {
    await get();
    expect(wholeRequests()).toEqual([...COUNTED, 'GetItem DOMAIN#4503599627371 DOMAIN']);
    tableHolds(domain, keyItem({ countedMinute: '2026-06-01T11:59' }), limitsItem({ countedHour: '2026-06-01T11' }));
    await get();
    expect(wholeRequests()).toEqual([
      COUNTED[0],
      ...COUNTED,
      'GetItem DOMAIN#4503599627371 DOMAIN',
      'UpdateItem ORG#org_A LIMITS',
    ]);
  });

  it('begins with one for a new key in an organization that was never counted', async () => {
    const { countedMinute: _, requestsInMinute: __, ...fresh } = keyItem();
    const items = tableHolds(domain);
    items.set(`${fresh.pk}|KEY`, fresh);
    items.delete('ORG#org_A|LIMITS');
    expect(limitHeaders(await get())).toEqual([100, 99, unix(later(MINUTE))]);
    expect(used(items)).toEqual([1, 1]);
  });

  it('can be raised, and lowered to zero', async () => {
    tableHolds(domain, keyItem({ requestsInMinute: 100, requestsPerMinute: 150 }));
    expect(limitHeaders(await get())).toEqual([150, 49, unix(later(MINUTE))]);
    tableHolds(domain, keyItem({ requestsPerMinute: 0, countedMinute: '2026-06-01T11:59' }));
    expect((await get()).status).toBe(429);
  });

  it('that a faster clock has begun is counted in, and not begun again', async () => {
    const items = tableHolds(domain, keyItem({ countedMinute: '2026-06-01T12:01', requestsInMinute: 98 }));
    expect(limitHeaders(await get())).toEqual([100, 1, unix(later(2 * MINUTE))]);
    expect((await get()).status).toBe(200);
    expect((await get()).json.error.details).toEqual({ limit: 100, remaining: 0, reset_at: later(2 * MINUTE).toISOString() });
    expect(used(items)).toEqual([100, 2]);
  });
});

describe('429', () => {
  it('of the key names its limit, and when it ends', async () => {
    tableHolds(domain, keyItem({ requestsInMinute: 100 }));
    clock.now = later(10 * SECOND + 1);
    const answer = await get();
    expect(answer.status).toBe(429);
    expect(HttpErrorBody.safeParse(answer.json).success).toBe(true);
    expect(answer.json.error.details).toEqual({ limit: 100, remaining: 0, reset_at: later(MINUTE).toISOString() });
    expect(limitHeaders(answer)).toEqual([100, 0, unix(later(MINUTE))]);
    expect(answer.headers['retry-after']).toBe('50');
    expect(wholeRequests()).toEqual([COUNTED[0], 'GetItem ORG#org_A LIMITS']);
  });

  it('of the organization names its hour', async () => {
    const items = tableHolds(domain, limitsItem({ requestsInHour: 1000 }));
    const answer = await get();
    expect(answer.json.error).toMatchObject({
      code: 'rate_limit_exceeded',
      details: { limit: 1000, reset_at: later(HOUR).toISOString() },
    });
    expect(limitHeaders(answer)).toEqual([1000, 0, unix(later(HOUR))]);
    expect(answer.headers['retry-after']).toBe('3600');
    expect(used(items)).toEqual([1, 1000]);
  });

  it('of both limits names the later end', async () => {
    tableHolds(domain, keyItem({ requestsInMinute: 100 }), limitsItem({ requestsInHour: 1000 }));
    const answer = await get();
    expect(limitHeaders(answer)).toEqual([1000, 0, unix(later(HOUR))]);
    expect(answer.json.error.details.reset_at).toBe(later(HOUR).toISOString());
  });

  it('of the key ignores an hour that is over', async () => {
    tableHolds(domain, keyItem({ requestsInMinute: 100 }), limitsItem({ countedHour: '2026-06-01T11', requestsInHour: 1000 }));
    expect((await get()).json.error.details.limit).toBe(100);
  });
});

describe("an organization's hour", () => {
  it('accepts exactly as many as its limit says, of all keys together', async () => {
    const items = tableHolds(
      domain,
      keyItem({ requestsPerMinute: 1000 }),
      limitsItem({ requestsPerHour: 30, requestsInHour: 10 }),
    );
    const answers = await Promise.all(Array.from({ length: 40 }, get));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
    expect(used(items)).toEqual([40, 30]);
  });
});

describe('the limits of a stage', () => {
  const ofStage = { requestsPerMinute: 3, requestsPerHour: 5 };
  const there = apiCaller(opened([getDomain], { settings: { ...settings, rateLimits: ofStage } }));
  const ask = () => there({ method: 'GET', path: `/api/domains/${DOMAIN_ID}` });

  it('hold for keys without a limit of their own, exactly, at two requests to the table for the counts', async () => {
    const items = tableHolds(domain);
    const answers = await Promise.all(Array.from({ length: 10 }, ask));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(used(items)).toEqual([3, 3]);
    const refused = await ask();
    expect([refused.status, refused.json.error.details.limit, limitHeaders(refused)[0]]).toEqual([429, 3, 3]);
    tableHolds(domain);
    await ask();
    expect(wholeRequests()).toEqual([...COUNTED, 'GetItem DOMAIN#4503599627371 DOMAIN']);
  });

  it('hold for the hour of an organization, and for what reports call a full hour', async () => {
    const items = tableHolds(
      domain,
      keyItem({ requestsPerMinute: 100 }),
      limitsItem({ countedHour: '2026-06-01T11', requestsInHour: 5 }),
    );
    const answers = await Promise.all(Array.from({ length: 8 }, ask));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect((await ask()).json.error.details.limit).toBe(5);
    expect(items.get('ORG#org_A|LIMITS')).toMatchObject({ fullHours: 1, requestsBefore: 5, requestsInHour: 5 });
  });

  it('give way to what an administrator has set for the organization, be it higher or lower', async () => {
    tableHolds(domain, keyItem({ requestsPerMinute: 2 }), limitsItem({ requestsPerHour: 9 }));
    expect(limitHeaders(await ask()).slice(0, 2)).toEqual([2, 1]);
    expect(limitHeaders(await ask()).slice(0, 2)).toEqual([2, 0]);
    expect((await ask()).json.error.details.limit).toBe(2);
    tableHolds(domain, keyItem({ requestsPerMinute: 20 }), limitsItem({ requestsPerHour: 9 }));
    expect(limitHeaders(await ask()).slice(0, 2)).toEqual([9, 8]);
  });

  it('that an administrator changes between two requests hold from the second one on, at no request more', async () => {
    const items = tableHolds(domain, keyItem({ requestsInMinute: 3 }));
    expect((await ask()).status).toBe(429);
    items.set(`${keyItem().pk}|KEY`, keyItem({ requestsInMinute: 3, requestsPerMinute: 5 }));
    expect(limitHeaders(await ask()).slice(0, 2)).toEqual([5, 1]);
    items.set(`${keyItem().pk}|KEY`, keyItem({ requestsInMinute: 4, requestsPerMinute: 1 }));
    expect((await ask()).json.error.details).toMatchObject({ limit: 1, remaining: 0 });
    // A request over the minute's limit still reads the hour's count.
    expect(wholeRequests()).toEqual([
      COUNTED[0],
      'GetItem ORG#org_A LIMITS',
      ...COUNTED,
      'GetItem DOMAIN#4503599627371 DOMAIN',
      COUNTED[0],
      'GetItem ORG#org_A LIMITS',
    ]);
  });

  it('two functions of different deployments apply to one count, each its own, while one replaces the other', async () => {
    const items = tableHolds(domain);
    for (let asked = 0; asked < 3; asked += 1) expect((await ask()).status).toBe(200);
    expect((await ask()).status).toBe(429);
    expect(limitHeaders(await get()).slice(0, 2)).toEqual([100, 96]);
    expect(used(items)).toEqual([4, 4]);
  });

  it('reach every function by its settings', async () => {
    const environment = {
      TABLE_NAME: 'table',
      KMS_KEY_ID: 'kms',
      SERVICE_SECRET_ARN: 'arn',
      SETTINGS: JSON.stringify({ ...settings, rateLimits: ofStage }),
    };
    mockClient(SecretsManagerClient)
      .on(GetSecretValueCommand)
      .resolves({ SecretString: JSON.stringify({ 1: 'x'.repeat(64) }) });
    const api = await openApi(environment);
    const handler = api.serve([getDomain], api.ports);
    const event = {
      ...{ rawPath: `/api/domains/${DOMAIN_ID}`, rawQueryString: '', isBase64Encoded: false },
      headers: { 'x-api-key-id': pair.keyId, 'x-api-key': pair.secret },
      requestContext: { domainName: 'api.test', http: { method: 'GET', sourceIp: '192.0.2.1', userAgent: 'test' } },
    } as unknown as APIGatewayProxyEventV2;
    const { headers } = await handler(event, { getRemainingTimeInMillis: () => 28_000 } as Context);
    expect(headers).toMatchObject({ 'x-ratelimit-limit': '3', 'x-ratelimit-remaining': '2' });
  });
});

describe('the limit headers of an answer', () => {
  it('show the limit with fewer requests left', async () => {
    tableHolds(domain, limitsItem({ requestsInHour: 990 }));
    expect(limitHeaders(await get())).toEqual([1000, 9, unix(later(HOUR))]);
  });

  it("show the key's at a tie", async () => {
    tableHolds(domain, limitsItem({ requestsInHour: 900 }));
    expect(limitHeaders(await get())).toEqual([100, 99, unix(later(MINUTE))]);
  });

  const usage = fc.record({
    limit: fc.nat(2000),
    used: fc.nat(3000),
    resetAt: fc.date({ min: NOW, max: later(HOUR), noInvalidDate: true }),
  });

  it('never show less than zero', () => {
    fc.assert(
      fc.property(usage, usage, (ofKey: RateUsage, ofOrganization: RateUsage) => {
        expect(Number(rateHeaders(ofKey, ofOrganization)['x-ratelimit-remaining'])).toBeGreaterThanOrEqual(0);
        const { headers, details } = rateLimitExceeded([ofKey, ofOrganization], NOW);
        expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1);
        expect(details?.reset_at).toBe(new Date(Math.max(+ofKey.resetAt, +ofOrganization.resetAt)).toISOString());
      }),
    );
  });

  it.each([
    [0, 1],
    [1, 1],
    [1000, 1],
    [1001, 2],
    [-5, 1],
  ])('count %i ms as %i whole seconds', (milliseconds, seconds) => {
    expect(secondsUntil(later(milliseconds), NOW)).toBe(seconds);
  });
});
