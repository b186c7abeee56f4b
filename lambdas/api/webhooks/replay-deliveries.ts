import type { Caller } from '../../model/accounts/caller.ts';
import { nextAttempt, queueMessage } from '../../model/webhooks/delivery-message.ts';
import { auditEntry } from '../../shared/audit/audit.schema.ts';
import { openCursorAs, signCursor } from '../../shared/http/pagination/cursor.ts';
import type { HttpRequest, HttpResponse } from '../../shared/http/route.ts';
import { oldestKept } from '../../shared/outbox/outbox.schema.ts';
import type { ServiceSecret } from '../../shared/secrets/service-secret.ts';
import { wonRace } from '../../shared/table/lost-race.ts';
import type { Rows } from '../../wiring/rows.wiring.ts';
import type { Call } from '../pipeline/call.ts';
import { defineOperation } from '../pipeline/operation.ts';
import { ReplayCursor, type ReplayDeliveriesRequest, replayDeliveriesRequest } from './delivery-requests.schema.ts';
import { ReplayResource } from './delivery-resource.schema.ts';
import { findWebhook, refuseDisabled, WEBHOOK_DISABLED_MESSAGE } from './find-webhook.ts';
import {
  firstReplayPosition,
  LARGEST_BATCH,
  type Replay,
  type ReplayBatch,
  type ReplayPosition,
  replayBatch,
} from './replay-batch.ts';

type ReplayPorts = Pick<Rows, 'deliveryLists' | 'eventLog' | 'deliverySeries' | 'deliveryQueue' | 'newId' | 'clock'>;

/** For the reference: the rule that `since` is not in the future is not part of the schema. */
const ANY_NOW = new Date('2026-11-21T09:30:00.000Z');
/** Per call: takes a few seconds with 100 parallel table requests and 10 parallel queue requests. */
const MAX_QUEUED = 500;
/** The caller gets an answer at 25 s; the last batch and the audit entry need part of the remaining time. */
const NO_BATCH_AFTER_MS = 15_000;

/** Sends failed and missed events again. Repeating a replay is harmless: it skips deliveries in progress. */
export const replayDeliveries = defineOperation({
  id: 'replayDeliveries',
  clientMethod: 'webhooks.replay',
  tag: 'Webhooks',
  reach: 'organization',
  audit: { action: 'webhook.replayed', facts: ['after'] },
  summary: 'Send again what failed or was missed',
  description:
    'Begins anew every delivery of a time that has failed, then those that were missed, each oldest first; tests and what is pending or has succeeded are left alone. At most 500 a call: repeat the request with `next_cursor` as `cursor` until that is null.',
  body: {
    schema: () => (_caller, now) => replayDeliveriesRequest(now),
    documented: replayDeliveriesRequest(ANY_NOW),
    example: () => ({ since: '2026-11-19T22:04:31.077Z', states: ['failed', 'missed'] }),
  },
  answer: {
    status: 200,
    description: 'How many were queued.',
    schema: ReplayResource,
    example: () => ({ queued: 42, next_cursor: null }),
  },
  conflict: WEBHOOK_DISABLED_MESSAGE,
  prepare:
    (ports: ReplayPorts & Pick<Rows, 'webhooks' | 'serviceSecret'>) =>
    async ({ request, caller, body }) => {
      const { now } = request;
      const scope = scopeOf(body, request, caller);
      const { until, ...place } = placeIn(body, scope, now, ports.serviceSecret);
      const webhook = await findWebhook(ports.webhooks, request, caller);
      const period = { since: sinceKept(new Date(body.since), now), until: new Date(until) };
      const replay = { webhook, states: body.states, period, now };
      return async (call) => {
        refuseDisabled(webhook);
        const { queued, next } = await run(replay, place, call, ports);
        const next_cursor = next ? signCursor({ until, ...next }, scope, ports.serviceSecret) : null;
        return answer(replay, { queued, next_cursor }, call, ports);
      };
    },
});

function scopeOf({ since, until, states }: ReplayDeliveriesRequest, { params }: HttpRequest, { organizationId }: Caller): string {
  return JSON.stringify({ operation: 'replayDeliveries', organizationId, id: params.id, since, until, states });
}

/** Older events have expired. */
function sinceKept(since: Date, now: Date): Date {
  return since < oldestKept(now) ? oldestKept(now) : since;
}

/** The position to continue from, and the end: never later than now, whatever `until` says. */
function placeIn(
  { cursor, states, until }: ReplayDeliveriesRequest,
  scope: string,
  now: Date,
  secret: ServiceSecret,
): ReplayCursor {
  const end = until === undefined || new Date(until) > now ? now : new Date(until);
  if (cursor === undefined) return { until: end.toISOString(), ...firstReplayPosition(states) };
  return openCursorAs(ReplayCursor, cursor, scope, secret);
}

async function run(replay: Replay, from: ReplayPosition, call: Call, ports: ReplayPorts) {
  let queued = 0;
  let next: ReplayPosition | undefined = from;
  while (next && queued <= MAX_QUEUED - LARGEST_BATCH && ports.clock().getTime() - call.now.getTime() < NO_BATCH_AFTER_MS) {
    const batch: ReplayBatch = await replayBatch(replay, next, ports);
    queued += await begin(batch, call.now, ports);
    next = batch.next;
  }
  return { queued, next };
}

/** Returns how many deliveries began here; concurrent calls began the others. */
async function begin({ begun }: ReplayBatch, now: Date, { deliverySeries, deliveryQueue }: ReplayPorts): Promise<number> {
  const won = await Promise.all(
    begun.map(({ delivery }) => {
      const write = delivery.series === 1 ? deliverySeries.begin : deliverySeries.restart;
      return wonRace(write(delivery, now));
    }),
  );
  const messages = begun
    .filter((_, position) => won[position])
    .map(({ delivery, body }) => queueMessage({ ...nextAttempt(delivery), ...(body !== undefined && { body }) }));
  // If the queue refuses a message, the delivery is sent when its row is due.
  await deliveryQueue.send(messages);
  return messages.length;
}

async function answer(
  { webhook, states, period }: Replay,
  json: { queued: number; next_cursor: string | null },
  call: Call,
  { deliverySeries, newId }: ReplayPorts,
): Promise<HttpResponse> {
  const response = { status: 200, json };
  const audit = auditEntry(call, newId('aud'), {
    action: 'webhook.replayed',
    resource: { type: 'webhook', id: String(webhook.id) },
    after: { since: period.since.toISOString(), until: period.until.toISOString(), states, queued: json.queued },
  });
  await deliverySeries.record(audit, await call.answerWrites(response));
  return response;
}
