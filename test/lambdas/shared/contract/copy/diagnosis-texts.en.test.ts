import { describe, expect, it } from 'vitest';
import {
  DIAGNOSIS_WORDS,
  DOMAIN_ERROR_WORDS,
  REASON_WORDS,
} from '../../../../../lambdas/shared/contract/copy/diagnosis-texts.en.ts';
import { DIAGNOSIS_CODES, DIAGNOSIS_REASONS, DOMAIN_ERROR_CODES } from '../../../../../lambdas/shared/contract/error-codes.ts';

const facts = { hostname: 'HOSTNAME', cnameTarget: 'TARGET', observed: 'OBSERVED' };
const details = { domain: 'HOSTNAME', expected_target: 'TARGET', actual_target: 'ACTUAL', acme_error: 'ACME' };

const sentence = /^[A-Z{].*\.$/s;

describe('the words for', () => {
  it.each(DIAGNOSIS_CODES)('the words for the diagnosis %s are whole sentences about this domain', (code) => {
    const words = DIAGNOSIS_WORDS[code];
    expect(words.summary(facts)).toMatch(sentence);
    expect(words.summary(facts)).toContain('HOSTNAME');
    expect(words.fix(facts)).toMatch(sentence);
  });

  it.each(['cname_not_found', 'invalid_cname_target', 'dns_validation_timeout'] as const)(
    'the words for the diagnosis %s give the exact record',
    (code) => {
      expect(DIAGNOSIS_WORDS[code].fix(facts)).toMatch(/CNAME record.*HOSTNAME.*TARGET/);
    },
  );

  it.each(DIAGNOSIS_REASONS)('the words for the reason %s are a whole sentence', (reason) => {
    expect(REASON_WORDS[reason]).toMatch(sentence);
  });

  it.each(DOMAIN_ERROR_CODES)('the words for the error %s are a whole sentence about this domain', (code) => {
    expect(DOMAIN_ERROR_WORDS[code](details)).toMatch(sentence);
    expect(DOMAIN_ERROR_WORDS[code](details)).toContain('HOSTNAME');
  });
});
