import type { Pebble } from '../pebble.ts';
import type { Contender } from './contender.ts';
import { bareFlow } from './issue-bare.ts';
import { acmeClient } from './issue-with-acme-client.ts';
import { ours } from './issue-with-ours.ts';

export interface Total {
  certificates: number;
  ms: number;
  /** CPU time of this process, without the CA. */
  cpuMs: number;
  requests: number;
  /** Polls of orders among the requests: a slower machine makes more. */
  looks: number;
}

export interface Issued {
  contender: Contender;
  rounds: Total[];
}

/** A new process has neither nonces nor connections. */
const WARM_UP = 10;

/**
 * The clients in this process, the service's first. They alternate in short turns, so that other load on the machine affects all.
 * `certificates`: per client and round.
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

/** `label`: makes the hostnames unique. */
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

/** Without polls of the order. */
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

/** The median over rounds: load of a moment spoils one round, not the result. */
export function ratio(mine: readonly Total[], theirs: readonly Total[]): number {
  const ratios = mine.slice(0, theirs.length).map((round, n) => perSecond(round) / perSecond(theirs[n] ?? round));
  return ratios.toSorted((a, b) => a - b)[Math.floor(ratios.length / 2)] ?? 0;
}
