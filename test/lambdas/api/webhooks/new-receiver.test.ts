import { beforeEach, describe, expect, it } from 'vitest';
import { HttpErrorBody } from '../../../../contract/api/http-error.schema.ts';
import { keys } from '../../../../lambdas/shared/table/keys.ts';
import { HOUR, iso, later, SECOND } from '../../a-domain.ts';
import { clock, itemsUnder, limitsItem, tableHolds } from '../api-caller.ts';
import { aWebhook, WEBHOOK_ID, webhooksApi } from './webhooks-api.ts';

// A client gains nothing by recreating a hanging webhook or by changing its URL.

const HOST = 'hooks.integrator.com';
const PATH = `/api/webhooks/${WEBHOOK_ID}`;
const body = { url: `https://${HOST}/certificates`, events: ['certificate.issued'] };
const hanging = { timeoutsInRow: 3, probeAt: iso(60 * SECOND), probes: 2 };
let call = webhooksApi();
let items: ReturnType<typeof tableHolds>;
const stored = (id = WEBHOOK_ID) => {
  const { pk, sk } = keys.webhook('org_A', id);
  return items.get(`${pk}|${sk}`);
};
const create = (url = body.url) => call({ path: '/api/webhooks', body: { ...body, url } });
const update = (url: string) => call({ method: 'PATCH', path: PATH, body: { url } });
const remove = () => call({ method: 'DELETE', path: PATH });
const memories = () => itemsUnder(items, 'RECEIVER#');

beforeEach(() => {
  call = webhooksApi();
  items = tableHolds();
});

describe('a new webhook', () => {
  it('begins in the slow lane, with nothing known of its host', async () => {
    const { json } = await create();
    expect(stored()).toMatchObject({ isSlow: true });
    expect(stored()).not.toHaveProperty('timeoutsInRow');
    expect(json).not.toHaveProperty('warnings');
  });

  it('a webhook that hangs, deleted and made again, begins with its circuit breaker open, and says so', async () => {
    items = tableHolds(aWebhook(WEBHOOK_ID, hanging));
    expect((await remove()).status).toBe(200);
    call = webhooksApi();
    const { status, json } = await create('https://HOOKS.integrator.com.:8443/another/path?and=query');
    expect(status).toBe(201);
    expect(stored()).toMatchObject({ ...hanging, isSlow: true });
    expect(json.warnings).toEqual([expect.stringMatching(/hooks\.integrator\.com has not answered .* a test of this webhook/)]);
  });

  it('time-outs add up over webhooks that are made again', async () => {
    items = tableHolds(aWebhook(WEBHOOK_ID, { timeoutsInRow: 2 }));
    await remove();
    call = webhooksApi();
    const { json } = await create();
    expect(stored()).toMatchObject({ timeoutsInRow: 2 });
    expect(json).not.toHaveProperty('warnings');
  });

  it.each([
    ['another host', 'https://other.integrator.com/'],
    ['a host below that one', `https://a.${HOST}/`],
  ])('at %s has nothing of what is known', async (_, url) => {
    items = tableHolds(aWebhook(WEBHOOK_ID, hanging));
    await remove();
    call = webhooksApi();
    await create(url);
    expect(stored()).not.toHaveProperty('timeoutsInRow');
  });

  it('what one organization knows of a host is nothing to another', async () => {
    items = tableHolds({
      ...{ ...keys.receiver('org_B', HOST), organizationId: 'org_B', host: HOST },
      ...{ timeoutsInRow: 9, expiresAtSeconds: later(HOUR).getTime() / 1000 },
    });
    await create();
    expect(stored()).not.toHaveProperty('timeoutsInRow');
  });

  it('a webhook that answers is deleted without a trace', async () => {
    items = tableHolds(aWebhook(), { ...keys.resourceCounts('org_A'), webhooks: 1 });
    await remove();
    expect(memories()).toEqual([]);
  });
});

describe('a webhook with another address', () => {
  it('begins as a new one at another host, and its former host is remembered', async () => {
    items = tableHolds(aWebhook(WEBHOOK_ID, hanging));
    expect((await update('https://other.integrator.com/')).status).toBe(200);
    expect(stored()).toMatchObject({ isSlow: true });
    for (const gone of ['timeoutsInRow', 'probeAt', 'probes']) expect(stored()).not.toHaveProperty(gone);
    expect(memories()).toMatchObject([{ host: HOST, ...hanging }]);
    expect((await update(body.url)).status).toBe(200);
    expect(stored()).toMatchObject({ ...hanging, isSlow: true });
  });

  it('keeps its circuit breaker and its lane at another path of its host', async () => {
    for (const state of [hanging, {}]) {
      items = tableHolds(aWebhook(WEBHOOK_ID, state));
      await update(`https://${HOST}/elsewhere`);
      expect(stored()).toMatchObject(state);
      expect(stored()).not.toHaveProperty('isSlow');
      expect(memories()).toEqual([]);
    }
  });
});

describe('429: new receivers', () => {
  const used = (newReceiversInHour: number) => limitsItem({ newReceiversInHour });
  const countNow = () => {
    const { pk, sk } = keys.limits('org_A');
    return items.get(`${pk}|${sk}`)?.newReceiversInHour;
  };
  const exceeded = { limit: 60, remaining: 0, reset_at: later(HOUR).toISOString() };

  it('the sixtieth new webhook of an hour is created, the next one not', async () => {
    items = tableHolds(used(59));
    expect((await create()).status).toBe(201);
    const { status, json, headers } = await create();
    expect(status).toBe(429);
    expect(HttpErrorBody.parse(json).error).toMatchObject({ code: 'rate_limit_exceeded', details: exceeded });
    expect(headers).toMatchObject({ 'retry-after': '3600', 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '0' });
    expect(itemsUnder(items, 'AUDIT#')).toHaveLength(1);
  });

  it('the next hour has room for new webhooks again', async () => {
    items = tableHolds(used(60));
    clock.now = later(HOUR);
    expect((await create()).status).toBe(201);
  });

  it('an administrator may have raised the limit on new webhooks', async () => {
    items = tableHolds(limitsItem({ newReceiversInHour: 60, newReceiversPerHour: 61 }));
    expect((await create()).status).toBe(201);
    expect((await create()).status).toBe(429);
  });

  it('a webhook that is sent to another host counts as a new one, one that is sent to another path does not', async () => {
    items = tableHolds(used(60), aWebhook());
    expect((await update(`https://${HOST}/elsewhere`)).status).toBe(200);
    const { status, json } = await update('https://other.integrator.com/');
    expect(status).toBe(429);
    expect(HttpErrorBody.parse(json).error).toMatchObject({ details: exceeded });
    expect(stored()).toMatchObject({ url: `https://${HOST}/elsewhere` });
  });

  it('what is refused for its fields or the quota is not counted', async () => {
    items = tableHolds(limitsItem({ webhooks: 1 }), aWebhook(1));
    expect((await create()).status).toBe(422);
    expect((await create('nonsense')).status).toBe(422);
    expect(countNow()).toBe(0);
  });

  it('what is refused when it is written is not counted: of two webhooks at once one above the quota', async () => {
    items = tableHolds(limitsItem({ webhooks: 1, newReceiversInHour: 5 }));
    const answers = await Promise.all([create(), create()]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422]);
    expect(countNow()).toBe(6);
  });

  it('what is refused when it is written is not counted: of two changes at once one of a version that is gone', async () => {
    items = tableHolds(used(5), aWebhook());
    const etag = String((await call({ method: 'GET', path: PATH })).headers.etag);
    const move = (host: string) =>
      call({ method: 'PATCH', path: PATH, headers: { 'if-match': etag }, body: { url: `https://${host}.integrator.com/` } });
    const answers = await Promise.all([move('a'), move('b')]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412]);
    expect(countNow()).toBe(6);
  });

  it('a repeat with the same Idempotency-Key is not counted', async () => {
    items = tableHolds(used(59));
    const once = { path: '/api/webhooks', body, headers: { 'idempotency-key': 'a' } };
    expect([(await call(once)).status, (await call(once)).status, (await call(once)).status]).toEqual([201, 201, 201]);
  });
});
