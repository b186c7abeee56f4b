import * as z from 'zod/mini';
import { canonicalName } from '../../../contract/domain-name.ts';
import { isWellFormed, maxLength, minLength } from '../../../contract/text.schema.ts';
import { LONGEST_TOKEN_DAYS, MOST_MACHINES_OF_A_TOKEN } from '../../model/servers/enrollment-token.ts';
import { isRoleArn, MOST_MACHINE_ROLES } from '../../model/servers/machine-roles.ts';
import { ServerId } from '../../model/servers/server.schema.ts';
import { addressProblem, isOneNameOrAddresses, MOST_ADDRESSES } from './server-address.ts';

/** What the rules of a server's fields depend on. */
export interface ServerRules {
  baseTarget: string;
  ownNames: readonly string[];
}

const ServerName = z
  .string()
  .check(
    z.regex(/\S/, 'needs at least one character that is not white space'),
    maxLength(100, 'may have 100 characters'),
    isWellFormed,
  );

function serverAddress({ baseTarget, ownNames }: ServerRules) {
  const reserved = [baseTarget, ...ownNames];
  const entry = z.string().check((payload) => {
    const problem = addressProblem(payload.value, reserved);
    if (problem !== undefined) payload.issues.push({ code: 'custom', message: problem, input: payload.value });
  });
  return z.pipe(
    z
      .array(entry)
      .check(
        minLength(1, 'needs at least one address'),
        maxLength(MOST_ADDRESSES, `may have ${MOST_ADDRESSES} addresses`),
        z.refine(isOneNameOrAddresses, 'must be either one hostname or only IP addresses'),
        z.describe('One hostname, or one to eight IP addresses: where the `cname_target` points.'),
      ),
    z.transform((addresses) => [...new Set(addresses.map(canonicalName))]),
  );
}

const AgentConfig = z.strictObject({
  machine_roles: z
    .optional(
      z
        .array(z.string().check(z.refine(isRoleArn, 'must be the ARN of an IAM role: arn:aws:iam::<account>:role/<name>')))
        .check(maxLength(MOST_MACHINE_ROLES, `may have ${MOST_MACHINE_ROLES} roles`)),
    )
    .check(z.describe('ARNs of AWS roles whose instances and tasks enroll without a token; an empty list: none.')),
});

/** The roles that a config names; none is the same as an empty list. */
export function machineRolesOf(config: z.infer<typeof AgentConfig> | undefined): string[] | undefined {
  const roles = config?.machine_roles;
  return roles && roles.length > 0 ? [...new Set(roles)] : undefined;
}

const NOT_YET = ['alb', 'cloudfront'];

/** The body of POST /servers. */
export function createServerRequest(rules: ServerRules) {
  return z.strictObject({
    id: z.optional(ServerId),
    name: z.optional(ServerName),
    type: z._default(
      z.enum(['agent'], {
        error: ({ input }) => (NOT_YET.some((type) => type === input) ? 'is not available yet; only agent is' : 'must be agent'),
      }),
      'agent',
    ),
    config: z.optional(AgentConfig),
    address: z.optional(serverAddress(rules)),
  });
}
export type CreateServerRequest = z.infer<ReturnType<typeof createServerRequest>>;

const CHANGEABLE = ['name', 'config', 'address'];

/**
 * The body of PATCH /servers/{id}. `address: null` takes the address away. What is wrong with it as a whole is told under `body`.
 */
export function updateServerRequest(rules: ServerRules) {
  return z
    .strictObject({
      id: z.optional(z.never('cannot be changed')),
      type: z.optional(z.never('cannot be changed')),
      cname_target: z.optional(z.never('cannot be changed')),
      name: z.optional(ServerName),
      config: z.optional(AgentConfig),
      address: z.optional(z.nullable(serverAddress(rules))),
    })
    .check(
      z.refine((body) => Object.keys(body).length > 0, {
        error: `must have at least one of ${CHANGEABLE.join(', ')}`,
        path: ['body'],
      }),
      z.meta({ minProperties: 1 }),
    );
}
export type UpdateServerRequest = z.infer<ReturnType<typeof updateServerRequest>>;

/** The body of POST /servers/{id}/enrollments. Only a reusable token has a bound and an end of one's own, and it has both. */
export const CreateEnrollmentRequest = z
  .strictObject({
    reusable: z
      .optional(z.boolean())
      .check(
        z.describe('`true`: for up to `max_machines` machines, until `expires_in_days`; else for one machine, within the hour.'),
      ),
    max_machines: z
      .optional(z.int().check(z.minimum(1), z.maximum(MOST_MACHINES_OF_A_TOKEN)))
      .check(z.describe('How many machines may enroll with it in all, those included that are revoked later.')),
    expires_in_days: z.optional(z.int().check(z.minimum(1), z.maximum(LONGEST_TOKEN_DAYS))),
  })
  .check((payload) => {
    const { reusable = false, ...bounds } = payload.value;
    for (const field of ['max_machines', 'expires_in_days'] as const) {
      if (reusable === (bounds[field] !== undefined)) continue;
      const message = reusable ? 'is needed for a reusable token' : 'is for a reusable token; send reusable: true with it';
      payload.issues.push({ code: 'custom', message, path: [field], input: bounds[field] });
    }
  });

/** The query of DELETE /servers/{id}/enrollments/{machine_id}. */
export const RevokeMachineQuery = z.strictObject({
  rekey: z
    .optional(z.enum(['true', 'false'], 'must be true or false'))
    .check(z.describe('`true`: replace the private keys that the machine has, and revoke their certificates.')),
});
