import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { EVENT_PAYLOADS } from '../../../../lambdas/api/reference/event-payloads.schema.ts';
import { notifyKeyExpiries } from '../../../../lambdas/jobs/sweep/notify-key-expiries.ts';
import type { ApiKey } from '../../../../lambdas/model/accounts/account.schema.ts';
import { accountStore } from '../../../../lambdas/model/accounts/account.store.ts';
import { keyNoticesStore } from '../../../../lambdas/model/accounts/key-notices.store.ts';
import { OutboxEntry } from '../../../../lambdas/shared/outbox/outbox.schema.ts';
import { openTable } from '../../../../lambdas/shared/table/table.store.ts';
import { HOUR, iso, later, NOW } from '../../a-domain.ts';
import { guardRequests, holdItems } from '../../held-items.ts';

const DAY = 24 * HOUR;
const dynamo = mockClient(DynamoDBDocumentClient);
const table = openTable(new DynamoDBClient({}), 'table');
const aKey = (expiresAt: string | undefined): ApiKey => ({
  ...{ keyId: 'cps_pk_live_K', organizationId: 'org_A', name: 'ci', permissions: ['domains.read'] },
  ...{ secretSha256: 'ab'.repeat(32), createdAt: NOW.toISOString(), ...(expiresAt !== undefined && { expiresAt }) },
});
const audit = (action: string) => ({
  ...{ id: `aud_${action}`, at: iso(0), organizationId: 'org_A', action },
  ...{ resource: { type: 'api_key' as const, id: 'K' }, actor: { type: 'service' as const } },
});

async function scene(expiresAt: string | undefined) {
  const { items, meanwhile } = holdItems(dynamo, []);
  let drawn = 0;
  const accounts = accountStore(table);
  const key = aKey(expiresAt);
  await accounts.createKey(key, audit('created'), { counted: 0, limit: 9 });
  const log = vi.fn();
  const sweep = (ms: number) => {
    const newEventId = () => `evt_01KAGZ3T8Q4W1X7M2N${String(drawn++).padStart(4, '0')}9S0V`;
    return notifyKeyExpiries({ keyNotices: keyNoticesStore(table), newEventId, clock: () => later(ms), log }, later(1e12));
  };
  const told = () =>
    [...items.values()].flatMap((item) => {
      const entry = OutboxEntry.safeParse(item).data;
      return entry?.kind === 'event' ? [`${entry.event} ${(Date.parse(entry.createdAt) - NOW.getTime()) / DAY}`] : [];
    });
  return { items, meanwhile, accounts, key, sweep, told };
}

afterEach(() => guardRequests(undefined));

describe('the end of a key', () => {
  it('is told 30, 7 and 1 days before, and when it has come, each once', async () => {
    const { sweep, told } = await scene(iso(40 * DAY));
    for (let day = 0; day <= 45; day += 0.5) expect((await sweep(day * DAY)).failures).toEqual([]);
    expect(told()).toEqual(['api_key.expiring 10', 'api_key.expiring 33', 'api_key.expiring 39', 'api_key.expired 40']);
  });

  it('is told with the documented body, to webhooks too', async () => {
    const { items, sweep } = await scene(iso(DAY));
    await sweep(DAY);
    const [entry] = [...items.values()].flatMap((item) => OutboxEntry.safeParse(item).data ?? []);
    if (entry?.kind !== 'event') throw new Error('no event');
    const body = JSON.parse(entry.body);
    const valid = { ...body, id: 'evt_01KAGZ3T8Q4W1X7M2N5P6R9S0V' };
    expect(EVENT_PAYLOADS['api_key.expired'].parse(valid)).toEqual(valid);
    expect([entry.notify, entry.domainId, body.data.api_key.name]).toEqual([true, undefined, 'ci']);
    expect(entry.body).not.toMatch(/permissions|[sS]ecret/);
  });

  it('is told of by the next notice alone where the key is made, or the sweep comes, later', async () => {
    const shorter = await scene(iso(5 * DAY));
    for (let day = 0; day <= 6; day += 0.5) await shorter.sweep(day * DAY);
    expect(shorter.told()).toEqual(['api_key.expiring 4', 'api_key.expired 5']);
    const away = await scene(iso(40 * DAY));
    await away.sweep(39.5 * DAY);
    await away.sweep(41 * DAY);
    expect(away.told()).toEqual(['api_key.expiring 39.5', 'api_key.expired 41']);
  });

  it('is told once where two sweeps meet it at the same moment', async () => {
    const { meanwhile, sweep, told } = await scene(iso(DAY));
    let other: ReturnType<typeof sweep> | undefined;
    meanwhile(() => {
      other = sweep(DAY);
    });
    const { told: first } = await sweep(DAY);
    expect([first, (await other)?.told].toSorted()).toEqual([0, 1]);
    expect(told()).toEqual(['api_key.expired 1']);
  });

  it('is told by the next sweep where one was killed before or behind its write', async () => {
    const { sweep, told } = await scene(iso(DAY));
    guardRequests((action) => {
      if (action === 'TransactWriteItems') throw new Error('killed');
    });
    expect((await sweep(DAY)).failures).toHaveLength(1);
    guardRequests(undefined);
    await sweep(DAY);
    await sweep(DAY);
    expect(told()).toEqual(['api_key.expired 1']);
  });

  it('is no news where it never comes, comes later, or was brought about by a revocation', async () => {
    const lasting = await scene(undefined);
    await lasting.sweep(1000 * DAY);
    const revoked = await scene(iso(40 * DAY));
    await revoked.accounts.revokeKey(revoked.key, NOW, audit('revoked'));
    await revoked.sweep(41 * DAY);
    const later40 = await scene(iso(DAY));
    later40.meanwhile(() => {
      const { key, items } = later40;
      items.set(`KEY#${key.keyId}|KEY`, {
        ...items.get(`KEY#${key.keyId}|KEY`),
        expiresAt: iso(90 * DAY),
        stepDueAt: iso(60 * DAY),
      });
    });
    await later40.sweep(DAY);
    expect([lasting.told(), revoked.told(), later40.told()]).toEqual([[], [], []]);
  });
});
