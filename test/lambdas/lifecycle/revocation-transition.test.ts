import { describe, expect, it } from 'vitest';
import type { DnsObservation, InstallationObservation } from '../../../lambdas/lifecycle/observation.ts';
import type { Transition } from '../../../lambdas/lifecycle/transition.ts';
import { withServed } from '../../../lambdas/lifecycle/transition.ts';
import { domainItem } from '../../../lambdas/model/domains/domain-item.ts';
import { domainResource } from '../../../lambdas/model/domains/domain-resource.ts';
import { Domain } from '../../../lambdas/model/domains/domain-row.schema.ts';
import { aDomain, HOUR, iso, issued, later, NOW, revocation, served, timings } from '../a-domain.ts';
import {
  certificateFailed,
  decideOnInstallation,
  decideOnMove,
  decideOnRetirement,
  decideOnRevocation,
  decideOnRevocationOfRemoved,
  decideOnScan,
} from './said-decisions.ts';

const DAY = 24 * HOUR;
const MINUTE = HOUR / 60;
const seen: InstallationObservation = { kind: 'new-certificate-seen', evidence: [] };
const found: DnsObservation = { kind: 'cname-matched', evidence: [] };
const down = { kind: 'ca-trouble', problem: { type: 'about:blank', detail: 'The CA answered HTTP 503.' } } as const;
const revoked = { kind: 'certificate-revoked' } as const;
const over = { kind: 'revocation-over' } as const;
/** A revocation of the certificate that is served now: another one must be served first. */
const ofThePresent = { ...revocation, fingerprintSha256: issued.fingerprintSha256, serialNumber: issued.serialNumber };
const renewed = { ...issued, serialNumber: '0b', fingerprintSha256: 'ef'.repeat(32) };
const readBack = ({ domain }: Transition) => expect(Domain.parse(domain)).toEqual(domain);

describe('a certificate that is to be revoked', () => {
  it('is so in the execution that has seen another in its place', () => {
    const installing = aDomain('installing', { ...served, issued: renewed, revocation: ofThePresent } as never);
    const transition = decideOnInstallation(installing, seen, { now: NOW, timings });
    expect(transition).toMatchObject({
      domain: { phase: 'revoking', sslStatus: 'active', served: { certificate: renewed }, revocation: ofThePresent },
      events: ['certificate.installed', 'certificate.renewed'],
      waitSeconds: 0,
    });
    readBack(transition);
  });

  it('is so after a move that has brought another, when its copies are gone', () => {
    const moving = aDomain('moving', { issued: renewed, revocation: ofThePresent } as never);
    const arrived = decideOnMove(moving, { installation: seen, dns: found }, { now: NOW, timings }).domain;
    expect(arrived).toMatchObject({ phase: 'retiring', retireFrom: [1], revocation: ofThePresent });
    const retired = decideOnRetirement(arrived as never);
    expect(retired).toMatchObject({ domain: { phase: 'revoking', served: { certificate: renewed } }, events: [] });
    readBack(retired);
  });

  it('is so before a move that may wait for DNS for weeks, which goes on then', () => {
    const move = { fromServerId: 1, state: 'installing' as const };
    const installing = aDomain('installing', {
      ...served,
      serverId: 2,
      move,
      issued: renewed,
      revocation: ofThePresent,
    } as never);
    const replaced = decideOnInstallation(installing, seen, { now: NOW, timings });
    expect(replaced.domain).toMatchObject({ phase: 'revoking', serverId: 2, move, served: { certificate: renewed } });
    const goesOn = decideOnRevocation(replaced.domain as never, revoked, { now: NOW, timings });
    expect(goesOn.domain).toMatchObject({
      phase: 'moving',
      serverId: 2,
      move,
      issued: renewed,
      served: { certificate: renewed },
    });
    expect(goesOn.domain).not.toHaveProperty('revocation');
    readBack(goesOn);
    const { domain } = decideOnRevocation(replaced.domain as never, down, { now: NOW, timings });
    expect(domain).toMatchObject({ phase: 'moving', issued: renewed, revocation: { againAt: iso(MINUTE) } });
    expect(domainItem(domain).scanAt).toBe(iso(MINUTE));
    expect(decideOnScan(domain, { now: later(MINUTE), timings })).toMatchObject({ domain: { phase: 'revoking', move } });
  });

  it('is not so while it is what the domain is served, wherever that comes to rest', () => {
    const moving = aDomain('moving', { revocation: ofThePresent });
    const arrived = decideOnMove(moving, { installation: seen, dns: found }, { now: NOW, timings }).domain;
    expect(decideOnRetirement(arrived as never).domain).toMatchObject({ phase: 'active', revocation: ofThePresent });
    const failure = {
      error: { code: 'certificate_timeout', details: {} },
      diagnosis: { code: 'certificate_timeout', evidence: [] },
    };
    const failing = aDomain('ordering', { ...served, revocation: ofThePresent } as never);
    const failed = certificateFailed(failing, failure as never, { now: NOW, timings });
    expect(failed.domain).toMatchObject({
      phase: 'active',
      revocation: ofThePresent,
      served: { renewalFailures: 1, renewAt: iso(3 * HOUR) },
    });
  });

  it('costs a renewal without a revocation no step more', () => {
    const installing = aDomain('installing', { ...served, issued: renewed } as never);
    expect(decideOnInstallation(installing, seen, { now: NOW, timings }).domain.phase).toBe('active');
  });
});

describe('what the CA says to a revocation', () => {
  it.each([
    [revoked, 'certificate.revoked', ['certificate.revoked']],
    [over, 'certificate.revocation_over', []],
  ])('%j ends it, with the domain as it was', (observation, timeline, events) => {
    const transition = decideOnRevocation(aDomain('revoking'), observation, { now: NOW, timings });
    expect(transition).toMatchObject({
      timeline,
      events,
      domain: { phase: 'active', sslStatus: 'active', served: { certificate: issued } },
    });
    expect(transition.domain).not.toHaveProperty('revocation');
    readBack(transition);
  });

  it('nothing, because it is down, puts it off without an error, in view, while the domain rests', () => {
    const transition = decideOnRevocation(aDomain('revoking'), down, { now: NOW, timings });
    expect(transition).toMatchObject({ timeline: 'certificate.revocation_postponed', events: [], waitSeconds: 0 });
    const { domain } = transition;
    expect(domain).toMatchObject({ phase: 'active', sslStatus: 'active', diagnosis: { code: 'ok' } });
    expect(domain).not.toHaveProperty('error');
    expect(domain.revocation).toEqual({
      ...revocation,
      askedAt: iso(0),
      againAt: iso(MINUTE),
      acmeError: 'about:blank: The CA answered HTTP 503.',
    });
    expect(domainResource(domain)).toMatchObject({
      revocation: { state: 'revoking', serial_number: '09', acme_error: 'about:blank: The CA answered HTTP 503.' },
    });
    readBack(transition);
  });

  it.each([
    ['a minute after the first', 0, undefined, MINUTE],
    ['later the longer it lasts', 8 * HOUR, undefined, 2 * HOUR],
    ['after a day at most', 30 * DAY, undefined, DAY],
    ['not before the CA wants it', 0, 7200, 2 * HOUR],
    ['after a day although the CA would wait for a week', 0, 7 * 86_400, DAY],
  ])('nothing lets it be tried again %s', (_, passed, retryAfterSeconds, pause) => {
    const asked = aDomain('revoking', { revocation: { ...revocation, askedAt: iso(-passed) } });
    const trouble = { ...down, problem: { ...down.problem, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) } };
    const { domain } = decideOnRevocation(asked, trouble, { now: NOW, timings });
    expect(domain.revocation).toMatchObject({ askedAt: iso(-passed), againAt: iso(pause) });
  });
});

describe('a revocation that was put off', () => {
  const againAt = iso(HOUR);
  const waiting = aDomain('active', { revocation: { ...revocation, againAt } });

  it('is begun again by the scan at its instant, not before, and is found by its index then', () => {
    expect(domainItem(waiting).scanAt).toBe(againAt);
    expect(decideOnScan(waiting, { now: later(HOUR - 1), timings })).toBeUndefined();
    const begun = decideOnScan(waiting, { now: later(HOUR), timings });
    expect(begun).toMatchObject({
      startExecution: true,
      events: [],
      domain: { phase: 'revoking', execution: { attempt: 2 }, sslStatus: 'active' },
    });
    expect(begun?.domain.revocation).toEqual(revocation);
  });

  it('gives way to a renewal that is due, and is not done on the way', () => {
    const both = withServed(waiting, { renewAt: iso(0) });
    expect(decideOnScan(both, { now: later(HOUR), timings })).toMatchObject({ domain: { phase: 'preparing' } });
    const installing = aDomain('installing', { ...both, issued: renewed } as never);
    const { domain } = decideOnInstallation(installing, seen, { now: later(HOUR), timings });
    expect(domain).toMatchObject({ phase: 'active', revocation: { againAt } });
  });
});

describe('a revocation of a domain that was deleted', () => {
  const removing = aDomain('removing', { revocation });

  it('is done and told before the row goes, which the next step does', () => {
    const transition = decideOnRevocationOfRemoved(removing, revoked, { now: NOW, timings });
    expect(transition).toMatchObject({ events: ['certificate.revoked'], waitSeconds: 0, domain: { phase: 'removing' } });
    expect(transition.domain).not.toHaveProperty('revocation');
  });

  it('holds no execution open while the CA is down, and is tried again', () => {
    const transition = decideOnRevocationOfRemoved(removing, down, { now: NOW, timings });
    expect(transition).toMatchObject({ rests: true, waitSeconds: 60, events: [], domain: { phase: 'removing', revocation } });
    readBack(transition);
  });
});
