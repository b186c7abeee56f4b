/** Events that integrators are told about, as the API's documentation lists them. A name is added, never retired or reused. */
export const EVENT_NAMES = [
  'domain.created',
  'domain.updated',
  'domain.deleted',
  'domain.validated',
  'domain.validation_failed',
  'domain.dns_changed',
  'domain.dns_restored',
  'domain.transfer_requested',
  'domain.transferred',
  'certificate.requested',
  'certificate.installed',
  'certificate.issued',
  'certificate.renewed',
  'certificate.failed',
  'certificate.at_risk',
  'certificate.renewal_failed',
  'certificate.expiring',
  'certificate.expired',
  'certificate.revoked',
  'webhook.disabled',
  'webhook.test',
] as const;
export type EventName = (typeof EVENT_NAMES)[number];

/** All others are about a domain. */
export function isAboutWebhook(event: EventName): boolean {
  return event.startsWith('webhook.');
}
