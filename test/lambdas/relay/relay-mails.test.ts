import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { describe, expect, it, vi } from 'vitest';
import { eventAppendStore } from '../../../lambdas/model/events/event-append.store.ts';
import { relay } from '../../../lambdas/relay/relay.ts';
import type { OutboxEvent } from '../../../lambdas/shared/outbox/outbox.schema.ts';
import { openTable } from '../../../lambdas/shared/table/table.store.ts';
import { iso, NOW, timings } from '../a-domain.ts';
import { aWebhook } from '../api/webhooks/webhooks-api.ts';
import { holdItems } from '../held-items.ts';
import { anEvent, entryItem } from '../model/events/an-event.ts';

const dynamo = mockClient(DynamoDBDocumentClient);
const table = openTable(new DynamoDBClient({}), 'table');
const store = eventAppendStore(table, {});
const send = vi.fn(async () => []);
const MINUTE = 60_000;

/** What a relay does with these, and what is noted then. */
async function relayed(events: OutboxEvent[], { mail = true, isBusy = false } = {}) {
  send.mockClear();
  const { items } = holdItems(dynamo, [...events.map(entryItem), aWebhook(1, { events: ['*'] })]);
  const ports = {
    ...{ startExecution: async () => {}, deliveries: { send }, log: vi.fn() },
    settings: { timings, ...(mail && { mail: { from: 'service@acme.example' } }) },
    events: { log: { ...store, ...(isBusy && { noteMail: () => Promise.reject(new Error('busy')) }) }, pause: async () => {} },
  };
  const act = () => relay(events.map(entryItem), NOW, ports as never);
  const noted = () => [...items.values()].filter(({ pk }) => String(pk).startsWith('MAILS#'));
  return { done: await act(), act, noted };
}
const events = [anEvent(0, { event: 'domain.updated' }), ...[1, 2].map((n) => anEvent(n, { event: 'certificate.at_risk' }))];

describe('events of which people are told by mail', () => {
  it('have one mail noted for each cause, due in ten minutes, from the first of them on, however often they come', async () => {
    const { done, act, noted } = await relayed(events);
    await act();
    expect(done).toEqual([true, true, true]);
    expect(noted()).toEqual([
      expect.objectContaining({ sk: 'certificate_at_risk', since: 2, duePk: 'DUE#MAILS', stepDueAt: iso(10 * MINUTE) }),
    ]);
  });

  it('have none where the stage sends none', async () => {
    const { noted } = await relayed(events, { mail: false });
    expect(noted()).toEqual([]);
  });

  it('are delivered to webhooks all the same where nothing can be noted, and come again', async () => {
    const { done } = await relayed(events, { isBusy: true });
    expect(done).toEqual([true, false, false]);
    expect(send).toHaveBeenCalledTimes(1);
    expect(send.mock.calls.flat(2)).toHaveLength(3);
  });
});
