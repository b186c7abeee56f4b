import { describe, expect, it } from 'vitest';
import { withServed } from '../../../../lambdas/lifecycle/transition.ts';
import { Domain, type DomainIn } from '../../../../lambdas/model/domains/domain-row.schema.ts';
import { scanTime } from '../../../../lambdas/model/domains/scan-time.ts';
import type { Certificate } from '../../../../lambdas/model/servers/certificate.schema.ts';
import { aDomain, aFailure, HOUR, iso, issued, later, type Overrides, timings } from '../../a-domain.ts';
import {
  certificateFailed,
  decideOnInstallation,
  decideOnMove,
  decideOnOrderStatus,
  decideOnScan,
  moveRequested,
} from '../said-decisions.ts';

const DAY = 24 * HOUR;
const old = { ...issued, notBefore: iso(0), notAfter: iso(90 * DAY) };
const young = { ...issued, fingerprintSha256: 'cd'.repeat(32), notBefore: iso(60 * DAY), notAfter: iso(150 * DAY) };
const move = { fromServerId: 1, fromCnameTarget: 'label1.cname.service.net', state: 'awaiting_dns' as const };
const waiting = {
  serverId: 2,
  move,
  moveDeadlineAt: iso(DAY),
  served: { certificate: old, renewAt: iso(60 * DAY) },
  issued: old,
  execution: { resumeAt: iso(60.5 * DAY), dueAt: iso(60.5 * DAY) },
};
const moving = (changes: Overrides = {}) => aDomain('moving', { ...waiting, ...changes } as Overrides);
const at = (domain: Domain, day: number) => decideOnScan(domain, { now: later(day * DAY), timings });
const readBack = (domain: Domain) => Domain.parse(JSON.parse(JSON.stringify(domain)));
const certificates = (facts: typeof old) =>
  ({ state: 'present', domainId: moving().id, facts, chainPem: 'CHAIN', sealedKey: {} }) as unknown as Certificate;
const to = (serverId: number) => ({ serverId, cnameTarget: `label${serverId}.cname.service.net`, connected: true });

/** The moving domain during its renewal, at the time of this phase. */
function renewing<P extends 'downloading' | 'installing'>(phase: P, changes: Partial<Domain> = {}): DomainIn<P> {
  const begun = at(moving(), 60)?.domain ?? expect.fail('the renewal does not begin');
  const { issuance: _, ...row } = begun as DomainIn<'preparing'>;
  return aDomain(phase, { ...row, ...changes } as Partial<Domain>);
}

const error = { code: 'certificate_timeout', details: {} } as const;
const fail = (domain: Domain, day: number) => {
  const failed = certificateFailed(domain, aFailure(error, 'challenge_unreachable'), { now: later(day * DAY), timings });
  return failed.changed ? failed : expect.fail('nothing has changed');
};

describe('a domain that waits for its move', () => {
  it('is renewed at its time, and not a millisecond before; its move stays in view', () => {
    expect(scanTime(moving())).toBe(iso(60 * DAY));
    expect(decideOnScan(moving(), { now: later(60 * DAY - 1), timings })).toBeUndefined();
    const begun = at(moving(), 60) ?? expect.fail('the renewal does not begin');
    expect(begun).toMatchObject({ timeline: 'certificate.renewal_started', startExecution: true });
    expect(readBack(begun.domain)).toMatchObject({
      phase: 'preparing',
      serverId: 2,
      move,
      sslStatus: 'active',
      execution: { attempt: 2 },
    });
    expect(begun.domain).not.toHaveProperty('execution.resumeAt');
  });

  it('gets the new certificate before both servers, is served it by the one that it leaves, and then goes on with its move', () => {
    const downloaded = decideOnOrderStatus(
      renewing('downloading'),
      { kind: 'certificate-downloaded', certificate: young, spends: [] },
      { now: later(60 * DAY), timings },
    ).domain;
    expect(downloaded).toMatchObject({ phase: 'installing', issued: young, move: { ...move, state: 'installing' } });
    const seen = { kind: 'new-certificate-seen' as const, evidence: [] };
    const served = decideOnInstallation(downloaded as DomainIn<'installing'>, seen, { now: later(60 * DAY), timings });
    expect(served).toMatchObject({ events: ['certificate.installed', 'certificate.renewed'] });
    const renewed = readBack(served.domain) as DomainIn<'moving'>;
    expect(renewed).toMatchObject({
      phase: 'moving',
      serverId: 2,
      move: { ...move, state: 'installing' },
      issued: young,
      served: { certificate: young, renewAt: iso(120 * DAY) },
      moveDeadlineAt: iso(61 * DAY),
    });
    const arrival = { installation: seen, dns: { kind: 'cname-matched' as const, evidence: [] } };
    const arrived = decideOnMove(renewed, arrival, { now: later(62 * DAY), timings });
    expect(arrived).toMatchObject({
      timeline: 'move.completed',
      domain: { phase: 'retiring', retireFrom: [1], served: { certificate: young } },
    });
    expect(arrived.domain).not.toHaveProperty('move');
  });

  it('goes on with its move when the renewal has failed, and is tried again', () => {
    const failed = fail(aDomain('preparing', at(moving(), 60)?.domain), 60.5);
    expect(readBack(failed.domain)).toMatchObject({
      phase: 'moving',
      serverId: 2,
      move,
      issued: old,
      sslStatus: 'active',
      error: { code: 'certificate_timeout' },
      served: { renewAt: iso(60.5 * DAY + 3 * HOUR) },
    });
    expect(at(failed.domain, 60.7)).toMatchObject({ timeline: 'certificate.renewal_started' });
  });

  it('keeps a failed renewal in view until something else is found', () => {
    const failed = fail(aDomain('preparing', at(moving(), 60)?.domain), 60.5).domain as DomainIn<'moving'>;
    const installation = { kind: 'new-certificate-seen' as const, evidence: [] };
    const look = (kind: 'dns-unknown' | 'cname-missing') =>
      decideOnMove(failed, { installation, dns: { kind, evidence: [] } }, { now: later(61.6 * DAY), timings }).domain;
    const failure = { error: { code: 'certificate_timeout' }, diagnosis: { code: 'challenge_unreachable' } };
    expect(look('dns-unknown')).toMatchObject(failure);
    expect(look('cname-missing')).toMatchObject({ diagnosis: { code: 'cname_not_found' } });
  });

  it('goes on with its move after the end of its certificate too, and comes back by itself', () => {
    const over = at(moving({ served: { renewAt: iso(91 * DAY) } }), 90) ?? expect.fail('its end is not seen');
    expect(over).toMatchObject({ events: ['certificate.expired'], domain: { phase: 'moving', sslStatus: 'error' } });
    const begun = at(over.domain, 91) ?? expect.fail('it is not tried again');
    const failed = fail(begun.domain, 91.5);
    expect(readBack(failed.domain)).toMatchObject({
      phase: 'moving',
      move,
      sslStatus: 'error',
      error: { code: 'certificate_expired' },
    });
    expect(at(failed.domain, 93)).toMatchObject({ timeline: 'certificate.renewal_started' });
  });

  it('is not renewed for a certificate that is old in its row, where a younger one lies at its servers', () => {
    const younger = moving({ issued: young } as Partial<Domain>);
    expect(scanTime(younger)).toBe(iso(120 * DAY));
    expect(at(younger, 119.9)).toBeUndefined();
    expect(at(younger, 120)).toMatchObject({ timeline: 'certificate.renewal_started' });
    expect(scanTime(moving({ issued: young, served: { renewAt: iso(121 * DAY) } } as Partial<Domain>))).toBe(iso(121 * DAY));
  });

  it('is tried again, and its holder told of the end, where its server was never seen to serve the new certificate', () => {
    const installing = renewing('installing', { issued: young, installDeadlineAt: iso(61 * DAY) } as Partial<Domain>);
    const gone = { kind: 'nothing-seen' as const, seenByAgent: false, serverConnected: false, evidence: [] };
    const failed = decideOnInstallation(installing, gone, { now: later(61 * DAY), timings });
    const unseen = readBack(failed.domain);
    expect(failed).toMatchObject({ events: ['certificate.renewal_failed'], domain: { phase: 'moving', issued: young } });
    expect(unseen.served?.certificate).toEqual(old);
    expect(scanTime(unseen)).toBe(iso(61 * DAY + 3 * HOUR));
    expect(at(withServed(unseen, { renewAt: iso(99 * DAY) }), 76)).toMatchObject({ events: ['certificate.expiring'] });
    expect(at(withServed(unseen, { renewAt: iso(99 * DAY) }), 90)).toMatchObject({
      events: ['certificate.expired'],
      domain: { phase: 'moving', sslStatus: 'error' },
    });
  });
});

describe('a domain that is renewed on its way', () => {
  it('can be moved on: it is still served where it came from, and the server between loses its copy', () => {
    const moved = moveRequested(renewing('installing', { issued: young } as Partial<Domain>), to(3), certificates(young), {
      now: later(60 * DAY),
      timings,
    });
    expect(moved).toMatchObject({
      kind: 'changed',
      put: { serverId: 3, facts: young },
      domain: { phase: 'moving', serverId: 3, move: { fromServerId: 1, fromCnameTarget: move.fromCnameTarget }, retireFrom: [2] },
    });
  });

  it('can be moved back to where it came from', () => {
    const moved = moveRequested(renewing('downloading'), to(1), certificates(old), { now: later(60 * DAY), timings });
    const attempt = renewing('downloading').execution.attempt + 1;
    // The CA may have issued it: it goes to both servers, and no other order is made.
    expect(moved).toMatchObject({
      ...{ kind: 'changed', startExecution: true, put: { serverId: 1, attempt } },
      domain: { phase: 'downloading', serverId: 1, execution: { attempt }, move: { fromServerId: 2, state: 'installing' } },
    });
  });

  it('and whose certificate has ended is moved at once: both servers lose their copies, and no move is left', () => {
    const ended = renewing('downloading', { sslStatus: 'error' });
    const moved = moveRequested(ended, to(3), certificates(old), { now: later(91 * DAY), timings });
    expect(moved).toMatchObject({ kind: 'changed', domain: { phase: 'downloading', serverId: 3, retireFrom: [2, 1] } });
    expect(moved.kind === 'changed' && moved.domain).not.toHaveProperty('move');
  });
});
