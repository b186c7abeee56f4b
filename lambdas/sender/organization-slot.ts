import { isBreakerOpen } from '../model/webhooks/circuit-breaker.ts';
import type { Webhook } from '../model/webhooks/webhook.schema.ts';
import { organizationSlots } from '../model/webhooks/webhook-slots.ts';
import { laneName } from '../shared/memory/bounded-map.ts';
import { addSeconds } from '../shared/time/instant.ts';
import { probePauseSeconds } from './retry-policy.ts';
import type { DeliverPorts, Entry, Invocation } from './sender-ports.ts';

/** Beginning anywhere: who asks at once asks for different ones. `jitter` from 0 to 1. */
function inAnyOrder(slots: readonly string[], jitter: number): string[] {
  const start = Math.floor(jitter * slots.length);
  return [...slots.slice(start), ...slots.slice(0, start)];
}

/** The right of this process to work for an organization. */
export interface OrganizationSlot {
  /** Whether it is ours; asked for by the first who needs it. */
  take(): Promise<boolean>;
  /** When nothing more is sent. Never throws: a slot is free again by itself. */
  release(): Promise<void>;
}

/** The first guess may meet a slot that is taken, and the second somebody who was faster. */
const TRIES = 3;

/** The slot of whoever brings this message, in its lane: one request to take it where the organization has no other work, one to give it back. */
export function organizationSlot(
  { message }: Entry,
  { organizationSlots: store, busyOrganizations, settings, newId, clock, jitter, log }: DeliverPorts,
  { heldUntil }: Pick<Invocation, 'heldUntil'>,
): OrganizationSlot {
  const { organizationId, slow } = message;
  const holding = `${heldUntil} ${newId('lease')}`;
  let asked: Promise<string | undefined> | undefined;

  async function found(): Promise<string | undefined> {
    const lane = slow ? 'slow' : 'fast';
    const processes = slow ? settings.slowConcurrency : settings.concurrency;
    let free = inAnyOrder(organizationSlots(lane, processes), jitter());
    for (let tried = 0; tried < TRIES; tried += 1) {
      const [slot] = free;
      if (slot === undefined) break;
      const answer = await store.take(organizationId, slot, holding, clock());
      if (answer.kind === 'taken') return slot;
      free = inAnyOrder(free.filter(answer.isFree), jitter());
    }
    busyOrganizations.learn(laneName(message), clock());
    return undefined;
  }

  async function foundOrNot(): Promise<string | undefined> {
    try {
      return await found();
    } catch (cause) {
      log('error', 'the slot of an organization could not be taken', { organizationId, cause });
      return undefined;
    }
  }

  return {
    async take() {
      asked ??= foundOrNot();
      return (await asked) !== undefined;
    },
    async release() {
      const slot = await asked;
      if (slot === undefined) return;
      try {
        await store.release(organizationId, slot, holding);
      } catch (cause) {
        log('error', 'the slot of an organization could not be given back', { organizationId, cause });
      }
    },
  };
}

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

/** Whether somebody will look at what is parked for a webhook, also if it is parked some seconds from now (bounded-map.ts). */
export function isNoted({ parkedAt = '', stepDueAt }: Pick<Webhook, 'parkedAt' | 'stepDueAt'>, now: Date): boolean {
  return stepDueAt !== undefined && parkedAt > new Date(now.getTime() - NOTE_LASTS_MS).toISOString();
}
