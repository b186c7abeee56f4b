import { addSeconds } from '../../shared/time/instant.ts';
import type { AcmeProblem } from '../issuance-observation.ts';
import type { CaHealth } from './ca-health.schema.ts';

// The circuit breaker of a CA: trouble that one domain has met spares it the others, until a probe finds it back.

/** Failures in a row, of whatever domains, that open it, where no other look has made sure at once. */
export const BREAKER_OPENS_AT = 3;
/** Between two probes at most: six times the first pause after trouble, half an hour where that is five minutes. */
const LONGEST_PAUSES = 6;

/** `probe-due`: whoever takes the probe may ask. */
export type CaStanding = { kind: 'serving' } | { kind: 'probe-due' } | { kind: 'spared'; until: string; problem: AcmeProblem };

export function standingOf(health: CaHealth | undefined, now: Date): CaStanding {
  if (health?.openedAt === undefined || health.probeAt === undefined) return { kind: 'serving' };
  if (health.probeAt <= now.toISOString()) return { kind: 'probe-due' };
  return { kind: 'spared', until: health.probeAt, problem: health.problem };
}

export interface Failure {
  problem: AcmeProblem;
  /** Nobody would be answered: this opens it at once. */
  isCertain: boolean;
}

/** One that is open stays so: its next probe was set when the last was taken. */
export function afterFailure(
  health: CaHealth | undefined,
  { problem, isCertain }: Failure,
  now: Date,
  pauseSeconds: number,
): CaHealth {
  const { type, detail } = problem;
  const failures = (health?.failures ?? 0) + 1;
  const next = { ...health, ...versioned(health), failures, problem: { type, detail }, failedAt: now.toISOString() };
  if (next.openedAt !== undefined || !(isCertain || failures >= BREAKER_OPENS_AT)) return next;
  return { ...next, openedAt: now.toISOString(), probes: 0, probeAt: addSeconds(now, pauseSeconds) };
}

/** Somebody takes the probe: the next one is due after a longer pause, whatever becomes of this one. */
export function withProbe(health: CaHealth, now: Date, pauseSeconds: number): CaHealth {
  const probes = (health.probes ?? 0) + 1;
  const pause = Math.min(pauseSeconds * 2 ** Math.min(probes, LONGEST_PAUSES), pauseSeconds * LONGEST_PAUSES);
  return { ...health, ...versioned(health), probes, probeAt: addSeconds(now, pause) };
}

/** It answers again, or what it failed at was no trouble of its own. Undefined: there is nothing to forget. */
export function afterAnswer(health: CaHealth | undefined, now: Date): CaHealth | undefined {
  if (health === undefined || (health.failures === 0 && health.openedAt === undefined)) return undefined;
  const { openedAt, probes: _, probeAt: __, ...rest } = health;
  return { ...rest, ...versioned(health), failures: 0, ...(openedAt !== undefined && { closedAt: now.toISOString() }) };
}

function versioned(health: CaHealth | undefined): { version: number } {
  return { version: (health?.version ?? 0) + 1 };
}
