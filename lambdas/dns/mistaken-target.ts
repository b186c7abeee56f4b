import type { DiagnosisReason } from '../../contract/api/error-codes.ts';
import { isAtOrBelow } from '../../contract/domain-name.ts';
import { registrableDomainOf } from '../model/domains/hostnames/public-suffix.ts';

/** What the record should have been. */
export interface Expected {
  url: string;
  cnameTarget: string;
  /** Under which every server's label lies. */
  baseTarget: string;
}

/** A label is 16 random characters: three edits away from it lies a slip of the hand, hardly another label. */
const MOST_EDITS = 3;

/** The mistake that explains a wrong target, if there is one that does. */
export function mistakeIn(actual: string, { url, cnameTarget, baseTarget }: Expected): DiagnosisReason | undefined {
  const [label = ''] = cnameTarget.split('.');
  // The provider appended the zone to a target without a final dot, or to what somebody took for all of it.
  if (actual.startsWith(`${cnameTarget}.`) || (actual.startsWith(`${label}.`) && sharesZone(actual, url))) return 'missing_dot';
  if (actual.endsWith(`.${cnameTarget}`)) return 'name_before_target';
  if (editDistance(actual, cnameTarget) <= MOST_EDITS) return 'target_typo';
  return actual !== baseTarget && isAtOrBelow(actual, baseTarget) ? 'other_target' : undefined;
}

function sharesZone(actual: string, url: string): boolean {
  const domain = registrableDomainOf(url);
  return domain !== undefined && actual.endsWith(`.${domain}`);
}

/** Levenshtein: insertions, deletions and substitutions. Names have at most 253 characters. */
function editDistance(from: string, to: string): number {
  let above = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (const [row, character] of [...from].entries()) {
    const current = [row + 1];
    for (let column = 1; column <= to.length; column += 1) {
      const substituted = (above[column - 1] ?? 0) + (character === to[column - 1] ? 0 : 1);
      current.push(Math.min(substituted, (above[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    above = current;
  }
  return above[to.length] ?? 0;
}
