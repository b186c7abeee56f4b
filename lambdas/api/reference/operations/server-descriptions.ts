import * as z from 'zod/mini';
import { ERROR_MESSAGES } from '../../../../copy/en/error-messages.ts';
import { ACTIVE_ROW } from '../../../model/events/domain-examples.ts';
import { ALB_SERVER, AWS_ACCESS, MACHINE, SERVER } from '../../../model/events/server-examples.ts';
import { AwsAccessResource, DeletedServer, ServerPage, ServerResource } from '../../../model/servers/server-resource.schema.ts';
import { ListQuery } from '../../../shared/http/parameters.ts';
import { HIGHEST_COUNTED_ID } from '../../servers/create-server.ts';
import {
  EnrollmentResource,
  EnrollmentTokenPage,
  MachineKeyPage,
  MachinePage,
  RevokedEnrollmentToken,
  RevokedMachine,
} from '../../servers/machine-resource.schema.ts';
import {
  AwsAccessQuery,
  CreateEnrollmentRequest,
  createServerRequest,
  RevokeMachineQuery,
  updateServerRequest,
} from '../../servers/server-requests.schema.ts';
import type { OperationDescription } from './operation-description.ts';

const tag = 'Servers';
/** Which names a deployment refuses besides is no matter of the schema. */
const ANY_RULES = { baseTarget: 'cname.example.net', ownNames: [] };

export const SERVER_DESCRIPTIONS = {
  createServer: {
    tag,
    summary: 'Create a server',
    description: `Without an \`id\` it gets the next one, counted from 1; ids above ${HIGHEST_COUNTED_ID.toLocaleString('en')} are not counted on from. Its \`cname_target\` is where its domains have to point. One of type \`cloudfront\` takes no \`address\`: the check of its account finds it.`,
    body: { schema: createServerRequest(ANY_RULES), example: { name: SERVER.name, address: SERVER.address } },
    answer: {
      status: 201,
      description: 'The new server.',
      schema: ServerResource,
      example: { ...SERVER, status: 'unclaimed', last_seen_at: undefined },
    },
    errors: ['quota_exceeded'],
  },
  listServers: {
    tag,
    summary: 'List servers',
    description: 'The highest id first.',
    query: ListQuery,
    answer: {
      status: 200,
      description: 'One page of servers.',
      schema: ServerPage,
      example: { data: [SERVER], next_cursor: null },
    },
  },
  getServer: {
    tag,
    summary: 'Get a server',
    description: 'How the server stands, and when one of its machines was last seen.',
    answer: { status: 200, description: 'The server.', schema: ServerResource, example: SERVER },
  },
  updateServer: {
    tag,
    summary: 'Change a server',
    description:
      'Its name, its address, the roles of its machines; of a server of type `alb` the role and the listener of port 80; of one of type `cloudfront` the role and `managed`, but not the address, which the service finds. Its type cannot be changed. With another `config`, the AWS account is checked again at once.',
    body: { schema: updateServerRequest(ANY_RULES), example: { name: 'Frankfurt 2' } },
    answer: {
      status: 200,
      description: 'The server as it is now.',
      schema: ServerResource,
      example: { ...SERVER, name: 'Frankfurt 2' },
    },
  },
  deleteServer: {
    tag,
    summary: 'Delete a server',
    description: 'Its machines get nothing more from this moment.',
    answer: { status: 200, description: 'It is gone.', schema: DeletedServer, example: { id: SERVER.id, deleted: true } },
    conflict: ERROR_MESSAGES.conflict.serverInUse,
  },
  checkServer: {
    tag,
    summary: 'Check the AWS account of a server',
    description:
      'Of a server of type `alb` or `cloudfront`. The check is under way when this answers: `GET /servers/{id}` shows what it has found, with a later `checked_at`, a few seconds later. The account is also checked after each change of the server, and once a day.',
    body: { schema: z.strictObject({}), example: {}, isOptional: true },
    answer: {
      status: 200,
      description: 'The server as it is; the check has begun.',
      schema: ServerResource,
      example: ALB_SERVER,
    },
    errors: ['rate_limit_exceeded'],
    conflict: ERROR_MESSAGES.conflict.serverNotChecked,
  },
  getAwsAccess: {
    tag,
    summary: 'Get the policies for a role in your AWS account',
    description:
      'What the IAM role of a server of type `alb` or `cloudfront` needs, before or after the server is created: who may assume it, and what it may do. Both are JSON documents for IAM. `docs/servers/alb.md` and `docs/servers/cloudfront.md` show how to use them.',
    query: AwsAccessQuery,
    answer: { status: 200, description: 'The policies.', schema: AwsAccessResource, example: AWS_ACCESS },
  },
  createEnrollment: {
    tag,
    summary: 'Enroll machines',
    description:
      'Answers a token with which the agent of one machine registers its keys, once, within the hour. With `reusable` the token is for a fleet: up to `max_machines` machines enroll with it until it expires, and it can be revoked.',
    body: { schema: CreateEnrollmentRequest, example: {}, isOptional: true },
    answer: {
      status: 201,
      description: 'The token.',
      schema: EnrollmentResource,
      example: { token: 'enr_5kQ0…', expires_at: '2026-11-21T10:30:00.000Z', server_id: SERVER.id },
    },
    conflict: ERROR_MESSAGES.conflict.enrollmentsByAdministrators,
  },
  listMachines: {
    tag,
    summary: 'List the machines of a server',
    description: 'Every machine whose agent may fetch its certificates.',
    query: ListQuery,
    answer: {
      status: 200,
      description: 'One page of machines.',
      schema: MachinePage,
      example: { data: [MACHINE], next_cursor: null },
    },
  },
  revokeMachine: {
    tag,
    summary: 'Revoke a machine',
    description:
      'Its agent gets nothing more from this moment. What it has already stays on the machine: `keys` says which domains that concerns. With `rekey=true` each of them whose present certificate has such a key gets a certificate with a new key, at the pace of the order budget, and the old one is revoked for `keyCompromise`. To ask again changes nothing more; `rekey=true` is also possible for a machine that was revoked before.',
    query: RevokeMachineQuery,
    answer: {
      status: 200,
      description: 'It is revoked.',
      schema: RevokedMachine,
      example: {
        id: MACHINE.id,
        deleted: true,
        keys: { count: 1, domains: [{ domain_id: ACTIVE_ROW.id, hostname: ACTIVE_ROW.url }], has_more: false },
        rekey: false,
      },
    },
  },
  listMachineKeys: {
    tag,
    summary: 'List the private keys that a machine got',
    description: 'Newest first, for 400 days; also of a machine that is revoked.',
    query: ListQuery,
    answer: {
      status: 200,
      description: 'One page of records.',
      schema: MachineKeyPage,
      example: {
        data: [
          {
            id: 'aud_01KAGZ3T8Q4W1X7M2N5P6R9S0V',
            domain_id: ACTIVE_ROW.id,
            hostname: ACTIVE_ROW.url,
            fingerprint_sha256: ACTIVE_ROW.served.certificate.fingerprintSha256,
            released_at: ACTIVE_ROW.updatedAt,
          },
        ],
        next_cursor: null,
      },
    },
  },
  listEnrollmentTokens: {
    tag,
    summary: 'List the reusable tokens of a server',
    description: 'Newest first, without their secrets; those that have expired or were revoked are not in the list.',
    query: ListQuery,
    answer: {
      status: 200,
      description: 'One page of tokens.',
      schema: EnrollmentTokenPage,
      example: {
        data: [
          {
            id: 'ent_01KAGZ3T8Q4W1X7M2N5P6R9S0V',
            server_id: SERVER.id,
            max_machines: 200,
            machines_enrolled: 12,
            created_at: '2026-11-21T09:30:00.000Z',
            expires_at: '2027-02-19T09:30:00.000Z',
          },
        ],
        next_cursor: null,
      },
    },
  },
  revokeEnrollmentToken: {
    tag,
    summary: 'Revoke a reusable token',
    description: 'No machine enrolls with it from this moment. Those that have stay enrolled; revoke them one by one.',
    answer: {
      status: 200,
      description: 'It is revoked.',
      schema: RevokedEnrollmentToken,
      example: { id: 'ent_01KAGZ3T8Q4W1X7M2N5P6R9S0V', deleted: true },
    },
  },
} as const satisfies Record<string, OperationDescription>;
