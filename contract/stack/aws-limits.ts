interface AwsLimit {
  value: number;
  /** Where AWS states it. */
  page: string;
}

const OF_MESSAGES = 'https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/quotas-messages.html';
const OF_ZONES = 'https://docs.aws.amazon.com/Route53/latest/DeveloperGuide/DNSLimitations.html';
const OF_WARM_TABLES = 'https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/warm-throughput.html';

/** Limits of AWS that the local emulator does not hold us to: tests do (test/aws-limits.ts). */
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
  /** Of one message, and of all messages of a batch together. */
  queueBatchBytes: {
    value: 1_048_576,
    page: OF_MESSAGES,
  },
  messageGroupCharacters: {
    value: 128,
    page: 'https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessage.html',
  },
  /** Of an event source that is a queue; it is 2 at least. */
  queueConcurrency: { value: 1_000, page: 'https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-scaling.html' },
  /**
   * Invocations in one chain of messages, about, after which Lambda drops the next, unless the function allows it
   * (`RecursiveLoop`).
   */
  invocationChain: { value: 16, page: 'https://docs.aws.amazon.com/lambda/latest/dg/invocation-recursion.html' },
  /** What a new table, and each of its indexes, takes at once; a warm throughput below that is refused. */
  newTableReadsPerSecond: { value: 12_000, page: OF_WARM_TABLES },
  newTableWritesPerSecond: { value: 4_000, page: OF_WARM_TABLES },
  /** Of one ChangeResourceRecordSets: values, and their characters; an UPSERT counts twice. */
  zoneChangeRecords: { value: 1_000, page: OF_ZONES },
  zoneChangeCharacters: { value: 32_000, page: OF_ZONES },
  /** Of an account, all zones and operations together. */
  zoneRequestsPerSecond: { value: 5, page: OF_ZONES },
  lambdaEnvironmentBytes: { value: 4_096, page: 'https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html' },
} as const satisfies Record<string, AwsLimit>;
