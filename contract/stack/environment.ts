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
  /** Shards of domains whose certificates are to be looked through. */
  scanQueueUrl: 'SCAN_QUEUE_URL',
  /** Deliveries to webhooks that are due. */
  deliveryQueueUrl: 'DELIVERY_QUEUE_URL',
  /** The same to webhooks whose receivers take long, or do not answer. */
  slowDeliveryQueueUrl: 'SLOW_DELIVERY_QUEUE_URL',
  /** Domains whose CNAME is not there yet, each until its next look. */
  dnsWatchQueueUrl: 'DNS_WATCH_QUEUE_URL',
  /** Signs links of Domain Connect. */
  domainConnectKeyId: 'DOMAIN_CONNECT_KEY_ID',
} as const;
