import { deliveryTimeline } from '../model/webhooks/delivery-timeline.ts';
import type { DeliverPorts } from './sender-ports.ts';

export type GiveUpPorts = Pick<DeliverPorts, 'clock'> & {
  newId: (prefix: 'tl') => string;
  deliveries: Pick<DeliverPorts['deliveries'], 'giveUp'>;
  events: Pick<DeliverPorts['events'], 'find'>;
};

/** A delivery, by what its message and its row have in common. */
export interface WaitingDelivery {
  organizationId: string;
  webhookId: number;
  id: string;
  eventId: string;
  domainId?: number | undefined;
  /** Absent: it is read, for the timeline of its domain. */
  body?: string | undefined;
}

/**
 * Ends a delivery whose webhook is disabled or deleted. False if it has no row, and so was missed and can be replayed; or if it
 * has ended, or its attempt is under way.
 */
export async function giveUp(delivery: WaitingDelivery, ports: GiveUpPorts): Promise<boolean> {
  const now = ports.clock();
  const isTold = delivery.domainId !== undefined;
  const body = delivery.body ?? (isTold ? (await ports.events.find(delivery.eventId))?.body : undefined);
  const timeline = deliveryTimeline({ id: ports.newId('tl'), at: now.toISOString(), state: 'failed', body });
  return ports.deliveries.giveUp(delivery, 'webhook_disabled', now, timeline);
}
