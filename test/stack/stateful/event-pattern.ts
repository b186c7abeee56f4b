import { matchesGlob } from 'node:path';

/**
 * The part of EventBridge's patterns that the stacks use.
 * https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-event-patterns.html
 */
export interface EventPattern {
  [field: string]: EventPattern | EventPattern[] | Condition[];
}
type Condition =
  | string
  | Partial<{ exists: boolean; prefix: string; wildcard: string; 'anything-but': string[] | { prefix: string[] } }>;

/** A list in the event matches by any of its elements; null and missing values have no fields. */
export function matches(pattern: EventPattern, event: unknown): boolean {
  if (Array.isArray(event)) return event.some((element) => matches(pattern, element));
  return Object.entries(pattern).every(([field, wanted]) => {
    if (field === '$or') return (wanted as EventPattern[]).some((alternative) => matches(alternative, event));
    const value = Object(event)[field];
    if (!Array.isArray(wanted)) return matches(wanted, value);
    return (wanted as Condition[]).some((condition) => [value].flat().some((one) => fulfils(condition, one)));
  });
}

function fulfils(condition: Condition, value: unknown): boolean {
  if (typeof condition === 'string') return value === condition;
  const [[operator, operand] = [], ...others] = Object.entries(condition);
  if (others.length > 0) throw new Error(`EventBridge takes one operator: ${JSON.stringify(condition)}`);
  if (operator === 'exists') return (value !== undefined) === operand;
  if (typeof value !== 'string') return false;
  if (operator === 'prefix') return value.startsWith(String(operand));
  if (operator === 'anything-but') {
    const but = operand as string[] | { prefix: string[] };
    return Array.isArray(but) ? !but.includes(value) : !but.prefix.some((prefix) => value.startsWith(prefix));
  }
  if (operator === 'wildcard') return matchesGlob(value, String(operand));
  throw new Error(`teach ${operator} to test/stack/stateful/event-pattern.ts`);
}
