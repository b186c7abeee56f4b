/** How the clients of all languages call an operation: `client.<resource>.<method>()`. */
interface OperationName {
  resource: string;
  method: string;
}

const METHODS: Record<string, Record<string, string>> = {
  domains: {
    createDomain: 'create',
    createDomains: 'create_many',
    listDomains: 'list',
    getDomain: 'get',
    updateDomain: 'update',
    deleteDomain: 'delete',
    checkDomain: 'check',
    retryDomain: 'retry',
    renewDomain: 'renew',
    revokeDomain: 'revoke',
    countDomains: 'count',
    countExpiries: 'count_expiries',
    listDomainEvents: 'list_events',
    createPortalLink: 'create_portal_link',
    endPortalLinks: 'end_portal_links',
  },
  dns: { lookAtDns: 'look', lookAtDnsOfMany: 'look_many' },
  servers: {
    createServer: 'create',
    listServers: 'list',
    getServer: 'get',
    updateServer: 'update',
    deleteServer: 'delete',
    checkServer: 'check',
    getAwsAccess: 'get_aws_access',
    createEnrollment: 'create_enrollment',
    listMachines: 'list_machines',
    revokeMachine: 'revoke_machine',
    listMachineKeys: 'list_machine_keys',
    listEnrollmentTokens: 'list_enrollment_tokens',
    revokeEnrollmentToken: 'revoke_enrollment_token',
  },
  webhooks: {
    createWebhook: 'create',
    listWebhooks: 'list',
    getWebhook: 'get',
    updateWebhook: 'update',
    deleteWebhook: 'delete',
    rotateWebhookSecret: 'rotate_secret',
    testWebhook: 'test',
    getWebhookHealth: 'get_health',
    listDeliveries: 'list_deliveries',
    getDelivery: 'get_delivery',
    redeliver: 'redeliver',
    replayDeliveries: 'replay',
  },
  events: { listEvents: 'list', getEvent: 'get' },
  api_keys: {
    createKey: 'create',
    listKeys: 'list',
    updateKey: 'update',
    revokeKey: 'revoke',
    rotateKey: 'rotate',
  },
  organization: { getOrganization: 'get', getTheme: 'get_theme', putTheme: 'put_theme' },
  audit: { listAudit: 'list' },
  requests: { listRequests: 'list' },
  reports: {
    getTimeToActive: 'time_to_active',
    getFailures: 'failures',
    getRenewals: 'renewals',
    getWebhooksReport: 'webhooks',
    getApiUse: 'api_use',
    getChangesReport: 'changes',
  },
  test_clock: { getTestClock: 'get', moveTestClock: 'move' },
};

const NAMES = new Map<string, OperationName>(
  Object.entries(METHODS).flatMap(([resource, methods]) =>
    Object.entries(methods).map(([id, method]) => [id, { resource, method }] as const),
  ),
);

/** Fails for an operation that is new in the document: the clients need a name for it. */
export function nameOfOperation(id: string): OperationName {
  const name = NAMES.get(id);
  if (!name) throw new Error(`The operation ${id} has no name in client/generator/operation-names.ts yet.`);
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
