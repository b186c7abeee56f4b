import type { DiagnosisStage } from '../error-codes.ts';
import { type DnsForm, dnsFormWords } from './dns-form.en.ts';

/** What the sentences about a domain may name. A sentence that names anything else does not compile. */
export interface DiagnosisFacts {
  hostname: string;
  /** What the form of a DNS provider asks for as the record's name: the hostname without its domain. */
  host: string;
  /** Where the hostname's CNAME has to point. */
  cnameTarget: string;
  /** What was found instead: a wrong target, addresses, the CA's words, the fingerprint of another certificate. */
  observed: string;
  stage: DiagnosisStage;
  /** The number of the server that is to serve the domain. */
  server: string;
  /** The number of the server that a domain which moves is leaving. */
  formerServer: string;
  dnsForm: DnsForm;
}

/** The details of a domain's error (specification, section 7) that its sentence may name. */
export interface ErrorFacts {
  domain: string;
  expected_target: string;
  actual_target: string;
  acme_error: string;
}

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
