import type { Measurement, Size } from './driver/measurement.ts';

interface Bench {
  about: string;
  /** The tests of `npm test` that check its bounds on counts. */
  shortForms: readonly string[];
  load: () => Promise<{ run: (size: Size, args: readonly string[]) => Promise<Measurement[]> }>;
}

/** In the order of execution: CPU-only benches first. */
export const BENCHES = {
  renewals: {
    about: 'a year of ten million domains in virtual time: expiries, orders, hot keys, cost',
    shortForms: ['test/bench/renewals/simulation.test.ts'],
    load: () => import('./renewals.bench.ts'),
  },
  'ca-queue': {
    about: 'a million names that wait for orders, in virtual time: who waits how long',
    shortForms: ['test/bench/ca-queue/simulation.test.ts'],
    load: () => import('./ca-queue.bench.ts'),
  },
  'audit-verify': {
    about: 'how long the verification of a million entries of the audit computes',
    shortForms: ['test/lambdas/audit-chain/seal-entries.test.ts'],
    load: () => import('./audit-verify.bench.ts'),
  },
  'cold-import': {
    about: 'how long the bundle of each API Lambda takes to import, beside the AWS SDK alone',
    shortForms: ['test/stack/bundle.test.ts'],
    load: () => import('./cold-import.bench.ts'),
  },
  fleet: {
    about: 'how soon a new machine of a server serves its 5,000 names, with how much memory and how many requests',
    shortForms: ['test/bench/fleet/fleet.test.ts'],
    load: () => import('./fleet.bench.ts'),
  },
  installs: {
    about: 'what visitors of a server notice while certificates of other names come and go there',
    shortForms: ['test/bench/installs/installs.program.test.ts'],
    load: () => import('./installs.bench.ts'),
  },
  issuance: {
    about: 'certificates a second and requests for each, beside other ACME clients at the same Pebble',
    shortForms: ['test/e2e/long/short-benches.test.ts'],
    load: () => import('./issuance.bench.ts'),
  },
  'local-cloud': {
    about: 'starts of the local cloud, and a domain from its CNAME to HTTPS, beside Caddy on demand',
    shortForms: ['test/e2e/alone/path.test.ts'],
    load: () => import('./local-cloud.bench.ts'),
  },
  moves: {
    about: 'what visitors notice while live sites of another edge move here, their certificates first',
    shortForms: ['test/e2e/alone/live-move.test.ts', 'test/lambdas/route53-publisher/publish-zone.test.ts'],
    load: () => import('./moves.bench.ts'),
  },
  portal: {
    about: 'how long the owner of a hostname waits for the portal, on a phone',
    shortForms: ['test/lambdas/portal/portal.test.ts'],
    load: () => import('./portal.bench.ts'),
  },
  dashboard: {
    about: 'how long somebody waits for the dashboard: its first screen, a filter, a pasted list',
    shortForms: ['test/browser/dashboard/budget.test.ts'],
    load: () => import('./dashboard.bench.ts'),
  },
  'api-load': {
    about: 'requests a second that the API of a local cloud answers, and how fast',
    shortForms: ['test/e2e/long/short-benches.test.ts'],
    load: () => import('./api-load.bench.ts'),
  },
  'slow-dns': {
    about: 'how soon a name is validated beside two hundred in a zone whose name servers are silent',
    shortForms: ['test/lambdas/steps/dns/fair-checks.test.ts'],
    load: () => import('./slow-dns.bench.ts'),
  },
  'junk-challenges': {
    about: 'what another server notices while one is asked for 1,000 junk challenges a second',
    shortForms: ['test/e2e/long/short-benches.test.ts', 'test/agent/challenges/challenge-lookup.test.ts'],
    load: () => import('./junk-challenges.bench.ts'),
  },
  'webhook-delivery': {
    about: 'what a healthy receiver notices of fifty that hang beside it',
    shortForms: ['test/e2e/apart/webhook-sender.test.ts', 'test/e2e/long/webhook-fairness.test.ts'],
    load: () => import('./webhook-delivery.bench.ts'),
  },
  'webhook-fairness': {
    about: 'what a healthy receiver notices of an organization that makes webhooks all the time',
    shortForms: ['test/e2e/long/webhook-fairness.test.ts'],
    load: () => import('./webhook-fairness.bench.ts'),
  },
} as const satisfies Record<string, Bench>;

export type BenchName = keyof typeof BENCHES;
export const BENCH_NAMES = Object.keys(BENCHES) as BenchName[];
