import { expect, it } from 'vitest';
import type { DnsObservation, InstallationObservation } from '../../../lambdas/lifecycle/observation.ts';
import type { Transition } from '../../../lambdas/lifecycle/transition.ts';
import type { DomainError } from '../../../lambdas/model/domains/diagnosis/diagnosis.schema.ts';
import { Domain } from '../../../lambdas/model/domains/domain-row.schema.ts';
import { isAtRest } from '../../../lambdas/model/domains/phase.ts';
import { aDomain, aFailure, HOUR, iso, issued, later, NOW, served, timings } from '../a-domain.ts';
import { certificateFailed, checkRequested, decideOnDns, decideOnInstallation, decideOnOrder } from './said-decisions.ts';

const DAY = 24 * HOUR;
const copies = { serverId: 2, retireFrom: [1] };
const error: DomainError = { code: 'certificate_timeout', details: {} };
const failure = aFailure(error);
const nothing: InstallationObservation = { kind: 'nothing-seen', seenByAgent: false, serverConnected: true, evidence: [] };
const problem = { type: 'urn:ietf:params:acme:error:rejectedIdentifier', detail: 'no' };
const expiredThen = { ...served, served: { certificate: { ...issued, notAfter: iso(DAY) } } };

const endInFailure: [string, Transition][] = [
  [
    'without a CNAME in its window',
    decideOnDns(aDomain('awaiting-dns', copies), { kind: 'cname-missing', evidence: [] }, { now: later(DAY), timings }),
  ],
  [
    'refused by the CA',
    decideOnOrder(aDomain('ordering', copies), { kind: 'ca-refused', problem }, { now: later(DAY), timings }),
  ],
  ['not installed in its window', decideOnInstallation(aDomain('installing', copies), nothing, { now: later(DAY), timings })],
  [
    'not renewed before its end',
    decideOnInstallation(aDomain('installing', { ...expiredThen, ...copies } as never), nothing, { now: later(DAY), timings }),
  ],
];

it.each(endInFailure)(
  'a domain that fails with copies of its certificate at servers that it has left %s rests when they are taken away, after the pause',
  (_, { domain, waitSeconds }) => {
    expect(domain).toMatchObject({ phase: 'retiring', serverId: 2, retireFrom: [1] });
    expect(domain.sslStatus).not.toBe('active');
    expect(domain).toHaveProperty('error');
    expect(waitSeconds).toBe(3600);
    expect(Domain.parse(domain)).toEqual(domain);
  },
);

it('a domain that fails with copies of its certificate at servers that it has left in a check pauses too, and is not swept before', () => {
  const gone: DnsObservation = { kind: 'cname-missing', evidence: [] };
  expect(checkRequested(aDomain('awaiting-dns', copies), gone, 'integrator', { now: later(DAY), timings })).toMatchObject({
    startExecution: true,
    domain: { phase: 'retiring', execution: { notBefore: iso(DAY + HOUR), dueAt: iso(DAY + 1.5 * HOUR) } },
  });
});

it.each([[[]], [undefined]])(
  'a domain that fails with copies of its certificate at servers that it has left has nothing to do without such copies: %o',
  (retireFrom) => {
    const domain = aDomain('installing', retireFrom && { retireFrom });
    const transition = certificateFailed(domain, failure, { now: NOW, timings });
    expect(transition).toMatchObject({ waitSeconds: 0, domain: { phase: 'failed', sslStatus: 'error' } });
    expect(isAtRest(transition.domain.phase)).toBe(true);
  },
);

it('a domain that keeps its present certificate after a failed renewal leaves other servers when DNS says so', () => {
  const renewed = { ...issued, fingerprintSha256: 'ef'.repeat(32) };
  const installing = aDomain('installing', { ...served, ...copies, issued: renewed } as never);
  const { domain } = certificateFailed(installing, failure, { now: NOW, timings });
  expect(domain).toMatchObject({
    phase: 'moving',
    sslStatus: 'active',
    served: { certificate: issued },
    issued: renewed,
    move: { fromServerId: 1, state: 'installing' },
    error,
  });
  const ordering = aDomain('ordering', { ...served, ...copies } as never);
  expect(certificateFailed(ordering, failure, { now: NOW, timings }).domain).toMatchObject({ phase: 'moving', issued });
});
