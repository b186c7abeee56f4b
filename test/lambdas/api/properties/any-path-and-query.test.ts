/** @module-tag slow */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COUNTED, DOMAIN_ID, KEPT, wholeRequests } from '../api-caller.ts';
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
import { expectDocumented, expectOurs, operations } from './documented.ts';
import { call } from './every-route.ts';
import { anyText, exampleOf, textOf } from './inputs.ts';

const NO_IDS = ['0', '-1', '1.0', '01', '+1', '1e3', ' 1', '%31', '%', '9007199254740992', '99999999999999999999'];
const NAMES = [
  'limit',
  'cursor',
  'ssl_status',
  'dns_status',
  'server_id',
  'expires_within',
  'url',
  'url_prefix',
  'state',
  'event',
  'after',
  'since',
  '__proto__',
];
const value = fc.oneof(anyText, fc.constantFrom('1', '0', '100', 'active', 'error', 'shop.customer.com', 'SHOP', '1e3'));
const pair = fc.tuple(fc.oneof(fc.constantFrom(...NAMES), anyText), value);
const anyQuery = fc.oneof(
  fc
    .array(pair, { maxLength: 4 })
    .map((pairs) => pairs.map((texts) => texts.map((text) => encodeURIComponent(text.toWellFormed())).join('=')).join('&')),
  anyText,
);

describe.each(operations)('%s', (operation, { method, path }) => {
  const body = method === 'GET' || method === 'DELETE' ? {} : { body: textOf(exampleOf(operation)) };

  it(`${operation} answers any query as documented`, async () => {
    await fc.assert(
      fc.asyncProperty(anyQuery, async (query) => {
        tableHoldsOrganizations();
        expectDocumented(operation, await call({ method, path: ownPath(operation, path), query, ...body }));
      }),
      { numRuns: 10 },
    );
  });
});

describe.each(operations.filter(([, { path }]) => path.includes('{')))('%s', (operation, { method, path }) => {
  const body = method === 'GET' || method === 'DELETE' ? {} : { body: textOf(exampleOf(operation)) };
  const ask = (id: string, below: string) => {
    tableHoldsOrganizations();
    return call({ method, path: path.replace('{id}', () => id).replace(/\{\w+\}/, () => below), ...body });
  };

  it.each(NO_IDS)(`${operation} does not look for the id %s, and the answer does not repeat it`, async (id) => {
    const answer = await ask(id, MACHINE_ID);
    expectDocumented(operation, answer);
    expect([answer.status, answer.json.error.details]).toEqual([404, undefined]);
    expect(wholeRequests()).toEqual([...COUNTED, KEPT]);
  });

  it(`${operation} answers for another organization's as for one that never was`, async () => {
    const [theirs, nobodys] = {
      domains: [FOREIGN_DOMAIN_ID, DOMAIN_ID + 500],
      servers: [3, 4],
      webhooks: [FOREIGN_WEBHOOK_ID, FOREIGN_WEBHOOK_ID + 500],
      events: [FOREIGN_EVENT_ID, EVENT_ID.replace(/.$/, 'Z')],
      keys: [otherKey('org_B').keyId, otherKey('org_C').keyId],
    }[path.split('/')[2] as 'domains' | 'servers' | 'webhooks' | 'events' | 'keys'] as [number, number] | [string, string];
    const [one, other] = [await ask(String(theirs), MACHINE_ID), await ask(String(nobodys), MACHINE_ID)];
    expectDocumented(operation, one);
    expect(one.status).toBe(404);
    expect(JSON.stringify(one.json)).toBe(JSON.stringify(other.json).replace(String(nobodys), String(theirs)));
  });

  it(`${operation} answers any id as documented`, async () => {
    const anyId = fc.oneof(
      anyText,
      anyText.map((text) => encodeURIComponent(text.toWellFormed())),
      fc.bigInt().map(String),
    );
    const segment = anyId.filter((id) => id !== '' && !id.includes('/') && id !== 'bulk');
    await fc.assert(
      fc.asyncProperty(segment, segment, fc.boolean(), async (id, below, isOurs) => {
        const ownId = ownPath(operation, path).split('/')[3] ?? '';
        expectDocumented(operation, await ask(isOurs && /\{.+\{/.test(path) ? ownId : id, below));
      }),
      { numRuns: 10 },
    );
  });
});

describe('an address that does not exist', () => {
  it('is 404, whatever it is, or 405 with the methods that are possible', async () => {
    const part = fc.oneof(
      fc.constantFrom('', 'api', 'domains', 'servers', 'webhooks', 'events', 'bulk', 'check', '1', 'organization'),
      anyText,
    );
    const method = fc.constantFrom('GET', 'HEAD', 'OPTIONS', 'PUT', 'TRACE', 'get', '__proto__');
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 5 }), method, async (parts, asked) => {
        tableHoldsOrganizations();
        const answer = await call({ method: asked, path: `/api/${parts.join('/')}` });
        expectOurs(answer);
        if (asked !== 'GET') expect([404, 405]).toContain(answer.status);
        if (answer.status === 405) expect(answer.headers.allow).toMatch(/^(GET|POST|PATCH|DELETE)(, (GET|POST|PATCH|DELETE))*$/);
      }),
      { numRuns: 200 },
    );
  });
});
