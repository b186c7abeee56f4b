import type { DiagnosisFacts, ErrorFacts } from '../types/placeholders.ts';
import { dnsFormWords } from './dns-form.ts';

/** Facts that name themselves, for a page about all domains: `{hostname}`. */
export const DIAGNOSIS_PLACEHOLDERS: DiagnosisFacts = {
  hostname: '{hostname}',
  host: '{host}',
  cnameTarget: '{cname_target}',
  observed: '{observed}',
  stage: 'dns',
  server: '{server_id}',
  formerServer: '{from_server_id}',
  dnsForm: dnsFormWords('{hostname}', '{cname_target}', '{host}'),
};
export const ERROR_PLACEHOLDERS: ErrorFacts = {
  domain: '{domain}',
  expected_target: '{expected_target}',
  actual_target: '{actual_target}',
  acme_error: '{acme_error}',
};
