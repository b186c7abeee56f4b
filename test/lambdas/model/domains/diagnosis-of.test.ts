import { describe, expect, it } from 'vitest';
import type { Conditions, ConditionType } from '../../../../lambdas/model/domains/diagnosis/diagnosis.schema.ts';
import { diagnosisOf, statusSummary, withEvidence } from '../../../../lambdas/model/domains/diagnosis-of.ts';
import { aDomain, HOUR, iso, later, NOW } from '../../a-domain.ts';

const since = iso(-HOUR);
/** Each condition with a distinct code. */
const ALL = {
  obstacle: { since, found: { code: 'challenge_unreachable', evidence: [] } },
  failure: {
    since,
    found: { code: 'certificate_timeout', evidence: [] },
    error: { code: 'certificate_timeout', details: {} },
  },
  expiry: {
    since,
    found: { code: 'certificate_expired', evidence: [] },
    error: { code: 'certificate_expired', details: {} },
  },
  unseen: { since, found: { code: 'certificate_not_served', evidence: [] } },
  cname: {
    since,
    times: 6,
    found: { code: 'cname_not_found', evidence: [] },
    error: { code: 'cname_not_found', details: {} },
  },
  silent: { since, times: 1, found: { code: 'server_not_connected', reason: 'server_silent', evidence: [] } },
  served: { since, times: 2, found: { code: 'certificate_not_served', reason: 'tls_failed', evidence: [] } },
  renewal: { since, times: 2, found: { code: 'caa_forbids_issuance', evidence: [] } },
} satisfies Required<Conditions>;

const having = (...types: ConditionType[]): Conditions => Object.fromEntries(types.map((type) => [type, ALL[type]]));

describe('the diagnosis of a domain', () => {
  it.each<[string, ConditionType[], string, string | undefined]>([
    ['nothing', [], 'ok', undefined],
    ['a failed renewal', ['failure'], 'certificate_timeout', 'certificate_timeout'],
    ['what only its agent has seen', ['unseen'], 'certificate_not_served', undefined],
    [
      'an obstacle to its renewal before a failed one, whose error stays',
      ['renewal', 'failure'],
      'caa_forbids_issuance',
      'certificate_timeout',
    ],
    [
      'silent machines before what is served, which they explain',
      ['silent', 'served', 'renewal'],
      'server_not_connected',
      undefined,
    ],
    ['what it serves before its renewal', ['served', 'renewal'], 'certificate_not_served', undefined],
    ['its CNAME before all that it serves', ['cname', 'served', 'renewal', 'failure'], 'cname_not_found', 'cname_not_found'],
    ['the end of its certificate before all else', ['expiry', 'cname', 'failure'], 'certificate_expired', 'certificate_expired'],
  ])('says at rest %s', (_, types, code, error) => {
    const said = diagnosisOf(aDomain('active', { conditions: having(...types) }));
    expect([said.diagnosis.code, said.error?.code]).toEqual([code, error]);
  });

  it.each<[string, ConditionType[], string, string | undefined]>([
    ['that it is in progress', [], 'in_progress', undefined],
    [
      'what stands in the way of the step before all else',
      ['obstacle', 'cname', 'served', 'unseen'],
      'challenge_unreachable',
      'cname_not_found',
    ],
    ['that its CNAME is gone where no step is in trouble', ['cname', 'unseen'], 'cname_not_found', 'cname_not_found'],
    [
      'that it is in progress once its certificate has ended, which stays the error',
      ['expiry'],
      'in_progress',
      'certificate_expired',
    ],
  ])('says while a step is at work %s', (_, types, code, error) => {
    const said = diagnosisOf(aDomain('preparing', { conditions: having(...types) }));
    expect([said.diagnosis.code, said.error?.code]).toEqual([code, error]);
  });

  it('says nothing of what is only suspected', () => {
    const conditions = {
      cname: { ...ALL.cname, isSuspected: true as const },
      served: { ...ALL.served, isSuspected: true as const },
    };
    const said = diagnosisOf(aDomain('active', { conditions }));
    expect([said.diagnosis.code, said.error]).toEqual(['ok', undefined]);
  });

  it('says that no renewal begins where the CNAME has been away for too long, also after the end of the certificate', () => {
    const cname = { ...ALL.cname, renewalPausedAt: NOW.toISOString() };
    expect(diagnosisOf(aDomain('active', { conditions: { cname } })).diagnosis.reason).toBe('renewal_paused');
    expect(diagnosisOf(aDomain('failed', { conditions: { cname, expiry: ALL.expiry } })).diagnosis.reason).toBe('renewal_paused');
  });

  it('has what was answered just now in the place of earlier answers of its kind, and the others beside it', () => {
    const [tls, dns] = (['tls', 'dns'] as const).map((kind) => ({ kind, asked: 'a', answer: 'before', at: since }));
    const found = { ...ALL.failure.found, evidence: [tls, dns].filter((one) => one !== undefined) };
    const domain = aDomain('active', { conditions: { failure: { ...ALL.failure, found } } });
    const now = { kind: 'dns' as const, asked: 'a', answer: 'now', at: iso(0) };
    const { diagnosis } = diagnosisOf(withEvidence(domain, 'dns', [now], later(0)));
    expect(diagnosis).toMatchObject({ code: 'certificate_timeout', checkedAt: iso(0), evidence: [tls, now] });
  });
});

describe('since when the diagnosis of a domain holds', () => {
  const said = { code: 'cname_not_found', actor: 'customer', since: iso(-5 * HOUR) } as const;
  const missing = aDomain('awaiting-dns', { conditions: having('cname'), said, updatedAt: iso(HOUR) });

  it('is kept while code and actor are the same, whatever else changes', () => {
    const found = { code: 'cname_not_found' as const, observed: 'a.example.net', evidence: [] };
    const changed = { ...missing, conditions: { cname: { ...ALL.cname, since: iso(0), found } } };
    expect(statusSummary(changed)).toEqual(said);
  });

  it('is the change of the code', () => {
    expect(statusSummary({ ...missing, conditions: having('obstacle') })).toEqual({
      ...{ code: 'challenge_unreachable', actor: 'integrator', since: iso(HOUR) },
    });
  });

  it('is the change of the actor under the same code', () => {
    const found = { code: 'cname_not_found' as const, reason: 'negative_cache' as const, evidence: [] };
    const changed = { ...missing, conditions: { cname: { ...ALL.cname, found } } };
    expect(statusSummary(changed)).toEqual({ code: 'cname_not_found', actor: 'nobody', since: iso(HOUR) });
  });

  it('is of the condition in a row that does not have it yet, or of its last change', () => {
    const { said: _, ...earlier } = missing;
    expect(statusSummary(earlier).since).toBe(since);
    expect(statusSummary(aDomain('active', { updatedAt: iso(-HOUR) }))).toEqual({
      code: 'ok',
      actor: 'nobody',
      since: iso(-HOUR),
    });
  });
});
