/** @module-tag slow */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OperationId } from '../../../../contract/api/operations.ts';
import { signCursor } from '../../../../lambdas/shared/http/pagination/cursor.ts';
import { serviceSecret } from '../api-caller.ts';
import { everyPage } from '../every-page.ts';
import { ownPath, tableHoldsOrganizations } from './an-organization.ts';
import { expectDocumented, operations } from './documented.ts';
import { call } from './every-route.ts';
import { anyText } from './inputs.ts';

const lists = operations.filter(([operation]) => operation.startsWith('list'));

async function cursorOf(path: string, organizationId = 'org_A'): Promise<string> {
  tableHoldsOrganizations('awaiting-dns', organizationId);
  const { json } = await call({ method: 'GET', path, query: 'limit=1' });
  expect(json.next_cursor).toEqual(expect.any(String));
  return json.next_cursor;
}

describe.each(lists)('%s', (operation, { path }) => {
  const own = ownPath(operation, path);
  const ask = (cursor: string, more = '') => {
    tableHoldsOrganizations();
    return call({ method: 'GET', path: own, query: `limit=1&cursor=${encodeURIComponent(cursor.toWellFormed())}${more}` });
  };
  const expectRefused = async (cursor: string, more?: string) => {
    const answer = await ask(cursor, more);
    expectDocumented(operation, answer);
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.json.error.details.errors)).toEqual(['cursor']);
  };

  it(`${operation} refuses any text that is no cursor`, async () => {
    const dotted = fc.array(fc.oneof(fc.base64String(), anyText), { maxLength: 4 }).map((parts) => parts.join('.'));
    await fc.assert(
      fc.asyncProperty(fc.oneof(anyText, dotted), (cursor) => expectRefused(cursor)),
      { numRuns: 25 },
    );
  });

  it(`${operation} refuses its cursor when anything is cut off, put in, or a single bit of it is another`, async () => {
    const cursor = await cursorOf(own);
    const place = fc.nat(cursor.length - 1);
    const cut = fc.oneof(
      place.map((end) => cursor.slice(0, end)),
      place.map((start) => cursor.slice(start + 1)),
    );
    const grown = fc.tuple(place, fc.string({ minLength: 1 })).map(([at, text]) => cursor.slice(0, at) + text + cursor.slice(at));
    const flipped = fc
      .tuple(place, fc.nat(6))
      .map(([at, bit]) => cursor.slice(0, at) + String.fromCharCode(cursor.charCodeAt(at) ^ (1 << bit)) + cursor.slice(at + 1));
    await fc.assert(
      fc.asyncProperty(fc.oneof(cut, grown, flipped), (changed) => expectRefused(changed)),
      { numRuns: 50 },
    );
  });

  it(`${operation} refuses whatever we signed for something else`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.object(), anyText, (position, scope) => expectRefused(signCursor(position, scope, serviceSecret))),
      { numRuns: 10 },
    );
  });

  it.each(lists.filter(([other]) => other !== operation))(
    `${operation} refuses the cursor of %s`,
    async (other, { path: otherPath }) => {
      await expectRefused(await cursorOf(ownPath(other, otherPath)));
    },
  );
});

describe('a list, but for the event log, which has no last page', () => {
  it.each(lists.filter(([operation]) => operation !== 'listEvents'))(
    'shows page by page what it shows at once, and no empty page: %s',
    async (operation, { path }) => {
      tableHoldsOrganizations();
      const list = (query: string) => call({ method: 'GET', path: ownPath(operation, path), query });
      const { data } = (await list('')).json;
      expect(data.length).toBeGreaterThan(1);
      const pages = await everyPage(list, 'limit=1');
      expect(pages.map((page) => page.data)).toEqual(data.map((item: unknown) => [item]));
    },
  );
});

describe("another organization's cursor", () => {
  it.each(['/api/domains', '/api/servers', '/api/webhooks'])('is refused: %s', async (path) => {
    const theirs = await cursorOf(path, 'org_B');
    tableHoldsOrganizations();
    const { status, json } = await call({ method: 'GET', path, query: `cursor=${theirs}` });
    expect([status, Object.keys(json.error.details.errors)]).toEqual([422, ['cursor']]);
  });
});

describe('the cursor of a list', () => {
  const FILTERS: Partial<Record<OperationId, string[]>> = {
    listDomains: [
      ...['ssl_status=active', 'dns_status=pending', 'server_id=1', 'url_prefix=s', 'expires_within=9', 'url=b.customer.com'],
      ...['actor=customer', 'sort=oldest', 'metadata[plan]=pro'],
    ],
    listEvents: ['event=domain.created', 'domain_id=7', 'sort=newest'],
    listAudit: ['actor=user', 'object_type=domain', 'request_id=req_1'],
    listRequests: ['status=4xx', 'api_key_id=cps_pk_live_x'],
    listDeliveries: ['state=failed', 'state=missed', 'domain_id=7'],
  };

  it.each(lists.filter(([operation]) => FILTERS[operation]))(
    'is refused with any other filters: %s',
    async (operation, { path }) => {
      const own = ownPath(operation, path);
      const cursor = await cursorOf(own);
      for (const filter of FILTERS[operation] ?? []) {
        tableHoldsOrganizations();
        const { status, json } = await call({ method: 'GET', path: own, query: `cursor=${cursor}&${filter}` });
        expect([filter, status, Object.keys(json.error?.details.errors)]).toEqual([filter, 422, ['cursor']]);
      }
    },
  );
});

describe('the cursor of a list of domains', () => {
  it('is refused in any other shape of ours, and never breaks the answer', async () => {
    const scope = JSON.stringify({ operation: 'listDomains', organizationId: 'org_A' });
    await fc.assert(
      fc.asyncProperty(fc.object(), async (position) => {
        tableHoldsOrganizations();
        const answer = await call({ method: 'GET', query: `cursor=${signCursor(position, scope, serviceSecret)}` });
        expectDocumented('listDomains', answer);
        expect(answer.json.error?.message).not.toContain('internal');
        expect(answer.status).toBe(422);
      }),
      { numRuns: 30 },
    );
  });
});
