/** Environment variables that the stacks set and the entry points read. */
export const ENVIRONMENT = {
  tableName: 'TABLE_NAME',
  /** The stage's name, used for metrics. */
  stage: 'STAGE',
  /** JSON, see settings.schema.ts. */
  settings: 'SETTINGS',
  /** KMS key that seals private keys and secrets. */
  kmsKeyId: 'KMS_KEY_ID',
  /** Secret with the service's HMAC keys: JSON of versions, `{"1": "…"}`, see service-secret.ts. */
  serviceSecretArn: 'SERVICE_SECRET_ARN',
  /** Secret that CloudFront sends to the API: JSON of versions, see front-secret.ts. */
  frontSecretArn: 'FRONT_SECRET_ARN',
  /** `allowed`: requests without CloudFront's secret are accepted too. */
  directAccess: 'DIRECT_ACCESS',
  stateMachineArn: 'STATE_MACHINE_ARN',
  expressMachineArn: 'EXPRESS_MACHINE_ARN',
  /** Queue of shards for the certificate scan. */
  scanQueueUrl: 'SCAN_QUEUE_URL',
  /** Queue of due webhook deliveries. */
  deliveryQueueUrl: 'DELIVERY_QUEUE_URL',
  /** The same for receivers that are slow or do not answer. */
  slowDeliveryQueueUrl: 'SLOW_DELIVERY_QUEUE_URL',
  /** Queue of domains whose CNAME is missing, each delayed until its next check. */
  dnsWatchQueueUrl: 'DNS_WATCH_QUEUE_URL',
  /** Queue of test-mode domains to play. */
  rehearsalQueueUrl: 'REHEARSAL_QUEUE_URL',
  /** Wake queue of the base target zone's writer. Absent when the stage has no such zone. */
  zoneQueueUrl: 'ZONE_QUEUE_URL',
  /** Route 53 zone that contains the base target. */
  hostedZoneId: 'HOSTED_ZONE_ID',
  /** Addresses for labels without records of their own, separated by commas. */
  defaultAddresses: 'DEFAULT_ADDRESSES',
  /** Wake queue of the worker for integrators' AWS accounts. */
  awsQueueUrl: 'AWS_QUEUE_URL',
  /** Role that works in integrators' AWS accounts. Their trust policies name it. */
  awsServersRoleArn: 'AWS_SERVERS_ROLE_ARN',
  /** JSON, see sign-in.schema.ts. */
  signIn: 'SIGN_IN',
  /** SES configuration set, which decides which addresses are suppressed. Absent in the emulator. */
  mailConfigurationSet: 'MAIL_CONFIGURATION_SET',
  /** KMS key that signs Domain Connect links. */
  domainConnectKeyId: 'DOMAIN_CONNECT_KEY_ID',
  /** KMS key that signs the heads of the audit chains, once a day. */
  auditKeyId: 'AUDIT_KEY_ID',
  /** Bucket of the signed days. */
  auditDaysBucket: 'AUDIT_DAYS_BUCKET',
} as const;

/** The variable's value. Throws with its name when the stack did not set it. */
export function requireVariable(environment: NodeJS.ProcessEnv, name: keyof typeof ENVIRONMENT): string {
  const value = environment[ENVIRONMENT[name]];
  if (!value) throw new Error(`environment variable ${ENVIRONMENT[name]} is missing`);
  return value;
}

// Contract between CloudFront and the service on a stage with a public domain: lib/ sets it, lambdas/ read it.

/** Proves that a request comes from our own CloudFront, which overwrites what a client sends under this name. */
export const FRONT_SECRET_HEADER = 'x-cps-front-secret';

/** The client's address as CloudFront saw it. Without the proof above, a client can forge it. */
export const CLIENT_ADDRESS_HEADER = 'x-cps-client-address';

/** Window in which the firewall counts an address's requests. */
export const FIREWALL_WINDOW_SECONDS = 300;

/** The authorizer puts it into `requestContext.authorizer.lambda`, which no client can write. */
export const FRONT_CONTEXT = { cameThrough: 'front' } as const;

/** The same in the stage's region and in CloudFront's region. */
export function frontSecretName(stage: string): string {
  return `cps-${stage}/front`;
}

/**
 * Keys of the KMS encryption contexts. Roles are granted by them: the CA client opens only the CA account key, the delivery to
 * agents opens customers' keys.
 */
export const SEALING_CONTEXT = {
  organization: 'organization',
  domain: 'domain',
  acmeDirectory: 'acmeDirectory',
  webhook: 'webhook',
  purpose: 'purpose',
} as const;
