import { QueryCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { withServed } from '../../../../lambdas/lifecycle/transition.ts';
import { claimStore } from '../../../../lambdas/model/domains/claim.store.ts';
import { HostnameTaken } from '../../../../lambdas/model/domains/claim.ts';
import { renewalTime } from '../../../../lambdas/model/domains/renewal-time.ts';
import type { Actor } from '../../../../lambdas/shared/audit/audit.schema.ts';
import { keys } from '../../../../lambdas/shared/table/keys.ts';
import { aDomain, iso, issued, NOW, saying, servedAs } from '../../a-domain.ts';
import { domains, dynamo, itemOf, itemsUnder, table, tableHolds } from '../../api/api-caller.ts';

const stored = aDomain('finalizing');
const rowKey = `DOMAIN#${stored.id}|DOMAIN`;
const change = { timeline: 'test', events: [] };
const claims = claimStore(table);

async function rewritten(item: Record<string, unknown>) {
  const items = tableHolds(item);
  const domain = await domains.get(stored.id);
  if (!domain) throw new Error('no domain');
  await domains.replace(domain, domain, change);
  return items.get(rowKey) ?? {};
}

it('a row that newer code has written keeps what older code does not know, at every depth', async () => {
  const item = itemOf(stored);
  const listed = item.listed as object;
  const found = { code: 'ca_rate_limited', evidence: [], score: 3 };
  const newer = {
    ...item,
    colour: 'red',
    issuance: { ...stored.issuance, profile: 'short' },
    listed: { ...listed, conditions: { obstacle: { since: NOW.toISOString(), found } }, shape: 'round' },
  };
  const after = await rewritten(newer);
  expect(after).toMatchObject({
    colour: 'red',
    issuance: { profile: 'short' },
    listed: { conditions: { obstacle: { found: { score: 3 } } } },
  });
  expect({ ...after, ...(after.listed as object) }).toMatchObject({ shape: 'round' });
});

it('a row at rest is in no due partition', async () => {
  const { duePk, stepDueAt, ...atRest } = await rewritten({ ...itemOf(aDomain('active')), duePk: 'DUE#1' });
  expect([duePk, stepDueAt]).toEqual([undefined, undefined]);
  expect(atRest.execution).toEqual({ attempt: 1, restarts: 0 });
});

it('a row is replaced only as it was read, and grows a version', async () => {
  expect((await rewritten(itemOf(stored))).version).toBe(stored.version + 1);
  const [write] = dynamo.commandCalls(TransactWriteCommand)[0]?.args[0].input.TransactItems ?? [];
  expect(write?.Put?.ConditionExpression).toBe('version = :seen');
  expect(write?.Put?.ExpressionAttributeValues).toEqual({ ':seen': stored.version });
});

it('a row that is only remembered is written without a word in the timeline', async () => {
  const items = tableHolds(itemOf(stored));
  await domains.replace(stored, stored, { ...change, isQuiet: true });
  expect(items.get(rowKey)).toMatchObject({ version: stored.version + 1 });
  expect([...items.keys()].filter((key) => key.includes('TIMELINE#'))).toEqual([]);
});

it('a row that is due later keeps the check that was made, and without one shows none that a new execution did not make', async () => {
  const items = tableHolds(itemOf(stored));
  const lastCheck = { at: '2026-06-01T12:00:00.000Z', nextAt: '2026-06-01T12:05:00.000Z' };
  await domains.extend(stored, '2026-06-01T12:35:00.000Z', lastCheck);
  expect(items.get(rowKey)).toMatchObject({ stepDueAt: '2026-06-01T12:35:00.000Z', execution: { lastCheck }, version: 2 });
  await domains.extend({ ...stored, version: 2 }, '2026-06-01T13:00:00.000Z');
  expect(items.get(rowKey)).not.toHaveProperty('execution.lastCheck');
});

it('a row that somebody wrote since is left alone, with all that would have gone along', async () => {
  const items = tableHolds(itemOf({ ...stored, version: 2 }));
  const before = new Map(items);
  await expect(domains.replace(stored, stored, { ...change, events: ['domain.updated'] })).rejects.toMatchObject({
    name: 'LostRace',
  });
  await expect(domains.remove(stored)).rejects.toMatchObject({ name: 'LostRace' });
  expect(new Map(items)).toEqual(before);
});

it('a row that nobody can understand is an error, not a domain', async () => {
  tableHolds({ ...itemOf(stored), phase: 'unheard-of' });
  await expect(domains.get(stored.id)).rejects.toThrow();
});

it('a row is deleted with its actions, and its timeline stays', async () => {
  const entry = { ...keys.timeline(stored.id, 'tl_1'), id: 'tl_1' };
  const items = tableHolds(itemOf(stored), { ...keys.actions(stored.id) }, entry);
  await domains.remove(stored, [table.putWrite({ pk: 'OTHER', sk: 'OTHER' })]);
  expect(itemsUnder(items, 'DOMAIN#')).toEqual([entry]);
  expect(items.has('OTHER|OTHER')).toBe(true);
});

describe('a timeline', () => {
  const DAY = 86_400;
  const now = NOW.getTime() / 1000;
  const ends = (items: Map<string, Record<string, unknown>>) =>
    [...items.values()].filter(({ sk }) => String(sk).startsWith('TIMELINE#')).map(({ expiresAtSeconds }) => expiresAtSeconds);

  it('has entries that end after 400 days', async () => {
    const items = tableHolds(itemOf(stored));
    await domains.replace(stored, stored, change);
    expect(ends(items)).toEqual([now + 400 * DAY]);
  });

  it('ends 30 days after its domain', async () => {
    const entries = Array.from({ length: 250 }, (_, n) => ({ ...keys.timeline(stored.id, `tl_${String(n).padStart(3, '0')}`) }));
    const items = tableHolds(itemOf(stored), ...entries.map((entry) => ({ ...entry, expiresAtSeconds: now + 400 * DAY })));
    await domains.endTimeline(stored.id, NOW);
    expect(ends(items)).toEqual(entries.map(() => now + 30 * DAY));
    expect(items.get(rowKey)).toEqual(itemOf(stored));
  });

  it('keeps an end that comes earlier, so that a removal that is repeated moves nothing', async () => {
    const soon = { ...keys.timeline(stored.id, 'tl_1'), expiresAtSeconds: now + DAY };
    const items = tableHolds(itemOf(stored), soon);
    await domains.endTimeline(stored.id, NOW);
    expect(ends(items)).toEqual([now + DAY]);
  });
});

describe('what the visits of a domain remember', () => {
  const active = aDomain('active');
  const another = { ...issued, fingerprintSha256: 'cd'.repeat(32), ariId: 'aki.serial' };
  const remembered = {
    ...keys.watch(active.id),
    domainId: active.id,
    fingerprintSha256: 'ab',
    checkedAt: '2026-05-31T12:00:00.000Z',
  };
  const watchIn = (items: Map<string, Record<string, unknown>>) => itemsUnder(items, 'WATCH#');

  it('begins anew in the transaction in which the domain gets another certificate', async () => {
    const items = tableHolds(itemOf(active), remembered);
    await domains.replace(active, withServed(active, { certificate: another }), change);
    const { ariId, fingerprintSha256, ca } = another;
    expect(watchIn(items)).toEqual([{ ...keys.watch(active.id), domainId: active.id, fingerprintSha256, ca, ariId }]);
  });

  it.each([
    ['the certificate is the same', { updatedAt: '2026-06-01T13:00:00.000Z' }],
    ['the hostname is somebody else’s by now', { served: servedAs({ certificate: another }), claimLost: true }],
  ])('stays as it is where %s', async (_, changes) => {
    const items = tableHolds(itemOf(active), remembered);
    await domains.replace(active, { ...active, ...changes }, change);
    expect(watchIn(items)).toEqual([remembered]);
  });
});

describe('a verdict', () => {
  const evidence = [{ kind: 'dns' as const, asked: 'CNAME shop.customer.com', answer: 'NXDOMAIN', at: NOW.toISOString() }];
  const diagnosis = { code: 'cname_not_found' as const, reason: 'servfail' as const, observed: 'x', evidence };

  it('that changes is on the timeline with its evidence, and the unchanged checks before it are counted', async () => {
    const items = tableHolds(itemOf(stored));
    await domains.replace(stored, saying(stored, diagnosis), { ...change, quietChecks: 12 });
    const entry = itemsUnder(items, 'DOMAIN#').find(({ what }) => what === 'test');
    expect(entry).toMatchObject({ ...diagnosis, quietChecks: 12 });
  });

  it('that stays is on the timeline without the evidence that is there already', async () => {
    const known = saying(stored, diagnosis);
    const items = tableHolds(itemOf(known));
    await domains.replace(known, saying(known, { ...diagnosis, checkedAt: NOW.toISOString() }), change);
    const entry = itemsUnder(items, 'DOMAIN#').find(({ what }) => what === 'test');
    expect(Object.keys(entry ?? {}).toSorted()).toEqual(['actor', 'at', 'code', 'expiresAtSeconds', 'id', 'pk', 'sk', 'what']);
  });
});

describe('who changed it', () => {
  const actor: Actor = { type: 'api_key', keyId: 'cps_pk_live_x', requestId: 'req_1', sourceIp: '192.0.2.1', userAgent: 'test' };

  it('who changed a domain is on the timeline and, in full, on the audit record', async () => {
    const items = tableHolds(itemOf(stored));
    const at = iso(5);
    await domains.replace(stored, stored, {
      ...change,
      audit: { by: actor, clocks: { now: new Date(at) }, before: { server_id: 1 }, after: { server_id: 2 } },
    });
    expect(itemsUnder(items, 'DOMAIN#').find(({ what }) => what === 'test')).toMatchObject({
      actor: { type: 'api_key', keyId: 'cps_pk_live_x', requestId: 'req_1' },
    });
    expect(itemsUnder(items, 'AUDIT#')).toMatchObject([
      { action: 'test', actor, at, before: { server_id: 1 }, after: { server_id: 2 } },
    ]);
  });

  it('a domain that nobody asked to change was changed by the service, which is no matter of the audit record', async () => {
    const items = tableHolds(itemOf(stored));
    await domains.replace(stored, stored, change);
    expect(itemsUnder(items, 'DOMAIN#').find(({ what }) => what === 'test')).toMatchObject({ actor: { type: 'service' } });
    expect(itemsUnder(items, 'AUDIT#')).toEqual([]);
  });
});

describe('a new row', () => {
  const domain = aDomain('awaiting-dns');

  it('meets the claim of its hostname', async () => {
    const claim = { ...keys.claim(domain.url), organizationId: 'org_B', domainId: 9, state: 'held' };
    const items = tableHolds(claim);
    const refused = await domains.create(domain, claims.firstWrite(domain), change).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(HostnameTaken);
    expect(refused).toMatchObject({ claim: { organizationId: 'org_B', domainId: 9 } });
    expect(items.has(rowKey)).toBe(false);
  });

  it('that meets another of its id is a lost race, and no taken hostname', async () => {
    tableHolds(itemOf(stored));
    const refused = await domains.create(domain, claims.firstWrite(domain), change).catch((error: unknown) => error);
    expect(refused).not.toBeInstanceOf(HostnameTaken);
    expect(refused).toMatchObject({ name: 'LostRace' });
  });
});

it('a renewal is told with the certificate that it replaced, and when that was planned; nothing else is', async () => {
  const before = aDomain('active');
  const items = tableHolds(itemOf(before));
  await domains.replace(before, before, { timeline: 'test', events: ['certificate.installed', 'certificate.renewed'] });
  const { notBefore, notAfter } = before.served?.certificate ?? issued;
  const told = itemsUnder(items, 'OUTBOX#').map(({ event, former }) => [event, former]);
  expect(Object.fromEntries(told)).toEqual({
    'certificate.installed': undefined,
    'certificate.renewed': { notBefore, notAfter, plannedAt: renewalTime({ notBefore, notAfter }) },
  });
});

it('a page of what is due says since when its first row has been due', async () => {
  const due = ['2026-06-01T10:00:00.000Z', '2026-06-01T11:00:00.000Z'];
  const rows = due.map((scanAt, n) => ({ ...keys.domain(n + 1), scanAt }));
  dynamo.on(QueryCommand).resolvesOnce({ Items: rows }).resolves({ Items: [] });
  expect(await domains.scanBefore(0, NOW)).toEqual({ domainIds: [1, 2], oldestDueAt: due[0] });
  expect(await domains.scanBefore(0, NOW)).toEqual({ domainIds: [] });
});
