import type { AwsQuota } from '../../contract/api/server-types.ts';

/** What a quota of AWS counts, as a sentence and a list call it. */
export const AWS_QUOTA_WORDS: Record<AwsQuota, string> = {
  certificates_per_load_balancer: 'certificates at the load balancer, beside its default ones',
  certificates_in_acm: 'imported certificates in AWS Certificate Manager',
  imports_per_year: 'imports of certificates in the last 365 days',
};
