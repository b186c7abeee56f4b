import type { DiagnosisStage } from '../../contract/api/error-codes.ts';

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
  /** The server of the same organization to which the CNAME leads instead: its number, and as sentences name it. */
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

/** What sentences say of the form in which the customer's records are edited: in its own terms where they are known. */
export interface DnsForm {
  /** Where that is, with its preposition, as in `At GoDaddy, add a record`: no language takes every name behind the same one. */
  atPlace: string;
  /** The CNAME record's name and its value, as in `a record with … and …`. */
  name: string;
  value: string;
  /** The value alone, as in `change it to …`. */
  target: string;
  /** Behind `add a record`, with its comma. Empty at a provider that has no proxy. */
  withoutProxy: string;
  /** As in `…, and keep the record`. */
  turnProxyOff: string;
}
