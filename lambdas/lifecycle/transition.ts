import type { EventName } from '../../contract/api/events.ts';
import { type Finding, sameFinding, toCondition, withConditions } from '../model/domains/diagnosis/conditions.ts';
import type { Diagnosis, DomainError } from '../model/domains/diagnosis/diagnosis.schema.ts';
import type { Domain, Served } from '../model/domains/domain-row.schema.ts';
import type { CommonDomain } from '../model/domains/phase.ts';
import { omit } from '../shared/rows/omit.ts';
import type { Spend } from './spend.ts';

/** The change that an observation makes to a domain, as data. The phase determines the next step (domains/phase.ts). */
export type Transition =
  /** A late, repeated or quiet observation: the row stays unchanged. */
  | { changed: false; domain: Domain; waitSeconds: number }
  | {
      changed: true;
      /** The next domain row; the runner sets its version, due time and update time. */
      domain: Domain;
      /** Before the next step, whole seconds. */
      waitSeconds: number;
      events: EventName[];
      /** The domain's timeline entry, for example `order.created`. */
      timeline: string;
      /** Ends the execution; the sweep begins another after `waitSeconds`, so that a long wait keeps none open. */
      rests?: true;
      /** What it consumes, written by the same transaction. */
      spends?: readonly Spend[];
    };

export function noTransition(domain: Domain, waitSeconds: number): Transition {
  return { changed: false, domain, waitSeconds };
}

export function withSpends(transition: Transition, spends: readonly Spend[]): Transition {
  if (!transition.changed || spends.length === 0) return transition;
  return { ...transition, spends: [...(transition.spends ?? []), ...spends] };
}

export function transitionTo(domain: Domain, timeline: string, events: EventName[] = [], waitSeconds = 0): Transition {
  return { changed: true, domain, waitSeconds, events, timeline };
}

/** Keeps the domain in its phase; another execution checks it after this many seconds. */
export function restTransition(domain: Domain, timeline: string, waitSeconds: number): Transition {
  return { changed: true, domain, waitSeconds, events: [], timeline, rests: true };
}

/** Whole seconds to wait: at least one, and not past a deadline, so that a timeout is reported on time. */
export function waitUntil(now: Date, seconds: number, deadlineAt: string): number {
  const left = Math.ceil((Date.parse(deadlineAt) - now.getTime()) / 1000);
  return Math.max(1, left > 0 ? Math.min(seconds, left) : seconds);
}

/** The CNAME was found: clears the counts and offers from its absence. Other findings keep the time of their next check. */
export function withCnameFound<D extends Awaited>(domain: D): D {
  const { silent, served, renewal } = domain.conditions;
  const next = withConditions<Awaited>({ ...domain, hosting: omit(domain.hosting, 'setup') }, { cname: undefined });
  return (silent || served || renewal ? next : omit(next, 'nextCheckAt')) as D;
}

type Awaited = Pick<CommonDomain, 'conditions' | 'hosting' | 'nextCheckAt'>;

/** The domain with changed facts about its served certificate, if it has one. */
export function withServed<D extends Pick<Domain, 'served'>>(domain: D, changes: Partial<Served>): D {
  return domain.served ? { ...domain, served: { ...domain.served, ...changes } } : domain;
}

/** Stores a step's finding. `ok` and `in_progress` are no obstacle. */
export function withFinding<D extends Pick<CommonDomain, 'conditions' | 'allClear'>>(
  domain: D,
  found: Omit<Diagnosis, 'checkedAt'>,
  now: Date,
  error?: DomainError,
): D {
  if (isClear(found)) return withConditions({ ...domain, allClear: clearAt(now, found.evidence) }, { obstacle: undefined });
  return withConditions(domain, { obstacle: toCondition(domain.conditions.obstacle, found, now, error) });
}

/** True when a step already stored the same finding, which is then not written again. */
export function isKnownFinding({ conditions: { obstacle } }: Pick<CommonDomain, 'conditions'>, finding: Finding): boolean {
  return isClear(finding) ? obstacle === undefined : obstacle !== undefined && sameFinding(obstacle.found, finding);
}

export function clearAt(now: Date, evidence: Diagnosis['evidence'] = []): NonNullable<CommonDomain['allClear']> {
  return { evidence, checkedAt: now.toISOString() };
}

function isClear({ code, reason }: Finding): boolean {
  return (code === 'ok' || code === 'in_progress') && reason === undefined;
}
