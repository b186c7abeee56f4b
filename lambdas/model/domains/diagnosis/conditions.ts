import type { Condition, Conditions, ConditionType } from './condition.schema.ts';
import type { Diagnosis, DomainError } from './diagnosis.schema.ts';

interface Conditioned {
  conditions: Conditions;
}

type Changes = { [T in ConditionType]?: Conditions[T] | undefined };

/** With these conditions as they are now; undefined: it is over. */
export function withConditions<D extends Conditioned>(domain: D, changes: Changes): D {
  const all = Object.entries({ ...domain.conditions, ...changes }).filter(([, condition]) => condition !== undefined);
  return { ...domain, conditions: Object.fromEntries(all) };
}

/** With these conditions alone. */
export function withOnly<D extends Conditioned>(domain: D, ...types: ConditionType[]): D {
  const kept = Object.entries(domain.conditions).filter(([type]) => (types as string[]).includes(type));
  return { ...domain, conditions: Object.fromEntries(kept) };
}

/** A condition found now. It has lasted since it was first found, if that is the same one. */
export function foundNow(
  before: Condition | undefined,
  found: Omit<Diagnosis, 'checkedAt'>,
  now: Date,
  error?: DomainError,
): Condition {
  const isSame = before !== undefined && sameFinding(before.found, found);
  return {
    since: isSame ? before.since : now.toISOString(),
    found: { ...found, checkedAt: now.toISOString() },
    ...(error && { error }),
  };
}

/** A diagnosis without its evidence: what has to change for a look to be worth a write. */
export type Finding = Pick<Diagnosis, 'code' | 'reason' | 'observed'>;

export function sameFinding(before: Finding, now: Finding): boolean {
  return before.code === now.code && before.reason === now.reason && before.observed === now.observed;
}
