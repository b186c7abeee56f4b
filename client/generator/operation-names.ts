import { API_OPERATIONS } from '../../lambdas/api/operations.ts';

/** How the clients of all languages call an operation: `client.<resource>.<method>()`. */
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

/** Fails for an operation that the document has and the API has not: the document is to be made anew. */
export function nameOfOperation(id: string): OperationName {
  const name = NAMES.get(id);
  if (!name) throw new Error(`The API has no operation ${id}: run npm run docs.`);
  return name;
}

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

/** Objects without a name in the document, which would be called by what they lie in: here by what they are. */
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
