import { describe, expect, it } from 'vitest';
import { OPERATIONS, type OperationId } from '../../../../contract/api/operations.ts';
import { moveTestClock } from '../../../../lambdas/api/clock/move-test-clock.ts';
import { API_OPERATIONS } from '../../../../lambdas/api/operations.ts';
import { checkServer } from '../../../../lambdas/api/servers/check-server.ts';
import { AuditEntry } from '../../../../lambdas/shared/audit/audit.schema.ts';
import { guardRequests } from '../../held-items.ts';
import { itemsUnder, pair } from '../api-caller.ts';
import { BODIES, ownPath, PHASES, tableHoldsOrganizations } from './an-organization.ts';
import { call } from './every-route.ts';
import { exampleOf, textOf } from './inputs.ts';

/** Rows that any call may write: rate limits, quotas, counted actions, slots, idempotency and request log. */
const COUNTED = /^(ORG#[^|]*\|(LIMITS|COUNTS|LOOKS#)|KEY#|IDEMPOTENCY#|REQUESTS#|DNS#)|\|ACTIONS$/;
const changing = API_OPERATIONS.filter(({ id }) => OPERATIONS[id].method !== 'GET');
/**
 * Excluded: `moveTestClock`, which live keys may not call (see clock/test-clock.test.ts), and `checkServer`, because this server
 * has machines (see test/lambdas/api/servers/check-server.test.ts).
 */
const ofLiveMode = changing.filter(({ id }) => id !== moveTestClock.id && id !== checkServer.id);
const audited = ofLiveMode.filter(({ audit }) => audit !== undefined);
const rowsOf = (items: Map<string, object>) => [...items].filter(([key]) => !COUNTED.test(key));

async function ask(operation: OperationId) {
  const { method, path } = OPERATIONS[operation];
  const items = tableHoldsOrganizations(PHASES[operation]);
  const former = new Set(itemsUnder(items, 'AUDIT#').map(({ sk }) => sk));
  const body = method === 'DELETE' ? {} : { body: BODIES[operation] ?? textOf(exampleOf(operation)) };
  const answer = await call({ method, path: ownPath(operation, path), ...body });
  const entries = itemsUnder(items, 'AUDIT#org_A#changes')
    .map((item) => AuditEntry.parse(item))
    .filter(({ id }) => !former.has(id));
  return { answer, entries, items };
}

describe('an operation that is no GET', () => {
  it.each(audited)('leaves who, what, from where and by which request, as it commits: $id', async ({ id, audit }) => {
    const { answer, entries } = await ask(id);
    expect(answer.status, JSON.stringify(answer.json)).toBeLessThan(300);
    const actor = { type: 'api_key', keyId: pair.keyId, requestId: 'req_1', sourceIp: '192.0.2.1', userAgent: 'test' };
    expect(entries.length).toBeGreaterThan(0);
    for (const entry of entries) {
      expect([entry.action, entry.actor]).toEqual([audit?.action, actor]);
      expect(['before', 'after'].filter((name) => name in entry)).toEqual(audit?.facts);
    }
  });

  it.each(ofLiveMode.filter(({ audit }) => audit === undefined))('changes nothing, if it leaves none: $id', async ({ id }) => {
    const before = rowsOf(tableHoldsOrganizations(PHASES[id]));
    const { answer, items } = await ask(id);
    expect([answer.status, rowsOf(items)]).toEqual([200, before]);
  });

  it.each(audited)('changes nothing where its entry cannot be written: $id', async ({ id }) => {
    const before = rowsOf(tableHoldsOrganizations(PHASES[id]));
    guardRequests((_, input) => {
      if (JSON.stringify(input).includes('AUDIT#org_A#changes')) throw new Error('the entry is refused');
    });
    const { answer, items } = await ask(id).finally(() => guardRequests(undefined));
    expect(answer.status).toBeGreaterThanOrEqual(500);
    expect(rowsOf(items)).toEqual(before);
  });

  it.each(changing)('leaves no secret that it answers or was sent: $id', async ({ id }) => {
    const { answer, items } = await ask(id);
    const { secret, token } = answer.json;
    const stored = JSON.stringify(itemsUnder(items, 'AUDIT#'));
    for (const one of [secret, token, pair.secret].filter(Boolean)) expect(stored).not.toContain(one);
  });
});
