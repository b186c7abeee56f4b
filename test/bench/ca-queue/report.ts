import { HOUR, MINUTE } from '../renewals/inputs.ts';
import { BULK, HOSTILE } from './a-million-names.ts';
import type { Served } from './simulation.ts';

export interface Waits {
  who: string;
  names: number;
  medianMs: number;
  p99Ms: number;
  longestMs: number;
}

export function waitsOf(served: readonly Served[]): Waits[] {
  const others = served.filter(({ organization }) => organization !== BULK && organization !== HOSTILE);
  const of = (queueClass: Served['queueClass']) => others.filter((name) => name.queueClass === queueClass);
  return [
    waits(
      'the bulk of one',
      served.filter(({ organization }) => organization === BULK),
    ),
    waits(
      'the hostile one',
      served.filter(({ organization }) => organization === HOSTILE),
    ),
    waits('others, first certificates', of('first')),
    waits('others, repeats', of('repeat')),
    waits('others, renewals', of('renewal')),
  ];
}

/** The longest wait of each organization but the first two, in ascending order. */
export function longestOfEach(served: readonly Served[]): number[] {
  const longest = new Map<number, number>();
  for (const { organization, servedMs, joinedMs } of served)
    if (organization !== BULK && organization !== HOSTILE)
      longest.set(organization, Math.max(longest.get(organization) ?? 0, servedMs - joinedMs));
  return [...longest.values()].sort((one, other) => one - other);
}

export function report(served: readonly Served[]): string {
  const rows = waitsOf(served).map(({ who, names, medianMs, p99Ms, longestMs }) =>
    [who.padEnd(28), String(names).padStart(9), ...[medianMs, p99Ms, longestMs].map((ms) => spanText(ms).padStart(11))].join(' '),
  );
  const longest = longestOfEach(served);
  const at = (share: number) => spanText(longest[Math.floor((longest.length - 1) * share)] ?? 0);
  return [
    `${'waiting for an order'.padEnd(28)} ${'names'.padStart(9)} ${['median', '99 %', 'longest'].map((word) => word.padStart(11)).join(' ')}`,
    ...rows,
    `longest wait of each of the ${longest.length} others: least ${at(0)}, median ${at(0.5)}, most ${at(1)}`,
  ].join('\n');
}

function waits(who: string, served: readonly Served[]): Waits {
  const sorted = Float64Array.from(served, ({ servedMs, joinedMs }) => servedMs - joinedMs).sort();
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
  return { who, names: sorted.length, medianMs: at(0.5), p99Ms: at(0.99), longestMs: at(1) };
}

function spanText(ms: number): string {
  if (ms < HOUR) return `${(ms / MINUTE).toFixed(1)} min`;
  return ms < 48 * HOUR ? `${(ms / HOUR).toFixed(1)} h` : `${(ms / (24 * HOUR)).toFixed(1)} days`;
}
