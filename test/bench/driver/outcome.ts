import { styleText } from 'node:util';
import { columns } from '../../../local/machine/layout.ts';
import type { Measurement, Size } from './measurement.ts';

export interface Outcome {
  bench: string;
  measurements: readonly Measurement[];
  failure?: string;
}

type Verdict = 'measured' | 'not judged' | 'held' | 'MISSED' | 'FAILED';
interface Line {
  cells: string[];
  isRed: boolean;
}

const HEADINGS = ['bench', 'what', 'measured', 'bound', 'result'];

/** One table for all benches. Red lines come last, where they are visible without scrolling. */
export function tableOf(outcomes: readonly Outcome[], size: Size): string {
  const lines = outcomes.flatMap((outcome) => linesOf(outcome, size));
  const sorted = [...lines.filter(({ isRed }) => !isRed), ...lines.filter(({ isRed }) => isRed)];
  const [headings = '', ...rows] = columns([HEADINGS, ...sorted.map(({ cells }) => cells)]);
  return [headings, ...rows.map((row, at) => (sorted[at]?.isRed ? styleText('red', row) : row))].join('\n');
}

export function isRed(outcomes: readonly Outcome[], size: Size): boolean {
  return outcomes.some((outcome) => linesOf(outcome, size).some((line) => line.isRed));
}

function linesOf({ bench, measurements, failure }: Outcome, size: Size): Line[] {
  const lines = measurements.map((measurement) => {
    const verdict = verdictOf(measurement, size);
    const { what, value, bound = '' } = measurement;
    return { cells: [bench, what, value, bound, verdict], isRed: verdict === 'MISSED' };
  });
  if (failure === undefined) return lines;
  return [...lines, { cells: [bench, failure, '', '', 'FAILED' satisfies Verdict], isRed: true }];
}

function verdictOf({ isHeld, isTime }: Measurement, size: Size): Verdict {
  if (isHeld === undefined) return 'measured';
  if (isTime && size === 'short') return 'not judged';
  return isHeld ? 'held' : 'MISSED';
}
