import * as z from 'zod/mini';

const text = z.string();
const optionalText = z.optional(text);

/** An AWS account in one region. */
export interface AwsPlace {
  accountId: string;
  region: string;
}

/** Where what an ARN names is, if its ARN says so: one of IAM has no region. */
export function placeOfArn(arn: string): AwsPlace {
  const [, , , region = '', accountId = ''] = arn.split(':');
  return { accountId, region };
}

/**
 * The only region from which CloudFront takes certificates (CloudFront Developer Guide, "Requirements for certificates"), and in
 * which AWS counts its calls.
 */
export const CLOUDFRONT_REGION = 'us-east-1';

/** Who works through the list of an AWS account and region. */
export const AwsWorkList = z.object({
  /** Until then a process has it. */
  heldUntil: optionalText,
  /** When the message arrives with which the work goes on; absent: none is under way. */
  nextRunAt: optionalText,
  /** Grows with whatever is put into the list. */
  revision: z._default(z.int(), 0),
  lastImportAt: optionalText,
  /** How often in a row AWS wanted to be called later. */
  throttles: z._default(z.int(), 0),
  /** Imports by month, `2026-11`: AWS counts those of a year. */
  imports: z._default(z.record(text, z.int()), {}),
});
export type AwsWorkList = z.infer<typeof AwsWorkList>;

/** Something to be done in an AWS account. It names the role itself: its server may be deleted meanwhile. */
export const AwsWork = z.object({
  accountId: text,
  region: text,
  /** Where it lies in its list. */
  sk: text,
  /**
   * A certificate to be brought to its listener, or away from there, as its row says; the rule of port 80 to be deleted; a tenant
   * whose certificate CloudFront gets itself, as its row says.
   */
  kind: z.enum(['certificate', 'rule', 'managed']),
  organizationId: text,
  serverId: z.int(),
  roleArn: text,
  /** Of a load balancer. */
  listenerArn: z._default(text, ''),
  /** Of CloudFront. */
  distributionId: optionalText,
  hostname: z._default(text, ''),
  /** Of the server: it names what the service has created for it. */
  label: optionalText,
  /** Of a certificate to be taken away. */
  certificateArn: optionalText,
  /** The end of the certificate that visitors get meanwhile. */
  urgency: text,
  createdAt: text,
  /** Since when it is due again, after it has waited. */
  dueAt: optionalText,
  /** Of what is to be taken away: it is tried no more then. */
  givesUpAt: optionalText,
  /** How often it failed. */
  tries: z._default(z.int(), 0),
});
export type AwsWork = z.infer<typeof AwsWork>;
export type NewAwsWork = Omit<AwsWork, 'sk' | 'tries' | 'createdAt' | 'dueAt' | 'listenerArn'> &
  Partial<Pick<AwsWork, 'listenerArn'>>;
