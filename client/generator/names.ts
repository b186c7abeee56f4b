/** Where lists of values are that have a name of their own. Another is named for the field where it comes first. */
export const NAMES_OF_VALUES: Record<string, string> = {
  'Event.event': 'EventName',
  'ApiError.code': 'ErrorCode',
  'DomainError.code': 'DomainErrorCode',
  'Diagnosis.code': 'DiagnosisCode',
  'Diagnosis.reason': 'DiagnosisReason',
  'Diagnosis.actor': 'Actor',
  'ApiKey.permissions': 'Permission',
  'Webhook.events': 'Subscription',
};

/** Names for objects that the document leaves unnamed, and which would otherwise be named after their parent. */
export const NAMES_OF_MODELS: Record<string, string> = {
  BulkResultData: 'BulkItem',
  DnsChecksData: 'DnsCheckItem',
  BulkItemError: 'ItemError',
  DnsCheckItemError: 'ItemError',
  FailedItemError: 'ItemError',
  ChangedWebhookDisabled: 'WebhookDisabled',
  WebhookWithSecretDisabled: 'WebhookDisabled',
  ChangedWebhookLastDelivery: 'WebhookLastDelivery',
  WebhookWithSecretLastDelivery: 'WebhookLastDelivery',
  ThemeColorsDark: 'ThemeColorSet',
  ThemeColorsLight: 'ThemeColorSet',
  PutThemeColorsDark: 'PutThemeColorSet',
  PutThemeColorsLight: 'PutThemeColorSet',
  OrganizationLimitsDomains: 'OrganizationLimit',
  OrganizationLimitsNewReceiversPerHour: 'OrganizationLimit',
  OrganizationLimitsRequestsPerHour: 'OrganizationLimit',
  OrganizationLimitsRequestsPerMinute: 'OrganizationLimit',
  OrganizationLimitsServers: 'OrganizationLimit',
  OrganizationLimitsUnvalidatedDomains: 'OrganizationLimit',
  OrganizationLimitsWebhooks: 'OrganizationLimit',
};
