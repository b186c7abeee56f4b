/** The server, the machine and the API key in the examples of the reference. */
export const SERVER = {
  id: 1,
  livemode: true,
  name: 'Frankfurt',
  type: 'agent',
  config: {},
  address: ['198.51.100.10', '2001:db8::10'],
  cname_target: 'q7m2x4k9tz.cname.example.net',
  status: 'online',
  last_seen_at: '2026-11-21T09:29:41.003Z',
  created_at: '2026-11-02T14:03:55.120Z',
};

/** A load balancer in an AWS account of the integrator. */
export const ALB_SERVER = {
  ...SERVER,
  id: 2,
  name: 'Load balancer',
  type: 'alb',
  config: {
    role_arn: 'arn:aws:iam::123456789012:role/certificates',
    listener_arn: 'arn:aws:elasticloadbalancing:eu-central-1:123456789012:listener/app/shop/50dc6c495c0c9188/f2f7dc8efc522ab2',
    http_listener_arn:
      'arn:aws:elasticloadbalancing:eu-central-1:123456789012:listener/app/shop/50dc6c495c0c9188/0467ef3c8400ae65',
    region: 'eu-central-1',
  },
  address: ['shop-1234567890.eu-central-1.elb.amazonaws.com'],
  cname_target: 'h4v8c2n6wd.cname.example.net',
  status: 'error',
  checked_at: '2026-11-21T09:29:41.003Z',
  problem: {
    reason: 'action_denied',
    action: 'acm:ImportCertificate',
    summary: 'The IAM role of the server is denied an action in AWS: acm:ImportCertificate.',
    fix: 'Allow the role acm:ImportCertificate: attach the permissions_policy that GET /aws-access?type=alb shows for this server.',
  },
  quotas: [{ name: 'certificates_per_load_balancer', used: 3, limit: 25 }],
  last_seen_at: undefined,
};

/** A multi-tenant distribution of CloudFront in an AWS account of the integrator. */
export const CLOUDFRONT_SERVER = {
  ...SERVER,
  id: 3,
  name: 'Distribution',
  type: 'cloudfront',
  config: {
    role_arn: 'arn:aws:iam::123456789012:role/certificates',
    distribution_id: 'E1A2B3C4D5E6F7',
    managed: false,
  },
  address: ['d111111abcdef8.cloudfront.net'],
  cname_target: 'm9r3t7y5ka.cname.example.net',
  checked_at: '2026-11-21T09:29:41.003Z',
  quotas: [{ name: 'certificates_in_acm', used: 12, limit: 2_500 }],
};

export const AWS_ACCESS = {
  external_id: 'org_01KAGZ3T8Q4W1X7M2N5P6R9S0V',
  service_role_arn: 'arn:aws:iam::210987654321:role/cps/prod/opens-private-keys/cps-prod-servers',
  trust_policy: { Version: '2012-10-17', Statement: [{ Effect: 'Allow', Action: 'sts:AssumeRole' }] },
  permissions_policy: {
    Version: '2012-10-17',
    Statement: [{ Effect: 'Allow', Action: ['acm:ImportCertificate'], Resource: '*' }],
  },
};

export const MACHINE = {
  id: 'mch_01KAGZ3T8Q4W1X7M2N5P6R9S0V',
  name: 'web-1',
  enrolled_at: '2026-11-02T14:10:00.000Z',
  last_seen_at: '2026-11-21T09:29:41.003Z',
};

/** A reusable token, with which machines enroll. */
export const ENROLLMENT_TOKEN_ID = 'ent_01KAGZ3T8Q4W1X7M2N5P6R9S0V';

export const KEY = {
  id: 'cps_pk_live_4Zr8nT2mQ6xW0cV5bK9jLd',
  name: 'production',
  created_at: '2026-11-02T14:03:55.120Z',
  last_used_at: '2026-11-21T09:29:41.003Z',
  expires_at: '2026-11-28T14:00:00.000Z',
};
