import { GetCommand, QueryCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it, vi } from 'vitest';
import { HttpErrorBody } from '../../../../contract/api/http-error.schema.ts';
import {
  INCLUDED_IN,
  OPERATIONS,
  type OperationId,
  PERMISSIONS,
  type Operation as Route,
} from '../../../../contract/api/operations.ts';
import { API_OPERATIONS } from '../../../../lambdas/api/operations.ts';
import { aDomain, iso, SECOND } from '../../a-domain.ts';
import {
  type ApiCall,
  clock,
  DOMAIN_ID,
  dynamo,
  itemOf,
  keyItem,
  limitsItem,
  log,
  wholeRequests,
  writes,
} from '../api-caller.ts';
import { conflict } from '../conflict.ts';
import { BODIES, FOREIGN_DOMAIN_ID, ownPath, PHASES, tableHoldsOrganizations } from './an-organization.ts';
import { call } from './every-route.ts';
import { exampleOf, textOf } from './inputs.ts';

// Refusals that all operations share. The others are in the test of each operation.

type Operation = Route & { id: OperationId };
const all = API_OPERATIONS.map(({ id }): Operation => ({ id, ...OPERATIONS[id] }));
const takesBody = ({ method }: Operation) => method !== 'GET' && method !== 'DELETE';
const bodyOf = ({ id }: Operation) => BODIES[id] ?? textOf(exampleOf(id));

function hold(operation: Operation, ...more: Record<string, unknown>[]) {
  const items = tableHoldsOrganizations(PHASES[operation.id]);
  for (const item of more) items.set(`${item.pk}|${item.sk}`, item);
  return items;
}
const ask = (operation: Operation, more: Partial<ApiCall> = {}) =>
  call({
    method: operation.method,
    path: ownPath(operation.id, operation.path),
    ...(takesBody(operation) && { body: bodyOf(operation) }),
    ...more,
  });
/** Asserts this error in the specified form. Returns it. */
function expectRefusal({ status, json }: Awaited<ReturnType<typeof ask>>, expected: number, code: string) {
  expect([status, json?.error?.code]).toEqual([expected, code]);
  HttpErrorBody.parse(json);
  return json.error;
}

describe('400', () => {
  describe.each(['{', '[]', 'null', '"text"'])('a body that is no JSON object: %s', (body) => {
    it.each(all.filter(takesBody))('changes nothing: $id', async (operation) => {
      hold(operation);
      expectRefusal(await ask(operation, { body }), 400, 'invalid_request');
      expect(writes()).toEqual([]);
    });
  });

  const needsBody = API_OPERATIONS.filter(({ body }) => body && !body.isOptional).map(({ id }) => id);
  it.each(all.filter(({ id }) => needsBody.includes(id)))(
    'no body where one is needed changes nothing: $id',
    async (operation) => {
      for (const body of [undefined, '']) {
        hold(operation);
        expectRefusal(await ask(operation, { body }), 400, 'invalid_request');
        expect(writes()).toEqual([]);
      }
    },
  );
});

describe('401: a key that is none', () => {
  it.each(all)('costs no request to the table: $id', async (operation) => {
    hold(operation);
    expectRefusal(await ask(operation, { headers: { 'x-api-key': 'sk_live_nonsense' } }), 401, 'invalid_api_key');
    expect(wholeRequests()).toEqual([]);
  });
});

describe('403: a key of every permission but this and what includes it', () => {
  it.each(all.filter(({ permission }) => permission))('changes nothing: $id', async (operation) => {
    const { permission } = operation;
    hold(
      operation,
      keyItem({ permissions: PERMISSIONS.filter((other) => ![permission, INCLUDED_IN[permission ?? '']].includes(other)) }),
    );
    const { details } = expectRefusal(await ask(operation), 403, 'insufficient_permissions');
    expect(details).toMatchObject({ required_permission: permission });
    expect(writes()).toEqual([]);
  });
});

describe('a permission that includes another', () => {
  it.each(all.filter(({ permission = '' }) => INCLUDED_IN[permission]))('is enough: $id', async (operation) => {
    const { permission = '' } = operation;
    hold(operation, keyItem({ permissions: [INCLUDED_IN[permission] ?? expect.fail()] }));
    expect((await ask(operation)).status).toBe(200);
  });
});

describe('404', () => {
  const ofDomain = all.filter(({ path }) => path.startsWith('/api/domains/{id}'));
  const pathTo = ({ path }: Operation, id: unknown) => path.replace('{id}', String(id));

  it.each(ofDomain)(
    'of a domain that another organization has, or that is being removed, is that of none: $id',
    async (operation) => {
      hold(operation, itemOf(aDomain('removing')));
      const absent = await ask(operation, { path: pathTo(operation, DOMAIN_ID + 5) });
      const { details } = expectRefusal(absent, 404, 'resource_not_found');
      expect(details).toEqual({ domain_id: DOMAIN_ID + 5 });
      for (const id of [FOREIGN_DOMAIN_ID, DOMAIN_ID]) {
        const { status, json } = await ask(operation, { path: pathTo(operation, id) });
        expect([status, json]).toEqual([404, { error: { ...absent.json.error, details: { domain_id: id } } }]);
      }
      expect(writes()).toEqual([]);
    },
  );

  const NOT_THERE = 4_503_599_627_370_497;
  /** The detail that repeats the id in the path. The ids of events and keys are not repeated. */
  const detailOf = ({ path }: Operation) =>
    ({ domains: 'domain_id', servers: 'server_id', webhooks: 'webhook_id' })[path.split('/')[2] ?? ''];
  it.each(all.filter(({ path }) => path.includes('{')))('of an id that is not there changes nothing: $id', async (operation) => {
    hold(operation);
    const path = pathTo(operation, NOT_THERE).replace('{machine_id}', 'mch_none').replace('{delivery_id}', 'dlv_none');
    const answer = await ask(operation, { path: path.replace('{token_id}', 'ent_none') });
    const { details } = expectRefusal(answer, 404, 'resource_not_found');
    const detail = detailOf(operation);
    expect(details).toEqual(detail && { [detail]: NOT_THERE });
    expect(writes()).toEqual([]);
  });
});

describe('405: another method', () => {
  it.each(all)('is refused with those that are possible: $id', async (operation) => {
    const possible = all.filter(({ path }) => path === operation.path).map(({ method }) => method);
    hold(operation);
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((other) => !possible.includes(other as 'GET'))) {
      const answer = await ask(operation, { method });
      expectRefusal(answer, 405, 'method_not_allowed');
      expect(String(answer.headers.allow).split(', ').toSorted()).toEqual(possible.toSorted());
    }
  });
});

describe('422: a name that is not known', () => {
  it.each(all)('in the query is named, and changes nothing: $id', async (operation) => {
    hold(operation);
    const { details } = expectRefusal(await ask(operation, { query: 'colour=red' }), 422, 'validation_error');
    expect(details).toEqual({ errors: { colour: ['is not a known parameter'] } });
    expect(writes()).toEqual([]);
  });

  it.each(all.filter(takesBody))('in the body is named, and changes nothing: $id', async (operation) => {
    hold(operation);
    const body = { ...JSON.parse(bodyOf(operation)), colour: 'red' };
    const { details } = expectRefusal(await ask(operation, { body }), 422, 'validation_error');
    expect(details).toEqual({ errors: { colour: [expect.any(String)] } });
    expect(writes()).toEqual([]);
  });
});

describe('422: a limit of a list', () => {
  const lists = API_OPERATIONS.filter(({ query }) => 'limit' in (query?.shape ?? {})).map(({ id }) => id);
  it.each(all.filter(({ id }) => lists.includes(id)))(
    'that is out of bounds, no integer, or there twice is named: $id',
    async (list) => {
      for (const query of ['limit=0', 'limit=1001', 'limit=1.0', 'limit=', 'limit=1&limit=2']) {
        hold(list);
        const { details } = expectRefusal(await ask(list, { query }), 422, 'validation_error');
        expect(Object.keys(details.errors)).toEqual(['limit']);
      }
    },
  );
});

describe('429', () => {
  it.each(all)('of a key that has used up its minute changes nothing: $id', async (operation) => {
    hold(operation, keyItem({ requestsInMinute: 100 }));
    const answer = await ask(operation);
    expectRefusal(answer, 429, 'rate_limit_exceeded');
    expect(answer.headers['retry-after']).toMatch(/^[1-9][0-9]*$/);
    expect(writes()).toEqual([]);
  });

  it.each(all)('of an organization that has used up its hour changes nothing: $id', async (operation) => {
    hold(operation, limitsItem({ requestsPerHour: 7, requestsInHour: 7 }));
    const { details } = expectRefusal(await ask(operation), 429, 'rate_limit_exceeded');
    expect(details).toMatchObject({ limit: 7, remaining: 0 });
    expect(writes()).toEqual([]);
  });
});

describe('an Idempotency-Key', () => {
  const once = { 'idempotency-key': 'once' };
  const posts = all.filter(({ method }) => method === 'POST');

  it.each(posts)('that is malformed is 400: $id', async (operation) => {
    for (const key of ['', 'schlüssel', 'x'.repeat(256)]) {
      hold(operation);
      expectRefusal(await ask(operation, { headers: { 'idempotency-key': key } }), 400, 'invalid_request');
      expect(writes()).toEqual([]);
    }
  });

  it.each(posts)('whose first request still runs is 409, with when to ask again: $id', async (operation) => {
    const items = hold(operation);
    await ask(operation, { headers: once });
    const before = writes();
    for (const [id, item] of items) {
      if (!('fingerprint' in item)) continue;
      items.set(id, { ...item, state: 'running', leaseId: 'lease_other', leaseEndsAt: iso(30 * SECOND), plan: {} });
    }
    clock.now = new Date(iso(0));
    const answer = await ask(operation, { headers: once });
    expectRefusal(answer, 409, 'conflict');
    expect(answer.headers['retry-after']).toBe('30');
    expect(writes()).toEqual(before);
  });

  it.each(posts)('of another request is 422: $id', async (operation) => {
    hold(operation);
    await ask(operation, { headers: once });
    const before = writes();
    expectRefusal(await ask(operation, { headers: once, query: 'another=1' }), 422, 'idempotency_key_reused');
    expect(writes()).toEqual(before);
  });
});

describe('500: a table that cannot be read', () => {
  /** These operations read nothing, or (`revokeMachine`) only after the machine was removed. */
  const OTHERS: OperationId[] = ['getAwsAccess', 'getTestClock', 'moveTestClock', 'revokeMachine'];
  it.each(all.filter(({ id }) => !OTHERS.includes(id)))('is told to the log and to nobody else: $id', async (operation) => {
    hold(operation);
    const cause = new Error('secret detail');
    dynamo.on(GetCommand).rejects(cause);
    dynamo.on(QueryCommand).rejects(cause);
    const { message } = expectRefusal(await ask(operation), 500, 'internal_error');
    expect(message).not.toContain('secret');
    expect(log).toHaveBeenCalledWith('error', 'request failed', expect.objectContaining({ cause }));
    expect(writes()).toEqual([]);
  });
});

describe('503', () => {
  it.each(all)('after 24 seconds of reading, with nothing begun: $id', async (operation) => {
    const items = hold(operation);
    const tooLate = new Date(clock.now.getTime() + 24 * SECOND + 1);
    vi.spyOn(items, 'get').mockImplementation((id) => {
      clock.now = tooLate;
      return Map.prototype.get.call(items, id);
    });
    const answer = await ask(operation);
    expectRefusal(answer, 503, 'service_unavailable');
    expect(answer.headers['retry-after']).toBe('5');
    expect(writes()).toEqual([]);
  });

  /** Exceptions from three tries. Shared counters get more tries; `createDomains` tries each of its two items four times. */
  const TRIES: Partial<Record<OperationId, number>> = {
    ...{ createServer: 10, createWebhook: 10, createKey: 10, updateKey: 10, rotateKey: 10, revokeKey: 10 },
    ...{ createDomain: 4, createDomains: 8, createEnrollment: 1, replayDeliveries: 1, testWebhook: 1 },
  };
  /** With these calls, the operations write no transaction. */
  const OTHERS: OperationId[] = ['checkServer', 'createPortalLink', 'lookAtDns', 'lookAtDnsOfMany', 'moveTestClock'];
  const writing = all.filter(({ id, method }) => method !== 'GET' && !OTHERS.includes(id));
  it.each(writing)('where somebody else always writes first: $id', async (operation) => {
    hold(operation);
    dynamo.on(TransactWriteCommand).rejects(conflict());
    const answer = await ask(operation);
    expectRefusal(answer, 503, 'service_unavailable');
    expect(answer.headers['retry-after']).toBe('1');
    expect(writes()).toHaveLength(TRIES[operation.id] ?? 3);
  });
});
