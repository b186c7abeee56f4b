interface AwsLimit {
  value: number;
  /** The AWS page that states the limit. */
  page: string;
}

const OF_MESSAGES = 'https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/quotas-messages.html';
const OF_ZONES = 'https://docs.aws.amazon.com/Route53/latest/DeveloperGuide/DNSLimitations.html';
const OF_WARM_TABLES = 'https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/warm-throughput.html';

/** AWS limits that the local emulator does not enforce. Tests do (test/aws-limits.ts). */
export const AWS_LIMITS = {
  executionNameCharacters: {
    value: 80,
    page: 'https://docs.aws.amazon.com/step-functions/latest/apireference/API_StartExecution.html',
  },
  executionInputBytes: { value: 262_144, page: 'https://docs.aws.amazon.com/step-functions/latest/dg/service-quotas.html' },
  executionEvents: { value: 25_000, page: 'https://docs.aws.amazon.com/step-functions/latest/dg/service-quotas.html' },
  transactionItems: { value: 100, page: 'https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html' },
  itemBytes: { value: 409_600, page: 'https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html' },
  queueDelaySeconds: {
    value: 900,
    page: OF_MESSAGES,
  },
  queueVisibilitySeconds: {
    value: 43_200,
    page: OF_MESSAGES,
  },
  queueBatchMessages: {
    value: 10,
    page: OF_MESSAGES,
  },
  /** Limit of one message, and of all messages of a batch together. */
  queueBatchBytes: {
    value: 1_048_576,
    page: OF_MESSAGES,
  },
  messageGroupCharacters: {
    value: 128,
    page: 'https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessage.html',
  },
  /** Maximum concurrency of an SQS event source. The minimum is 2. */
  queueConcurrency: { value: 1_000, page: 'https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-scaling.html' },
  /**
   * Approximate length of a chain of messages after which Lambda drops the next invocation, unless the function allows it
   * (`RecursiveLoop`).
   */
  invocationChain: { value: 16, page: 'https://docs.aws.amazon.com/lambda/latest/dg/invocation-recursion.html' },
  /** Initial throughput of a new table and of each index. AWS refuses a lower warm throughput. */
  newTableReadsPerSecond: { value: 12_000, page: OF_WARM_TABLES },
  newTableWritesPerSecond: { value: 4_000, page: OF_WARM_TABLES },
  /** Per ChangeResourceRecordSets: values, and their characters. An UPSERT counts twice. */
  zoneChangeRecords: { value: 1_000, page: OF_ZONES },
  zoneChangeCharacters: { value: 32_000, page: OF_ZONES },
  /** Per account, for all zones and operations together. */
  zoneRequestsPerSecond: { value: 5, page: OF_ZONES },
  lambdaEnvironmentBytes: { value: 4_096, page: 'https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html' },
} as const satisfies Record<string, AwsLimit>;
