import type { DomainErrorCode } from '../../contract/api/error-codes.ts';
import type { ErrorFacts } from '../types/placeholders.ts';

/** The message of a domain's `error`. */
export const DOMAIN_ERROR_WORDS: Record<DomainErrorCode, (facts: ErrorFacts) => string> = {
  cname_not_found: ({ domain, expected_target }) =>
    `No CNAME record was found for ${domain}; it has to point to ${expected_target}.`,
  invalid_cname_target: ({ domain, actual_target, expected_target }) =>
    `The CNAME record of ${domain} points to ${actual_target} instead of ${expected_target}.`,
  dns_validation_failed: ({ domain }) => `The DNS of ${domain} gave no usable answer; the check is repeated.`,
  dns_validation_timeout: ({ domain }) =>
    `The CNAME record of ${domain} was not found in time; correct it, and the domain goes on at the next look, or at once with a check.`,
  certificate_request_failed: ({ domain, acme_error }) =>
    `The certificate authority did not issue a certificate for ${domain}: ${acme_error}.`,
  certificate_timeout: ({ domain }) =>
    `No certificate was issued for ${domain} in time; remove the obstacle and start again with a retry.`,
  certificate_install_failed: ({ domain }) => `The certificate for ${domain} was issued, but the server does not show it.`,
  certificate_expired: ({ domain }) => `The certificate of ${domain} has expired.`,
};
