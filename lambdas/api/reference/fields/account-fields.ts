import type { ComponentFields } from './component-fields.ts';

const NAME = 'A name of your choice, for people.';
const KEY_NAME = 'What it is for, in words of your own.';
const LAST_SEEN =
  'When the agent of one of its machines last called the service, or when the check of the AWS account last found all well; absent until the first time.';
const ALLOWED_ADDRESSES = 'IP addresses and ranges (CIDR) from which alone it may be used.';
const ALLOWED_SERVERS = 'Ids of the servers whose domains alone it may see and change.';
const CONFIG = 'What the type needs to know; one of type `agent` needs nothing.';
const MACHINE_ROLES = 'ARNs of AWS roles whose instances, tasks and pods enroll without a token, for a server of type `agent`.';
const TYPE =
  'How certificates are installed: `agent`, by a program on your machines; `alb`, by this service, at an Application Load Balancer in your AWS account; `cloudfront`, by this service, at a multi-tenant distribution of CloudFront there.';
const ROLE = 'The IAM role in your account that this service assumes.';
const HTTP_LISTENER =
  'The listener of port 80, where the service makes a rule that sends challenges to it. Without one, you make that rule.';
const LISTENER = 'The HTTPS listener to which certificates are added. Its default certificate stays as it is.';
const DISTRIBUTION =
  'The id of the multi-tenant distribution, for a server of type `cloudfront`: each hostname gets a distribution tenant there.';
const CONNECTION_GROUP = 'The id of the connection group of the tenants. Without one: the default one of the account.';
const MANAGED =
  '`true`: CloudFront orders and renews the certificates itself, and the service watches them. `false`, as without it: certificates of the service are imported.';

/** What the schemas of servers and of the organization do not say themselves. */
export const ACCOUNT_FIELDS: ComponentFields = {
  CreateServerRequest: {
    id: 'The id that you want it to have; without one it gets the next.',
    name: NAME,
    type: TYPE,
    config: CONFIG,
    'config.machine_roles': MACHINE_ROLES,
    'config.role_arn': ROLE,
    'config.listener_arn': LISTENER,
    'config.http_listener_arn': HTTP_LISTENER,
    'config.region': 'That of `listener_arn`; it may be left out.',
    'config.distribution_id': DISTRIBUTION,
    'config.connection_group_id': CONNECTION_GROUP,
    'config.managed': MANAGED,
  },
  UpdateServerRequest: {
    name: NAME,
    config: CONFIG,
    'config.machine_roles': MACHINE_ROLES,
    'config.role_arn': ROLE,
    'config.http_listener_arn': `${HTTP_LISTENER} Null takes it away.`,
    'config.managed': MANAGED,
    address: 'Where the `cname_target` points: one hostname, or one to eight IP addresses; null takes it away.',
  },
  Server: {
    id: 'The number that a domain names it by, as `server_id`.',
    name: NAME,
    type: TYPE,
    config: CONFIG,
    'config.machine_roles': MACHINE_ROLES,
    'config.role_arn': ROLE,
    'config.listener_arn': LISTENER,
    'config.http_listener_arn': HTTP_LISTENER,
    'config.region': 'The AWS region of the load balancer.',
    'config.distribution_id': DISTRIBUTION,
    'config.connection_group_id': CONNECTION_GROUP,
    'config.managed': MANAGED,
    checked_at: 'When the AWS account was last checked.',
    quotas: 'What AWS limits in the account; a domain is refused once one of them is used up.',
    last_seen_at: LAST_SEEN,
  },
  ServerProblem: { reason: 'Stays the same for programs; a diagnosis of a domain has the same reason.' },
  ServerQuota: { name: 'What is limited.' },
  DeletedServer: { id: 'The id that the server had.' },
  Enrollment: {
    expires_at: 'Until when the token can be used.',
    server_id: 'The id of the server whose certificates the machine will get.',
  },
  CreateEnrollmentRequest: { expires_in_days: 'After how many days a reusable token ends.' },
  EnrollmentToken: {
    id: 'Names the token, to revoke it.',
    server_id: 'The id of the server whose certificates its machines get.',
    created_at: 'When it was made.',
    expires_at: 'Until when machines can enroll with it.',
  },
  RevokedEnrollmentToken: { id: 'The id that the token had.' },
  Machine: {
    id: 'Names the machine, to revoke it.',
    name: 'The name with which the machine was enrolled.',
    enrolled_at: 'When its agent registered its keys.',
    last_seen_at: 'When its agent last called the service; absent until the first time.',
  },
  RevokedMachine: { id: 'The id that the machine had.' },
  CreateKeyRequest: {
    name: KEY_NAME,
    permissions: 'What it may do: at most what you may.',
    mode: 'Which data it reaches. It must be the mode of this request, which is what it is without this field.',
    expires_at: 'When it ends by itself; without one it does not.',
    allowed_addresses: `${ALLOWED_ADDRESSES} Absent: from everywhere.`,
    allowed_server_ids: `${ALLOWED_SERVERS} Absent: all.`,
  },
  UpdateKeyRequest: {
    name: KEY_NAME,
    expires_at: 'When it ends by itself; null: never.',
    allowed_addresses: `${ALLOWED_ADDRESSES} Null: from everywhere.`,
    allowed_server_ids: `${ALLOWED_SERVERS} Null: all.`,
  },
  RotateKeyRequest: { overlap_hours: 'For how long the former secret is accepted too.' },
  ApiKey: { name: KEY_NAME },
  ApiKeyInEvent: { name: KEY_NAME },
  ApiKeyWithSecret: { name: KEY_NAME },
  AuditEntry: {
    id: 'Names the entry.',
    created_at: 'When the change was made, by the time of day, also in test mode.',
    object: 'What was changed.',
    'actor.type': 'A key, a person, a machine’s agent, or one of the two below.',
  },
  Request: { method: 'How it was sent: GET, POST, PUT, PATCH or DELETE.' },
  RevokedApiKey: { id: 'The id that the key had.' },
  Organization: {
    id: 'Names your organization: tell it when you report a problem.',
    name: 'The name that an administrator gave it.',
    'key.id': 'Its public part, which goes into `X-API-KEY-ID`.',
    'key.name': 'The name that an administrator gave it.',
    'key.permissions': 'What it may do.',
    'key.allowed_addresses': ALLOWED_ADDRESSES,
    'key.allowed_server_ids': ALLOWED_SERVERS,
    limits: 'What your organization may use, and how much of it is used up.',
  },
};
