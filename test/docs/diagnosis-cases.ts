import {
  AWS_PROBLEM_REASONS,
  type AwsProblemReason,
  type DiagnosisCode,
  type DiagnosisReason,
} from '../../contract/api/error-codes.ts';

/** A test by its file and its title, or a situation of docs/reference/diagnosis.md. */
export type Case = 'situation' | { file: string; title: string };

const of = (file: string, title: string): Case => ({ file: `test/${file}.test.ts`, title });
const toldApart = of('lambdas/checks/look-at-served', 'a server that shows %s is told apart');
const silentMachines = of(
  'lambdas/checks/look-at-server',
  'silent machines of a server are told by their names, and since when: %s',
);
const knownAnswer = of('lambdas/checks/known-answers', 'is told from $what: $reason');

const atABalancer = of('lambdas/model/servers/alb-server', 'says why it cannot be installed at: %s');

/** The test that produces each: a code or reason without one does not compile. */
export const CASES: Record<DiagnosisCode | DiagnosisReason, Case> = {
  ok: of(
    'lambdas/lifecycle/installation-transition',
    'an issued certificate seen from outside makes the domain active for the first time',
  ),
  in_progress: 'situation',
  cname_not_found: 'situation',
  invalid_cname_target: 'situation',
  dns_validation_failed: 'situation',
  dns_validation_timeout: of(
    'lambdas/lifecycle/dns-transition',
    'the end of the DNS window is told with its instants and the next check: %o',
  ),
  proxied_dns: 'situation',
  conflicting_records: of('lambdas/dns/look-at-zones', 'beside addresses is not enough'),
  caa_forbids_issuance: 'situation',
  challenge_unreachable: of(
    'lambdas/lifecycle/preparation-transition',
    'a certificate request before its order says when the agent sees the challenges that we do not reach',
  ),
  ca_rate_limited: of(
    'lambdas/steps/issuance/ca-steps',
    `the step \${name} waits as long as a rate limit says, in seconds or by a date: %j`,
  ),
  certificate_request_failed: of('lambdas/steps/issuance/ca-steps', 'of a name that the CA refuses fails the domain at once'),
  certificate_timeout: of(
    'lambdas/lifecycle/preparation-transition',
    'a certificate request before its order times out by its own name when no CA is to blame',
  ),
  certificate_install_failed: of('lambdas/lifecycle/installation-transition', 'an issued certificate waits while %s'),
  server_not_connected: of('lambdas/lifecycle/installation-transition', 'an issued certificate waits while %s'),
  certificate_not_served: of(
    'lambdas/lifecycle/installation-transition',
    'an issued certificate that only the agent saw is active, with the blindness ours to explain',
  ),
  certificate_expired: of(
    'lambdas/lifecycle/look-at-dns',
    'is reported as expired past the end of its certificate, and comes back automatically',
  ),
  hostname_claimed: of(
    'lambdas/lifecycle/dns-transition',
    'a domain whose hostname another organization has proven is in error for that reason, with no step to come and the present execution outdated',
  ),
  ready_to_switch: of(
    'lambdas/lifecycle/validation/validation-by-dns',
    'waits for the CNAME of its traffic once its server has the certificate',
  ),
  validation_missing: of(
    'lambdas/lifecycle/validation/validation-by-dns',
    'waits for its record, and says what is wrong with it: %s',
  ),
  validation_wrong: of(
    'lambdas/lifecycle/validation/validation-by-dns',
    'waits for its record, and says what is wrong with it: %s',
  ),
  target_typo: 'situation',
  missing_dot: 'situation',
  base_target: 'situation',
  name_before_target: 'situation',
  other_target: 'situation',
  other_server: of('lambdas/dns/look-at-cname', 'does not match, and which server it leads to is told by number and name'),
  doubled_name: 'situation',
  address_instead: 'situation',
  txt_instead: 'situation',
  wildcard_answer: 'situation',
  cname_loop: 'situation',
  chain_too_long: 'situation',
  chain_unanswered: 'situation',
  negative_cache: 'situation',
  servfail: 'situation',
  dnssec_bogus: 'situation',
  dnssec_expired: 'situation',
  dnssec_key_missing: 'situation',
  lame_servers: 'situation',
  servers_silent: 'situation',
  servers_not_public: 'situation',
  servers_disagree: 'situation',
  name_servers_differ: 'situation',
  domain_not_registered: 'situation',
  caa_unreadable: 'situation',
  caa_restricted: 'situation',
  caa_not_understood: 'situation',
  caa_at_target: 'situation',
  ca_account_refused: of(
    'lambdas/steps/issuance/ca-changes',
    `a CA that refuses our account with %s before \${name} is waited for, alarmed on, told once to all as the operator’s matter, and issues when somebody has acted`,
  ),
  record_beside_cname: of('lambdas/dns/look-at-zones', 'beside addresses is not enough'),
  proxy_addresses: 'situation',
  server_created: of('lambdas/api/domains/create-domain', 'warns of a server number not seen before, which may be a typo'),
  former_server: of(
    'lambdas/lifecycle/move-transition',
    'a certificate on its way to another server names the record of the old one as one that works, however it gets there',
  ),
  reached_by_agent: of(
    'lambdas/lifecycle/preparation-transition',
    'a certificate request before its order says when the agent sees the challenges that we do not reach',
  ),
  addresses_elsewhere: of('lambdas/checks/preflight', 'is led elsewhere by other records'),
  ipv6_elsewhere: of('lambdas/checks/preflight', 'is told of IPv6 addresses %s, which are not dialled'),
  lookup_failed: of('lambdas/checks/preflight', 'of a name without a usable answer in DNS is nobody’s fault'),
  connection_failed: of('lambdas/checks/preflight', 'is walked from the first four addresses of the name'),
  server_busy: knownAnswer,
  bad_gateway: knownAnswer,
  redirect_refused: of('lambdas/checks/preflight', '%s is not followed, and says so'),
  answered_by_wordpress: knownAnswer,
  answered_by_login_page: knownAnswer,
  answered_by_parked_page: knownAnswer,
  answered_by_cloudflare: knownAnswer,
  answered_by_default_page: knownAnswer,
  answered_by_firewall: knownAnswer,
  renewal_paused: of(
    'lambdas/lifecycle/look-at-dns',
    'is not renewed after a week, says so once, and is checked daily from then on',
  ),
  former_certificate: toldApart,
  certificate_ends_soon: toldApart,
  other_certificate: toldApart,
  other_hostname: toldApart,
  self_signed: toldApart,
  chain_incomplete: toldApart,
  tls_failed: toldApart,
  https_unreachable: toldApart,
  server_silent: silentMachines,
  machine_silent: silentMachines,
  not_seen_now: of(
    'lambdas/lifecycle/requests/check-request',
    'that could not see again what is said says so, and leaves the time of the check that saw it: %s',
  ),
  access_unchecked: atABalancer,
  ...(Object.fromEntries(AWS_PROBLEM_REASONS.map((reason) => [reason, atABalancer])) as Record<AwsProblemReason, Case>),
};
