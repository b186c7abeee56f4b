import { describe, expect, it } from 'vitest';
import type { OrderLost, PreparationObservation } from '../../../lambdas/lifecycle/issuance-observation.ts';
import type { Transition } from '../../../lambdas/lifecycle/transition.ts';
import { Domain, type DomainIn } from '../../../lambdas/model/domains/domain-row.schema.ts';
import { aDomain, HOUR, later, NOW, served, timings } from '../a-domain.ts';

import { grantedAt } from '../ca-limits/open-slots.ts';
import {
  decideOnChallenge,
  decideOnInstallation,
  decideOnOrder,
  decideOnOrderStatus,
  decideOnPreparation,
  renewRequested,
} from './said-decisions.ts';

type Preparing = DomainIn<'preparing'>;
const renewing = aDomain('preparing', served);
const obstacles = {
  challenge: { kind: 'preflight-failed', serverConnected: true, evidence: [] },
  server: { kind: 'preflight-failed', serverConnected: false, evidence: [] },
  cname: { kind: 'cname-gone', dns: { kind: 'cname-missing', evidence: [] } },
  caa: { kind: 'caa-forbids', diagnosis: { code: 'caa_forbids_issuance', reason: 'caa_unreadable', evidence: [] } },
} as const satisfies Record<string, PreparationObservation>;
type Seen = keyof typeof obstacles;
const look = (domain: Preparing, what: Seen, now = NOW) => decideOnPreparation(domain, obstacles[what], { now, timings });
const lost = (problem: string, detail = 'no'): OrderLost => ({
  ...{ kind: 'order-lost', problem: { type: `urn:ietf:params:acme:error:${problem}`, detail } },
});

function eventsOf(transition: Transition): string[] {
  expect(Domain.parse(transition.domain)).toEqual(transition.domain);
  return transition.changed ? transition.events : [];
}

/** The events of a sequence of checks. */
function toldOf(domain: Preparing, checks: Seen[]): string[][] {
  let present = domain;
  return checks.map((what) => {
    const transition = look(present, what);
    present = transition.domain as Preparing;
    return eventsOf(transition);
  });
}
const news = ['certificate.at_risk'];

it.each<[string, Seen[], string[][]]>([
  ['the challenge path does not answer', ['challenge'], [news]],
  ['no machine is enrolled', ['server'], [news]],
  ['the CNAME is gone', ['cname'], [news]],
  ['CAA records forbid it', ['caa', 'caa'], [news, []]],
  ['the same again', ['cname', 'cname', 'cname'], [news, [], []]],
  ['another', ['cname', 'server'], [news, news]],
  ['one that comes and goes', ['cname', 'server', 'cname', 'server'], [news, news, [], []]],
])('an obstacle before a renewal is told once for each cause: %s', (_, checks, events) => {
  expect(toldOf(renewing, checks)).toEqual(events);
});

it('an obstacle before a renewal is told even if it was in view before the renewal', () => {
  const inView = { ...renewing, diagnosis: { code: 'challenge_unreachable' as const, evidence: [] } };
  const withWindow = { ...inView, issuance: { ...inView.issuance, preflightDeadlineAt: '2026-06-02T12:00:00.000Z' } };
  expect(toldOf(withWindow, ['challenge', 'challenge'])).toEqual([news, []]);
});

/** The events when the next renewal meets the same obstacle. `left`: what the previous renewal stored. */
function toldAgain({ served: left }: Domain): string[] {
  const again = renewRequested(aDomain('active', { ...served, served: left }), { now: NOW, timings });
  if (again.kind !== 'changed') throw new Error(again.kind);
  return eventsOf(look(again.domain as Preparing, 'cname'));
}

it('an obstacle before a renewal is told no more when the renewal has failed and is tried again', () => {
  expect(toldAgain(look(renewing, 'cname').domain)).toEqual([]);
});

it('an obstacle before a renewal is told anew once a certificate was replaced', () => {
  const told = aDomain('installing', { ...served, served: { notified: { risks: ['cname_not_found'] } } });
  const { domain } = decideOnInstallation(told, { kind: 'new-certificate-seen', evidence: [] }, { now: NOW, timings });
  expect(toldAgain(domain)).toEqual(news);
});

it('an obstacle before a renewal that lasts until the window is over is told as a failed renewal, and no more as a risk', () => {
  const seen = look(renewing, 'cname').domain as Preparing;
  expect(eventsOf(look(seen, 'server', later(25 * HOUR)))).toEqual(['certificate.renewal_failed']);
});

it('an obstacle before a renewal is not forgotten by the order that is made in between', () => {
  const key = { dataKey: '', iv: '', tag: '', ciphertext: '' };
  const passed = { kind: 'preflight-passed', slot: grantedAt(new Date(NOW.toISOString())), sealedKey: key, csr: 'pem' } as const;
  const seen = look(renewing, 'challenge').domain as Preparing;
  const ordering = decideOnPreparation(seen, passed, { now: NOW, timings }).domain as DomainIn<'ordering'>;
  const refused = decideOnOrder(ordering, lost('malformed'), { now: NOW, timings });
  expect(eventsOf(refused)).toEqual(news);
  expect(toldOf(refused.domain as Preparing, ['challenge'])).toEqual([[]]);
});

describe('an order of a renewal that the CA has spent', () => {
  const validating = aDomain('validating', served);

  it('is reported once for each type of problem, whatever its words', () => {
    const first = decideOnOrderStatus(validating, lost('caa'), { now: NOW, timings });
    const next = aDomain('validating', { ...served, served: first.domain.served });
    expect(eventsOf(first)).toEqual(news);
    expect(eventsOf(decideOnOrderStatus(next, lost('caa', 'other words'), { now: NOW, timings }))).toEqual([]);
    expect(eventsOf(decideOnOrderStatus(next, lost('dns'), { now: NOW, timings }))).toEqual(news);
  });

  it('is reported, and trouble of the CA that passes is not', () => {
    const authorizing = aDomain('authorizing', served);
    const trouble = { kind: 'ca-trouble', problem: lost('serverInternal').problem } as const;
    expect(eventsOf(decideOnChallenge(authorizing, lost('connection'), { now: NOW, timings }))).toEqual(news);
    expect(eventsOf(decideOnChallenge(authorizing, trouble, { now: NOW, timings }))).toEqual([]);
    expect(eventsOf(decideOnOrderStatus(validating, { kind: 'order-pending' }, { now: NOW, timings }))).toEqual([]);
  });
});

it.each(Object.keys(obstacles) as Seen[])('an obstacle before a first certificate puts none at risk: %s', (what) => {
  expect(toldOf(aDomain('preparing'), [what])).toEqual([[]]);
});
