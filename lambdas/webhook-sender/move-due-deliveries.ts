import { isNothingParked, type ParkedPlan, parkedPlan } from '../model/webhooks/circuit-breaker.ts';
import { nextAttempt, queueMessage, REDELIVERY_SAFEGUARD_SECONDS } from '../model/webhooks/delivery-message.ts';
import type { DuePage, DueRow } from '../model/webhooks/due-delivery.store.ts';
import type { Webhook } from '../model/webhooks/webhook.schema.ts';
import { dueDeliveriesOf, dueDeliveriesPartition } from '../shared/table/keys.ts';
import { pagesWhile } from '../shared/table/queries.ts';
import { addSeconds } from '../shared/time/instant.ts';
import { endDelivery } from './requeue.ts';
import type { MovePorts } from './sender-ports.ts';

interface MoveSummary {
  queued: number;
  givenUp: number;
  /** Failures of single rows, which do not stop the others. */
  failures: unknown[];
}

export interface Destination {
  /** The partition where the rows become due again if their messages are lost. */
  duePk: string;
  isProbe?: boolean;
}

/** Queues the next attempts of these rows, except those that a concurrent mover took. Returns how many the queue accepted. */
async function enqueueDue(
  rows: readonly DueRow[],
  { duePk, isProbe = false }: Destination,
  summary: MoveSummary,
  ports: MovePorts,
): Promise<number> {
  const stepDueAt = addSeconds(ports.clock(), REDELIVERY_SAFEGUARD_SECONDS);
  const found = await Promise.all(
    rows.map((row) => runMove(summary, ports, () => ports.dueDeliveries.postpone(row, duePk, stepDueAt))),
  );
  const messages = found.flatMap((delivery) =>
    delivery ? [queueMessage({ ...nextAttempt(delivery), ...(isProbe && { probe: true, slow: true }) })] : [],
  );
  if (messages.length === 0) return 0;
  const refused = await ports.deliveryQueue.send(messages);
  summary.queued += messages.length - refused.length;
  return messages.length - refused.length;
}

/** Runs one step of many. A failure is logged and does not stop the others. */
async function runMove<T>(summary: MoveSummary, { log }: MovePorts, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (cause) {
    log('error', 'a due delivery could not be moved', { cause });
    summary.failures.push(cause);
    return undefined;
  }
}

/** The index may list rows that have moved on: of this many candidates one still exists. */
const PROBE_CANDIDATES = 5;
const MAX_GIVEN_UP = 3_000;

/** The pause before deliveries of a paused organization are checked again. */
const PAUSED_AGAIN_SECONDS = 120;

type Acting = Exclude<ParkedPlan, { kind: 'wait' }>;

/** Queues a webhook's parked deliveries, as far as it accepts them. */
async function moveParked(row: DueRow, summary: MoveSummary, ports: MovePorts, endsAt: Date): Promise<void> {
  const now = ports.clock();
  const webhook = await ports.circuitBreakers.find(row.key);
  if (webhook?.stepDueAt === undefined || webhook.stepDueAt > now.toISOString()) return;
  if ((await ports.paused()).deliveriesOf(webhook.organizationId)) {
    await ports.circuitBreakers.lookAgain(webhook, addSeconds(now, PAUSED_AGAIN_SECONDS));
    return;
  }
  const plan = parkedPlan(webhook, now, ports.settings.webhooks);
  if (plan.kind === 'wait') {
    await ports.circuitBreakers.lookAgain(webhook, plan.until);
    return;
  }
  const first = await ports.dueDeliveries.parked(webhook.organizationId, webhook.id, mostOf(plan));
  if (first.rows.length === 0) return nothingFound(webhook, now, ports);
  if (await isOurs(webhook, plan, now, ports)) await act(webhook, plan, first, summary, ports, endsAt);
}

function mostOf(plan: Acting): number {
  switch (plan.kind) {
    case 'probe':
      return PROBE_CANDIDATES;
    case 'drain':
      return plan.size;
    case 'give-up':
      return MAX_GIVEN_UP;
  }
}

async function nothingFound(webhook: Webhook, now: Date, { circuitBreakers }: MovePorts): Promise<void> {
  if (isNothingParked(webhook, now)) await circuitBreakers.forgetParked(webhook);
  else await circuitBreakers.lookAgain(webhook, now.toISOString());
}

/** Of two movers only one wins. The next one, a minute later, takes the rest; a probe has its own time. */
function isOurs(webhook: Webhook, plan: Acting, now: Date, { circuitBreakers }: MovePorts): Promise<boolean> {
  const at = now.toISOString();
  switch (plan.kind) {
    case 'probe':
      return circuitBreakers.lookAgain(webhook, plan.nextProbeAt, { probeAt: plan.nextProbeAt, probes: plan.probes });
    case 'drain':
      return circuitBreakers.lookAgain(webhook, at, { drainedAt: at, drainSize: plan.size });
    case 'give-up':
      return circuitBreakers.lookAgain(webhook, at);
  }
}

async function act(
  webhook: Webhook,
  plan: Acting,
  first: DuePage,
  summary: MoveSummary,
  ports: MovePorts,
  endsAt: Date,
): Promise<void> {
  const duePk = dueDeliveriesOf(webhook.id);
  if (plan.kind === 'probe') {
    for (const row of first.rows) if ((await enqueueDue([row], { duePk, isProbe: true }, summary, ports)) > 0) return;
    return;
  }
  let left = mostOf(plan);
  for (let page: DuePage | undefined = first; page; page = await pageAfter(page)) {
    const rows = page.rows.slice(0, left);
    if (plan.kind === 'drain') await enqueueDue(rows, { duePk }, summary, ports);
    else await Promise.all(rows.map((row) => runMove(summary, ports, () => endRow(row, summary, ports))));
    left -= rows.length;
  }

  async function pageAfter({ next }: DuePage): Promise<DuePage | undefined> {
    if (!next || left <= 0 || ports.clock() >= endsAt) return undefined;
    return ports.dueDeliveries.parked(webhook.organizationId, webhook.id, left, next);
  }
}

async function endRow({ key }: DueRow, summary: MoveSummary, ports: MovePorts): Promise<void> {
  const delivery = await ports.dueDeliveries.find(key);
  if (delivery && (await endDelivery(delivery, ports))) summary.givenUp += 1;
}

/** Queues a shard's due rows, page by page while there is time; the rest stays due. */
export async function moveShard(shard: number, ports: MovePorts, endsAt: Date): Promise<MoveSummary> {
  const summary: MoveSummary = { queued: 0, givenUp: 0, failures: [] };
  if ((await ports.paused()).deliveries) return summary;
  const duePk = dueDeliveriesPartition(shard);
  const now = ports.clock();
  const pages = pagesWhile(
    () => ports.clock() < endsAt,
    (startAt) => ports.dueDeliveries.due(shard, now, startAt),
  );
  for await (const page of pages) {
    const deliveries = page.rows.filter(({ kind }) => kind === 'delivery');
    const webhooks = page.rows.filter(({ kind }) => kind === 'webhook');
    const move = (row: DueRow) => runMove(summary, ports, () => moveParked(row, summary, ports, endsAt));
    await Promise.all([runMove(summary, ports, () => enqueueDue(deliveries, { duePk }, summary, ports)), ...webhooks.map(move)]);
  }
  return summary;
}
