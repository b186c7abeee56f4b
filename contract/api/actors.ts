import type { Actor, DiagnosisCode, DiagnosisReason, DiagnosisStage } from './error-codes.ts';

/** Who has to act on a diagnosis, unless its reason says otherwise. */
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
};

/** Reasons for which it is somebody else. */
export const ACTOR_OF_REASON: { readonly [reason in DiagnosisReason]?: Actor } = {
  addresses_elsewhere: 'customer',
  ipv6_elsewhere: 'customer',
  lookup_failed: 'nobody',
  server_busy: 'nobody',
  other_server: 'integrator',
  negative_cache: 'nobody',
  caa_at_target: 'service',
  former_server: 'customer',
};

/** Who has to act on a diagnosis of a domain that is so far. */
export function actorOf(
  { code, reason }: { code: DiagnosisCode; reason?: DiagnosisReason | undefined },
  stage: DiagnosisStage,
): Actor {
  const actor = (reason && ACTOR_OF_REASON[reason]) ?? ACTOR_OF_CODE[code];
  return typeof actor === 'function' ? actor(stage) : actor;
}
