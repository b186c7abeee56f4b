/** What installs certificates at a server. Each type has an arm in `lambdas/model/servers/installer.ts`. */
export const SERVER_TYPES = ['agent', 'alb'] as const;
export type ServerType = (typeof SERVER_TYPES)[number];

/** What AWS limits for certificates of an account in a region, and at a load balancer (Service Quotas). */
export const AWS_QUOTAS = ['certificates_per_load_balancer', 'certificates_in_acm', 'imports_per_year'] as const;
export type AwsQuota = (typeof AWS_QUOTAS)[number];
