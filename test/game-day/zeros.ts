import { columns } from '../../local/machine/layout.ts';

/** A count that must be zero after a restore, with the number of checked things. */
export interface Zero {
  what: string;
  count: number;
  of: number;
}

export function zerosTable(zeros: readonly Zero[]): string {
  return columns([['what', 'count', 'of'], ...zeros.map(({ what, count, of }) => [what, String(count), String(of)])]).join('\n');
}

/** All are zero, and each check had something to look at: otherwise the game day proves nothing. */
export function isAllZero(zeros: readonly Zero[]): boolean {
  return zeros.every(({ count, of }) => count === 0 && of > 0);
}

/** How many occur more than once. */
export function twice(ids: Iterable<string>): number {
  const seen = new Set<string>();
  const doubled = new Set<string>();
  for (const id of ids) (seen.has(id) ? doubled : seen).add(id);
  return doubled.size;
}

/** Numbers that two tables have given to different events. */
export function numberedTwice(tables: readonly ReadonlyMap<number, string>[]): number {
  const byNumber = new Map<number, string>();
  const wrong = new Set<number>();
  for (const table of tables)
    for (const [number, id] of table) {
      if ((byNumber.get(number) ?? id) !== id) wrong.add(number);
      byNumber.set(number, id);
    }
  return wrong.size;
}
