import * as z from 'zod/mini';
import { int64 } from '../../../contract/api/int64.schema.ts';
import { AWS_SERVER_TYPES, SERVER_TYPES } from '../../../contract/api/server-types.ts';
import { canonicalName } from '../../../contract/domain-name.ts';
import { isWellFormed, maxLength, minLength } from '../../../contract/text.schema.ts';
import { MAX_MACHINES_OF_A_TOKEN, MAX_TOKEN_DAYS } from '../../model/servers/enrollment/enrollment-token.ts';
import { ServerId } from '../../model/servers/server.schema.ts';
import { SERVER_DESCRIPTIONS } from '../../model/servers/server-descriptions.ts';
import { integerParameter } from '../../shared/http/parameters.ts';
import { addressProblem, isOneNameOrAddresses, MAX_ADDRESSES } from './server-address.ts';

export interface ServerRules {
  baseTarget: string;
  ownNames: readonly string[];
}
/** For the reference: a deployment's own refused names are not part of the schema. */
export const ANY_RULES: ServerRules = { baseTarget: 'cname.example.net', ownNames: [] };

const ServerName = z
  .string()
  .check(
    z.regex(/\S/, 'needs at least one character that is not white space'),
    maxLength(100, 'may have 100 characters'),
    isWellFormed,
    z.describe(SERVER_DESCRIPTIONS.name),
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
        maxLength(MAX_ADDRESSES, `may have ${MAX_ADDRESSES} addresses`),
        z.refine(isOneNameOrAddresses, 'must be either one hostname or only IP addresses'),
        z.describe('One hostname, or one to eight IP addresses: where the `cname_target` points.'),
      ),
    z.transform((addresses) => [...new Set(addresses.map(canonicalName))]),
  );
}

const Arn = z.string().check(maxLength(2_048, 'may have 2048 characters'));
const ShortText = z.string().check(maxLength(100, 'may have 100 characters'));
const MAX_MACHINE_ROLES = 20;
/** server-config.ts checks which fields a type accepts. */
const config = {
  machine_roles: z.optional(
    z
      .array(Arn)
      .check(maxLength(MAX_MACHINE_ROLES, `may have ${MAX_MACHINE_ROLES} roles`), z.describe(SERVER_DESCRIPTIONS.machineRoles)),
  ),
  role_arn: z.optional(Arn.check(z.describe(SERVER_DESCRIPTIONS.role))),
  listener_arn: z.optional(Arn.check(z.describe(SERVER_DESCRIPTIONS.listener))),
  region: z.optional(z.string().check(z.describe('That of `listener_arn`; it may be left out.'))),
  distribution_id: z.optional(ShortText.check(z.describe(SERVER_DESCRIPTIONS.distribution))),
  connection_group_id: z.optional(ShortText.check(z.describe(SERVER_DESCRIPTIONS.connectionGroup))),
  managed: z.optional(z.boolean().check(z.describe(SERVER_DESCRIPTIONS.managed))),
};

export function createServerRequest(rules: ServerRules) {
  return z.strictObject({
    id: z.optional(ServerId.check(int64('The id that you want it to have; without one it gets the next.'))),
    name: z.optional(ServerName),
    type: z._default(
      z.enum(SERVER_TYPES, `must be ${SERVER_TYPES.join(' or ')}`).check(z.describe(SERVER_DESCRIPTIONS.type)),
      'agent',
    ),
    config: z.optional(
      z
        .strictObject({ ...config, http_listener_arn: z.optional(Arn.check(z.describe(SERVER_DESCRIPTIONS.httpListener))) })
        .check(z.describe(SERVER_DESCRIPTIONS.config)),
    ),
    address: z.optional(serverAddress(rules)),
  });
}
export type CreateServerRequest = z.infer<ReturnType<typeof createServerRequest>>;

const CHANGEABLE = ['name', 'address', 'config'];

/** The body of PATCH /servers/{id}. Problems with the body as a whole are reported under `body`. */
export function updateServerRequest(rules: ServerRules) {
  return z
    .strictObject({
      id: z.optional(z.never('cannot be changed')),
      type: z.optional(z.never('cannot be changed')),
      config: z.optional(
        z
          .strictObject({
            machine_roles: config.machine_roles,
            role_arn: config.role_arn,
            http_listener_arn: z.optional(
              z.nullable(Arn).check(z.describe(`${SERVER_DESCRIPTIONS.httpListener} Null takes it away.`)),
            ),
            listener_arn: z.optional(z.never('cannot be changed')),
            managed: config.managed,
            region: z.optional(z.never('cannot be changed')),
            distribution_id: z.optional(z.never('cannot be changed')),
            connection_group_id: z.optional(z.never('cannot be changed')),
          })
          .check(z.describe(SERVER_DESCRIPTIONS.config)),
      ),
      cname_target: z.optional(z.never('cannot be changed')),
      name: z.optional(ServerName),
      address: z.optional(
        z
          .nullable(serverAddress(rules))
          .check(z.describe('Where the `cname_target` points: one hostname, or one to eight IP addresses; null takes it away.')),
      ),
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

export const AwsAccessQuery = z.strictObject({
  type: z
    .optional(z.enum(AWS_SERVER_TYPES, `must be ${AWS_SERVER_TYPES.join(' or ')}`))
    .check(z.describe('The type of the server. Without it: that of the server that `server_id` names, else `alb`.')),
  server_id: z
    .optional(integerParameter(1, Number.MAX_SAFE_INTEGER))
    .check(z.describe('A server that is there already: its ARNs and its distribution are taken.')),
  role_arn: z.optional(Arn).check(z.describe('The role, if it has its name already.')),
  listener_arn: z
    .optional(Arn)
    .check(z.describe('The listener of HTTPS. Without it, the policy is for each load balancer of the account.')),
  http_listener_arn: z.optional(Arn).check(z.describe('The listener of port 80, if the service is to make its rule there.')),
  distribution_id: z
    .optional(ShortText)
    .check(z.describe('The distribution. Without it, the policy is for each multi-tenant distribution of the account.')),
});

/** The body of POST /servers/{id}/enrollments. Only a reusable token takes a use limit and an expiry, and it needs both. */
export const CreateEnrollmentRequest = z
  .strictObject({
    reusable: z
      .optional(z.boolean())
      .check(
        z.describe('`true`: for up to `max_machines` machines, until `expires_in_days`; else for one machine, within the hour.'),
      ),
    max_machines: z
      .optional(z.int().check(z.minimum(1), z.maximum(MAX_MACHINES_OF_A_TOKEN)))
      .check(z.describe('How many machines may enroll with it in all, those included that are revoked later.')),
    expires_in_days: z.optional(
      z.int().check(z.minimum(1), z.maximum(MAX_TOKEN_DAYS), z.describe('After how many days a reusable token ends.')),
    ),
  })
  .check((payload) => {
    const { reusable = false, ...bounds } = payload.value;
    for (const field of ['max_machines', 'expires_in_days'] as const) {
      if (reusable === (bounds[field] !== undefined)) continue;
      const message = reusable ? 'is needed for a reusable token' : 'is for a reusable token; send reusable: true with it';
      payload.issues.push({ code: 'custom', message, path: [field], input: bounds[field] });
    }
  });

export const RevokeMachineQuery = z.strictObject({
  rekey: z
    .optional(z.enum(['true', 'false'], 'must be true or false'))
    .check(z.describe('`true`: replace the private keys that the machine has, and revoke their certificates.')),
});
