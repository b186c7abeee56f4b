import { API_OPERATIONS } from '../../lambdas/api/operations.ts';

/** An operation's name in the clients of all languages: `client.<resource>.<method>()`. */
interface OperationName {
  resource: string;
  method: string;
}

const NAMES = new Map<string, OperationName>(
  API_OPERATIONS.map(({ id, clientMethod }) => {
    const [resource = '', method = ''] = clientMethod.split('.');
    return [id, { resource, method }] as const;
  }),
);

/** Fails for an operation that the document has and the API lacks: generate the document again. */
export function nameOfOperation(id: string): OperationName {
  const name = NAMES.get(id);
  if (!name) throw new Error(`The API has no operation ${id}: run npm run docs.`);
  return name;
}

/** Names of value lists, by where they occur. Any other list is named after the first field that uses it. */
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
