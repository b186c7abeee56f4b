import { expect } from 'vitest';
import type { DomainObservation } from '../../../lambdas/lifecycle/observation.ts';
import { Domain } from '../../../lambdas/model/domains/domain-row.schema.ts';
import { HOUR, later, said, timings } from '../a-domain.ts';
import { decideOnObservation } from './said-decisions.ts';

const evidence = [{ kind: 'dns' as const, asked: 'CNAME shop.customer.com', answer: 'now', at: '2026-06-01T12:00:00.000Z' }];
const shown = [{ ...evidence[0], kind: 'tls' as const, asked: 'TLS shop.customer.com:443', answer: 'sha256 …', at: '' }];

const matched = { dns: { kind: 'cname-matched', evidence } } as const;
const broken = { kind: 'not-served', evidence: shown } as const;
const silentMachines = {
  kind: 'machines-silent',
  reason: 'server_silent',
  observed: 'web-1 (last heard of at 2026-06-01T11:40:00.000Z)',
} as const;
const obstacle = { code: 'challenge_unreachable' as const, evidence: [] };

/** The possible observations of a check. Those of the server count only if the CNAME is in place. */
export const SEEN = {
  fine: { ...matched, served: { kind: 'served', evidence: shown }, dryRun: { kind: 'dry-run-passed' } },
  unseen: { ...matched, served: { kind: 'served-unknown', evidence: shown }, dryRun: { kind: 'dry-run-unknown' } },
  unreachable: { ...matched, served: { ...broken, reason: 'https_unreachable' }, dryRun: { kind: 'dry-run-unknown' } },
  silent: { ...matched, served: { kind: 'served', evidence: shown }, machines: silentMachines },
  down: { ...matched, served: { ...broken, reason: 'https_unreachable' }, machines: silentMachines },
  heard: { ...matched, served: { kind: 'served', evidence: shown }, machines: { kind: 'machines-heard' } },
  missing: { dns: { kind: 'cname-missing', evidence } },
  elsewhere: { dns: { kind: 'cname-elsewhere', actualTarget: 'other.net', evidence } },
  otherServer: {
    dns: {
      ...{ kind: 'cname-elsewhere', actualTarget: 'label78.cname.service.net', reason: 'other_server', evidence },
      otherServer: { id: 78, name: 'Web 2' },
    },
  },
  dnsUnknown: { dns: { kind: 'dns-unknown', evidence } },
  former: { ...matched, served: { ...broken, reason: 'former_certificate', observed: 'cd'.repeat(32) } },
  refused: { ...matched, served: { ...broken, reason: 'tls_failed' } },
  obstructed: {
    ...matched,
    served: { kind: 'served', evidence: shown },
    dryRun: { kind: 'dry-run-failed', diagnosis: obstacle },
  },
  caa: {
    ...matched,
    served: { kind: 'served', evidence: shown },
    dryRun: { kind: 'dry-run-failed', diagnosis: { ...obstacle, code: 'caa_forbids_issuance' as const, observed: 'ca.example' } },
  },
  both: { ...matched, served: { ...broken, reason: 'tls_failed' }, dryRun: { kind: 'dry-run-failed', diagnosis: obstacle } },
} satisfies Record<string, DomainObservation>;
export type Seen = keyof typeof SEEN;

/** A check this many hours after the start. */
export const lookAfter = (hours: number, domain: Domain, what: Seen) =>
  decideOnObservation(domain, SEEN[what], { now: later(Math.round(hours * HOUR)), timings });

export function afterChecks(domain: Domain, checks: readonly (readonly [hours: number, what: Seen])[]) {
  let present = domain;
  const events: string[] = [];
  const timeline: string[] = [];
  for (const [hours, what] of checks) {
    const change = lookAfter(hours, present, what);
    if (!change) continue;
    expect(Domain.parse(JSON.parse(JSON.stringify(change.domain)))).toEqual(change.domain);
    expect(change.startExecution).toBe(false);
    present = change.domain;
    events.push(...change.events);
    if (!change.isQuiet) timeline.push(change.timeline);
  }
  return { domain: said(present), events, timeline };
}

/** The same observation every hour. `from` and `to` are inclusive. */
export const hourly = (from: number, to: number, what: Seen) =>
  Array.from({ length: to - from + 1 }, (_, index) => [from + index, what] as const);
