import { isFailing, probePauseSeconds, type Slot, type Tally, verdict } from '../model/webhooks/circuit-breaker.ts';
import type { Webhook } from '../model/webhooks/webhook.schema.ts';
import { addSeconds } from '../shared/time/instant.ts';
import { disableWebhook } from './disable-webhook.ts';
import type { DeliverPorts } from './sender-ports.ts';

/**
 * Frees the slots, counts what was seen, and does what follows from it for the webhook. Its failure is told and no more: the attempts
 * are made and recorded, slots are free again by themselves, and what was seen next decides anew.
 */
export async function releaseSlots(webhook: Webhook, slots: readonly Slot[], tally: Tally, ports: DeliverPorts): Promise<void> {
  try {
    const row = await ports.flow.release(webhook, slots, tally);
    if (row && tally.last) await settle(row, webhook.url, tally.gone, ports);
  } catch (cause) {
    ports.log('error', 'what was seen of a webhook could not be written', { webhookId: webhook.id, cause });
  }
}

async function settle(row: Webhook, sentTo: string, gone: boolean, ports: DeliverPorts): Promise<void> {
  const now = ports.clock();
  const next = verdict(row, gone && row.url === sentTo, now, ports.settings);
  const { id: webhookId } = row;
  switch (next.kind) {
    case 'none':
      return;
    case 'open':
      if (await ports.flow.openBreaker(row, addSeconds(now, probePauseSeconds(0, ports.settings)))) {
        ports.log('warn', 'a webhook has stopped answering', { webhookId });
      }
      return;
    case 'close':
      if (await ports.flow.closeBreaker(row, now)) ports.log('info', 'a webhook answers again', { webhookId });
      return;
    case 'disable': {
      const isStillSo = (latest: Webhook) =>
        next.because === 'gone' ? latest.url === sentTo : isFailing(latest, now, ports.settings);
      if (await disableWebhook(row, next.because, isStillSo, ports)) {
        ports.log('warn', 'a webhook was disabled', { webhookId, because: next.because });
      }
    }
  }
}
