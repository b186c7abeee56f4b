import { firstSlots, SLOTS, type Slot, standing } from '../model/webhooks/circuit-breaker.ts';
import type { Webhook } from '../model/webhooks/webhook.schema.ts';
import type { DeliverPorts, Invocation } from './sender-ports.ts';

export type Taken =
  | { kind: 'taken'; webhook: Webhook; slots: Slot[] }
  | { kind: 'open'; webhook: Webhook }
  | { kind: 'deleted' | 'disabled' | 'full' };

/** The first guess may meet a slot that is taken, and the second somebody who was faster. */
const TRIES = 3;

export interface Wanted {
  organizationId: string;
  webhookId: number;
  /** Attempts to be made. */
  count: number;
  isProbe: boolean;
}

/** Takes as many slots of a webhook as there are attempts to be made and slots free; one request where nobody else sends to it. */
export async function takeSlots(
  { organizationId, webhookId, count, isProbe }: Wanted,
  { flow, newId, clock, jitter }: Pick<DeliverPorts, 'flow' | 'newId' | 'clock' | 'jitter'>,
  { heldUntil: until }: Pick<Invocation, 'heldUntil'>,
): Promise<Taken> {
  const holder = newId('lease');
  const most = Math.min(count, SLOTS.length);
  let slots = firstSlots(most, jitter());
  for (let tried = 0; tried < TRIES; tried += 1) {
    const answer = await flow.take(organizationId, webhookId, { slots, holder, until, isProbe }, clock());
    if (answer.kind === 'taken') return { kind: 'taken', webhook: answer.webhook, slots };
    const found = standing(answer.found, isProbe, clock());
    if (found.kind !== 'free') return found;
    slots = found.slots.slice(0, most);
  }
  return { kind: 'full' };
}
