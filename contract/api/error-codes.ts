/** Error codes of HTTP answers with their status (specification, section 7). */
export const HTTP_ERROR_STATUS = {
  invalid_request: 400,
  invalid_api_key: 401,
  invalid_agent_credentials: 401,
  not_signed_in: 401,
  sign_in_failed: 400,
  not_a_member: 403,
  fresh_sign_in_required: 403,
  foreign_request: 403,
  insufficient_permissions: 403,
  api_key_restricted: 403,
  resource_not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  precondition_failed: 412,
  validation_error: 422,
  idempotency_key_reused: 422,
  quota_exceeded: 422,
  rate_limit_exceeded: 429,
  internal_error: 500,
  service_unavailable: 503,
} as const;
export type HttpErrorCode = keyof typeof HTTP_ERROR_STATUS;
/** Codes of the sign-in and the dashboard. No API key meets them. */
export type SignInErrorCode = 'not_signed_in' | 'sign_in_failed' | 'not_a_member' | 'fresh_sign_in_required' | 'foreign_request';

/** Codes in a domain's `error`. They are never the code of an HTTP answer. */
export const DOMAIN_ERROR_CODES = [
  'dns_validation_failed',
  'cname_not_found',
  'invalid_cname_target',
  'dns_validation_timeout',
  'certificate_request_failed',
  'certificate_timeout',
  'certificate_install_failed',
  'certificate_expired',
] as const;
export type DomainErrorCode = (typeof DOMAIN_ERROR_CODES)[number];

/** Codes in a domain's `diagnosis`. They are finer than its `error` and present from the 201 on. */
export const DIAGNOSIS_CODES = [
  'ok',
  'in_progress',
  'cname_not_found',
  'invalid_cname_target',
  'dns_validation_failed',
  'dns_validation_timeout',
  'proxied_dns',
  'conflicting_records',
  'caa_forbids_issuance',
  'challenge_unreachable',
  'ca_rate_limited',
  'certificate_request_failed',
  'certificate_timeout',
  'certificate_install_failed',
  'server_not_connected',
  'certificate_not_served',
  'certificate_expired',
  'hostname_claimed',
  'ready_to_switch',
] as const;
export type DiagnosisCode = (typeof DIAGNOSIS_CODES)[number];

/** Why the service cannot work in an integrator's AWS account. They are also diagnosis reasons. */
export const AWS_PROBLEM_REASONS = [
  'role_not_assumable',
  'external_id_not_required',
  'action_denied',
  'listener_not_found',
  'listener_of_other_account',
  'listener_without_tls',
  'listener_full',
  'rules_full',
  'certificates_full',
  'imports_used_up',
  'certificate_unsupported',
  'certificate_in_use',
  'distribution_not_found',
  'distribution_for_one_tenant',
  'connection_group_not_found',
  'tenants_full',
  'hostname_taken_at_aws',
  'hostname_not_at_cloudfront',
  'managed_certificate_failed',
  'aws_throttled',
  'aws_unavailable',
] as const;
export type AwsProblemReason = (typeof AWS_PROBLEM_REASONS)[number];

export const DIAGNOSIS_REASONS = [
  'target_typo',
  'missing_dot',
  'base_target',
  'name_before_target',
  'other_target',
  'other_server',
  'doubled_name',
  'address_instead',
  'txt_instead',
  'wildcard_answer',
  'cname_loop',
  'chain_too_long',
  'chain_unanswered',
  'negative_cache',
  'servfail',
  'dnssec_bogus',
  'dnssec_expired',
  'dnssec_key_missing',
  'lame_servers',
  'servers_silent',
  'servers_not_public',
  'servers_disagree',
  'name_servers_differ',
  'domain_not_registered',
  'validation_missing',
  'validation_wrong',
  'caa_unreadable',
  'caa_restricted',
  'caa_not_understood',
  'caa_at_target',
  'ca_account_refused',
  'record_beside_cname',
  'proxy_addresses',
  'server_created',
  'former_server',
  'reached_by_agent',
  'addresses_elsewhere',
  'ipv6_elsewhere',
  'lookup_failed',
  'connection_failed',
  'server_busy',
  'bad_gateway',
  'redirect_refused',
  'answered_by_wordpress',
  'answered_by_login_page',
  'answered_by_parked_page',
  'answered_by_cloudflare',
  'answered_by_default_page',
  'answered_by_firewall',
  'renewal_paused',
  'former_certificate',
  'certificate_ends_soon',
  'other_certificate',
  'other_hostname',
  'self_signed',
  'chain_incomplete',
  'tls_failed',
  'https_unreachable',
  'server_silent',
  'machine_silent',
  'not_seen_now',
  'access_unchecked',
  ...AWS_PROBLEM_REASONS,
] as const;
export type DiagnosisReason = (typeof DIAGNOSIS_REASONS)[number];

/** True when the reason is about the record that validates the hostname, not the one that routes its traffic. */
export function isValidationReason(reason: string | undefined): boolean {
  return reason === 'validation_missing' || reason === 'validation_wrong';
}

/** Warnings about a request that was carried out but probably meant differently. */
export const WARNING_CODES = ['server_created'] as const;
export type WarningCode = (typeof WARNING_CODES)[number];

/**
 * A domain's progress, where texts depend on it. `dns`: waits for DNS. `certificate`: issuance is running. `renewal`: served
 * while a renewal runs. `move`: the new server does not serve yet. `move_dns`: the new server serves, DNS is still to change.
 * `rest`: nothing is in progress.
 */
export const DIAGNOSIS_STAGES = ['dns', 'certificate', 'renewal', 'move', 'move_dns', 'rest'] as const;
export type DiagnosisStage = (typeof DIAGNOSIS_STAGES)[number];

/** Why the holder of a hostname refuses its transfer. The other organization sees only the code, never the holder's text. */
export const TRANSFER_REFUSALS = ['owner_disagrees', 'contract_runs', 'zone_compromised'] as const;
export type TransferRefusal = (typeof TRANSFER_REFUSALS)[number];

/** Who has to act on a diagnosis. `nobody`: waiting is enough. */
export const ACTORS = ['customer', 'integrator', 'service', 'nobody'] as const;
export type Actor = (typeof ACTORS)[number];
/** The actors that a domain can wait for. */
export const WAITABLE_ACTORS = ['customer', 'integrator', 'service'] as const satisfies readonly Actor[];
export type WaitableActor = (typeof WAITABLE_ACTORS)[number];

/** Who has to act, unless the reason overrides it. */
const ACTOR_OF_CODE: Record<DiagnosisCode, Actor | ((stage: DiagnosisStage) => Actor)> = {
  ok: 'nobody',
  in_progress: (stage) => (stage === 'dns' ? 'customer' : 'nobody'),
  cname_not_found: 'customer',
  invalid_cname_target: 'customer',
  dns_validation_failed: 'customer',
  dns_validation_timeout: 'customer',
  proxied_dns: 'customer',
  conflicting_records: 'customer',
  caa_forbids_issuance: 'customer',
  challenge_unreachable: 'integrator',
  ca_rate_limited: 'service',
  certificate_request_failed: 'service',
  certificate_timeout: 'service',
  certificate_install_failed: 'integrator',
  server_not_connected: 'integrator',
  certificate_not_served: 'integrator',
  certificate_expired: 'service',
  hostname_claimed: 'customer',
  ready_to_switch: 'customer',
};

/** Reasons that override the actor of their code. */
export const ACTOR_OF_REASON: { readonly [reason in DiagnosisReason]?: Actor } = {
  addresses_elsewhere: 'customer',
  ipv6_elsewhere: 'customer',
  lookup_failed: 'nobody',
  server_busy: 'nobody',
  other_server: 'integrator',
  negative_cache: 'nobody',
  caa_at_target: 'service',
  ca_account_refused: 'service',
  former_server: 'customer',
  access_unchecked: 'nobody',
  aws_throttled: 'nobody',
  aws_unavailable: 'nobody',
};

export function actorOf(
  { code, reason }: { code: DiagnosisCode; reason?: DiagnosisReason | undefined },
  stage: DiagnosisStage,
): Actor {
  const actor = (reason && ACTOR_OF_REASON[reason]) ?? ACTOR_OF_CODE[code];
  return typeof actor === 'function' ? actor(stage) : actor;
}
