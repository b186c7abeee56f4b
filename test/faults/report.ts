import { columns } from '../../local/machine/layout.ts';
import type { Case } from './cases.ts';

const HEADINGS = ['fault', 'call', 'met', 'orders', 'served after'];

export function faultTable(cases: readonly Case[]): string {
  const rows = cases.map(({ fault, call, met, orders, isServed, seconds }) => [
    ...[fault.title, call, String(met), String(orders)],
    isServed ? `${seconds} s` : 'LOST',
  ]);
  const met = cases.filter((each) => each.met > 0).length;
  const lost = cases.filter(({ isServed }) => !isServed).length;
  return [...columns([HEADINGS, ...rows]), '', `${cases.length} tried, ${met} met their fault, ${lost} lost`].join('\n');
}

/** Every domain is served, and each met its fault. */
export function isLossless(cases: readonly Case[]): boolean {
  return cases.length > 0 && cases.every(({ isServed, met }) => isServed && met > 0);
}
