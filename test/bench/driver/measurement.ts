/**
 * The long form is for an idle machine. The short one is for `npm test`: it takes seconds, and only its bounds on counts are
 * checked.
 */
export type Size = 'short' | 'long';

/** One line of the table that `npm run bench` prints. */
export interface Measurement {
  what: string;
  value: string;
  /** For example `at most 8`. Undefined: no bound. */
  bound?: string;
  isHeld?: boolean;
  /** It depends on the machine and its load. */
  isTime?: true;
}

export interface Bound {
  atMost?: number;
  atLeast?: number;
}

type Format = (value: number) => string;

/** Independent of the machine: requests, writes, bytes, errors. */
export function count(what: string, value: number, bound: Bound = {}, format: Format = plain): Measurement {
  return { what, value: format(value), ...judge(value, bound, format) };
}

export function time(what: string, value: number, bound: Bound = {}, format: Format = plain): Measurement {
  return { ...count(what, value, bound, format), isTime: true };
}

export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

export const decimals =
  (digits: number): Format =>
  (value) =>
    value.toFixed(digits);

const plain: Format = (value) => value.toLocaleString('en', { maximumFractionDigits: 2 });

/** NaN violates every bound: the median of nothing must not pass. */
function judge(value: number, { atMost, atLeast }: Bound, format: Format): Pick<Measurement, 'bound' | 'isHeld'> {
  const parts = [
    ...(atLeast === undefined ? [] : [{ words: `at least ${format(atLeast)}`, isHeld: value >= atLeast }]),
    ...(atMost === undefined ? [] : [{ words: `at most ${format(atMost)}`, isHeld: value <= atMost }]),
  ];
  if (parts.length === 0) return {};
  return { bound: parts.map(({ words }) => words).join(', '), isHeld: parts.every(({ isHeld }) => isHeld) };
}
