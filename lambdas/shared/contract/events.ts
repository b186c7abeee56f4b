/** Events that integrators are told about. A name is added or retired, never reused. */
export const EVENT_NAMES = [
  'domain.created',
  'domain.validated',
  'domain.validation_failed',
  'certificate.requested',
  'certificate.installed',
  'certificate.issued',
  'certificate.failed',
] as const;
export type EventName = (typeof EVENT_NAMES)[number];
