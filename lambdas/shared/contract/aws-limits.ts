interface AwsLimit {
  value: number;
  /** Where AWS states it. */
  page: string;
}

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
  lambdaEnvironmentBytes: { value: 4_096, page: 'https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html' },
} as const satisfies Record<string, AwsLimit>;
