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
      aDomain('active', { ...served, ...found(code) }),
    ];
    for (const domain of domains) {
      const { diagnosis, error } = domainResource(domain);
      expect(diagnosis.code).toBe(code);
      expect(DomainErrorResource.parse(error)).toEqual(error);
      expect(error?.message).toBe(diagnosis.summary);
    }
  },
);

it('a domain without trouble has no error', () => {
  expect(domainResource(aDomain('awaiting-dns'))).not.toHaveProperty('error');
  expect(domainResource(aDomain('active', served))).not.toHaveProperty('error');
});
