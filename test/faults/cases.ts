import type { Call } from './acme-call.ts';
import type { Handling } from './acme-proxy.ts';
import { callsOf, type Fault } from './faults.ts';

/** One fault at one call, and the domain that meets it. */
export interface Case {
  fault: Fault;
  call: Call;
  hostname: string;
  /** So many requests have met it. */
  met: number;
  isServed: boolean;
  seconds: number;
  orders: number;
}

export function casesOf(faults: readonly Fault[], run: string, only?: string): Case[] {
  return faults
    .flatMap((fault) => callsOf(fault).map((call) => ({ fault, call })))
    .filter(({ call }) => only === undefined || call === only)
    .map((each, n) => ({ ...each, hostname: `fault-${run}-${n}.customer.test`, met: 0, isServed: false, seconds: 0, orders: 0 }));
}

/** A request that belongs to no order meets the faults of its call one after the other, whoever asks. */
export function planOf(cases: readonly Case[], call: Call, hostname: string | undefined): Handling | undefined {
  const isDue = ({ fault, met, ...at }: Case) =>
    at.call === call && met < fault.times && (hostname === undefined || at.hostname === hostname);
  const due = cases.find(isDue);
  if (!due) return undefined;
  due.met += 1;
  return due.fault.play;
}
