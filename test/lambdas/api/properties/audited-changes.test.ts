import { describe, expect, it } from 'vitest';
import { OPERATIONS, type OperationId } from '../../../../contract/api/operations.ts';
import type { Domain } from '../../../../lambdas/model/domains/domain-row.schema.ts';
import { AuditEntry } from '../../../../lambdas/shared/audit/audit.schema.ts';
import { guardRequests } from '../../held-items.ts';
import { itemsUnder, pair } from '../api-caller.ts';
import { ownPath, tableHoldsOrganizations } from './an-organization.ts';
import { call } from './every-route.ts';
import { exampleOf, textOf } from './inputs.ts';

type Changing = {
  [Id in OperationId]: (typeof OPERATIONS)[Id]['method'] extends 'GET' ? never : Id;
}[OperationId];

/**
 * What each operation that is no GET leaves on the audit record: a new one does not compile until it is here. None: it answers
 * what it has seen or signed, and changes nothing.
 */
const ENTRIES: Record<Changing, [action: string, facts: ('before' | 'after')[]] | 'none'> = {
  createDomain: ['domain.created', ['after']],
  createDomains: ['domain.created', ['after']],
  updateDomain: ['domain.updated', ['before', 'after']],
  deleteDomain: ['domain.deleted', ['before']],
  checkDomain: ['dns.checked', ['before', 'after']],
  retryDomain: ['domain.retried', ['before', 'after']],
  renewDomain: ['certificate.renewal_requested', ['before', 'after']],
  revokeDomain: ['certificate.revocation_requested', ['before', 'after']],
  createPortalLink: 'none',
  endPortalLinks: ['portal_links.ended', ['after']],
  lookAtDns: 'none',
  lookAtDnsOfMany: 'none',
  moveTestClock: ['organization.test_clock_moved', ['before', 'after']],
  putTheme: ['organization.theme_changed', ['before', 'after']],
  createServer: ['server.created', ['after']],
  updateServer: ['server.updated', ['before', 'after']],
  deleteServer: ['server.deleted', ['before']],
  checkServer: 'none',
  createEnrollment: ['enrollment.created', ['after']],
  revokeMachine: ['machine.revoked', ['before']],
  revokeEnrollmentToken: ['enrollment.revoked', ['before']],
  createWebhook: ['webhook.created', ['after']],
  updateWebhook: ['webhook.updated', ['before', 'after']],
  deleteWebhook: ['webhook.deleted', ['before']],
  rotateWebhookSecret: ['webhook.secret_rotated', ['after']],
  testWebhook: ['webhook.tested', ['after']],
  redeliver: ['webhook.redelivered', ['after']],
  replayDeliveries: ['webhook.replayed', ['after']],
  createKey: ['api_key.created', ['after']],
  updateKey: ['api_key.updated', ['before', 'after']],
  rotateKey: ['api_key.rotated', ['after']],
  revokeKey: ['api_key.revoked', ['before', 'after']],
};
const PHASES: Partial<Record<Changing, Domain['phase']>> = { retryDomain: 'failed', renewDomain: 'active' };
/** Where the documented example changes nothing. */
const BODIES: Partial<Record<Changing, string>> = { updateWebhook: '{"description":"ours"}' };
/** What a call counts before it does anything: requests, places in quotas, limited actions, slots; and that it was made. */
const COUNTED = /^(ORG#[^|]*\|(LIMITS|COUNTS)|KEY#|IDEMPOTENCY#|REQUESTS#|DNS#)|\|ACTIONS$/;
const changing = Object.keys(ENTRIES) as Changing[];
/**
 * A live key gets no clock: what its move leaves is in clock/test-clock.test.ts. The server here has machines, and is not
 * checked: what a check leaves is in test/lambdas/api/servers/check-server.test.ts.
 */
const ofLiveMode = changing.filter((operation) => operation !== 'moveTestClock' && operation !== 'checkServer');

async function ask(operation: Changing) {
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
  it.each(ofLiveMode)('leaves who, what, from where and by which request, as it commits: %s', async (operation) => {
    const { answer, entries } = await ask(operation);
    expect(answer.status, JSON.stringify(answer.json)).toBeLessThan(300);
    const expected = ENTRIES[operation];
    if (expected === 'none') return expect(entries).toEqual([]);
    const [action, facts] = expected;
    const actor = { type: 'api_key', keyId: pair.keyId, requestId: 'req_1', sourceIp: '192.0.2.1', userAgent: 'test' };
    expect(entries.length).toBeGreaterThan(0);
    for (const entry of entries) {
      expect([entry.action, entry.actor]).toEqual([action, actor]);
      expect(['before', 'after'].filter((name) => name in entry)).toEqual(facts);
    }
  });

  it.each(ofLiveMode.filter((operation) => ENTRIES[operation] !== 'none'))(
    'changes nothing where its entry cannot be written: %s',
    async (operation) => {
      const rows = (items: Map<string, object>) => [...items].filter(([key]) => !COUNTED.test(key));
      const before = rows(tableHoldsOrganizations(PHASES[operation]));
      guardRequests((_, input) => {
        if (JSON.stringify(input).includes('AUDIT#org_A#changes')) throw new Error('the entry is refused');
      });
      const { answer, items } = await ask(operation).finally(() => guardRequests(undefined));
      expect(answer.status).toBeGreaterThanOrEqual(500);
      expect(rows(items)).toEqual(before);
    },
  );

  it.each(changing)('leaves no secret that it answers or was sent: %s', async (operation) => {
    const { answer, items } = await ask(operation);
    const { secret, token } = answer.json;
    const stored = JSON.stringify(itemsUnder(items, 'AUDIT#'));
    for (const one of [secret, token, pair.secret].filter(Boolean)) expect(stored).not.toContain(one);
  });

  it('is every one that there is', () => {
    const operations = Object.entries(OPERATIONS).filter(([, { method }]) => method !== 'GET');
    expect(operations.map(([id]) => id).toSorted()).toEqual(changing.toSorted());
  });
});
