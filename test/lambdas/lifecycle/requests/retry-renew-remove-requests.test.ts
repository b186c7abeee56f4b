import { expect, it } from 'vitest';
import {
  removalRequested,
  renewRequested,
  retryRequested,
} from '../../../../lambdas/lifecycle/requests/retry-renew-remove-requests.ts';
import { Domain } from '../../../../lambdas/model/domains/domain-row.schema.ts';
import { aDomain, HOUR, iso, issued, later, NOW, timings } from '../../a-domain.ts';
import { inEveryPhase } from '../every-phase.ts';

const failed = aDomain('failed', {
  dnsStatus: 'validated',
  sslStatus: 'error',
  error: { code: 'certificate_timeout', details: {} },
  diagnosis: { code: 'certificate_timeout', evidence: [] },
  restarts: 3,
  notBefore: iso(50 * HOUR),
});
const retry = (domain: Domain = failed) => retryRequested(domain, later(30 * HOUR), timings);

it('a retry starts a failed domain over in place, with a fresh window and nothing of its failure', () => {
  const requested = retry();
  expect(requested).toMatchObject({
    kind: 'changed',
    startExecution: true,
    events: [],
    domain: {
      id: failed.id,
      phase: 'awaiting-dns',
      dnsStatus: 'pending',
      sslStatus: 'pending',
      dnsStartedAt: iso(30 * HOUR),
      dnsDeadlineAt: iso(54 * HOUR),
      attempt: 2,
      restarts: 0,
      version: failed.version,
      updatedAt: iso(30 * HOUR),
      stepDueAt: iso(30.5 * HOUR),
      diagnosis: { code: 'in_progress', evidence: [] },
    },
  });
  for (const gone of ['error', 'notBefore']) expect(requested).not.toHaveProperty(['domain', gone]);
});

it('a retry keeps what is known of the last certificate', () => {
  const once = { certificate: issued, lastRenewedAt: iso(0), renewAt: iso(HOUR), everValidated: true };
  expect(retry({ ...failed, ...once })).toMatchObject({ domain: once });
});

it('a retry of a hostname that was lost is no longer a lost one, in a row that can be read back', () => {
  const requested = retry({ ...failed, claimLost: true });
  expect(requested).not.toHaveProperty('domain.claimLost');
  expect(requested.kind === 'changed' && Domain.parse(requested.domain)).toEqual(Object(requested).domain);
});

it('a retry need not wait until copies of the failed certificate are taken away, and forgets none', () => {
  expect(retry({ ...failed, phase: 'retiring', retireFrom: [1] })).toMatchObject({
    kind: 'changed',
    domain: { phase: 'awaiting-dns', retireFrom: [1], attempt: 2 },
  });
});

it.each(inEveryPhase.filter(([phase]) => phase !== 'failed'))('a retry of a domain that is %s is a conflict', (_, domain) => {
  expect(retry(domain)).toEqual({ kind: 'conflict', message: expect.stringContaining('error') });
});

const active = aDomain('active');

it('a renewal that is asked for is a new request in a new attempt, while the domain stays active and ok', () => {
  const requested = renewRequested(
    {
      ...active,
      error: { code: 'certificate_timeout', details: {} },
      diagnosis: { code: 'certificate_timeout', evidence: [] },
    },
    NOW,
    timings,
  );
  expect(requested).toMatchObject({
    kind: 'changed',
    startExecution: true,
    events: [],
    domain: {
      phase: 'preparing',
      attempt: 2,
      dnsStatus: 'validated',
      sslStatus: 'active',
      certificate: issued,
      diagnosis: { code: 'ok' },
      issuance: { certificateRequestId: `creq_${active.id}_2` },
    },
  });
  expect(requested).not.toHaveProperty('domain.error');
  expect(requested.kind === 'changed' && Domain.parse(requested.domain).phase).toBe('preparing');
});

it('a renewal that is asked for goes on saying that only the agent sees the certificate', () => {
  const unseen = { ...active, diagnosis: { code: 'certificate_not_served', evidence: [] } } as const;
  expect(renewRequested(unseen as never, NOW, timings)).toMatchObject({
    domain: { diagnosis: { code: 'certificate_not_served' } },
  });
});

it('a renewal that is asked for while DNS leads elsewhere is a conflict', () => {
  expect(renewRequested({ ...active, dnsStatus: 'error' }, NOW, timings)).toMatchObject({ kind: 'conflict' });
});

it.each(inEveryPhase.filter(([phase]) => phase !== 'active'))(
  'a renewal that is asked for of a domain that is %s is a conflict',
  (_, domain) => {
    expect(renewRequested(domain, NOW, timings)).toEqual({ kind: 'conflict', message: expect.stringContaining('active') });
  },
);

const remove = (domain: Domain) => removalRequested(domain, NOW, timings);

it.each(inEveryPhase.filter(([phase]) => phase !== 'removing'))('a removal wins over a domain that is %s', (_, domain) => {
  const requested = remove(domain);
  expect(requested).toMatchObject({
    kind: 'changed',
    events: ['domain.deleted'],
    startExecution: true,
    domain: { phase: 'removing', attempt: domain.attempt + 1, stepDueAt: iso(1_800_000) },
  });
  expect(JSON.stringify(requested)).not.toContain('sealedKey');
  expect(requested.kind === 'changed' && Domain.parse(requested.domain)).toEqual(Object(requested).domain);
});

it('a removal takes the certificate from every server that may hold it, each once', () => {
  const moving = aDomain('moving', { serverId: 3, move: { fromServerId: 4, state: 'installing' }, retireFrom: [2, 3] });
  expect(remove(moving)).toMatchObject({ domain: { retireFrom: [2, 3, 4] } });
  expect(remove(aDomain('awaiting-dns'))).toMatchObject({ domain: { retireFrom: [1] } });
});

it('a removal is asked for once', () => {
  expect(remove(aDomain('removing')).kind).toBe('unchanged');
});
