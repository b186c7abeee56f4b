import { columns } from '../../local/machine/layout.ts';
import type { Case } from './cases.ts';

const HEADINGS = ['fault', 'at', 'met', 'orders', 'came through'];

export function faultTable(cases: readonly Case[]): string {
  const rows = cases.map((each) => [each.fault.title, each.fault.at, String(each.met), String(each.orders), endOf(each)]);
  const met = cases.filter((each) => each.met > 0).length;
  const lost = cases.filter(({ isWell }) => !isWell).length;
  return [...columns([HEADINGS, ...rows]), '', `${cases.length} tried, ${met} met their fault, ${lost} lost`].join('\n');
}

export function endOf({ isWell, lived, seconds }: Case): string {
  return isWell ? `${lived}, ${seconds} s` : `LOST before it was ${lived}`;
}

/** Every domain has come through, and each met its fault. */
export function isLossless(cases: readonly Case[]): boolean {
  return cases.length > 0 && cases.every(({ isWell, met }) => isWell && met > 0);
}
