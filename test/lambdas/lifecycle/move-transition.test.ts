import { expect, it } from 'vitest';
import type { DnsObservation, InstallationObservation, MoveObservation } from '../../../lambdas/lifecycle/observation.ts';
import { Domain } from '../../../lambdas/model/domains/domain-row.schema.ts';
import { aDomain, HOUR, iso, issued, later, NOW, timings } from '../a-domain.ts';
import { decideOnMove, decideOnRetirement } from './said-decisions.ts';

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
const there = (dns: DnsObservation): MoveObservation => ({ installation: seenNew, dns });
const decide = (domain: typeof installing, seen: MoveObservation, now = NOW) => decideOnMove(domain, seen, { now, timings });

it.each([
  ['from outside', seenNew],
  ['by the agent of a server that we cannot reach', nothing(true)],
])(
  'a certificate on its way to another server that is seen there %s waits for DNS, and says which record to change',
  (_, installation) => {
    const transition = decide(installing, { installation, dns: oldLabel });
    expect(transition).toMatchObject({ events: ['certificate.installed'], waitSeconds: 300 });
    expect(transition.domain).toMatchObject({
      phase: 'moving',
      dnsStatus: 'validated',
      sslStatus: 'active',
      move: { fromServerId: 1, state: 'awaiting_dns' },
      diagnosis: { code: 'invalid_cname_target', observed: OLD_TARGET },
    });
  },
);

it.each([
  ['nothing is seen there yet', nothing(false), 'ok', 'certificate_not_served'],
  ['no machine is enrolled there', nothing(false, false), 'server_not_connected', 'server_not_connected'],
  ['another certificate is seen there', seenOther, 'ok', 'certificate_not_served'],
])('a certificate on its way to another server stays with the old server while %s', (_, installation, soon, late) => {
  const first = decide(installing, { installation, dns: oldLabel });
  expect(first.domain).toMatchObject({ phase: 'moving', sslStatus: 'active', diagnosis: { code: soon } });
  expect(first.waitSeconds).toBe(5);
  const { domain } = decide(installing, { installation, dns: oldLabel }, later(50_001));
  expect(domain).toMatchObject({ phase: 'moving', sslStatus: 'active', diagnosis: { code: late } });
  expect(domain).not.toHaveProperty('error');
});

it('a certificate on its way to another server names the record of the old one as one that works, however it gets there', () => {
  const known = { ...awaitingDns, move: { fromServerId: 1, fromCnameTarget: OLD_TARGET, state: 'awaiting_dns' as const } };
  const reasonOf = (dns: DnsObservation) => decide(known, there(dns)).domain.diagnosis;
  const works = { code: 'ok', reason: 'former_server' };
  expect(reasonOf({ ...oldLabel, ownName: OLD_TARGET })).toMatchObject({ ...works, observed: OLD_TARGET });
  const detour: DnsObservation = { kind: 'cname-elsewhere', actualTarget: 'www.customer.com', ownName: OLD_TARGET, evidence: [] };
  expect(reasonOf(detour)).toMatchObject({ ...works, observed: 'www.customer.com' });
  const told = decide(known, there({ ...oldLabel, ownName: OLD_TARGET })).domain as typeof installing;
  expect(decide(told, there({ ...oldLabel, ownName: OLD_TARGET }))).toMatchObject({ changed: false });
  expect(decide(told, there(unknown))).toMatchObject({ changed: false });
  expect(told).not.toHaveProperty('error');
  // A server between the two still has its copy.
  for (const id of [1, 5]) {
    const otherServer: DnsObservation = { ...oldLabel, reason: 'other_server', otherServer: { id } };
    expect(decide({ ...awaitingDns, retireFrom: [5] }, there(otherServer)).domain.diagnosis).toMatchObject(works);
  }
  expect(reasonOf({ ...oldLabel, ownName: 'stranger.cname.service.net' })).not.toHaveProperty('reason');
  expect(decide(awaitingDns, there({ ...oldLabel, ownName: OLD_TARGET })).domain.diagnosis).not.toHaveProperty('reason');
});

it('a certificate on its way to another server of a domain whose CNAME was gone is in order again where it leads to the former one', () => {
  const away = { dnsStatus: 'error' as const, error: { code: 'cname_not_found' as const, details: {} } };
  const gone = aDomain('moving', { ...away, move: { fromServerId: 1, fromCnameTarget: OLD_TARGET, state: 'installing' } });
  const transition = decide(gone, { installation: nothing(false), dns: { ...oldLabel, ownName: OLD_TARGET } });
  expect(transition).toMatchObject({
    events: ['domain.dns_restored'],
    domain: { dnsStatus: 'validated', diagnosis: { code: 'ok' } },
  });
  expect(transition.domain).not.toHaveProperty('error');
});

it('a certificate on its way to another server is not there because DNS leads there', () => {
  expect(decide(installing, { installation: nothing(false), dns: newLabel }).domain.phase).toBe('moving');
});

it('a certificate on its way to another server that is looked at again and again without news is not written', () => {
  expect(decide(installing, { installation: nothing(false), dns: oldLabel })).toMatchObject({ changed: false });
  const told = decide(awaitingDns, there(oldLabel)).domain as typeof installing;
  expect(decide(told, there(oldLabel))).toMatchObject({ changed: false, waitSeconds: 300 });
  expect(decide(told, there(unknown))).toMatchObject({ changed: false });
  expect(decide(told, there(noCname))).toMatchObject({ changed: true, domain: { diagnosis: { code: 'cname_not_found' } } });
});

it.each([
  ['nothing', nothing(false), { code: 'certificate_not_served' }],
  ['another', seenOther, { code: 'certificate_not_served', observed: 'cd'.repeat(32) }],
  ['no machine', nothing(false, false), { code: 'server_not_connected' }],
])(
  'a certificate on its way to another server that was seen there once is not there when DNS follows and %s is seen',
  (_, installation, diagnosis) => {
    const transition = decide(awaitingDns, { installation, dns: newLabel });
    expect(transition).toMatchObject({ events: [], domain: { phase: 'moving', diagnosis, move: { fromServerId: 1 } } });
    expect(transition.waitSeconds).toBe(5);
    expect(decide(transition.domain as typeof installing, there(unknown)).domain.diagnosis.code).toBe('ok');
  },
);

it('a certificate on its way to another server is not said to be served where DNS leads to a server that does not show it', () => {
  expect(decide(installing, { installation: nothing(false), dns: newLabel }).domain.diagnosis.code).toBe(
    'certificate_not_served',
  );
});

it.each([
  [noCname, 'cname_not_found'],
  [oldLabel, 'invalid_cname_target'],
  [unknown, 'dns_validation_failed'],
])('a certificate on its way to another server of a domain whose CNAME is gone is not ok: %o', (dns, code) => {
  const gone = aDomain('moving', { dnsStatus: 'error' });
  expect(decide(gone, { installation: nothing(false), dns }).domain.diagnosis.code).toBe(code);
});

it.each([
  ['when DNS follows the certificate', awaitingDns, there(newLabel), []],
  ['at once where DNS leads there already', installing, there(newLabel), ['certificate.installed']],
])('a move is complete %s', (_, domain, seen, events) => {
  const transition = decide(domain, seen);
  expect(transition).toMatchObject({ changed: true, events, waitSeconds: 3600 });
  expect(transition.domain).toMatchObject({
    phase: 'retiring',
    serverId: 2,
    retireFrom: [1],
    served: { certificate: issued },
    diagnosis: { code: 'ok' },
  });
  for (const gone of ['move', 'error', 'issued', 'moveDeadlineAt']) expect(transition.domain).not.toHaveProperty(gone);
  expect(Domain.parse(transition.domain)).toEqual(transition.domain);
});

it('a move is complete and leaves every server that was between', () => {
  expect(decide(aDomain('moving', { ...awaitingDns, retireFrom: [3] }), there(newLabel)).domain.retireFrom).toEqual([3, 1]);
});

it('a move is complete where only the agent of the new server sees it, which is said', () => {
  const { domain } = decide(awaitingDns, { installation: nothing(true), dns: newLabel });
  expect(domain).toMatchObject({ phase: 'retiring', diagnosis: { code: 'certificate_not_served' } });
});

it('a move is complete with a renewed certificate, which is then the present one', () => {
  const renewed = { ...issued, fingerprintSha256: 'ef'.repeat(32) };
  expect(decide({ ...installing, issued: renewed }, there(newLabel), later(HOUR))).toMatchObject({
    events: ['certificate.installed', 'certificate.renewed'],
    domain: { served: { certificate: renewed, since: iso(HOUR) } },
  });
});

it('a move is complete with DNS in order again', () => {
  const gone = { ...awaitingDns, dnsStatus: 'error' as const, error: { code: 'cname_not_found' as const, details: {} } };
  const transition = decide(gone, there(newLabel));
  expect(transition).toMatchObject({ events: ['domain.dns_restored'], domain: { dnsStatus: 'validated' } });
  expect(transition.domain).not.toHaveProperty('error');
});

it('a move that lasts longer than its window is looked at by an execution until then, never past it', () => {
  expect(decide(awaitingDns, there(oldLabel), later(DAY - 100_000))).toMatchObject({ changed: true, waitSeconds: 100 });
  expect(decide(awaitingDns, there(oldLabel), later(DAY - 1))).not.toHaveProperty('rests');
});

it.each([
  [1, 6],
  [2, 12],
  [4, 24],
  [40, 24],
])('a move that lasts longer than its window rests after %d days for %d hours, and goes on', (days, hours) => {
  const transition = decide(awaitingDns, there(oldLabel), later(days * DAY));
  expect(transition).toMatchObject({ changed: true, rests: true, events: [], waitSeconds: hours * 3600 });
  expect(transition.domain).toMatchObject({ phase: 'moving', sslStatus: 'active' });
});

it('a move that lasts longer than its window is complete whenever it comes to that', () => {
  expect(decide(awaitingDns, there(newLabel), later(40 * DAY)).domain.phase).toBe('retiring');
});

it('a certificate that was taken from the servers that its domain has left leaves the domain active, with the diagnosis that it had', () => {
  const retiring = aDomain('retiring', { diagnosis: { code: 'certificate_not_served', evidence: [] } });
  const { domain } = decideOnRetirement(retiring);
  expect(domain).toMatchObject({ phase: 'active', sslStatus: 'active', diagnosis: { code: 'certificate_not_served' } });
  expect(domain).not.toHaveProperty('retireFrom');
});

it.each(['pending', 'error'] as const)(
  'a certificate that was taken from the servers that its domain has left leaves a domain failed that is not served (ssl_status %s)',
  (sslStatus) => {
    const { domain } = decideOnRetirement(aDomain('retiring', { sslStatus }));
    expect(domain).toMatchObject({ phase: 'failed', sslStatus });
    expect(domain).not.toHaveProperty('retireFrom');
  },
);
