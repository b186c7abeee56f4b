import * as z from 'zod/mini';
import { AWS_LIMITS } from '../../lambdas/shared/contract/aws-limits.ts';
import { SENDER_SECONDS } from '../../lambdas/shared/contract/sender-times.ts';
import { Settings } from '../../lambdas/shared/contract/settings.schema.ts';

/** CloudWatch Logs keeps log groups for these numbers of days only (PutRetentionPolicy, `retentionInDays`). */
const LOG_RETENTION_DAYS = [
  1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2192, 2557, 2922, 3288, 3653,
] as const;

/** One deployment of this service: what its Lambdas are told (`settings`), and what differs in the stacks themselves. */
export const Stage = z.strictObject({
  name: z.string().check(z.regex(/^[a-z][a-z0-9-]{0,30}$/)),
  /** Where it is deployed. Absent: wherever the caller's AWS credentials lead. */
  account: z.optional(z.string().check(z.regex(/^[0-9]{12}$/))),
  region: z.optional(z.string().check(z.minLength(1))),
  settings: Settings,
  /** Between two searches for domains that were forgotten on the way. */
  sweepIntervalMinutes: z.int().check(z.minimum(1), z.maximum(60)),
  logRetentionDays: z.literal(LOG_RETENTION_DAYS),
  /**
   * How long a delivery whose sender died stays hidden: at least the sender's 60 s. Absent: the 360 s that AWS advises, six times as long,
   * for what a throttled sender needs. https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-configure.html
   */
  deliveryVisibilitySeconds: z.optional(
    z.int().check(z.minimum(SENDER_SECONDS), z.maximum(AWS_LIMITS.queueVisibilitySeconds.value)),
  ),
  /** Reserved concurrency of each lifecycle step: bounds the processes on a developer's machine. Absent: what the account allows. */
  stepConcurrency: z.optional(z.int().check(z.minimum(1))),
  /** An SNS topic that every alarm is sent to. Absent: alarms are only shown in CloudWatch. */
  alarmTopicArn: z.optional(z.string().check(z.regex(/^arn:[^:]+:sns:/))),
});
export type Stage = z.infer<typeof Stage>;
