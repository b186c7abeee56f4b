import { CAUSE_OF_EVENT } from '../../contract/api/events.ts';
import { isTestTenant } from '../model/accounts/tenant.ts';
import { appendEvents, type NumberedEvent } from '../model/events/append-events.ts';
import { usesSlowLane } from '../model/webhooks/circuit-breaker.ts';
import type { DeliveryMessage } from '../model/webhooks/delivery.schema.ts';
import { subscribers } from '../model/webhooks/delivery.ts';
import { firstAttempt, queueMessage } from '../model/webhooks/delivery-message.ts';
import { Webhook } from '../model/webhooks/webhook.schema.ts';
import { OutboxEntry, type OutboxEvent } from '../shared/outbox/outbox.schema.ts';
import type { Log } from '../shared/runtime/log.gateway.ts';
import type { Item } from '../shared/table/table.store.ts';
import type { Rows } from '../wiring/rows.wiring.ts';
import type { Wakes } from '../wiring/wakes.wiring.ts';
import type { StartExecution } from './executions.gateway.ts';

export type RelayPorts = Pick<Rows, 'eventAppends' | 'deliveryQueue' | 'settings' | 'pause' | 'log'> &
  Pick<Wakes, 'rehearse' | 'wakeZone' | 'wakeAws'> & { startExecution: StartExecution };

/**
 * Appends events to their organizations' logs, then queues their deliveries: no event is sent that the log does not have. Returns
 * the ids of failed events. Safe to repeat: an event keeps its number, and a delivery its id.
 */
async function relayEvents(events: readonly OutboxEvent[], now: Date, ports: RelayPorts): Promise<ReadonlySet<string>> {
  const organizations = Object.entries(Object.groupBy(events, ({ organizationId }) => organizationId));
  const appended = await Promise.all(organizations.map(([id, some = []]) => appendOf(id, some, now, ports)));
  const unsent = await send(
    appended.flatMap(({ messages }) => messages),
    ports,
  );
  return new Set([...appended.flatMap(({ failed }) => failed), ...unsent]);
}

interface Appended {
  failed: string[];
  messages: DeliveryMessage[];
}

async function appendOf(
  organizationId: string,
  events: readonly OutboxEvent[],
  now: Date,
  { eventAppends, settings, pause, log }: RelayPorts,
): Promise<Appended> {
  try {
    const readWebhooks = (rows: readonly Item[]) => rows.flatMap((row) => webhookOf(row, log));
    const appendPorts = { log: eventAppends, pause, readWebhooks, recipientsAmong };
    const { logged, webhooks } = await appendEvents(organizationId, events, now, appendPorts);
    const failed = settings.mail ? await noteMails(organizationId, logged, now, { eventAppends, log }) : [];
    const active = webhooks.filter(({ status }) => status === 'active');
    const messages = logged.flatMap((event) =>
      active
        .filter(({ id }) => event.recipients.includes(id))
        .map((webhook) => ({ ...firstAttempt(event, webhook.id), slow: usesSlowLane(webhook) })),
    );
    return { failed, messages };
  } catch (cause) {
    log('error', 'events could not be logged', { organizationId, cause });
    return { failed: events.map(({ id }) => id), messages: [] };
  }
}

/**
 * Notes the first event of each cause for a mail, which covers all later ones. An existing note stays. Returns the ids of events
 * that could not be noted: the stream delivers them again, and their webhook deliveries do not wait for it.
 */
async function noteMails(
  organizationId: string,
  logged: readonly NumberedEvent[],
  now: Date,
  { eventAppends, log }: Pick<RelayPorts, 'eventAppends' | 'log'>,
): Promise<string[]> {
  const byCause = Map.groupBy(logged, ({ event }) => CAUSE_OF_EVENT[event]);
  const failed: string[] = [];
  for (const [cause, events] of byCause) {
    if (!cause) continue;
    try {
      await eventAppends.noteMail(organizationId, cause, Math.min(...events.map(({ number }) => number)), now);
    } catch (error) {
      log('error', 'a mail could not be noted', { organizationId, cause: error });
      failed.push(...events.map(({ id }) => id));
    }
  }
  return failed;
}

function recipientsAmong(webhooks: readonly Webhook[], event: OutboxEvent): number[] {
  return subscribers(webhooks, event).map(({ id }) => id);
}

/** An unreadable webhook does not block the others. */
function webhookOf(item: Item, log: Log): Webhook[] {
  const parsed = Webhook.safeParse(item);
  if (parsed.success) return [parsed.data];
  log('error', 'a webhook cannot be read', { pk: item.pk, sk: item.sk, cause: parsed.error });
  return [];
}

/** Returns the ids of events with a delivery that was not queued. */
async function send(messages: readonly DeliveryMessage[], { deliveryQueue, log }: RelayPorts): Promise<string[]> {
  if (messages.length === 0) return [];
  try {
    const refused = await deliveryQueue.send(messages.map((message) => queueMessage(message)));
    if (refused.length > 0) log('error', 'deliveries were not queued', { refused: refused.length });
    return refused.flatMap((position) => messages[position]?.eventId ?? []);
  } catch (cause) {
    log('error', 'deliveries were not queued', { cause });
    return messages.map(({ eventId }) => eventId);
  }
}

/** Gathers changes of the same second into one batch for the zone. */
const GATHER_SECONDS = 1;
type Start = Extract<OutboxEntry, { kind: 'execution' | 'rehearsal' | 'zone' | 'aws-server' | 'aws-work' }>;

/**
 * Handles a batch of outbox records. Returns false for each record that the stream must deliver again. An unreadable record is
 * retried too, as a relay of another deployment may read it. After ten tries the stream stores it beside itself, raises an alarm,
 * and continues.
 */
export async function relayRecords(items: readonly (Item | undefined)[], now: Date, ports: RelayPorts): Promise<boolean[]> {
  const entries = items.map((item) => parseEntry(item, ports));
  const failed = relayEvents(
    entries.filter((entry) => entry?.kind === 'event'),
    now,
    ports,
  );
  return Promise.all(
    entries.map(async (entry) => {
      if (entry === undefined) return false;
      return entry.kind === 'event' ? !(await failed).has(entry.id) : start(entry, ports);
    }),
  );
}

function parseEntry(item: Item | undefined, { log }: RelayPorts): OutboxEntry | undefined {
  const parsed = OutboxEntry.safeParse(item);
  if (!parsed.success) log('error', 'poisoned outbox record', { pk: item?.pk, sk: item?.sk, cause: parsed.error });
  return parsed.data;
}

/** Test-mode domains are simulated and reach nothing outside (lambdas/steps/test-mode/). */
async function start(entry: Start, { startExecution, rehearse, wakeZone, wakeAws, settings, log }: RelayPorts): Promise<boolean> {
  const { kind, organizationId } = entry;
  const { timings, restoreEpoch: epoch = 0 } = settings;
  try {
    if (kind === 'zone') await wakeZone(GATHER_SECONDS);
    else if (kind === 'aws-server') await wakeAws({ organizationId, serverId: entry.serverId });
    else if (kind === 'aws-work') await wakeAws({ accountId: entry.accountId, region: entry.region });
    else if (kind === 'rehearsal') await rehearse(organizationId);
    else if (isTestTenant(organizationId)) await rehearse(organizationId, entry.domainId);
    else await startExecution({ domainId: entry.domainId, attempt: entry.attempt, step: entry.step, timings, epoch });
    return true;
  } catch (cause) {
    log('error', 'an execution could not be started', { ...entry, cause });
    return false;
  }
}
