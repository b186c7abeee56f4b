import { expect, it } from 'vitest';
import { Domain } from '../../../../lambdas/model/domains/domain-row.schema.ts';
import { aDomain, issued, NOW, timings } from '../../a-domain.ts';
import { inEveryPhase } from '../every-phase.ts';
import { renewRequested } from '../said-decisions.ts';

const active = aDomain('active');

it('a renewal that is asked for is a new request in a new attempt, while the domain stays active and ok', () => {
  const requested = renewRequested(
    aDomain('active', {
      error: { code: 'certificate_timeout', details: {} },
      diagnosis: { code: 'certificate_timeout', evidence: [] },
    }),
    { now: NOW, timings },
  );
  expect(requested).toMatchObject({
    kind: 'changed',
    startExecution: true,
    events: [],
    domain: {
      phase: 'preparing',
      execution: { attempt: 2 },
      dnsStatus: 'validated',
      sslStatus: 'active',
      served: { certificate: issued },
      diagnosis: { code: 'ok' },
      issuance: { certificateRequestId: `creq_${active.id}_${active.version}` },
    },
  });
  expect(requested).not.toHaveProperty('domain.error');
  expect(requested.kind === 'changed' && Domain.parse(requested.domain).phase).toBe('preparing');
});

it('a renewal that is asked for goes on saying that only the agent sees the certificate', () => {
  const unseen = aDomain('active', { diagnosis: { code: 'certificate_not_served', evidence: [] } });
  expect(renewRequested(unseen, { now: NOW, timings })).toMatchObject({
    domain: { diagnosis: { code: 'certificate_not_served' } },
  });
});

it('a renewal that is asked for while DNS leads elsewhere is a conflict', () => {
  expect(renewRequested({ ...active, dnsStatus: 'error' }, { now: NOW, timings })).toMatchObject({ kind: 'conflict' });
});

it.each(inEveryPhase.filter(([phase]) => phase !== 'active'))(
  'a renewal that is asked for of a domain that is %s is a conflict',
  (_, domain) => {
    expect(renewRequested(domain, { now: NOW, timings })).toEqual({
      kind: 'conflict',
      message: expect.stringContaining('active'),
    });
  },
);
