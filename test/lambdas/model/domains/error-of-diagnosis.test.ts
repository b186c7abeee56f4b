import { expect, it } from 'vitest';
import { DIAGNOSIS_CODES } from '../../../../contract/api/error-codes.ts';
import { DomainErrorResource } from '../../../../lambdas/model/domains/diagnosis-resource.schema.ts';
import { domainResource } from '../../../../lambdas/model/domains/domain-resource.ts';
import { aDomain, served } from '../../a-domain.ts';

const found = (code: (typeof DIAGNOSIS_CODES)[number]) => ({ diagnosis: { code, evidence: [] } });

it.each(DIAGNOSIS_CODES.filter((code) => code !== 'ok' && code !== 'in_progress'))(
  'a domain whose diagnosis is %s has an error of the API, before its first certificate and after',
  (code) => {
    const domains = [
      aDomain('awaiting-dns', found(code)),
      aDomain('preparing', found(code)),
      aDomain('installing', found(code)),
      aDomain('active', { ...served, ...found(code) }),
    ];
    for (const domain of domains) {
      const { diagnosis, error } = domainResource(domain);
      expect(diagnosis.code).toBe(code);
      expect(DomainErrorResource.parse(error)).toEqual(error);
      expect(error?.message).toMatch(/shop\.customer\.com.*\.$/);
    }
  },
);

it('a certificate that is being installed is not expected to be the one before it', () => {
  for (const code of ['certificate_install_failed', 'certificate_not_served'] as const) {
    const { error } = domainResource(aDomain('installing', { ...served, ...found(code) }));
    expect(error).toMatchObject({ code: 'certificate_install_failed' });
    expect(error?.details).not.toHaveProperty('expected_fingerprint');
  }
});

it('addresses in place of the CNAME are no target of one', () => {
  const diagnosis = { code: 'ready_to_switch' as const, observed: '198.51.100.7, 198.51.100.8', evidence: [] };
  expect(domainResource(aDomain('awaiting-dns', { diagnosis })).error).toMatchObject({ code: 'cname_not_found' });
});

it('a domain without trouble has no error', () => {
  expect(domainResource(aDomain('awaiting-dns'))).not.toHaveProperty('error');
  expect(domainResource(aDomain('active', served))).not.toHaveProperty('error');
});
