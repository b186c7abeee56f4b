/** What installs certificates at a server. Each type has an arm in `lambdas/model/servers/installer.ts`. */
export const SERVER_TYPES = ['agent', 'alb', 'cloudfront'] as const;
export type ServerType = (typeof SERVER_TYPES)[number];

/** Those that the service reaches by a role in an integrator's AWS account. */
export const AWS_SERVER_TYPES = ['alb', 'cloudfront'] as const satisfies readonly ServerType[];
export type AwsServerType = (typeof AWS_SERVER_TYPES)[number];
