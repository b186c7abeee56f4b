import type { Edges } from '../../model/reports/buckets.ts';

/** Every non-empty bucket, with its upper edge as `<edge>` and its count as `<counted>`. */
export function histogramOf<Edge extends string, Counted extends string>(
  edges: Edges,
  counts: readonly number[],
  { edge, counted }: { edge: Edge; counted: Counted },
): Record<Edge | Counted, number | null>[] {
  return counts.flatMap((count, bucket) => {
    if (count === 0) return [];
    return [{ [edge]: edges[bucket] ?? null, [counted]: count } as Record<Edge | Counted, number | null>];
  });
}

/** A share rounded to four digits; undefined for a whole of zero. */
export function shareOf(part: number, whole: number): number | undefined {
  return whole === 0 ? undefined : Math.round((part / whole) * 10_000) / 10_000;
}
