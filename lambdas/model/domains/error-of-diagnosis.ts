import type { DiagnosisCode } from '../../../contract/api/error-codes.ts';
import type { DomainError } from './diagnosis/diagnosis.schema.ts';
import type { ShownDomain } from './domain-row.schema.ts';

type Facts = Pick<ShownDomain, 'url' | 'cname' | 'served' | 'dnsStatus' | 'phase'> & {
  /** The diagnosis in one sentence. */
  summary: string;
  observed?: string | undefined;
};
type ToError = (facts: Facts) => DomainError;

const notFound: ToError = ({ url, cname }) => ({
  code: 'cname_not_found',
  details: { domain: url, expected_target: cname.target },
});
/** Without an observed target there is no record. */
const elsewhere: ToError = (facts) => {
  const { url, cname, observed } = facts;
  if (observed === undefined) return notFound(facts);
  return {
    code: 'invalid_cname_target',
    details: { domain: url, actual_target: observed, expected_target: cname.target },
  };
};
const unusable: ToError = ({ url, cname }) => ({
  code: 'dns_validation_failed',
  details: { domain: url, expected_cname: cname.target },
});
const notRequested: ToError = ({ url, summary }) => ({
  code: 'certificate_request_failed',
  details: { domain: url, acme_error: summary },
});
/** While a certificate is being installed, the row that is shown has only the former one. */
const notServed: ToError = ({ url, served, phase }) => ({
  code: 'certificate_install_failed',
  details: {
    domain: url,
    ...(served && phase !== 'installing' && { expected_fingerprint: served.certificate.fingerprintSha256 }),
  },
});
/** No certificate is requested before the CNAME is there. */
const notConnected: ToError = (facts) => (facts.dnsStatus === 'pending' ? notFound(facts) : notRequested(facts));

/** The error of the specification (section 7) that a diagnosis stands for. Undefined: all is well. */
const ERROR_OF: Record<DiagnosisCode, ToError | undefined> = {
  ok: undefined,
  in_progress: undefined,
  cname_not_found: notFound,
  invalid_cname_target: elsewhere,
  dns_validation_failed: unusable,
  dns_validation_timeout: unusable,
  proxied_dns: unusable,
  conflicting_records: unusable,
  hostname_claimed: unusable,
  caa_forbids_issuance: notRequested,
  challenge_unreachable: notRequested,
  ca_rate_limited: notRequested,
  certificate_request_failed: notRequested,
  certificate_timeout: notRequested,
  server_not_connected: notConnected,
  certificate_install_failed: notServed,
  certificate_not_served: notServed,
  certificate_expired: notServed,
  ready_to_switch: notFound,
};

/** For a domain whose conditions hold no error: a client that reads `error` alone learns why the domain waits. */
export function errorOfDiagnosis(code: DiagnosisCode, facts: Facts): DomainError | undefined {
  return ERROR_OF[code]?.(facts);
}
