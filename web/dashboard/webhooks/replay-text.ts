import type { ReplayCount } from '../api/webhooks.ts';

export function countText({ count, isLeast }: ReplayCount): string {
  return `${isLeast ? 'at least ' : ''}${count.toLocaleString('en')}`;
}

export function sumOf(counts: readonly ReplayCount[]): ReplayCount {
  return {
    count: counts.reduce((sum, { count }) => sum + count, 0),
    isLeast: counts.some(({ isLeast }) => isLeast),
  };
}
