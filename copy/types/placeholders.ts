import type { DiagnosisStage } from '../../contract/api/error-codes.ts';

/** Facts that sentences about a domain may name. A sentence with any other does not compile. */
export interface DiagnosisFacts {
  hostname: string;
  /** The record's name in a DNS provider's form: the hostname without its domain. */
  host: string;
  /** Expected target of the hostname's CNAME. */
  cnameTarget: string;
  /** What was found instead: a wrong target, addresses, the CA's message, another certificate's fingerprint. */
  observed: string;
  stage: DiagnosisStage;
  /** Number of the server that should serve the domain. */
  server: string;
  /** Number of the server that a moving domain leaves. */
  formerServer: string;
  /** Another server of the same organization to which the CNAME points: its number, and its name in sentences. */
  otherServerId: string;
  otherServer: string;
  dnsForm: DnsForm;
}

/** The details of a domain's error (specification, section 7) that its sentence may name. */
export interface ErrorFacts {
  domain: string;
  expected_target: string;
  actual_target: string;
  acme_error: string;
}

/** How sentences refer to the form for the customer's records, in the provider's own terms if known. */
export interface DnsForm {
  /** The place with its preposition, as in `At GoDaddy, add a record`: the preposition depends on the language and the name. */
  atPlace: string;
  /** The CNAME record's name and its value, as in `a record with … and …`. */
  name: string;
  value: string;
  /** The value alone, as in `change it to …`. */
  target: string;
  /** Follows `add a record`, with its comma. Empty for a provider without a proxy. */
  withoutProxy: string;
  /** As in `…, and keep the record`. */
  turnProxyOff: string;
}
