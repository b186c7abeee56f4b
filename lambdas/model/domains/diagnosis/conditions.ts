import type { Condition, Conditions, ConditionType, Diagnosis, DomainError, Evidence } from './diagnosis.schema.ts';

interface Conditioned {
  conditions: Conditions;
}

type Changes = { [T in ConditionType]?: Conditions[T] | undefined };

/** Sets these conditions; undefined removes one. */
export function withConditions<D extends Conditioned>(domain: D, changes: Changes): D {
  const all = Object.entries({ ...domain.conditions, ...changes }).filter(([, condition]) => condition !== undefined);
  return { ...domain, conditions: Object.fromEntries(all) };
}

/** Removes all other conditions. */
export function withOnlyConditions<D extends Conditioned>(domain: D, ...types: ConditionType[]): D {
  const kept = Object.entries(domain.conditions).filter(([type]) => (types as string[]).includes(type));
  return { ...domain, conditions: Object.fromEntries(kept) };
}

/** A current condition. If the same one was found before, it keeps the start of that. */
export function toCondition(
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

/** A diagnosis without its evidence: a check writes only if this changes. */
export type Finding = Pick<Diagnosis, 'code' | 'reason' | 'observed' | 'otherServer'>;

export function sameFinding(before: Finding, now: Finding): boolean {
  return (
    before.code === now.code &&
    before.reason === now.reason &&
    before.observed === now.observed &&
    before.otherServer?.id === now.otherServer?.id
  );
}

const EVIDENCE_LIMIT_BYTES = 512;

/** Cleans a stranger's text for storage: without control characters, at most 512 bytes of UTF-8, never half a character. */
export function evidence(kind: Evidence['kind'], question: string, answer: string, at: Date, server?: string): Evidence {
  return {
    kind,
    asked: cleanText(question),
    ...(server === undefined ? {} : { server: cleanText(server) }),
    answer: cleanText(answer),
    at: at.toISOString(),
  };
}

const LONGEST_NAME = 100;

/** A stranger's display name on one line: without control and direction characters, and cut. May be empty. */
export function cleanName(name: string): string {
  return Array.from(cleanText(name.replace(/\s+/gu, ' ')).trim())
    .slice(0, LONGEST_NAME)
    .join('')
    .trim();
}

/** Cleans one such text that is stored outside the evidence. */
export function cleanText(text: string): string {
  const visible = text.replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]/gu, '');
  const bytes = Buffer.from(visible, 'utf8');
  if (bytes.length <= EVIDENCE_LIMIT_BYTES) return visible;
  return new TextDecoder().decode(bytes.subarray(0, EVIDENCE_LIMIT_BYTES)).replace(/\uFFFD+$/u, '');
}

/** True when recent checks from outside have not found the domain's certificate served. */
export function isNotSeenServed({ conditions: { served, unseen } }: { conditions: Conditions }): boolean {
  return served !== undefined || unseen !== undefined;
}
