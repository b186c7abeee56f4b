import { AWS_LIMITS } from '../../contract/stack/aws-limits.ts';
import type { MetricValues } from '../../contract/stack/metrics.ts';
import { type CountedAttempt, isSlowAttempt } from '../model/webhooks/circuit-breaker.ts';
import type { Attempt, Delivery, DeliveryMessage } from '../model/webhooks/delivery.schema.ts';
import type { AttemptChanges, Claim } from '../model/webhooks/delivery.store.ts';
import { deliveryTimeline, isTest } from '../model/webhooks/delivery.ts';
import { queueMessage } from '../model/webhooks/delivery-message.ts';
import type { Webhook } from '../model/webhooks/webhook.schema.ts';
import type { PostResult } from '../shared/net/http-post.gateway.ts';
import { replyText } from '../shared/net/reply-text.ts';
import { againAfterLostRace } from '../shared/table/lost-race.ts';
import { secondsFrom } from '../shared/time/instant.ts';
import { type AttemptOutcome, attemptChanges, attemptOutcome, needsQueueMessage, refusedClaimRetry } from './retry-policy.ts';
import type { DeliverPorts } from './sender-ports.ts';
import { type SigningSecrets, signatureHeaders } from './sign-delivery.ts';

export interface SendContext {
  webhook: Webhook;
  secrets: SigningSecrets;
  /** The expiry of claims. */
  heldUntil: string;
}

const FINISH_TRIES = 3;
export const MAX_REPLY_BYTES = 1_024;
const USER_AGENT = 'certificate-provisioning-service (webhooks)';

/**
 * Makes one attempt: claims, sends and records it. Returns how it counts for the webhook; undefined if nothing was sent. After an
 * exception the claim expires and the message comes again.
 */
export async function deliverMessage(
  message: DeliveryMessage,
  sending: SendContext,
  ports: DeliverPorts,
): Promise<CountedAttempt | undefined> {
  const holder = { claimedUntil: sending.heldUntil, claimedBy: ports.newId('lease') };
  const claim = await ports.deliveries.claim(message, holder, ports.clock());
  if (claim.kind === 'refused') {
    await retryRefused(message, claim, ports);
    return undefined;
  }
  const body = message.body ?? claim.delivery.body ?? (await ports.eventLog.find(message.eventId))?.body;
  if (body === undefined) {
    await end(claim.delivery, withoutAttempt(claim.delivery), undefined, ports);
    return undefined;
  }
  const test = isTest(claim.delivery);
  const { attempt, outcome, endedAt } = await send({ ...message, body, test }, sending, ports);
  const changes = attemptChanges(claim.delivery, attempt, outcome, endedAt, ports.settings.webhooks);
  await end(claim.delivery, changes, body, ports);
  if (outcome.state === 'pending' && needsQueueMessage(changes)) {
    await enqueueAttempt(
      { ...message, attempt: message.attempt + 1, body, slow: isSlowAttempt(attempt), probe: false },
      outcome.nextAttemptAt,
      ports,
    );
  }
  return countedAttempt(attempt, outcome, test);
}

function countedAttempt({ at, milliseconds, status, error }: Attempt, outcome: AttemptOutcome, test: boolean): CountedAttempt {
  const { state } = outcome;
  const gone = state === 'failed' && outcome.failure === 'gone';
  return { at, milliseconds, state, answered: status !== undefined, timedOut: error === 'timeout', gone, isTest: test };
}

interface Sendable extends DeliveryMessage {
  body: string;
  test: boolean;
}

/** A person waits for a test's result and can send another. */
const ONCE = { attemptDelaysSeconds: [] };

interface Sent {
  attempt: Attempt;
  outcome: AttemptOutcome;
  endedAt: Date;
}

async function send(message: Sendable, { webhook, secrets }: SendContext, ports: DeliverPorts): Promise<Sent> {
  const at = ports.clock();
  const { body, test } = message;
  const result = await ports.post({
    url: webhook.url,
    headers: {
      'content-type': 'application/json',
      'user-agent': USER_AGENT,
      ...signatureHeaders(message.eventId, body, secrets, at),
      'x-service-event': message.event,
      'x-service-delivery': message.deliveryId,
      'x-service-attempt': String(message.attempt),
      ...(test && { 'x-service-test': 'true' }),
    },
    body,
    timeoutMs: ports.settings.webhooks.attemptTimeoutSeconds * 1000,
    maxReplyBytes: MAX_REPLY_BYTES,
  });
  const endedAt = ports.clock();
  const policy = test ? ONCE : ports.settings.webhooks;
  const outcome = attemptOutcome(result, message.attempt, policy, endedAt, ports.jitter());
  const attempt = toAttempt(result, at);
  const { status, error, milliseconds } = attempt;
  const { organizationId, domainId, deliveryId, webhookId } = message;
  const facts = {
    organizationId,
    domainId,
    deliveryId,
    webhookId,
    attempt: message.attempt,
    state: outcome.state,
    status,
    error,
    milliseconds,
  };
  const measured = deliveryMetrics(message, at, outcome.state === 'succeeded');
  ports.log('info', 'delivery attempt', { ...facts, measured });
  return { attempt, outcome, endedAt };
}

/** Only the first attempt's delay measures the service. Later ones wait for their receiver, or a person requests them. */
function deliveryMetrics({ attempt, series, createdAt }: Sendable, at: Date, isDelivered: boolean): MetricValues {
  return {
    DeliveryAttemptsFailed: isDelivered ? 0 : 1,
    ...(attempt === 1 && series === 1 && { DeliveryDelaySeconds: Math.max(0, (at.getTime() - Date.parse(createdAt)) / 1000) }),
  };
}

/** The event is older than the log, so its body is gone. */
function withoutAttempt({ attempts, attemptsMade }: Delivery): AttemptChanges {
  return { state: 'failed', failure: 'attempts_exhausted', attempts, attemptsMade };
}

/** The end of a delivery goes to its domain's timeline; a test has no domain. */
async function end(delivery: Delivery, changes: AttemptChanges, body: string | undefined, ports: DeliverPorts): Promise<void> {
  const { state } = changes;
  const isTold = state !== 'pending' && delivery.domainId !== undefined;
  const at = ports.clock().toISOString();
  const timeline = isTold ? deliveryTimeline({ id: ports.newId('tl'), at, state, body }) : undefined;
  // Retries conflicts, so that a lost race does not send again what the receiver already got.
  await againAfterLostRace(FINISH_TRIES, () => ports.deliveries.finish(delivery, changes, timeline), ports.pause);
}

/** The attempt in the delivery log: the first KiB of the response, or the failure. */
export function toAttempt(result: PostResult, at: Date): Attempt {
  const milliseconds = Math.round(result.milliseconds);
  const reply = result.kind === 'answer' ? result.reply : result.reason;
  return {
    at: at.toISOString(),
    milliseconds,
    ...(result.kind === 'answer' ? { status: result.status } : { error: result.error }),
    ...(reply !== '' && { reply: replyText(Buffer.from(reply), MAX_REPLY_BYTES) }),
  };
}

/** Queues the retry that a refused claim needs. Throws if the queue refuses it, so that the message comes again. */
export async function retryRefused(message: DeliveryMessage, claim: Claim, ports: DeliverPorts): Promise<void> {
  if (claim.kind === 'claimed') return;
  const next = refusedClaimRetry(message, claim.found, ports.clock());
  if (next.kind === 'queue') await enqueueAttempt({ ...message, attempt: next.attempt }, next.dueAt, ports);
}

/** Queues an attempt for its due time, at most 15 minutes ahead. Throws if the queue refuses it. */
async function enqueueAttempt(message: DeliveryMessage, dueAt: string, { deliveryQueue, clock }: DeliverPorts): Promise<void> {
  const delaySeconds = Math.min(secondsFrom(clock(), dueAt), AWS_LIMITS.queueDelaySeconds.value);
  const refused = await deliveryQueue.send([queueMessage({ ...message, deferrals: 0 }, delaySeconds)]);
  if (refused.length > 0) throw new Error('the queue did not take the next attempt');
}
