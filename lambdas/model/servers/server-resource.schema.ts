import * as z from 'zod/mini';
import { AWS_PROBLEM_REASONS } from '../../../contract/api/error-codes.ts';
import { int64 } from '../../../contract/api/int64.schema.ts';
import { AWS_QUOTAS } from '../../../contract/api/limits.ts';
import { SERVER_TYPES } from '../../../contract/api/server-types.ts';
import { CreatedAt, deletedSchema, Id, Instant, Livemode, pageOf } from '../../../contract/api/wire.schema.ts';
import { SERVER_DESCRIPTIONS } from './server-descriptions.ts';

const count = z.int().check(z.minimum(0));

const textOf = (text: string) => z.optional(z.string().check(z.describe(text)));

const ServerConfig = z
  .strictObject({
    machine_roles: z.optional(z.array(z.string()).check(z.describe(SERVER_DESCRIPTIONS.machineRoles))),
    role_arn: textOf(SERVER_DESCRIPTIONS.role),
    listener_arn: textOf(SERVER_DESCRIPTIONS.listener),
    http_listener_arn: textOf(SERVER_DESCRIPTIONS.httpListener),
    region: textOf('The AWS region of the load balancer.'),
    distribution_id: textOf(SERVER_DESCRIPTIONS.distribution),
    connection_group_id: textOf(SERVER_DESCRIPTIONS.connectionGroup),
    managed: z.optional(z.boolean().check(z.describe(SERVER_DESCRIPTIONS.managed))),
  })
  .check(z.describe(SERVER_DESCRIPTIONS.config));

const ServerProblem = z
  .strictObject({
    reason: z
      .enum(AWS_PROBLEM_REASONS)
      .check(z.describe('Stays the same for programs; a diagnosis of a domain has the same reason.')),
    action: z.optional(z.string().check(z.describe('The action that AWS denies the role, as policies name it.'))),
    summary: z.string().check(z.describe('What is the matter.')),
    fix: z.string().check(z.describe('What to do.')),
  })
  .check(z.meta({ id: 'ServerProblem', description: 'Why the service cannot work in the AWS account of a server.' }));

const ServerQuota = z
  .strictObject({
    name: z.enum(AWS_QUOTAS).check(z.describe('What is limited.')),
    used: count.check(z.describe('How much of it is in use, by whomever.')),
    limit: count.check(z.describe('As AWS applies it to the account at present.')),
  })
  .check(z.meta({ id: 'ServerQuota', description: 'A quota of AWS. Once it is used up, no domain can be added to the server.' }));

/** A server as the API shows it. Fields that do not apply are absent. */
export const ServerResource = z
  .strictObject({
    id: Id.check(int64('The number that a domain names it by, as `server_id`.')),
    livemode: Livemode,
    name: z.string().check(z.describe(SERVER_DESCRIPTIONS.name)),
    type: z.enum(SERVER_TYPES).check(z.describe(SERVER_DESCRIPTIONS.type)),
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
    checked_at: z.optional(Instant.check(z.describe('When the AWS account was last checked.'))),
    problem: z.optional(ServerProblem),
    quotas: z.optional(
      z.array(ServerQuota).check(z.describe('What AWS limits in the account; a domain is refused once one of them is used up.')),
    ),
    last_seen_at: z.optional(
      Instant.check(
        z.describe(
          'When the agent of one of its machines last called the service, or when the check of the AWS account last found all well; absent until the first time.',
        ),
      ),
    ),
    created_at: CreatedAt,
  })
  .check(
    z.meta({
      id: 'Server',
      description:
        'A place where certificates are installed: one or more machines of yours, or a load balancer or a CloudFront distribution in your AWS account.',
    }),
  );

/** The response of GET /aws-access. Only IAM reads the policies. */
export const AwsAccessResource = z
  .strictObject({
    external_id: z.string().check(z.describe('What the service sends when it assumes the role: the id of your organization.')),
    service_role_arn: z.string().check(z.describe('The role of this deployment that assumes yours.')),
    trust_policy: z.record(z.string(), z.unknown()).check(z.describe('Who may assume your role.')),
    permissions_policy: z.record(z.string(), z.unknown()).check(z.describe('What your role has to be allowed.')),
  })
  .check(z.meta({ id: 'AwsAccess', description: 'What a role in your AWS account needs.' }));

export const ServerPage = pageOf(ServerResource).check(z.meta({ id: 'ServerPage' }));
export const DeletedServer = deletedSchema(Id.check(int64('The id that the server had.'))).check(z.meta({ id: 'DeletedServer' }));
