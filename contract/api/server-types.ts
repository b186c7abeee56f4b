/** What installs certificates at a server. Each type has an arm in `lambdas/model/servers/installer.ts`. */
export const SERVER_TYPES = ['agent', 'alb', 'cloudfront'] as const;
export type ServerType = (typeof SERVER_TYPES)[number];
