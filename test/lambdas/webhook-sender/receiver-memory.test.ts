import { describe, expect, it } from 'vitest';
import { REMEMBERED_SECONDS, receiverMemoryOf } from '../../../lambdas/model/webhooks/receiver-memory.ts';
import type { Webhook } from '../../../lambdas/model/webhooks/webhook.schema.ts';
import { iso, NOW, SECOND } from '../a-domain.ts';
import { aMessage, aSender, aWebhook, noAnswer, WEBHOOK_ID } from '../model/webhooks/a-delivery.ts';

// What is known of a receiver's host outlives the webhook. Otherwise recreating a hanging webhook would reset it.

const HOST = 'hooks.integrator.com';
const message = aMessage({ slow: true });
const hook = (changes: Partial<Webhook> = {}) => aWebhook(WEBHOOK_ID, changes);
const webhook = (changes: Partial<Webhook>) => hook(changes) as unknown as Webhook;
const memoryOf = (sender: ReturnType<typeof aSender>) => sender.under('RECEIVER#');
const expiresAtSeconds = NOW.getTime() / 1000 + REMEMBERED_SECONDS;

describe('what is remembered of a host', () => {
  it('includes a circuit breaker that opens, for the next webhook of its organization', async () => {
    const sender = aSender(hook({ timeoutsInRow: 2 }));
    sender.receiver.mockResolvedValueOnce(noAnswer('timeout'));
    await sender.brings(message);
    expect(memoryOf(sender)).toEqual([
      {
        ...{ pk: `RECEIVER#org_A#${HOST}`, sk: 'RECEIVER', organizationId: 'org_A', host: HOST },
        ...{ timeoutsInRow: 3, probeAt: iso(60 * SECOND), probes: 0, expiresAtSeconds },
      },
    ]);
  });

  it('time-outs that end when their webhook is deleted are remembered', async () => {
    const sender = aSender(hook());
    const { pk, sk } = aWebhook();
    sender.receiver.mockImplementation(async () => {
      sender.items.delete(`${pk}|${sk}`);
      return noAnswer('timeout');
    });
    await sender.brings(message, aMessage({ slow: true, eventId: `${message.eventId.slice(0, -1)}2` }));
    expect(memoryOf(sender)).toMatchObject([{ organizationId: 'org_A', host: HOST, timeoutsInRow: 2, expiresAtSeconds }]);
    expect(sender.webhook()).toBeUndefined();
  });

  it('has each time-out once, also if the answer to its count was lost', async () => {
    const { ports, loseAnswer, under } = aSender();
    loseAnswer();
    await ports.receivers.count('org_A', HOST, 2, 'lease_1', NOW);
    await ports.receivers.count('org_A', HOST, 1, 'lease_2', NOW);
    expect(under('RECEIVER#')).toMatchObject([{ timeoutsInRow: 3 }]);
  });

  it('a host that answers again is forgotten', async () => {
    const sender = aSender(hook({ timeoutsInRow: 3, probeAt: iso(0), probes: 1 }));
    await sender.ports.receivers.count('org_A', HOST, 3, 'lease_1', NOW);
    await sender.brings(aMessage({ slow: true, probe: true }));
    expect(sender.webhook()).not.toHaveProperty('timeoutsInRow');
    expect(memoryOf(sender)).toEqual([]);
  });

  it('a host that answers as always costs no request', async () => {
    const sender = aSender(hook());
    await sender.brings(message);
    expect(sender.requests()).toHaveLength(6);
    expect(memoryOf(sender)).toEqual([]);
  });

  it.each<[string, Partial<Webhook>, number | undefined, object | undefined]>([
    ['nothing where it has not hung', {}, 5, undefined],
    [
      'what the row of its webhook says',
      { timeoutsInRow: 4, probeAt: iso(1), probes: 2 },
      1,
      { timeoutsInRow: 4, probeAt: iso(1), probes: 2 },
    ],
    ['no less than was known already', { timeoutsInRow: 1 }, 3, { timeoutsInRow: 3 }],
  ])('is %s', (_, row, known, expected) => {
    const memory = { organizationId: 'org_A', host: HOST, timeoutsInRow: known ?? 0, expiresAtSeconds: 1 };
    const found = receiverMemoryOf(webhook(row), known === undefined ? undefined : memory, NOW);
    expect(found).toEqual(expected && { organizationId: 'org_A', host: HOST, ...expected, expiresAtSeconds });
  });

  it('ends after a day, whether or not its item is still there', async () => {
    const { ports } = aSender();
    await ports.receivers.count('org_A', HOST, 3, 'lease_1', NOW);
    const knownAfter = (seconds: number) => ports.receivers.find('org_A', HOST, new Date(NOW.getTime() + seconds * SECOND));
    expect(await knownAfter(REMEMBERED_SECONDS - 1)).toMatchObject({ timeoutsInRow: 3 });
    expect(await knownAfter(REMEMBERED_SECONDS)).toBeUndefined();
  });
});
