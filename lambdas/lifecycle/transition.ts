import type { EventName } from '../../contract/api/events.ts';
import type { Diagnosis } from '../model/domains/diagnosis/diagnosis.schema.ts';
import type { Domain } from '../model/domains/domain-row.schema.ts';
import type { Spend } from './spend.ts';

/** What an observation makes of a domain, as data. The next step follows from the phase (domains/phase.ts). */
export type Transition =
  /** A later, repeated or quiet observation: the row stays as it is. */
  | { changed: false; domain: Domain; waitSeconds: number }
  | {
      changed: true;
      /** The domain as it is to be; its version, due time and instant of update are the runner's business. */
      domain: Domain;
      /** Before the next step, whole seconds. */
      waitSeconds: number;
      events: EventName[];
      /** What the domain's timeline says happened, for example `order.created`. */
      timeline: string;
      /** The execution ends, and the sweep begins another after `waitSeconds`: a long watch holds none open. */
      rests?: true;
      /** What it uses up, written by the same transaction. */
      spends?: readonly Spend[];
    };

export function stays(domain: Domain, waitSeconds: number): Transition {
  return { changed: false, domain, waitSeconds };
}

/** The same, at a price. */
export function spending(transition: Transition, spends: readonly Spend[]): Transition {
  if (!transition.changed || spends.length === 0) return transition;
  return { ...transition, spends: [...(transition.spends ?? []), ...spends] };
}

export function becomes(domain: Domain, timeline: string, events: EventName[] = [], waitSeconds = 0): Transition {
  return { changed: true, domain, waitSeconds, events, timeline };
}

/** The domain stays in its phase, to be looked at after so many seconds in another execution. */
export function rests(domain: Domain, timeline: string, waitSeconds: number): Transition {
  return { changed: true, domain, waitSeconds, events: [], timeline, rests: true };
}

/** Whole seconds to wait: at least one, and not past a deadline, so that a time-out is told on time. */
export function waitUntil(now: Date, seconds: number, deadlineAt: string): number {
  const left = Math.ceil((Date.parse(deadlineAt) - now.getTime()) / 1000);
  return Math.max(1, left > 0 ? Math.min(seconds, left) : seconds);
}

/** A diagnosis without its evidence: what has to change for a look to be worth a write. */
export type Finding = Pick<Diagnosis, 'code' | 'reason' | 'observed'>;

export function sameFinding(before: Finding, now: Finding): boolean {
  return before.code === now.code && before.reason === now.reason && before.observed === now.observed;
}

interface Away {
  dnsAway?: unknown;
  renewalPausedAt?: unknown;
  dnsSetup?: unknown;
  nextLookAt?: string | undefined;
  suspicion?: unknown;
}

/** The CNAME was found: what was counted or offered while it was not is over. What else is suspected is looked at again when it was to be. */
export function withCnameFound<D extends Away>(domain: D): D {
  const { dnsAway: _, renewalPausedAt: __, dnsSetup: ___, nextLookAt, ...rest } = domain;
  return { ...rest, ...(nextLookAt !== undefined && domain.suspicion !== undefined && { nextLookAt }) } as D;
}
