import type { CertificateAuthority } from '../acme/acme.gateway.ts';
import type { IsZoneBehind } from '../model/domains/challenge/challenge.store.ts';
import type { ReadPauses } from '../shared/switches/switches.store.ts';
import type { Clock } from '../shared/time/clock.gateway.ts';
import { addSeconds } from '../shared/time/instant.ts';
import type { CaWatch } from './ca-circuit-breaker.ts';
import type { Deferred } from './ca-health.ts';

/**
 * One of a stage's CAs, as a step uses it. It writes nothing to the table, except that the first request registers our account
 * (`acme/account.ts`).
 */
export interface KnownCa {
  /** As in certificates and rows. */
  name: string;
  ca: CertificateAuthority;
}

/** With its circuit breaker, to choose a CA and to report its health. */
export interface WatchedCa extends KnownCa, CaWatch {}

export interface CertificateAuthorities {
  inOrder: readonly [WatchedCa, ...WatchedCa[]];
  /** The CA of this name. Old rows have no name, and a CA may have been removed from the stage: both mean the preferred one. */
  of(name: string | undefined): WatchedCa;
  /** Random whole seconds below `spreadSeconds`. */
  jitterSeconds: (spreadSeconds: number) => number;
  paused: ReadPauses;
  isZoneBehind: IsZoneBehind;
}

export function certificateAuthorities(
  [preferred, ...fallbacks]: CertificateAuthorities['inOrder'],
  jitterSeconds: CertificateAuthorities['jitterSeconds'],
  paused: ReadPauses,
  isZoneBehind: IsZoneBehind,
  clock: Clock,
): CertificateAuthorities {
  const pausable = (ca: WatchedCa): WatchedCa => ({ ...ca, ...watchUnlessPaused(ca, ca.name, paused, clock) });
  const inOrder: CertificateAuthorities['inOrder'] = [pausable(preferred), ...fallbacks.map(pausable)];
  const of: CertificateAuthorities['of'] = (name) => inOrder.find((ca) => ca.name === name) ?? inOrder[0];
  return { inOrder, of, jitterSeconds, paused, isZoneBehind };
}

export function pausedByOperator(now: Date, pauseSeconds: number): Deferred {
  return deferredByRateLimit('The operator of this service has paused new certificates for now.', now, pauseSeconds);
}

/** Shown as a wait for our own rate limit: nobody outside caused it or can fix it. */
export function deferredByRateLimit(detail: string, now: Date, pauseSeconds: number): Deferred {
  const problem = { type: 'about:blank', detail, isRateLimit: true };
  return { kind: 'spared', until: addSeconds(now, pauseSeconds), problem };
}

/** While an operator has paused the CA, it counts as if its breaker were open: other CAs take over if there are any. */
function watchUnlessPaused({ health, healthWrites }: CaWatch, caName: string, paused: ReadPauses, clock: Clock): CaWatch {
  const isPaused = async () => (await paused()).ca(caName);
  return {
    health: { state: async () => ((await isPaused()) ? pausedByOperator(clock(), 0) : health.state()) },
    healthWrites: {
      ...healthWrites,
      mayAsk: async (execution, pauseSeconds) =>
        (await isPaused()) ? pausedByOperator(clock(), pauseSeconds) : healthWrites.mayAsk(execution, pauseSeconds),
    },
  };
}
