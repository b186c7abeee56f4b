import * as z from 'zod/mini';
import type { AcmeProblem } from '../acme/problem.ts';
import { omit } from '../shared/rows/omit.ts';
import { storedObject } from '../shared/table/stored-object.schema.ts';
import { addSeconds } from '../shared/time/instant.ts';

const instant = z.string();

/** The health of a CA that has been in trouble. A CA that never was has no item. */
export const CaHealth = storedObject({
  /** In a row, over all domains. */
  failures: z.int(),
  /** The last problem, or the reason why there was no answer. */
  problem: storedObject({ type: z.string(), detail: z.string(), isOfAccount: z.optional(z.boolean()) }),
  failedAt: instant,
  /** When the breaker opened, the probes since, and when the next probe may run. */
  openedAt: z.optional(instant),
  probes: z.optional(z.int()),
  probeAt: z.optional(instant),
  /** The execution that holds the last probe and has not reported yet (execution.schema.ts). */
  prober: z.optional(z.string()),
  closedAt: z.optional(instant),
  version: z.int(),
});
export type CaHealth = z.infer<typeof CaHealth>;

// The circuit breaker of a CA: while it is open, no domain asks the CA, except one probe at a time.

/** Failures in a row, over all domains, that open the breaker if no check has confirmed the outage before. */
export const BREAKER_OPENS_AT = 3;
/** The longest time between two probes is six times the first pause: half an hour if that is five minutes. */
const LONGEST_PAUSES = 6;

export interface Serving {
  kind: 'serving';
}
export interface Deferred {
  kind: 'spared';
  until: string;
  problem: AcmeProblem;
}
/** `probe-due`: the execution that takes the probe may ask the CA. */
export type CaState = Serving | Deferred | { kind: 'probe-due'; health: CaHealth };

export function caStateOf(health: CaHealth | undefined, now: Date): CaState {
  if (health?.openedAt === undefined || health.probeAt === undefined) return { kind: 'serving' };
  if (health.probeAt <= now.toISOString()) return { kind: 'probe-due', health };
  return { kind: 'spared', until: health.probeAt, problem: health.problem };
}

export interface Failure {
  problem: AcmeProblem;
  /** The CA would answer nobody: this opens the breaker at once. */
  isCertain: boolean;
}

/** An open breaker stays open: its next probe was set when the last was taken. */
export function afterFailure(
  health: CaHealth | undefined,
  { problem, isCertain }: Failure,
  now: Date,
  pauseSeconds: number,
): CaHealth {
  const { type, detail, isOfAccount } = problem;
  const failures = (health?.failures ?? 0) + 1;
  const seen = { failures, problem: { type, detail, ...(isOfAccount && { isOfAccount }) }, failedAt: now.toISOString() };
  const next = { ...(health && omit(health, 'prober')), ...withVersion(health), ...seen };
  if (next.openedAt !== undefined || !(isCertain || failures >= BREAKER_OPENS_AT)) return next;
  return { ...next, openedAt: now.toISOString(), probes: 0, probeAt: addSeconds(now, pauseSeconds) };
}

/**
 * Gives the execution the probe. The next probe is due after a longer pause, whatever the result of this one. A step that is
 * killed before it asks, and runs again, still has the probe.
 */
export function withProbe(health: CaHealth, prober: string, now: Date, pauseSeconds: number): Probed {
  const probes = (health.probes ?? 0) + 1;
  const pause = pauseSeconds * Math.min(2 ** probes, LONGEST_PAUSES);
  return { ...health, ...withVersion(health), probes, probeAt: addSeconds(now, pause), prober };
}
export type Probed = CaHealth & { probeAt: string };

export function isProbedBy(health: CaHealth | undefined, prober: string): health is Probed {
  return health?.openedAt !== undefined && health.probeAt !== undefined && health.prober === prober;
}

/** The probe was taken but not used, so it is due at once. */
export function withUnusedProbe(taken: CaHealth, now: Date): CaHealth {
  const probes = Math.max(0, (taken.probes ?? 0) - 1);
  return { ...omit(taken, 'prober'), ...withVersion(taken), probes, probeAt: now.toISOString() };
}

export function withoutProber(taken: CaHealth): CaHealth {
  return { ...omit(taken, 'prober'), ...withVersion(taken) };
}

/** The CA answered, or the failure was not its own. Undefined if nothing stored needs clearing. */
export function afterAnswer(health: CaHealth | undefined, now: Date): CaHealth | undefined {
  if (health === undefined || (health.failures === 0 && health.openedAt === undefined)) return undefined;
  const rest = omit(health, 'openedAt', 'probes', 'probeAt', 'prober');
  const closed = health.openedAt !== undefined && { closedAt: now.toISOString() };
  return { ...rest, ...withVersion(health), failures: 0, ...closed };
}

function withVersion(health: CaHealth | undefined): { version: number } {
  return { version: (health?.version ?? 0) + 1 };
}
