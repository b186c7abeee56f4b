import * as z from 'zod/mini';
import { AWS_PROBLEM_REASONS } from '../../../contract/api/error-codes.ts';
import { AWS_QUOTAS } from '../../../contract/api/limits.ts';
import { SERVER_TYPES } from '../../../contract/api/server-types.ts';
import { deletedSchema, Id, Instant, Livemode, pageOf } from '../../../contract/api/wire.schema.ts';

const count = z.int().check(z.minimum(0));

const ServerConfig = z.strictObject({
  machine_roles: z.optional(z.array(z.string())),
  role_arn: z.optional(z.string()),
  listener_arn: z.optional(z.string()),
  http_listener_arn: z.optional(z.string()),
  region: z.optional(z.string()),
  distribution_id: z.optional(z.string()),
  connection_group_id: z.optional(z.string()),
  managed: z.optional(z.boolean()),
});

const ServerProblem = z
  .strictObject({
    reason: z.enum(AWS_PROBLEM_REASONS),
    action: z.optional(z.string().check(z.describe('The action that AWS denies the role, as policies name it.'))),
    summary: z.string().check(z.describe('What is the matter.')),
    fix: z.string().check(z.describe('What to do.')),
  })
  .check(z.meta({ id: 'ServerProblem', description: 'Why the service cannot work in the AWS account of a server.' }));

const ServerQuota = z
  .strictObject({
    name: z.enum(AWS_QUOTAS),
    used: count.check(z.describe('How much of it is in use, by whomever.')),
    limit: count.check(z.describe('As AWS applies it to the account at present.')),
  })
  .check(z.meta({ id: 'ServerQuota', description: 'A quota of AWS. Once it is used up, no domain can be added to the server.' }));

/** A server as the API shows it. What does not apply is absent. */
export const ServerResource = z
  .strictObject({
    id: Id,
    livemode: Livemode,
    name: z.string(),
    type: z.enum(SERVER_TYPES),
    config: ServerConfig,
    address: z.optional(
      z.array(z.string()).check(z.minLength(1), z.maxLength(8), z.describe('One hostname, or one to eight IP addresses.')),
    ),
    cname_target: z.string().check(z.describe('Where the CNAME records of its domains have to point.')),
    status: z
      .enum(['unclaimed', 'online', 'offline', 'error'])
      .check(
        z.describe(
          '`unclaimed`: no machine has been enrolled, or the AWS account was not checked yet. `error`: `problem` says why.',
        ),
      ),
    checked_at: z.optional(Instant),
    problem: z.optional(ServerProblem),
    quotas: z.optional(z.array(ServerQuota)),
    last_seen_at: z.optional(Instant),
    created_at: Instant,
  })
  .check(
    z.meta({
      id: 'Server',
      description:
        'A place where certificates are installed: one or more machines of yours, or a load balancer or a CloudFront distribution in your AWS account.',
    }),
  );

/** The answer of GET /aws-access. Policies are read by IAM alone. */
export const AwsAccessResource = z
  .strictObject({
    external_id: z.string().check(z.describe('What the service sends when it assumes the role: the id of your organization.')),
    service_role_arn: z.string().check(z.describe('The role of this deployment that assumes yours.')),
    trust_policy: z.record(z.string(), z.unknown()).check(z.describe('Who may assume your role.')),
    permissions_policy: z.record(z.string(), z.unknown()).check(z.describe('What your role has to be allowed.')),
  })
  .check(z.meta({ id: 'AwsAccess', description: 'What a role in your AWS account needs.' }));

export const ServerPage = pageOf(ServerResource).check(z.meta({ id: 'ServerPage' }));
export const DeletedServer = deletedSchema(Id).check(z.meta({ id: 'DeletedServer' }));
