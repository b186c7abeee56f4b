import type { Actor, DiagnosisCode } from '../../contract/api/error-codes.ts';

/** What is the matter with a domain, in a few words, for who runs the site: they know their servers, as customers do not. */
export const VERDICT_TITLES: Record<DiagnosisCode, string> = {
  ok: 'Live',
  in_progress: 'In progress',
  cname_not_found: 'No DNS record yet',
  invalid_cname_target: 'Points somewhere else',
  dns_validation_failed: 'DNS does not answer properly',
  dns_validation_timeout: 'No DNS record in time',
  proxied_dns: 'Hidden behind a proxy',
  conflicting_records: 'Another record is in the way',
  caa_forbids_issuance: 'A CAA record forbids the certificate',
  challenge_unreachable: 'The challenge cannot be reached',
  ca_rate_limited: 'In the queue of the CA',
  certificate_request_failed: 'The CA refused the certificate',
  certificate_timeout: 'The certificate did not come in time',
  certificate_install_failed: 'The certificate was not installed',
  server_not_connected: 'No agent is connected',
  certificate_not_served: 'The certificate is not served',
  certificate_expired: 'The certificate has expired',
  hostname_claimed: 'Another account holds the name',
};

/** Who acts next, as a filter is called, and as a cell of a table says it. */
export const ACTOR_WORDS: Record<Actor, { title: string; who: string; empty: string }> = {
  integrator: { title: 'Needs you', who: 'You', empty: 'Nothing waits for you.' },
  customer: { title: 'Needs your customer', who: 'Your customer', empty: 'Nothing waits for your customers.' },
  service: { title: 'We are at it', who: 'Us', empty: 'Nothing waits for us.' },
  nobody: { title: 'Nobody has to act', who: 'Nobody', empty: 'Nothing is live or going on yet.' },
};

/** What has happened, as the timeline of a domain says it; what is not here is shown as the service names it. */
export const TIMELINE_TITLES: Record<string, string> = {
  'domain.created': 'Domain added',
  'domain.updated': 'Settings changed',
  'domain.deleted': 'Domain deleted',
  'domain.validated': 'DNS is right',
  'domain.dns_changed': 'DNS has changed',
  'domain.dns_restored': 'DNS is right again',
  'domain.retried': 'Started over',
  'domain.suspected': 'DNS looks wrong: to be confirmed',
  'domain.move_requested': 'Move to another server requested',
  'domain.claim_lost': 'Another account has proven the name',
  'certificate.issued': 'Certificate issued',
  'certificate.installed': 'Certificate installed',
  'certificate.renewed': 'Certificate renewed',
  'certificate.failed': 'Certificate failed',
  'certificate.expiring': 'Certificate expires soon',
  'certificate.expired': 'Certificate expired',
  'certificate.revoked': 'Certificate revoked',
  'certificate.renewal_failed': 'Renewal failed',
  'certificate.renewal_paused': 'Renewal paused',
  'certificate.renewal_planned': 'Renewal planned',
  'certificate.renewal_scheduled': 'Renewal scheduled',
  'portal_links.ended': 'Customer links ended',
};
