import * as z from 'zod/mini';

const text = z.string();
const optionalText = z.optional(text);

export interface AwsPlace {
  accountId: string;
  region: string;
}

/** The account and region of a resource, as far as its ARN contains them: an IAM ARN has no region. */
export function placeOfArn(arn: string): AwsPlace {
  const [, , , region = '', accountId = ''] = arn.split(':');
  return { accountId, region };
}

/**
 * The only region from which CloudFront accepts certificates (CloudFront Developer Guide, "Requirements for certificates"), and
 * in which AWS counts its calls.
 */
export const CLOUDFRONT_REGION = 'us-east-1';

export const AwsWorkList = z.object({
  /** The end of the current process's lease. */
  heldUntil: optionalText,
  /** When the message that continues the work arrives; absent: none is on its way. */
  nextRunAt: optionalText,
  /** Grows with each addition to the list. */
  revision: z._default(z.int(), 0),
  lastImportAt: optionalText,
  /** How many times in a row AWS throttled us. */
  throttles: z._default(z.int(), 0),
  /** Imports by month, `2026-11`: AWS limits those of a year. */
  imports: z._default(z.record(text, z.int()), {}),
});
export type AwsWorkList = z.infer<typeof AwsWorkList>;

/** A task in an AWS account. It names the role itself, because its server may be deleted meanwhile. */
export const AwsWork = z.object({
  accountId: text,
  region: text,
  sk: text,
  /**
   * `certificate`: attach it to its listener or remove it, as its row says. `rule`: delete the rule of port 80. `managed`: a
   * tenant whose certificate CloudFront gets itself, as its row says.
   */
  kind: z.enum(['certificate', 'rule', 'managed']),
  organizationId: text,
  serverId: z.int(),
  roleArn: text,
  /** For load balancers. */
  listenerArn: z._default(text, ''),
  /** For CloudFront. */
  distributionId: optionalText,
  hostname: z._default(text, ''),
  /** The server's label, which is part of the names of the resources that the service has created for it. */
  label: optionalText,
  /** For a certificate to be removed. */
  certificateArn: optionalText,
  /** The expiry of the certificate that visitors get meanwhile. */
  urgency: text,
  createdAt: text,
  /** Since when it is due again, after a postponement. */
  dueAt: optionalText,
  /** The end of the retries, for a removal. */
  givesUpAt: optionalText,
  tries: z._default(z.int(), 0),
});
export type AwsWork = z.infer<typeof AwsWork>;
export type NewAwsWork = Omit<AwsWork, 'sk' | 'tries' | 'createdAt' | 'dueAt' | 'listenerArn'> &
  Partial<Pick<AwsWork, 'listenerArn'>>;
