import { isBreakerOpen } from '../model/webhooks/circuit-breaker.ts';
import type { Webhook } from '../model/webhooks/webhook.schema.ts';
import { addSeconds } from '../shared/time/instant.ts';
import { probePauseSeconds } from './retry-policy.ts';

/** Deliveries moved on at first, at most and at least: in a minute, because that is how often somebody looks. */
const FIRST_DRAIN = 100;
const LARGEST_DRAIN = 3_000;
const SMALLEST_DRAIN = 50;

/** What becomes of the deliveries that are parked for a webhook. */
export type ParkedPlan =
  | { kind: 'give-up' }
  | { kind: 'wait'; until: string }
  | { kind: 'probe'; nextProbeAt: string; probes: number }
  | { kind: 'drain'; size: number };

export function parkedPlan(webhook: Webhook, now: Date, rules: { firstProbeSeconds: number }): ParkedPlan {
  if (webhook.status === 'disabled') return { kind: 'give-up' };
  if (!isBreakerOpen(webhook)) return { kind: 'drain', size: drainSize(webhook) };
  if (webhook.probeAt !== undefined && webhook.probeAt > now.toISOString()) return { kind: 'wait', until: webhook.probeAt };
  const probes = (webhook.probes ?? 0) + 1;
  return { kind: 'probe', probes, nextProbeAt: addSeconds(now, probePauseSeconds(probes, rules)) };
}

/** Twice as many as the last time, if the receiver took them all; half as many, if some were parked again. */
function drainSize({ drainSize: last, drainedAt, parkedAt = '' }: Webhook): number {
  if (last === undefined || drainedAt === undefined) return FIRST_DRAIN;
  return parkedAt > drainedAt ? Math.max(Math.floor(last / 2), SMALLEST_DRAIN) : Math.min(last * 2, LARGEST_DRAIN);
}

/** The index may not show yet what was parked a moment ago: only after this silence is nobody looked for any more. */
const FORGOTTEN_AFTER_MS = 120_000;

export function isNothingParked({ parkedAt = '' }: Webhook, now: Date): boolean {
  return parkedAt < new Date(now.getTime() - FORGOTTEN_AFTER_MS).toISOString();
}

/** Half of the silence after which nobody looks for parked deliveries any more. */
const NOTE_LASTS_MS = 60_000;

/** Whether somebody will look at what is parked for a webhook, also if it is parked some seconds from now (known-briefly.ts). */
export function isNoted({ parkedAt = '', stepDueAt }: Pick<Webhook, 'parkedAt' | 'stepDueAt'>, now: Date): boolean {
  return stepDueAt !== undefined && parkedAt > new Date(now.getTime() - NOTE_LASTS_MS).toISOString();
}
