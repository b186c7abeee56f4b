import { describe, expect, it } from 'vitest';
import {
  DIAGNOSIS_CODES,
  DIAGNOSIS_REASONS,
  DIAGNOSIS_STAGES,
  type DiagnosisStage,
  DOMAIN_ERROR_CODES,
} from '../../../contract/api/error-codes.ts';
import { DIAGNOSIS_WORDS, DOMAIN_ERROR_WORDS, dnsFormWords, STAGE_WORDS } from '../../../copy/en/diagnosis-texts.ts';
import { REDACTED_REASON_WORDS } from '../../../copy/en/public-words.ts';
import { REASON_WORDS } from '../../../copy/en/reason-texts.ts';

const factsIn = (stage: DiagnosisStage) => ({
  hostname: 'HOSTNAME',
  host: 'HOST',
  cnameTarget: 'TARGET',
  observed: 'OBSERVED',
  stage,
  server: '1',
  formerServer: '7',
  otherServerId: '78',
  otherServer: 'server 78 "Web 2"',
  dnsForm: dnsFormWords('HOSTNAME', 'TARGET', 'HOST'),
});
const facts = factsIn('dns');
const details = { domain: 'HOSTNAME', expected_target: 'TARGET', actual_target: 'ACTUAL', acme_error: 'ACME' };

const sentence = /^[A-Z{].*\.$/s;

describe('the words for', () => {
  it.each(DIAGNOSIS_CODES)('the diagnosis %s are whole sentences about this domain', (code) => {
    const words = DIAGNOSIS_WORDS[code];
    for (const stage of DIAGNOSIS_STAGES) {
      expect(words.summary(factsIn(stage))).toMatch(sentence);
      expect(words.summary(factsIn(stage))).toContain('HOSTNAME');
      expect(words.fix(factsIn(stage))).toMatch(sentence);
    }
  });

  it.each(['cname_not_found', 'invalid_cname_target', 'dns_validation_timeout'] as const)(
    'the diagnosis %s give the exact record',
    (code) => {
      expect(DIAGNOSIS_WORDS[code].fix(facts)).toMatch(/CNAME record.*HOST.*TARGET/);
    },
  );

  it.each(['ok', 'in_progress', 'server_not_connected'] as const)(
    'the diagnosis %s ask for a new record only while DNS is awaited',
    (code) => {
      const asks = DIAGNOSIS_STAGES.filter((stage) => /create|add a/.test(DIAGNOSIS_WORDS[code].fix(factsIn(stage))));
      expect(asks).toEqual(code === 'ok' ? [] : ['dns']);
    },
  );

  it('a domain that moves ask to change the record when the new server serves, and not before', () => {
    const fixIn = (stage: DiagnosisStage) => DIAGNOSIS_WORDS.ok.fix(factsIn(stage));
    expect(fixIn('move')).toMatch(/^Nothing to do yet: leave the CNAME record as it is/);
    expect(fixIn('move_dns')).toMatch(/change the value of the CNAME record HOST to TARGET/);
  });

  it.each(DIAGNOSIS_STAGES)('what goes on beside a diagnosis are a whole sentence: %s', (stage) => {
    expect(STAGE_WORDS[stage]?.(factsIn(stage)) ?? 'None.').toMatch(sentence);
  });

  it.each(DIAGNOSIS_REASONS)('the reason %s are whole sentences', (reason) => {
    expect(REASON_WORDS[reason].says(facts)).toMatch(sentence);
    expect(REASON_WORDS[reason].fix?.(facts) ?? 'As of the code.').toMatch(sentence);
  });

  it('a change in the form of the DNS provider name the record as that form does', () => {
    const there = { ...facts, dnsForm: { ...facts.dnsForm, atPlace: 'AT' } };
    const fixes = [...Object.values(DIAGNOSIS_WORDS), ...Object.values(REASON_WORDS), ...Object.values(REDACTED_REASON_WORDS)];
    const texts = fixes.flatMap(({ fix }) => fix?.(there) ?? []).filter((text) => text.startsWith('AT,'));
    expect(texts.length).toBeGreaterThan(20);
    expect(texts.filter((text) => text.includes('HOSTNAME'))).toEqual([]);
  });

  it.each(DOMAIN_ERROR_CODES)('the error %s are a whole sentence about this domain', (code) => {
    expect(DOMAIN_ERROR_WORDS[code](details)).toMatch(sentence);
    expect(DOMAIN_ERROR_WORDS[code](details)).toContain('HOSTNAME');
  });
});
