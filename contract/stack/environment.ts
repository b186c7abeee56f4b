/** Names of the environment variables that the stacks set and the entry points read. */
export const ENVIRONMENT = {
  tableName: 'TABLE_NAME',
  /** The name of the stage, for metrics. */
  stage: 'STAGE',
  /** JSON, see settings.schema.ts. */
  settings: 'SETTINGS',
  /** Key for sealing private keys and secrets. */
  kmsKeyId: 'KMS_KEY_ID',
  /** Secret with the service's HMAC material: JSON of versions, `{"1": "…"}`, see service-secret.ts. */
  serviceSecretArn: 'SERVICE_SECRET_ARN',
  /** Secret that CloudFront sends along: JSON of versions, see front-secret.ts. */
  frontSecretArn: 'FRONT_SECRET_ARN',
  /** `allowed`: whoever calls without CloudFront's secret is let in, too. */
  directAccess: 'DIRECT_ACCESS',
  stateMachineArn: 'STATE_MACHINE_ARN',
  expressMachineArn: 'EXPRESS_MACHINE_ARN',
  /** Shards of domains whose certificates are to be looked through. */
  scanQueueUrl: 'SCAN_QUEUE_URL',
  /** Deliveries to webhooks that are due. */
  deliveryQueueUrl: 'DELIVERY_QUEUE_URL',
  /** The same to webhooks whose receivers take long, or do not answer. */
  slowDeliveryQueueUrl: 'SLOW_DELIVERY_QUEUE_URL',
  /** Domains whose CNAME is not there yet, each until its next check. */
  dnsWatchQueueUrl: 'DNS_WATCH_QUEUE_URL',
  /** Domains of test mode that are to be played. */
  rehearsalQueueUrl: 'REHEARSAL_QUEUE_URL',
  /** Wakes who writes the zone of the base target; absent where the stage has none. */
  zoneQueueUrl: 'ZONE_QUEUE_URL',
  /** The zone of Amazon Route 53 that has the base target. */
  hostedZoneId: 'HOSTED_ZONE_ID',
  /** Where labels without records of their own lead: addresses, by commas. */
  defaultAddresses: 'DEFAULT_ADDRESSES',
  /** Wakes who works in integrators' AWS accounts. */
  awsQueueUrl: 'AWS_QUEUE_URL',
  /** The role that works in integrators' AWS accounts, which their trust policies name. */
  awsServersRoleArn: 'AWS_SERVERS_ROLE_ARN',
  /** JSON, see sign-in.schema.ts. */
  signIn: 'SIGN_IN',
  /** With which SES sends mail: it says which addresses get no more. Absent in the emulator. */
  mailConfigurationSet: 'MAIL_CONFIGURATION_SET',
  /** Signs links of Domain Connect. */
  domainConnectKeyId: 'DOMAIN_CONNECT_KEY_ID',
  /** Signs the heads of the audit's chains, a day at a time. */
  auditKeyId: 'AUDIT_KEY_ID',
  /** Where the signed days are kept. */
  auditDaysBucket: 'AUDIT_DAYS_BUCKET',
} as const;

/** A variable that the stack sets. Throws, naming it, if it did not. */
export function requireVariable(environment: NodeJS.ProcessEnv, name: keyof typeof ENVIRONMENT): string {
  const value = environment[ENVIRONMENT[name]];
  if (!value) throw new Error(`environment variable ${ENVIRONMENT[name]} is missing`);
  return value;
}

// What CloudFront and the service have agreed on, where a stage has a public domain: lib/ sets it, lambdas/ reads it.

/**
 * Proves to the service that a request comes from its own CloudFront. CloudFront writes over what a client sends under this name.
 */
export const FRONT_SECRET_HEADER = 'x-cps-front-secret';

/** The client's address, as CloudFront saw it. Without the proof, anybody may have written it. */
export const CLIENT_ADDRESS_HEADER = 'x-cps-client-address';

/** The firewall counts an address's requests over so long. */
export const FIREWALL_WINDOW_SECONDS = 300;

/**
 * What the authorizer hands on with a request that it lets in, in `requestContext.authorizer.lambda`: no client can write there.
 */
export const FRONT_CONTEXT = { cameThrough: 'front' } as const;

/** The secret's name, the same in the stage's region and in that of CloudFront. */
export function frontSecretName(stage: string): string {
  return `cps-${stage}/front`;
}

/**
 * Names in the KMS encryption contexts of what is sealed. The roles are granted by them: who speaks to the CA opens the CA's
 * account key and no customer's, who delivers to agents opens customers' keys.
 */
export const SEALING_CONTEXT = {
  organization: 'organization',
  domain: 'domain',
  acmeDirectory: 'acmeDirectory',
  webhook: 'webhook',
  purpose: 'purpose',
} as const;
