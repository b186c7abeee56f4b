import { MAX_ATTEMPT_SECONDS, SENDER_SECONDS } from '../../contract/stack/timings.schema.ts';
import {
  type CountedAttempt,
  isMoverScheduled,
  shouldStopSending,
  tallyAttempts,
  usesSlowLane,
} from '../model/webhooks/circuit-breaker.ts';
import { DeliveryMessage } from '../model/webhooks/delivery.schema.ts';
import type { Webhook } from '../model/webhooks/webhook.schema.ts';
import type { Slot } from '../model/webhooks/webhook-slots.ts';
import { receiverTarget } from '../shared/net/receiver-target.ts';
import type { Log } from '../shared/runtime/log.gateway.ts';
import type { OrganizationSlot } from '../shared/slots/organization-slot.ts';
import { addSeconds } from '../shared/time/instant.ts';
import { deliverMessage, type SendContext } from './deliver-message.ts';
import { laneSlot } from './organization-slot.ts';
import { breakerName, laneName } from './process-memory.ts';
import { changeLane, endDeliveries, park, requeue } from './requeue.ts';
import type { DeliverPorts, Entry, Invocation } from './sender-ports.ts';
import { releaseSlots, type TakenSlots, takeSlots } from './webhook-slots.ts';

// A POST passes through deliver.lambda.ts, this file, webhook-slots.ts (may it be sent now, and the effects on its webhook),
// deliver-message.ts (claim, send, record), sign-delivery.ts and retry-policy.ts (retry, and when), in this order. Messages that
// cannot be sent now go to requeue.ts.

/** Of the sender's 60 s an attempt takes at most 30, and 10 are for the writes before and after it: it begins in the first 20. */
const WRITING_SECONDS = 10;
const LAST_START_SECONDS = SENDER_SECONDS - MAX_ATTEMPT_SECONDS - WRITING_SECONDS;
/** Slots and claims outlive the invocation, so nobody takes them while it runs. */
const HELD_SECONDS = SENDER_SECONDS + 5;

export interface QueuedMessage {
  id: string;
  body: string;
}

/**
 * Makes the attempts of queue messages. Returns the ids to retry because of failures of the service; a receiver's failure is
 * recorded, and its message is done. Webhooks run in parallel.
 */
export async function deliver(messages: readonly QueuedMessage[], ports: DeliverPorts): Promise<string[]> {
  const startedAt = ports.clock();
  const invocation = {
    startBefore: new Date(addSeconds(startedAt, LAST_START_SECONDS)),
    heldUntil: addSeconds(startedAt, HELD_SECONDS),
  };
  // Fails before anything is sent if the pause state cannot be read: then all messages come again.
  await ports.paused();
  const read = messages.map(({ id, body }) => ({ id, message: parseMessage(id, body, ports.log) }));
  const poisoned = read.flatMap(({ id, message }) => (message ? [] : [id]));
  const entries = read.flatMap(({ id, message }) => (message ? [{ id, message }] : []));
  const failed = await Promise.all(byOrganization(entries).map((some) => deliverForOrganization(some, ports, invocation)));
  return [...poisoned, ...failed.flat()];
}

/** Also by lane: a message stays in its old queue until the sender finds that its lane has changed. */
function byOrganization(entries: readonly Entry[]): Entry[][] {
  return [...Map.groupBy(entries, ({ message }) => laneName(message)).values()];
}

/** By webhook; probes through an open circuit breaker are separate. */
function byWebhook(entries: readonly Entry[]): Entry[][] {
  return [...Map.groupBy(entries, ({ message: { webhookId, probe } }) => `${webhookId} ${probe}`).values()];
}

async function deliverForOrganization(entries: readonly Entry[], ports: DeliverPorts, invocation: Invocation): Promise<string[]> {
  const [first] = entries;
  if (!first) return [];
  if ((await ports.paused()).deliveriesOf(first.message.organizationId)) return parkPaused(entries, ports);
  if (ports.busyOrganizations.isKnown(laneName(first.message), ports.clock())) return requeue(entries, ports);
  const slot = laneSlot(first, ports, invocation);
  try {
    const failed = await Promise.all(byWebhook(entries).map((group) => deliverGroup(group, ports, { ...invocation, slot })));
    return failed.flat();
  } finally {
    await slot.release();
  }
}

/** Paused deliveries wait in the table, as behind an open circuit breaker, until the mover queues them again. */
async function parkPaused(entries: readonly Entry[], ports: DeliverPorts): Promise<string[]> {
  const failed = await Promise.all(byWebhook(entries).map((group) => park(group, ports)));
  return failed.flat();
}

/** An unreadable message ends in the dead-letter queue. */
function parseMessage(id: string, body: string, log: Log): DeliveryMessage | undefined {
  try {
    return DeliveryMessage.parse(JSON.parse(body));
  } catch (cause) {
    log('error', 'poisoned delivery message', { messageId: id, cause });
    return undefined;
  }
}

type Working = Invocation & { slot: OrganizationSlot };

/** Sends due messages of one webhook, as far as it accepts them now. Returns the ids to retry. */
async function deliverGroup(entries: readonly Entry[], ports: DeliverPorts, invocation: Working): Promise<string[]> {
  try {
    if (isKnownOpen(entries, ports)) return await park(entries, ports, true);
    const taken = await slotsFor(entries, ports, invocation);
    switch (taken.kind) {
      case 'deleted':
      case 'disabled':
        return await endDeliveries(entries, ports);
      case 'open':
        return await parkAll(entries, taken.webhook, ports);
      case 'full':
        return await requeue(entries, ports);
      case 'taken':
        if (isMisplaced(entries, taken.webhook)) return await leave(changeLane, entries, taken, ports);
        if (!(await invocation.slot.take())) return await leave(requeue, entries, taken, ports);
        return await sendAll(entries, taken, ports, invocation);
    }
  } catch (cause) {
    ports.log('error', 'the deliveries of a webhook could not be begun', { webhookId: entries[0]?.message.webhookId, cause });
    return entries.map(({ id }) => id);
  }
}

function isKnownOpen([first]: readonly Entry[], { openBreakers, clock }: DeliverPorts): boolean {
  return first !== undefined && !first.message.probe && openBreakers.isKnown(breakerName(first.message), clock());
}

async function parkAll(entries: readonly Entry[], webhook: Webhook, ports: DeliverPorts): Promise<string[]> {
  const now = ports.clock();
  const failed = await park(entries, ports, isMoverScheduled(webhook, now));
  // Later messages parked without a read of the row rely on this note; skipped if the note could not be written.
  if (failed.length === 0)
    ports.openBreakers.learn(breakerName({ organizationId: webhook.organizationId, webhookId: webhook.id }), now);
  return failed;
}

async function slotsFor(entries: readonly Entry[], ports: DeliverPorts, invocation: Invocation): Promise<TakenSlots> {
  const [first] = entries;
  if (!first) return { kind: 'deleted' };
  const { organizationId, webhookId, probe: isProbe } = first.message;
  return takeSlots({ organizationId, webhookId, count: entries.length, isProbe }, ports, invocation);
}

function isMisplaced(entries: readonly Entry[], webhook: Webhook): boolean {
  return usesSlowLane(webhook) && entries.some(({ message }) => !message.slow && !message.probe);
}

/** Puts messages back: they belong to the other lane, or the organization has its maximum of processes at work. */
async function leave(
  putBack: typeof requeue,
  entries: readonly Entry[],
  { webhook, slots }: { webhook: Webhook; slots: readonly Slot[] },
  ports: DeliverPorts,
): Promise<string[]> {
  await releaseSlots(webhook, slots, tallyAttempts([]), ports);
  return putBack(entries, ports);
}

interface Progress {
  waiting: Entry[];
  made: CountedAttempt[];
  /** Not sent: no time or budget was left, or the receiver hangs. */
  later: Entry[];
  failed: string[];
}

/** Sends with one worker per slot, frees the slots, and requeues the rest. Returns the ids to retry. */
async function sendAll(
  entries: readonly Entry[],
  { webhook, slots }: { webhook: Webhook; slots: readonly Slot[] },
  ports: DeliverPorts,
  { startBefore, heldUntil }: Invocation,
): Promise<string[]> {
  const progress: Progress = { waiting: [...entries], made: [], later: [], failed: [] };
  try {
    const secrets = await ports.openSecrets(webhook, ports.clock());
    await Promise.all(slots.map(() => work(progress, { webhook, secrets, heldUntil }, startBefore, ports)));
  } finally {
    await releaseSlots(webhook, slots, tallyAttempts(progress.made), ports);
  }
  return [...progress.failed, ...(await requeue(progress.later, ports))];
}

async function work(progress: Progress, sending: SendContext, startBefore: Date, ports: DeliverPorts): Promise<void> {
  const { host } = receiverTarget(sending.webhook.url);
  for (let entry = progress.waiting.shift(); entry; entry = progress.waiting.shift()) {
    const isTime = ports.clock() < startBefore && !shouldStopSending(tallyAttempts(progress.made));
    if (isTime && ports.hostBudget.take(host, sending.webhook.organizationId, ports.clock()))
      await attempt(entry, progress, sending, ports);
    else progress.later.push(entry);
  }
}

async function attempt({ id, message }: Entry, progress: Progress, sending: SendContext, ports: DeliverPorts): Promise<void> {
  try {
    const made = await deliverMessage(message, sending, ports);
    if (made) progress.made.push(made);
  } catch (cause) {
    ports.log('error', 'a delivery failed within the service', { messageId: id, deliveryId: message.deliveryId, cause });
    progress.failed.push(id);
  }
}
