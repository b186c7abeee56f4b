import { describe, expect, it } from 'vitest';
import type { DiagnosisCode } from '../../../../contract/api/error-codes.ts';
import type { MoveTo } from '../../../../lambdas/lifecycle/requests/move-request.ts';
import type { Diagnosis } from '../../../../lambdas/model/domains/diagnosis/diagnosis.schema.ts';
import { Domain, type Phase } from '../../../../lambdas/model/domains/domain-row.schema.ts';
import type { PresentCertificate } from '../../../../lambdas/model/servers/certificate.schema.ts';
import { aDomain, HOUR, iso, issued, NOW, said, served, timings } from '../../a-domain.ts';
import { moveRequested } from '../said-decisions.ts';

const renewed = { ...issued, fingerprintSha256: 'cd'.repeat(32) };
const to = (serverId: number, connected = true): MoveTo => ({
  serverId,
  cnameTarget: `label${serverId}.cname.service.net`,
  connected,
});
const certificateOf = (
  { organizationId, serverId, url: hostname, id: domainId }: Domain,
  facts = issued,
): PresentCertificate => ({
  organizationId,
  serverId,
  hostname,
  domainId,
  facts,
  state: 'present',
  attempt: 1,
  chainPem: 'CHAIN',
  sealedKey: { dataKey: 'ZGs=', iv: 'aXY=', tag: 'dGFn', ciphertext: 'Y3Q=' },
  handshakes: { mch_1: { shown: 'x', at: iso(0) } },
});
const move = (domain: Domain, target = to(2), found?: PresentCertificate) =>
  moveRequested(domain, target, found, { now: NOW, timings });

/** Ids of the servers that get a copy, and of those that lose one. */
const copies = (requested: ReturnType<typeof move>) => ({
  put: 'put' in requested ? requested.put.serverId : undefined,
  retireFrom: ('domain' in requested && requested.domain.retireFrom) || [],
});

type Moved = { phase: Phase; attempt: number; put?: number; retireFrom: number[] };
const inPlace = (phase: Phase): Moved => ({ phase, attempt: 1, retireFrom: [] });
const anew = (phase: Phase): Moved => ({ phase, attempt: 2, retireFrom: [] });
const FIRST_ISSUANCE: Record<Exclude<Phase, 'active' | 'moving' | 'retiring' | 'revoking' | 'removing'>, Moved> = {
  'awaiting-dns': anew('awaiting-dns'),
  preparing: anew('preparing'),
  ordering: inPlace('ordering'),
  authorizing: inPlace('authorizing'),
  validating: anew('validating'),
  finalizing: anew('finalizing'),
  downloading: anew('downloading'),
  installing: { phase: 'installing', attempt: 2, put: 2, retireFrom: [1] },
  failed: anew('failed'),
};

it.each(Object.entries(FIRST_ISSUANCE))(
  'a domain that was never active, moved to another server, while %s counts for the new one at once',
  (phase, { put, retireFrom, attempt, ...moved }) => {
    const domain = aDomain(phase as Phase);
    const requested = move(domain, to(2), phase === 'installing' ? certificateOf(domain) : undefined);
    expect(requested).toMatchObject({
      kind: 'changed',
      startExecution: attempt > 1 && phase !== 'failed',
      domain: {
        ...moved,
        execution: { attempt },
        serverId: 2,
        cname: { target: 'label2.cname.service.net' },
        sslStatus: 'pending',
      },
    });
    expect(copies(requested)).toEqual({ put, retireFrom });
    expect(requested).not.toHaveProperty('domain.move');
    expect(requested.kind === 'changed' && Domain.parse(requested.domain)).toEqual(Object(requested).domain);
  },
);

it('a domain that was never active, moved to another server, and back takes nothing from the server that it is at', () => {
  const installing = aDomain('installing', { serverId: 2, retireFrom: [1] });
  expect(copies(move(installing, to(1), certificateOf(installing)))).toEqual({ put: 1, retireFrom: [2] });
});

it('a domain that was never active, moved to another server, waits on as long as the CA asked, and no sweep takes it for silent', () => {
  expect(move(aDomain('downloading', { execution: { notBefore: iso(HOUR) } }))).toMatchObject({
    domain: { execution: { notBefore: iso(HOUR), dueAt: iso(1.5 * HOUR) } },
  });
});

it('a domain that was never active, moved to another server, is looked up in DNS at once', () => {
  const requested = move(aDomain('awaiting-dns', { execution: { notBefore: iso(HOUR) } }));
  expect(requested).not.toHaveProperty('domain.execution.notBefore');
});

it('a domain that was never active, moved to another server, keeps its place in the queue for orders', () => {
  const resumeAt = iso(HOUR);
  const requested = move(aDomain('preparing', { execution: { resumeAt } }));
  expect(requested).toMatchObject({ startExecution: false, domain: { serverId: 2, execution: { attempt: 1, resumeAt } } });
});

it('a domain that was never active, moved to another server, names the new target in what is wrong', () => {
  const details = { domain: 'shop.customer.com', expected_target: 'abcdefghijklmnop.cname.service.net' };
  const wrong = aDomain('awaiting-dns', { error: { code: 'cname_not_found', details } });
  expect(move(wrong)).toMatchObject({ domain: { error: { details: { expected_target: 'label2.cname.service.net' } } } });
});

it.each([
  [true, 'server_not_connected', 'in_progress'],
  [false, 'in_progress', 'server_not_connected'],
  [false, 'cname_not_found', 'cname_not_found'],
] as const)(
  'a domain that was never active, moved to another server, to a server that is connected (%s) is no longer %s but %s',
  (connected, before, after) => {
    const domain = aDomain('awaiting-dns', { diagnosis: { code: before, evidence: [] } });
    expect(move(domain, to(2, connected))).toMatchObject({ domain: { diagnosis: { code: after } } });
  },
);

it('a domain that was never active, moved to another server, that failed leaves no certificate at the old server, after a pause', () => {
  const expired = aDomain('failed', { served: { certificate: issued }, sslStatus: 'error' });
  const requested = move(expired, to(2), certificateOf(expired));
  expect(requested).toMatchObject({
    startExecution: true,
    domain: {
      phase: 'retiring',
      sslStatus: 'error',
      serverId: 2,
      execution: { attempt: 2, notBefore: iso(HOUR), dueAt: iso(1.5 * HOUR) },
    },
  });
  expect(copies(requested)).toEqual({ put: undefined, retireFrom: [1] });
  expect(Domain.parse(Object(requested).domain)).toEqual(Object(requested).domain);
});

it('a domain that was never active, moved to another server, that failed and comes back in the pause has nothing left to be taken away', () => {
  const expired = aDomain('retiring', { served: { certificate: issued }, sslStatus: 'error', serverId: 2, retireFrom: [1] });
  const requested = move(expired, to(1));
  expect(requested).toMatchObject({ startExecution: false, domain: { phase: 'failed', serverId: 1, execution: { attempt: 2 } } });
  expect(copies(requested)).toEqual({ put: undefined, retireFrom: [] });
  expect(requested).not.toHaveProperty('domain.execution.dueAt');
});

const renewing = { ...served };
it.each([
  ['active', aDomain('active'), []],
  ['being renewed', aDomain('validating', renewing), []],
  ['being taken from its last server', aDomain('retiring', { serverId: 1, retireFrom: [9, 2] }), [9]],
])('a domain that is served, moved to another server, while %s is installed there first', (_, domain, retireFrom) => {
  const requested = move(domain, to(2), certificateOf(domain));
  expect(requested).toMatchObject({
    startExecution: true,
    events: [],
    domain: {
      phase: 'moving',
      serverId: 2,
      sslStatus: 'active',
      execution: { attempt: 2 },
      issued,
      moveDeadlineAt: iso(24 * HOUR),
      move: { fromServerId: 1, fromCnameTarget: domain.cname.target, state: 'installing' },
      diagnosis: { code: 'ok' },
    },
    put: { serverId: 2, domainId: domain.id, attempt: 2, facts: issued, chainPem: 'CHAIN' },
  });
  expect(copies(requested)).toEqual({ put: 2, retireFrom });
  expect(Domain.parse(Object(requested).domain)).toEqual(Object(requested).domain);
  expect(JSON.stringify(Object(requested).domain)).not.toContain('sealedKey');
});

it('a domain that is served, moved to another server, takes along the certificate of a renewal that is before the old server already', () => {
  const installing = aDomain('installing', { ...renewing, issued: renewed } as never);
  expect(move(installing, to(2), certificateOf(installing, renewed))).toMatchObject({
    domain: { issued: renewed, served: { certificate: issued } },
    put: { facts: renewed },
  });
});

it('a domain that is served, moved to another server, to a server without a machine says who must act', () => {
  const active = aDomain('active');
  expect(move(active, to(2, false), certificateOf(active))).toMatchObject({
    domain: { diagnosis: { code: 'server_not_connected' } },
  });
});

it('a domain that is served, moved to another server, keeps its DNS error, and no other', () => {
  const error = { code: 'cname_not_found' as const, details: {} };
  const gone = aDomain('active', { dnsStatus: 'error', error });
  expect(move(gone, to(2), certificateOf(gone))).toMatchObject({ domain: { dnsStatus: 'error', error } });
  const moved = Object(move(gone, to(2), certificateOf(gone))).domain;
  expect(moved).toMatchObject({ diagnosis: { code: 'cname_not_found' } });
  expect(move(moved, to(1), certificateOf(moved))).toMatchObject({
    domain: { dnsStatus: 'error', error, diagnosis: { code: 'cname_not_found' } },
  });
  const unrenewed = aDomain('active', { error: { code: 'certificate_timeout', details: {} } });
  expect(move(unrenewed, to(2), certificateOf(unrenewed))).not.toHaveProperty('domain.error');
});

it.each([
  ['is missing', undefined],
  ['is of another domain', { ...certificateOf(aDomain('active')), domainId: 7 }],
])('a domain that is served, moved to another server, is not moved when its certificate %s', (_, found) => {
  expect(() => move(aDomain('active'), to(2), found)).toThrow(/is not at its server/);
});

describe('a domain on its way to another server', () => {
  const fromCnameTarget = 'abcdefghijklmnop.cname.service.net';
  const moving = aDomain('moving', { move: { fromServerId: 1, fromCnameTarget, state: 'installing' } }); // from server 1 to 2

  it('moved on still comes from the one that serves, and the one between loses its copy', () => {
    const requested = move(moving, to(3), certificateOf(moving));
    expect(requested).toMatchObject({
      domain: {
        phase: 'moving',
        serverId: 3,
        execution: { attempt: 2 },
        move: { fromServerId: 1, fromCnameTarget, state: 'installing' },
      },
    });
    expect(copies(requested)).toEqual({ put: 3, retireFrom: [2] });
  });

  it('moved on to one that was between before keeps the copy there', () => {
    expect(copies(move({ ...moving, retireFrom: [3] }, to(3), certificateOf(moving)))).toEqual({ put: 3, retireFrom: [2] });
  });

  it.each(['installing', 'awaiting_dns'] as const)(
    'moved back while %s leaves the other when DNS says so: the CNAME may have been changed',
    (state) => {
      const requested = move({ ...moving, move: { fromServerId: 1, state } }, to(1), certificateOf(moving));
      expect(requested).toMatchObject({
        startExecution: true,
        domain: {
          phase: 'moving',
          serverId: 1,
          cname: { target: 'label1.cname.service.net' },
          move: { fromServerId: 2, fromCnameTarget: moving.cname.target, state: 'installing' },
          diagnosis: { code: 'ok' },
        },
        put: { serverId: 1, attempt: 2 },
      });
      expect(copies(requested)).toEqual({ put: 1, retireFrom: [] });
      expect(Domain.parse(Object(requested).domain)).toEqual(Object(requested).domain);
    },
  );

  it('moved back does not cut short what another server still has: it goes after this move, and a pause', () => {
    const pausing = aDomain('retiring', { serverId: 2, retireFrom: [1], execution: { notBefore: iso(HOUR) } });
    const on = Object(move(pausing, to(3), certificateOf(pausing))).domain as Domain;
    const back = move(on, to(2), certificateOf(on));
    expect(back).toMatchObject({ domain: { phase: 'moving', serverId: 2, move: { fromServerId: 3 } } });
    expect(copies(back)).toEqual({ put: 2, retireFrom: [1] });
  });

  it('moved back takes a renewed certificate along', () => {
    const renewing = aDomain('moving', { issued: renewed } as never);
    expect(move(renewing, to(1), certificateOf(renewing, renewed))).toMatchObject({
      domain: { phase: 'moving', issued: renewed, served: { certificate: issued } },
      put: { serverId: 1, facts: renewed },
    });
  });
});

describe('a domain whose CNAME leads to another server of the organization, moved to that server,', () => {
  const found = (code: DiagnosisCode): Diagnosis => ({
    ...{ code, reason: 'other_server', observed: 'label78.cname.service.net', evidence: [] },
    otherServer: { id: 78, name: 'Web 2' },
  });
  const error = { code: 'invalid_cname_target' as const, details: {} };
  const reasonOf = (requested: ReturnType<typeof move>) => Object(requested).domain.diagnosis?.reason;

  it.each(['awaiting-dns', 'preparing'] as const)('is checked at once and said to be right: %s', (phase) => {
    const domain = aDomain(phase, { diagnosis: found('invalid_cname_target'), error });
    const requested = move(domain, to(78));
    expect(requested).toMatchObject({
      startExecution: true,
      domain: { phase, serverId: 78, execution: { attempt: 2 }, diagnosis: { code: 'in_progress' } },
    });
    expect(requested).not.toHaveProperty('domain.error');
    expect(reasonOf(move(domain, to(79)))).toBe('other_server');
  });

  it('is looked for soon after the end of its window, which stays the error', () => {
    const failed = aDomain('failed', { dnsStatus: 'error', diagnosis: found('dns_validation_timeout') });
    const requested = move(failed, to(78));
    expect(requested).toMatchObject({ domain: { diagnosis: { code: 'dns_validation_timeout' }, nextCheckAt: iso(0) } });
    expect(reasonOf(requested)).toBeUndefined();
    expect(move(failed, to(79))).not.toHaveProperty('domain.nextCheckAt');
  });

  it('is said to be served there no sooner than it is, if it is served', () => {
    const away = aDomain('active', { dnsStatus: 'error', diagnosis: found('invalid_cname_target'), error });
    const requested = move(away, to(78), certificateOf(away));
    expect(requested).toMatchObject({
      domain: { phase: 'moving', serverId: 78, dnsStatus: 'error', diagnosis: { code: 'certificate_not_served' } },
    });
    expect(requested).not.toHaveProperty('domain.error');
    expect(reasonOf(move(away, to(79), certificateOf(away)))).toBe('other_server');
  });
});

it.each([
  ['by a move to the same server', aDomain('active'), to(1)],
  ['in a domain that is being removed', aDomain('removing'), to(2)],
])('nothing is changed %s', (_, domain, target) => {
  expect(move(domain, target)).toEqual({ kind: 'unchanged', domain: said(domain) });
});
