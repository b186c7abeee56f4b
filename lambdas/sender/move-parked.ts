import type { DuePage, DueRow } from '../model/webhooks/due-delivery.store.ts';
import type { Webhook } from '../model/webhooks/webhook.schema.ts';
import { dueDeliveriesOf } from '../shared/table/keys.ts';
import { attempting, enqueueDue, type MoveSummary } from './enqueue-due.ts';
import { isNothingParked, type ParkedPlan, parkedPlan } from './parked-backlog.ts';
import { giveUp } from './requeue.ts';
import type { MovePorts } from './sender-ports.ts';

/** The index may name rows that have moved on: with so many at hand one is still there. */
const PROBE_CANDIDATES = 5;
const MOST_GIVEN_UP = 3_000;

type Acting = Exclude<ParkedPlan, { kind: 'wait' }>;

/** Moves on what is parked for a webhook, as far as the webhook takes it. */
export async function moveParked(row: DueRow, summary: MoveSummary, ports: MovePorts, endsAt: Date): Promise<void> {
  const now = ports.clock();
  const webhook = await ports.breaker.find(row.key);
  if (webhook?.stepDueAt === undefined || webhook.stepDueAt > now.toISOString()) return;
  const plan = parkedPlan(webhook, now, ports.settings);
  if (plan.kind === 'wait') {
    await ports.breaker.lookAgain(webhook, plan.until);
    return;
  }
  const first = await ports.due.parked(webhook.organizationId, webhook.id, now, mostOf(plan));
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
      return MOST_GIVEN_UP;
  }
}

async function nothingFound(webhook: Webhook, now: Date, { breaker }: MovePorts): Promise<void> {
  if (isNothingParked(webhook, now)) await breaker.forgetParked(webhook);
  else await breaker.lookAgain(webhook, now.toISOString());
}

/** Of two movers only one acts. What is left is looked at by the next one, a minute later; a probe's time is its own. */
function isOurs(webhook: Webhook, plan: Acting, now: Date, { breaker }: MovePorts): Promise<boolean> {
  const at = now.toISOString();
  switch (plan.kind) {
    case 'probe':
      return breaker.lookAgain(webhook, plan.nextProbeAt, { probeAt: plan.nextProbeAt, probes: plan.probes });
    case 'drain':
      return breaker.lookAgain(webhook, at, { drainedAt: at, drainSize: plan.size });
    case 'give-up':
      return breaker.lookAgain(webhook, at);
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
    else await Promise.all(rows.map((row) => attempting(summary, ports, () => giveUpRow(row, summary, ports))));
    left -= rows.length;
  }

  async function pageAfter({ next }: DuePage): Promise<DuePage | undefined> {
    const now = ports.clock();
    if (!next || left <= 0 || now >= endsAt) return undefined;
    return ports.due.parked(webhook.organizationId, webhook.id, now, left, next);
  }
}

/** Its webhook is disabled. */
async function giveUpRow({ key }: DueRow, summary: MoveSummary, ports: MovePorts): Promise<void> {
  const delivery = await ports.due.find(key);
  if (delivery && (await giveUp(delivery, ports))) summary.givenUp += 1;
}
