import { describe, expect, it, vi } from 'vitest';
import { relayRecords } from '../../../lambdas/relay/relay.ts';
import type { OutboxEvent } from '../../../lambdas/shared/outbox/outbox.schema.ts';
import { openRows } from '../../../lambdas/wiring/rows.wiring.ts';
import { openWakes } from '../../../lambdas/wiring/wakes.wiring.ts';
import { iso, NOW } from '../a-domain.ts';
import { aWebhook } from '../api/webhooks/webhooks-api.ts';
import { dynamo, edgesWith } from '../edges.ts';
import { holdItems } from '../held-items.ts';
import { anEvent, entryItem } from '../model/events/an-event.ts';
import { settings } from '../settings.ts';

const send = vi.fn(async () => []);
const MINUTE = 60_000;

/** Relays these events. `noted`: the mails that are due. */
async function relayed(events: OutboxEvent[], { mail = true, isBusy = false } = {}) {
  send.mockClear();
  const { items } = holdItems(dynamo, [...events.map(entryItem), aWebhook(1, { events: ['*'] })]);
  const ofStage = { ...settings, ...(mail && { mail: { from: 'service@acme.example' } }) };
  const edges = edgesWith({ startExecution: async () => {}, deliveryQueue: { send }, settings: ofStage });
  const ports = openWakes(openRows(edges));
  if (isBusy) vi.spyOn(ports.eventAppends, 'noteMail').mockRejectedValue(new Error('busy'));
  const act = () => relayRecords(events.map(entryItem), NOW, ports);
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
