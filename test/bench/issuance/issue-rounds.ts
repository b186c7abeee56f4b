import type { Pebble } from '../pebble.ts';
import type { Contender } from './contender.ts';
import { bareFlow } from './issue-bare.ts';
import { acmeClient } from './issue-with-acme-client.ts';
import { ours } from './issue-with-ours.ts';

export interface Total {
  certificates: number;
  ms: number;
  /** Of this process, the CA's own work apart. */
  cpuMs: number;
  requests: number;
  /** Of these, looks at orders: there are more of them the slower the machine is. */
  looks: number;
}

export interface Issued {
  contender: Contender;
  rounds: Total[];
}

/** A process that has just started has neither nonces nor connections. */
const WARM_UP = 10;

/**
 * Those that work in this process, ours first. They take short turns, so that whatever else the machine does meets all of them.
 * `certificates`: of each in a round.
 */
export async function issueInTurns(
  pebble: Pebble,
  size: { rounds: number; certificates: number },
): Promise<[Issued, ...Issued[]]> {
  const issued: [Issued, ...Issued[]] = [
    { contender: await ours(pebble), rounds: [] },
    { contender: await acmeClient(pebble), rounds: [] },
    { contender: await bareFlow(pebble), rounds: [] },
  ];
  for (const [index, { contender }] of issued.entries()) await issue(pebble, contender, `warm-${index}`, WARM_UP);
  for (let round = 0; round < size.rounds; round += 1) {
    for (const [index, { contender, rounds }] of issued.entries())
      rounds.push(await issue(pebble, contender, `r${round}-${index}`, size.certificates));
  }
  return issued;
}

/** The label is in the hostnames, which nobody else has. */
export async function issue(pebble: Pebble, contender: Contender, label: string, certificates: number): Promise<Total> {
  const hostnames = Array.from({ length: certificates }, (_, n) => `${label}-${n}.customer.example`);
  const before = pebble.requests();
  const startedAt = performance.now();
  const cpuBefore = process.cpuUsage();
  await contender.issueAll(hostnames);
  const { user, system } = process.cpuUsage(cpuBefore);
  const ms = performance.now() - startedAt;
  const { all, looksAtOrders } = pebble.requests();
  const requests = all - before.all;
  return { certificates, ms, cpuMs: (user + system) / 1000, requests, looks: looksAtOrders - before.looksAtOrders };
}

export function perSecond({ certificates, ms }: Total): number {
  return certificates / (ms / 1000);
}

/** Without the checks of its order. */
export function requestsEach({ certificates, requests, looks }: Total): number {
  return (requests - looks) / certificates;
}

export function sum(totals: readonly Total[]): Total {
  return totals.reduce((one, other) => ({
    certificates: one.certificates + other.certificates,
    ms: one.ms + other.ms,
    cpuMs: one.cpuMs + other.cpuMs,
    requests: one.requests + other.requests,
    looks: one.looks + other.looks,
  }));
}

/** Of what each round says, the middle: a machine that does something else for a moment spoils a round and not the result. */
export function ratio(mine: readonly Total[], theirs: readonly Total[]): number {
  const ratios = mine.slice(0, theirs.length).map((round, n) => perSecond(round) / perSecond(theirs[n] ?? round));
  return ratios.toSorted((a, b) => a - b)[Math.floor(ratios.length / 2)] ?? 0;
}
