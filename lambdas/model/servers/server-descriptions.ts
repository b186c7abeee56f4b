/** Descriptions of a server's fields, for requests and responses. */
export const SERVER_DESCRIPTIONS = {
  name: 'A name of your choice, for people.',
  type: 'How certificates are installed: `agent`, by a program on your machines; `alb`, by this service, at an Application Load Balancer in your AWS account; `cloudfront`, by this service, at a multi-tenant distribution of CloudFront there.',
  config: 'What the type needs to know; one of type `agent` needs nothing.',
  machineRoles: 'ARNs of AWS roles whose instances, tasks and pods enroll without a token, for a server of type `agent`.',
  role: 'The IAM role in your account that this service assumes.',
  listener: 'The HTTPS listener to which certificates are added. Its default certificate stays as it is.',
  httpListener:
    'The listener of port 80, where the service makes a rule that sends challenges to it. Without one, you make that rule.',
  distribution:
    'The id of the multi-tenant distribution, for a server of type `cloudfront`: each hostname gets a distribution tenant there.',
  connectionGroup: 'The id of the connection group of the tenants. Without one: the default one of the account.',
  managed:
    '`true`: CloudFront orders and renews the certificates itself, and the service watches them. `false`, as without it: certificates of the service are imported.',
} as const;
