/** Webhook events, as the API documents them. Names are only added, never removed or reused. */
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
  'machine.enrolled',
  'machine.keys_rotated',
  'machine.revoked',
  'server.offline',
  'server.online',
  'api_key.expiring',
  'api_key.expired',
  'api_key.leaked',
  'webhook.disabled',
  'webhook.test',
] as const;
export type EventName = (typeof EVENT_NAMES)[number];

export type ServerEventName = Extract<EventName, `machine.${string}` | `server.${string}`>;

export type KeyEventName = Extract<EventName, `api_key.${string}`>;

export function isWebhookEvent(event: EventName): boolean {
  return event.startsWith('webhook.');
}

/** True when the event carries `domain_id`. */
export function isDomainEvent(event: EventName): boolean {
  return /^(domain|certificate)\./.test(event);
}

/** Causes of mail, which people can choose one by one. An invitation is always mailed to the person invited. */
export const MAIL_CAUSES = ['certificate_at_risk', 'certificate_expired', 'api_key_ends', 'webhook_disabled'] as const;
export type MailCause = (typeof MAIL_CAUSES)[number];

/** All other events cause no mail. */
export const CAUSE_OF_EVENT: { readonly [event in EventName]?: MailCause } = {
  'certificate.at_risk': 'certificate_at_risk',
  'certificate.renewal_failed': 'certificate_at_risk',
  'certificate.expiring': 'certificate_at_risk',
  'certificate.expired': 'certificate_expired',
  'api_key.expiring': 'api_key_ends',
  'api_key.expired': 'api_key_ends',
  'api_key.leaked': 'api_key_ends',
  'webhook.disabled': 'webhook_disabled',
};
