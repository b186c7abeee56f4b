import { describe, expect, it, vi } from 'vitest';
import { pausesIn } from '../../../lambdas/shared/switches/switches.store.ts';
import { moveShard } from '../../../lambdas/webhook-sender/move-due-deliveries.ts';
import { iso, NOW, SECOND } from '../a-domain.ts';
import {
  aMessage,
  anOutboxEvent,
  aRow,
  aSender,
  aWebhook,
  messages,
  type Sender,
  WEBHOOK_ID,
} from '../model/webhooks/a-delivery.ts';

const SHARD = WEBHOOK_ID % 16;
const pauses = (sender: Sender, ...names: string[]) => {
  const pause = { since: NOW.toISOString(), by: 'ann', reason: 'incident' };
  sender.ports.paused.mockResolvedValue(pausesIn({ paused: Object.fromEntries(names.map((name) => [name, pause])) }));
};

async function moves(sender: Sender) {
  await moveShard(SHARD, sender.ports, new Date(sender.ports.clock().getTime() + 45 * SECOND));
  return sender.takeQueued().map(({ message }) => message);
}

describe('deliveries that an operator has paused', () => {
  it.each(['deliveries', 'organization org_A'])(
    'by %s are sent to nobody, stay in the table, and are all sent when that ends',
    async (name) => {
      const sender = aSender(aWebhook());
      vi.spyOn(sender.ports.eventLog, 'find').mockImplementation(async (id) => anOutboxEvent({ id }));
      pauses(sender, name);
      expect(await sender.brings(...messages(10))).toEqual([]);
      for (let minute = 1; minute <= 10; minute += 1) {
        sender.passes(60 * SECOND);
        expect(await moves(sender)).toEqual([]);
      }
      expect(sender.receiver).not.toHaveBeenCalled();
      expect(messages(10).map((of) => sender.row(of)?.state)).toEqual(Array(10).fill('pending'));

      pauses(sender);
      for (let minute = 1; minute <= 10; minute += 1) {
        sender.passes(60 * SECOND);
        for (const message of await moves(sender)) expect(await sender.brings(message)).toEqual([]);
      }
      expect(messages(10).map((of) => sender.row(of)?.state)).toEqual(Array(10).fill('succeeded'));
      expect(sender.receiver).toHaveBeenCalledTimes(10);
    },
  );

  it('do not stop those of another organization', async () => {
    const sender = aSender(aWebhook());
    pauses(sender, 'organization org_B', 'orders');
    await sender.brings(aMessage());
    expect(sender.receiver).toHaveBeenCalledOnce();
  });

  it('leave an attempt that is due where it is', async () => {
    const duePk = `DUE#DELIVERIES#${SHARD}`;
    const sender = aSender(aWebhook(), aRow({ attemptsMade: 2, nextAttemptAt: iso(-1), duePk, stepDueAt: iso(-1) }));
    pauses(sender, 'deliveries');
    expect(await moves(sender)).toEqual([]);
    pauses(sender);
    expect(await moves(sender)).toMatchObject([{ attempt: 3 }]);
  });

  it('are not sent on a guess: where the switches cannot be read, every message comes again', async () => {
    const sender = aSender(aWebhook());
    sender.ports.paused.mockRejectedValue(new Error('throttled'));
    await expect(sender.brings(...messages(2))).rejects.toThrow('throttled');
    expect(sender.receiver).not.toHaveBeenCalled();
  });
});
