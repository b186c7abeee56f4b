import { ulid } from 'ulid';
import { describe, expect, it } from 'vitest';
import { verifyAudit } from '../../../../bin/admin/audit/verify-audit.ts';
import { OPERATIONS, type OperationId } from '../../../../contract/api/operations.ts';
import { moveTestClock } from '../../../../lambdas/api/clock/move-test-clock.ts';
import { sealEntries } from '../../../../lambdas/audit-chain/seal-entries.ts';
import type { Domain } from '../../../../lambdas/model/domains/domain-row.schema.ts';

import { keys } from '../../../../lambdas/shared/table/keys.ts';
import { HOUR, iso, later, NOW, SECOND } from '../../a-domain.ts';
import { aTestKey } from '../a-test-key.ts';
import { apiCaller, itemsUnder, opened, portsOf, table } from '../api-caller.ts';
import { ownPath, PHASES, tableHoldsOrganizations } from './an-organization.ts';
import { call } from './every-route.ts';
import { exampleOf, textOf } from './inputs.ts';

// Items written while the test clock is years ahead. Only domains follow the test clock.

const AHEAD_MS = 3_650 * 24 * HOUR;
const { tenant: TENANT, keyId, headers, items: ofTestMode } = aTestKey();
const FUTURE = iso(AHEAD_MS).slice(0, 4);

const MOVED = 'organization.test_clock_moved';

/** Partitions of domains, hostname claims and outbox events. */
const OF_DOMAINS = /^(DOMAIN|HOST|OUTBOX)#/;
/** Operations whose answers show a domain or the test clock. */
const ANSWERS_ITS_TIME = new Set<OperationId>([
  'createDomain',
  'createDomains',
  'checkDomain',
  'lookAtDns',
  'lookAtDnsOfMany',
  'updateDomain',
  'retryDomain',
  'renewDomain',
  'revokeDomain',
  'moveTestClock',
]);
const A_DOMAIN = { url: 'shop.active.magic.test', server_id: 1 };
const BODIES: Partial<Record<OperationId, unknown>> = {
  createDomain: A_DOMAIN,
  createDomains: { domains: [A_DOMAIN] },
  updateWebhook: { description: 'ours' },
};
const changing = (Object.keys(OPERATIONS) as OperationId[]).filter((id) => OPERATIONS[id].method !== 'GET');

function hold(phase?: Domain['phase']) {
  const items = tableHoldsOrganizations(phase, TENANT);
  const put = (item: Record<string, unknown>) => items.set(`${item.pk}|${item.sk}`, item);
  for (const item of [...ofTestMode, { ...keys.keyOfOrganization(TENANT, keyId), keyId }]) put(item);
  put({ ...keys.testClock(TENANT), aheadMs: AHEAD_MS });
  return items;
}

async function ask(operation: OperationId, more = {}) {
  const { method, path } = OPERATIONS[operation];
  const body = method === 'DELETE' ? {} : { body: BODIES[operation] ?? textOf(exampleOf(operation)) };
  return call({ method, path: ownPath(operation, path), headers: { ...headers, ...more }, ...body });
}

describe('with the test clock years ahead', () => {
  it.each(changing)('only domains get its time, and the audit beside the time of day: %s', async (operation) => {
    const items = hold(PHASES[operation]);
    const before = new Map(items);
    const { status, json } = await ask(operation, { 'idempotency-key': 'a' });
    const written = [...items].filter(([key, item]) => before.get(key) !== item && !OF_DOMAINS.test(key));
    expect(written.length, JSON.stringify([status, json])).toBeGreaterThan(0);
    if (!ANSWERS_ITS_TIME.has(operation)) expect(JSON.stringify(json)).not.toContain(`"${FUTURE}-`);
    for (const [key, { testClockAt, expiresAtSeconds = 0, body: _keptAnswer, ...item }] of written) {
      expect([key, testClockAt]).toEqual([key, key.startsWith('AUDIT#') ? iso(AHEAD_MS) : undefined]);
      expect(JSON.stringify([key, item])).not.toContain(`"${FUTURE}-`);
      expect(Number(expiresAtSeconds) * 1000, key).toBeLessThan(later(AHEAD_MS).getTime());
    }
  });

  it('it is when a domain is created', async () => {
    hold();
    expect(await ask('createDomain')).toMatchObject({ status: 201, json: { created_at: iso(AHEAD_MS) } });
  });

  it('GET /domains lists by `created_after` what a list has created', async () => {
    hold();
    await ask('createDomains');
    const query = `created_after=${iso(AHEAD_MS - HOUR)}`;
    const { json } = await call({ method: 'GET', path: '/api/domains', query, headers });
    expect(json.data.map(({ url }: { url: string }) => url)).toEqual([A_DOMAIN.url]);
  });

  it('GET /audit lists an entry at once', async () => {
    const items = hold();
    await ask('createDomain');
    const { json } = await call({ method: 'GET', path: '/api/audit', query: 'limit=1', headers });
    expect(json.data).toMatchObject([{ action: 'domain.created', created_at: iso(0), test_clock_at: iso(AHEAD_MS) }]);
    expect(itemsUnder(items, `AUDIT#${TENANT}#changes#${FUTURE}`)).toEqual([]);
  });

  it('`audit verify` finds nothing', async () => {
    const items = hold();
    const move = apiCaller(opened([moveTestClock], { newId: (prefix) => `${prefix}_${ulid(NOW.getTime())}` }));
    const body = { advance_seconds: 1 };
    expect((await move({ method: 'POST', path: '/api/test/clock', body, headers })).status).toBe(200);
    const entries = itemsUnder(items, `AUDIT#${TENANT}#changes`).filter(({ action }) => action === MOVED);
    await sealEntries(entries, later(SECOND), portsOf());
    const now = later(60 * SECOND);
    const ports = { table, signed: [], publicKeyPem: '', now, onProgress: () => {} };
    const verified = await verifyAudit(TENANT, { since: later(-SECOND), until: now }, ports);
    expect(verified).toMatchObject({ findings: [], seals: 1, entries: 1 });
  });
});
