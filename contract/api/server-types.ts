/** How certificates are installed. Each type has a branch in `lambdas/model/servers/installer.ts`. */
export const SERVER_TYPES = ['agent', 'alb', 'cloudfront'] as const;
export type ServerType = (typeof SERVER_TYPES)[number];

/** Types that the service reaches through a role in an integrator's AWS account. */
export const AWS_SERVER_TYPES = ['alb', 'cloudfront'] as const satisfies readonly ServerType[];
export type AwsServerType = (typeof AWS_SERVER_TYPES)[number];
