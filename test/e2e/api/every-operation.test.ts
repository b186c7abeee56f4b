import { beforeAll, describe, expect, it } from 'vitest';
import { OPERATIONS, type Operation, type OperationId } from '../../../contract/api/operations.ts';
import { api, type Key } from '../cloud.ts';
import { admin, EVERYTHING, newKey, newOrganization } from '../operator.ts';

interface Refusal {
  error: { code: string; message: string; details?: Record<string, unknown> };
}

const NOT_THERE = '4503599627370497';
const operations = Object.entries(OPERATIONS) as [OperationId, Operation][];
const withId = operations.filter(([, { path }]) => path.includes('{'));
const withBody = operations.filter(isWithBody);

const pathOf = ({ path }: Operation) =>
  path.replace('/api', '').replace('{id}', NOT_THERE).replace('{machine_id}', 'mch_none').replace('{delivery_id}', 'dlv_none');
type WithBody = {
  [Id in OperationId]: (typeof OPERATIONS)[Id]['method'] extends 'POST' | 'PUT' | 'PATCH' ? Id : never;
}[OperationId];
/** A body that is right as far as the fields go, so that what is refused is what the test means. */
const BODIES: Record<WithBody, object> = {
  createDomain: { url: 'refused.customer.test', server_id: 1 },
  createDomains: { domains: [{ url: 'refused.customer.test', server_id: 1 }] },
  updateDomain: { send_notifications: false },
  checkDomain: {},
  retryDomain: {},
  renewDomain: {},
  revokeDomain: { reason: 'superseded' },
  createPortalLink: {},
  putTheme: {},
  moveTestClock: { advance_seconds: 0 },
  lookAtDns: { url: 'refused.customer.test' },
  lookAtDnsOfMany: { urls: ['refused.customer.test'] },
  createServer: {},
  updateServer: { name: 'other' },
  checkServer: {},
  createEnrollment: {},
  createWebhook: { url: 'https://hooks.customer.example/', events: ['*'] },
  updateWebhook: { events: ['*'] },
  rotateWebhookSecret: {},
  testWebhook: {},
  redeliver: {},
  createKey: { name: 'refused', permissions: ['domains.read'] },
  updateKey: { name: 'refused' },
  rotateKey: {},
  replayDeliveries: { since: new Date(Date.now() - 3_600_000).toISOString() },
};
function isWithBody([, { method }]: [OperationId, Operation]): boolean {
  return method === 'POST' || method === 'PUT' || method === 'PATCH';
}
/** One that no operation has at this path. */
const impossibleAt = ({ path }: Operation) =>
  operations.some(([, other]) => other.path === path && other.method === 'PUT') ? 'PATCH' : 'PUT';
const ask = (id: OperationId, more: Parameters<typeof api>[2] = {}, query = '') => {
  const operation: Operation = OPERATIONS[id];
  const body = isWithBody([id, operation]) ? { body: BODIES[id as WithBody] } : {};
  return api<Refusal>(operation.method, `${pathOf(operation)}${query}`, { ...body, ...more });
};

/** Whatever is refused: the shape of the specification, and a request id. */
function expectRefusal(answer: Awaited<ReturnType<typeof ask>>, status: number, code: string): void {
  expect([answer.status, answer.body?.error?.code]).toEqual([status, code]);
  expect(Object.keys(answer.body)).toEqual(['error']);
  expect(answer.body.error.message).not.toBe('');
  expect(answer.headers.get('x-request-id')).toMatch(/^req_/);
}

describe('every operation answers', () => {
  let powerless: Key;
  let exhausted: Key;

  beforeAll(async () => {
    const { organizationId, key } = await newOrganization(EVERYTHING);
    await admin('set-limits', '--organization', organizationId, '--requests-per-hour', '1');
    exhausted = key;
    await api('GET', '/organization', { key });
    powerless = await newKey('webhooks.read');
  });

  describe('400', () => {
    it.each(withBody)('%s answers 400 to what is no JSON', async (id) => {
      expectRefusal(await ask(id, { body: '{' }), 400, 'invalid_request');
    });
  });

  describe('401', () => {
    it.each(operations)('%s answers 401 without a key', async (id) => {
      expectRefusal(await ask(id, { key: { api_key_id: '', api_key: '' } }), 401, 'invalid_api_key');
    });
  });

  describe('403', () => {
    it.each(operations.filter(([, { permission }]) => permission && permission !== 'webhooks.read'))(
      '%s answers 403 to a key that lacks the permission',
      async (id, { permission }) => {
        const answer = await ask(id, { key: powerless });
        expectRefusal(answer, 403, 'insufficient_permissions');
        expect(answer.body.error.details).toEqual({ required_permission: permission, api_key_permissions: ['webhooks.read'] });
      },
    );
  });

  describe('404', () => {
    it.each(withId)('%s answers 404 for an id that is not there', async (id) => {
      expectRefusal(await ask(id), 404, 'resource_not_found');
    });
  });

  describe('405', () => {
    it.each(operations)('%s answers 405 to another method, naming those that are possible', async (_, operation) => {
      const answer = await api<Refusal>(impossibleAt(operation), pathOf(operation));
      expectRefusal(answer, 405, 'method_not_allowed');
      expect(answer.headers.get('allow')?.split(', ')).toContain(operation.method);
    });
  });

  describe('422', () => {
    it.each(operations)('%s answers 422 to a parameter that it does not know', async (id) => {
      const answer = await ask(id, {}, '?colour=red');
      expectRefusal(answer, 422, 'validation_error');
      expect(answer.body.error.details?.errors).toEqual({ colour: [expect.any(String)] });
    });

    it.each(withBody)('%s answers 422 to a field that it does not know', async (id) => {
      const answer = await ask(id, { body: { ...BODIES[id as WithBody], colour: 'red' } });
      expectRefusal(answer, 422, 'validation_error');
      expect(answer.body.error.details?.errors).toEqual({ colour: [expect.any(String)] });
    });
  });

  describe('429', () => {
    it.each(operations)('%s answers 429 when the organization has used up its hour', async (id) => {
      const first = await ask(id, { key: exhausted });
      // The first request of an hour that has just begun is answered.
      const answer = first.status === 429 ? first : await ask(id, { key: exhausted });
      expectRefusal(answer, 429, 'rate_limit_exceeded');
      expect(answer.body.error.details).toMatchObject({ limit: 1, remaining: 0 });
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    });
  });
});
