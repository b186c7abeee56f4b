import type { DiagnosisReason } from '../shared/contract/error-codes.ts';

/** A label is 16 random characters: three edits away from it lies a slip of the hand, hardly another label. */
const MOST_EDITS = 3;

/** The mistake that explains a wrong target, if there is one that does. */
export function mistakeIn(actual: string, expected: string): DiagnosisReason | undefined {
  if (actual.startsWith(`${expected}.`)) return 'doubled_name'; // the provider appended the zone to a target without a final dot
  return editDistance(actual, expected) <= MOST_EDITS ? 'target_typo' : undefined;
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
