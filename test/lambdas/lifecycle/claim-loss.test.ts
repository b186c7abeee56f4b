import { describe, expect, it } from 'vitest';
import { claimLost } from '../../../lambdas/lifecycle/claim-loss.ts';
import { Domain } from '../../../lambdas/model/domains/domain-row.schema.ts';
import { aDomain, NOW } from '../a-domain.ts';

describe('a domain whose hostname another organization has proven', () => {
  it('is in error for that reason, with no step to come and the present execution outdated', () => {
    const lost = claimLost(aDomain('awaiting-dns', { error: { code: 'cname_not_found', details: {} } }), NOW);
    expect(lost).toMatchObject({
      startExecution: false,
      events: ['domain.validation_failed'],
      domain: {
        phase: 'failed',
        dnsStatus: 'error',
        sslStatus: 'pending',
        claimLost: true,
        attempt: 2,
        diagnosis: { code: 'hostname_claimed' },
      },
    });
    for (const gone of ['error', 'stepDueAt', 'dnsDeadlineAt']) expect(lost.domain).not.toHaveProperty(gone);
    expect(Domain.parse(lost.domain)).toEqual(lost.domain);
  });

  it('whose window had ended already is told once that its validation failed', () => {
    expect(claimLost(aDomain('failed', { dnsStatus: 'error' }), NOW).events).toEqual([]);
  });
});
