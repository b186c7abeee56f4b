import type { EventName } from '../../contract/api/events.ts';
import { type Finding, foundNow, sameFinding, withConditions } from '../model/domains/diagnosis/conditions.ts';
import type { Diagnosis, DomainError } from '../model/domains/diagnosis/diagnosis.schema.ts';
import type { Domain, Served } from '../model/domains/domain-row.schema.ts';
import type { PhaseLess } from '../model/domains/phase.ts';
import { omit } from '../shared/rows/omit.ts';
import type { Spend } from './spend.ts';

/** What an observation changes in a domain, as data. The phase determines the next step (domains/phase.ts). */
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
export function withSpends(transition: Transition, spends: readonly Spend[]): Transition {
  if (!transition.changed || spends.length === 0) return transition;
  return { ...transition, spends: [...(transition.spends ?? []), ...spends] };
}

export function becomes(domain: Domain, timeline: string, events: EventName[] = [], waitSeconds = 0): Transition {
  return { changed: true, domain, waitSeconds, events, timeline };
}

/** The domain stays in its phase and is checked after so many seconds in another execution. */
export function rests(domain: Domain, timeline: string, waitSeconds: number): Transition {
  return { changed: true, domain, waitSeconds, events: [], timeline, rests: true };
}

/** Whole seconds to wait: at least one, and not past a deadline, so that a timeout is reported on time. */
export function waitUntil(now: Date, seconds: number, deadlineAt: string): number {
  const left = Math.ceil((Date.parse(deadlineAt) - now.getTime()) / 1000);
  return Math.max(1, left > 0 ? Math.min(seconds, left) : seconds);
}

/**
 * The CNAME was found: clears what was counted or offered while it was missing. Other findings keep their time of the next check.
 */
export function withCnameFound<D extends Awaited>(domain: D): D {
  const { silent, served, renewal } = domain.conditions;
  const next = withConditions<Awaited>({ ...domain, hosting: omit(domain.hosting, 'setup') }, { cname: undefined });
  return (silent || served || renewal ? next : omit(next, 'nextCheckAt')) as D;
}

type Awaited = Pick<PhaseLess, 'conditions' | 'hosting' | 'nextCheckAt'>;

/** The domain with these changes to what is known of the certificate that it serves, if there is one. */
export function withServed<D extends Pick<Domain, 'served'>>(domain: D, changes: Partial<Served>): D {
  return domain.served ? { ...domain, served: { ...domain.served, ...changes } } : domain;
}

/** Stores what a step found. `ok` and `in_progress` are no obstacle. */
export function withFound<D extends Pick<PhaseLess, 'conditions' | 'allClear'>>(
  domain: D,
  found: Omit<Diagnosis, 'checkedAt'>,
  now: Date,
  error?: DomainError,
): D {
  if (isClear(found)) return withConditions({ ...domain, allClear: clearAt(now, found.evidence) }, { obstacle: undefined });
  return withConditions(domain, { obstacle: foundNow(domain.conditions.obstacle, found, now, error) });
}

/** Whether a step has found the same before: then it is not written again. */
export function isFoundBefore({ conditions: { obstacle } }: Pick<PhaseLess, 'conditions'>, finding: Finding): boolean {
  return isClear(finding) ? obstacle === undefined : obstacle !== undefined && sameFinding(obstacle.found, finding);
}

export function clearAt(now: Date, evidence: Diagnosis['evidence'] = []): NonNullable<PhaseLess['allClear']> {
  return { evidence, checkedAt: now.toISOString() };
}

function isClear({ code, reason }: Finding): boolean {
  return (code === 'ok' || code === 'in_progress') && reason === undefined;
}
