import { describe, expect, it } from 'vitest';
import { Domain } from '../../../lambdas/domains/domain-row.schema.ts';
import { decideOnMove } from '../../../lambdas/lifecycle/move-transition.ts';
import type { DnsObservation, InstallationObservation, MoveObservation } from '../../../lambdas/lifecycle/observation.ts';
import { decideOnRetirement } from '../../../lambdas/lifecycle/retirement-transition.ts';
import { aDomain, HOUR, iso, issued, later, NOW, timings } from '../a-domain.ts';

const DAY = 24 * HOUR;
const OLD_TARGET = 'abcdefghijklmnop.cname.service.net';
const installing = aDomain('moving'); // from server 1 to 2
const awaitingDns = aDomain('moving', { move: { fromServerId: 1, state: 'awaiting_dns' } });

const seenNew: InstallationObservation = { kind: 'new-certificate-seen', evidence: [] };
const seenOther: InstallationObservation = { kind: 'other-certificate-seen', fingerprintSha256: 'cd'.repeat(32), evidence: [] };
const nothing = (seenByAgent: boolean, serverConnected = true): InstallationObservation => ({
  ...{ kind: 'nothing-seen', seenByAgent, serverConnected, evidence: [] },
});
const newLabel: DnsObservation = { kind: 'cname-matched', evidence: [] };
const oldLabel: DnsObservation = { kind: 'cname-elsewhere', actualTarget: OLD_TARGET, evidence: [] };
const noCname: DnsObservation = { kind: 'cname-missing', evidence: [] };
const unknown: DnsObservation = { kind: 'dns-unknown', evidence: [] };
const decide = (domain: typeof installing, seen: MoveObservation, now = NOW) => decideOnMove(domain, seen, now, timings);

describe('a certificate on its way to another server', () => {
  it.each([
    ['from outside', seenNew],
    ['by the agent of a server that we cannot reach', nothing(true)],
  ])('that is seen there %s waits for DNS, and says which record to change', (_, installation) => {
    const transition = decide(installing, { installation, dns: oldLabel });
    expect(transition).toMatchObject({ events: ['certificate.installed'], waitSeconds: 300 });
    expect(transition.domain).toMatchObject({
      phase: 'moving',
      dnsStatus: 'validated',
      sslStatus: 'active',
      move: { fromServerId: 1, state: 'awaiting_dns' },
      diagnosis: { code: 'invalid_cname_target', observed: OLD_TARGET },
    });
  });

  it.each([
    ['nothing is seen there yet', nothing(false), 'ok', 'certificate_not_served'],
    ['no machine is enrolled there', nothing(false, false), 'server_not_connected', 'server_not_connected'],
    ['another certificate is seen there', seenOther, 'ok', 'certificate_not_served'],
  ])('stays with the old server while %s', (_, installation, soon, late) => {
    const first = decide(installing, { installation, dns: oldLabel });
    expect(first.domain).toMatchObject({ phase: 'moving', sslStatus: 'active', diagnosis: { code: soon } });
    expect(first.waitSeconds).toBe(5);
    const { domain } = decide(installing, { installation, dns: oldLabel }, later(50_001));
    expect(domain).toMatchObject({ phase: 'moving', sslStatus: 'active', diagnosis: { code: late } });
    expect(domain).not.toHaveProperty('error');
  });

  it('is not there because DNS leads there', () => {
    expect(decide(installing, { installation: nothing(false), dns: newLabel }).domain.phase).toBe('moving');
  });

  it('that is looked at again and again without news is not written', () => {
    expect(decide(installing, { installation: nothing(false), dns: oldLabel })).toMatchObject({ changed: false });
    const told = decide(awaitingDns, { dns: oldLabel }).domain as typeof installing;
    expect(decide(told, { dns: oldLabel })).toMatchObject({ changed: false, waitSeconds: 300 });
    expect(decide(told, { dns: unknown })).toMatchObject({ changed: false });
    expect(decide(told, { dns: noCname })).toMatchObject({ changed: true, domain: { diagnosis: { code: 'cname_not_found' } } });
  });
});

describe('a move is complete', () => {
  it.each([
    ['when DNS follows the certificate', awaitingDns, { dns: newLabel }, []],
    ['at once where DNS leads there already', installing, { installation: seenNew, dns: newLabel }, ['certificate.installed']],
  ])('%s', (_, domain, seen, events) => {
    const transition = decide(domain, seen);
    expect(transition).toMatchObject({ changed: true, events, waitSeconds: 3600 });
    expect(transition.domain).toMatchObject({
      phase: 'retiring',
      serverId: 2,
      retireFrom: [1],
      certificate: issued,
      diagnosis: { code: 'ok' },
    });
    for (const gone of ['move', 'error', 'issued', 'moveDeadlineAt']) expect(transition.domain).not.toHaveProperty(gone);
    expect(Domain.parse(transition.domain)).toEqual(transition.domain);
  });

  it('and leaves every server that was between', () => {
    expect(decide(aDomain('moving', { ...awaitingDns, retireFrom: [3] }), { dns: newLabel }).domain.retireFrom).toEqual([3, 1]);
  });

  it('with a renewed certificate, which is then the present one', () => {
    const renewed = { ...issued, fingerprintSha256: 'ef'.repeat(32) };
    expect(decide({ ...installing, issued: renewed }, { installation: seenNew, dns: newLabel }, later(HOUR))).toMatchObject({
      events: ['certificate.installed', 'certificate.renewed'],
      domain: { certificate: renewed, lastRenewedAt: iso(HOUR) },
    });
  });

  it('with DNS in order again', () => {
    const gone = { ...awaitingDns, dnsStatus: 'error' as const, error: { code: 'cname_not_found' as const, details: {} } };
    const transition = decide(gone, { dns: newLabel });
    expect(transition).toMatchObject({ events: ['domain.dns_restored'], domain: { dnsStatus: 'validated' } });
    expect(transition.domain).not.toHaveProperty('error');
  });
});

describe('a move that lasts longer than its window', () => {
  it('is looked at by an execution until then, never past it', () => {
    expect(decide(awaitingDns, { dns: oldLabel }, later(DAY - 100_000))).toMatchObject({ changed: true, waitSeconds: 100 });
    expect(decide(awaitingDns, { dns: oldLabel }, later(DAY - 1))).not.toHaveProperty('rests');
  });

  it.each([
    [1, 6],
    [2, 12],
    [4, 24],
    [40, 24],
  ])('rests after %d days for %d hours, and goes on', (days, hours) => {
    const transition = decide(awaitingDns, { dns: oldLabel }, later(days * DAY));
    expect(transition).toMatchObject({ changed: true, rests: true, events: [], waitSeconds: hours * 3600 });
    expect(transition.domain).toMatchObject({ phase: 'moving', sslStatus: 'active' });
  });

  it('is complete whenever it comes to that', () => {
    expect(decide(awaitingDns, { dns: newLabel }, later(40 * DAY)).domain.phase).toBe('retiring');
  });
});

describe('a certificate that was taken from the servers that its domain has left', () => {
  it('leaves the domain active, with the verdict that it had', () => {
    const retiring = aDomain('retiring', { diagnosis: { code: 'certificate_not_served', evidence: [] } });
    const { domain } = decideOnRetirement(retiring);
    expect(domain).toMatchObject({ phase: 'active', sslStatus: 'active', diagnosis: { code: 'certificate_not_served' } });
    expect(domain).not.toHaveProperty('retireFrom');
  });
});
