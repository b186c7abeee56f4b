import { beforeEach, describe, expect, it } from 'vitest';
import { OPERATIONS, type OperationId } from '../../../../contract/api/operations.ts';
import { getTestClock } from '../../../../lambdas/api/clock/get-test-clock.ts';
import { API_OPERATIONS } from '../../../../lambdas/api/operations.ts';
import { livemodeOf } from '../../../../lambdas/model/accounts/tenant.ts';
import { keys } from '../../../../lambdas/shared/table/keys.ts';
import { aTestKey } from '../a-test-key.ts';
import { DOMAIN_ID, keyItem, pair } from '../api-caller.ts';
import {
  EVENT_ID,
  FOREIGN_DOMAIN_ID,
  FOREIGN_EVENT_ID,
  FOREIGN_WEBHOOK_ID,
  MACHINE_ID,
  otherKey,
  ownPath,
  tableHoldsOrganizations,
} from './an-organization.ts';
import { operations } from './documented.ts';
import { call } from './every-route.ts';
import { exampleOf, textOf } from './inputs.ts';

// Live and test data of one organization, with a key for each mode. A key must not see the other mode's data.

const LIVE = 'org_A';
const ofTestMode = aTestKey(LIVE);
const { tenant: TEST } = ofTestMode;
const headersOfLive = { 'x-api-key-id': pair.keyId, 'x-api-key': pair.secret };

/** Per caller: an id of each kind in the other mode, and texts of that mode that no answer may contain. */
const CALLERS = {
  'a live key': {
    tenant: LIVE,
    headers: headersOfLive,
    others: {
      domains: FOREIGN_DOMAIN_ID,
      servers: 3,
      webhooks: FOREIGN_WEBHOOK_ID,
      events: FOREIGN_EVENT_ID,
      keys: ofTestMode.keyId,
    },
    texts: [FOREIGN_DOMAIN_ID, FOREIGN_WEBHOOK_ID, FOREIGN_EVENT_ID, ofTestMode.keyId, TEST, 'foreign.customer.com'],
  },
  'a test key': {
    tenant: TEST,
    headers: ofTestMode.headers,
    others: { domains: DOMAIN_ID, servers: 2, webhooks: FOREIGN_WEBHOOK_ID - 9, events: EVENT_ID, keys: pair.keyId },
    texts: [DOMAIN_ID, FOREIGN_WEBHOOK_ID - 9, EVENT_ID, pair.keyId, 'own.customer.com', 'other.customer.com'],
  },
} as const;
const NOBODYS = {
  domains: DOMAIN_ID + 500,
  servers: 77,
  webhooks: FOREIGN_WEBHOOK_ID + 500,
  events: EVENT_ID.replace(/.$/, 'Z'),
  keys: otherKey('org_C').keyId,
};
type Kind = keyof typeof NOBODYS;

let items: ReturnType<typeof tableHoldsOrganizations>;
const hold = (item: Record<string, unknown>) => items.set(`${item.pk}|${item.sk}`, item);
beforeEach(() => {
  items = tableHoldsOrganizations('awaiting-dns', LIVE, TEST);
  for (const item of ofTestMode.items) hold(item);
  hold({ ...keys.keyOfOrganization(TEST, ofTestMode.keyId), keyId: ofTestMode.keyId });
  items.delete(`${keys.keyOfOrganization(TEST, pair.keyId).pk}|${keys.keyOfOrganization(TEST, pair.keyId).sk}`);
});

const bodyOf = (operation: OperationId, method: string) =>
  method === 'GET' || method === 'DELETE' ? {} : { body: textOf(exampleOf(operation)) };

/** The other mode's items, without its rate limits. */
function dataOf(tenant: string): string {
  const ofTest = [...items].flatMap(([key, item]) => (JSON.stringify(item).includes(TEST) ? [key.replace(/\|.*/, '|')] : []));
  // What is below a domain does not name its organization.
  const isOfTest = (key: string, item: object) =>
    JSON.stringify(item).includes(TEST) || ofTest.some((pk) => pk.startsWith('DOMAIN#') && key.startsWith(pk));
  const isOfOther = (key: string, item: object) => isOfTest(key, item) !== (tenant === TEST);
  const isCounted = (key: string) => /\|(LIMITS|KEY)$/.test(key);
  return JSON.stringify([...items].filter(([key, item]) => !isCounted(key) && isOfOther(key, item)));
}

function livemodesIn(json: unknown): boolean[] {
  if (typeof json !== 'object' || json === null) return [];
  const within = Object.entries(json).flatMap(([name, value]) => (name === 'livemode' ? [value as boolean] : livemodesIn(value)));
  return [...new Set(within)];
}

const named = operations.filter(([, { path }]) => path.includes('{'));
const others = operations.filter(([, { path }]) => !path.includes('{'));

describe.each(Object.entries(CALLERS))('%s', (_, { tenant, headers, others: theirs, texts }) => {
  it.each(named)('gets for what the other mode has the 404 of what nobody has, and changes nothing: %s', async (...asked) => {
    const [operation, { method, path }] = asked;
    const kind = path.split('/')[2] as Kind;
    const ask = (id: string | number) =>
      call({
        method,
        path: path.replace('{id}', String(id)).replace(/\{\w+\}/, MACHINE_ID),
        headers,
        ...bodyOf(operation, method),
      });
    const before = dataOf(tenant);
    const [answer, ofNobodys] = [await ask(theirs[kind]), await ask(NOBODYS[kind])];
    expect(answer.status).toBe(404);
    expect(JSON.stringify(answer.json)).toBe(JSON.stringify(ofNobodys.json).replace(String(NOBODYS[kind]), String(theirs[kind])));
    expect(dataOf(tenant)).toBe(before);
  });

  it.each(others)('is answered with nothing of the other mode, and changes nothing there: %s', async (...asked) => {
    const [operation, { method, path }] = asked;
    const before = dataOf(tenant);
    const { status, json } = await call({ method, path, headers, ...bodyOf(operation, method) });
    const isOfTestMode = tenant !== TEST && operation.endsWith('TestClock');
    if (isOfTestMode) expect(status).toBe(409);
    else expect(status).toBeLessThan(300);
    for (const text of texts) expect(JSON.stringify(json)).not.toContain(String(text));
    expect(livemodesIn(json)).not.toContain(!livemodeOf(tenant));
    expect(dataOf(tenant)).toBe(before);
  });
});

/** Without `getTestClock`: only test mode has a clock. */
const reads = API_OPERATIONS.filter(({ id, answer }) => {
  const { method } = OPERATIONS[id];
  return method === 'GET' && id !== getTestClock.id && livemodesIn(answer.example()).length > 0;
});

describe('what a live key reads', () => {
  it.each(reads)('says livemode: true where its reference does: $id', async ({ id }) => {
    const { status, json } = await call({ method: 'GET', path: ownPath(id, OPERATIONS[id].path) });
    expect([status, livemodesIn(json)]).toEqual([200, [true]]);
    for (const item of Array.isArray(json.data) ? json.data : [json]) expect(item).toMatchObject({ livemode: true });
  });
});

describe('a key whose data is of the other mode', () => {
  it('is refused as one that there is not', async () => {
    hold(keyItem({ organizationId: TEST }));
    hold({ ...ofTestMode.items[0], organizationId: LIVE });
    for (const headers of [headersOfLive, ofTestMode.headers]) {
      const { status, json } = await call({ method: 'GET', path: '/api/organization', headers });
      expect([status, json.error.code]).toEqual([401, 'invalid_api_key']);
    }
  });
});
