import { addSeconds } from '../../shared/time/instant.ts';
import type { AcmeProblem } from '../issuance-observation.ts';
import type { CaHealth } from './ca-health.schema.ts';

// The circuit breaker of a CA: trouble that one domain has met spares it the others, until a probe finds it back.

/** Failures in a row, of whatever domains, that open it, where no other look has made sure at once. */
export const BREAKER_OPENS_AT = 3;
/** Between two probes at most: six times the first pause after trouble, half an hour where that is five minutes. */
const LONGEST_PAUSES = 6;

export interface Serving {
  kind: 'serving';
}
export interface Spared {
  kind: 'spared';
  until: string;
  problem: AcmeProblem;
}
/** `probe-due`: whoever takes the probe may ask. */
export type CaStanding = Serving | Spared | { kind: 'probe-due'; health: CaHealth };

export function standingOf(health: CaHealth | undefined, now: Date): CaStanding {
  if (health?.openedAt === undefined || health.probeAt === undefined) return { kind: 'serving' };
  if (health.probeAt <= now.toISOString()) return { kind: 'probe-due', health };
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
export function withProbe(health: CaHealth, now: Date, pauseSeconds: number): CaHealth & { probeAt: string } {
  const probes = (health.probes ?? 0) + 1;
  const pause = pauseSeconds * Math.min(2 ** probes, LONGEST_PAUSES);
  return { ...health, ...versioned(health), probes, probeAt: addSeconds(now, pause) };
}

/** Who took it did not ask: it is due as it was before. */
export function withProbeBack(taken: CaHealth, before: CaHealth): CaHealth {
  return { ...before, ...versioned(taken) };
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
