import * as z from 'zod/mini';
import { int64 } from '../../../contract/api/int64.schema.ts';
import { CreatedAt, DomainId, deletedSchema, Id, Instant, pageOf } from '../../../contract/api/wire.schema.ts';

const Hostname = z.string().check(z.describe('The hostname of the domain then.'));

export const MachineResource = z
  .strictObject({
    id: z.string().check(z.describe('Names the machine, to revoke it.')),
    name: z.string().check(z.describe('The name with which the machine was enrolled.')),
    enrolled_at: Instant.check(z.describe('When its agent registered its keys.')),
    last_seen_at: z.optional(Instant.check(z.describe('When its agent last called the service; absent until the first time.'))),
  })
  .check(z.meta({ id: 'Machine', description: 'A machine whose agent may fetch the certificates of its server.' }));

export const MachinePage = pageOf(MachineResource).check(z.meta({ id: 'MachinePage' }));

export const RevokedMachine = z
  .extend(deletedSchema(z.string().check(z.describe('The id that the machine had.'))), {
    keys: z
      .strictObject({
        count: z.int().check(z.minimum(0), z.describe('How many domains.')),
        domains: z
          .array(z.strictObject({ domain_id: DomainId, hostname: Hostname }))
          .check(z.maxLength(100), z.describe('At most 100 of them, those whose keys it got last.')),
        has_more: z.boolean().check(z.describe('There are others: `GET …/{machine_id}/keys` lists all keys.')),
      })
      .check(z.describe('The domains whose private keys the machine got.')),
    rekey: z.boolean().check(z.describe('Whether these domains get new keys, and their present certificates are revoked.')),
  })
  .check(z.meta({ id: 'RevokedMachine', description: 'A machine that gets nothing more, and what it got.' }));

const MachineKey = z
  .strictObject({
    id: z.string().check(z.describe('Of the record.')),
    domain_id: DomainId,
    hostname: Hostname,
    fingerprint_sha256: z.string().check(z.describe('Of the certificate whose key it is.')),
    released_at: Instant.check(z.describe('When it left the service.')),
  })
  .check(z.meta({ id: 'MachineKey', description: 'The record that a machine got a private key.' }));
export const MachineKeyPage = pageOf(MachineKey).check(z.meta({ id: 'MachineKeyPage' }));

const MaxMachines = z.int().check(z.minimum(1), z.describe('How many machines may enroll with it in all.'));

export const EnrollmentResource = z
  .strictObject({
    token: z.string().check(z.describe('Enrolls one machine, once, or as many as `max_machines` says. It is shown here only.')),
    expires_at: Instant.check(z.describe('Until when the token can be used.')),
    server_id: Id.check(int64('The id of the server whose certificates the machine will get.')),
    id: z.optional(z.string()).check(z.describe('Of a reusable token, to revoke it.')),
    max_machines: z.optional(MaxMachines),
  })
  .check(z.meta({ id: 'Enrollment', description: 'The right to enroll one machine, or several.' }));

const EnrollmentToken = z
  .strictObject({
    id: z.string().check(z.describe('Names the token, to revoke it.')),
    server_id: Id.check(int64('The id of the server whose certificates its machines get.')),
    max_machines: MaxMachines,
    machines_enrolled: z
      .int()
      .check(z.minimum(0), z.describe('How many have enrolled with it, those included that were revoked since.')),
    created_at: CreatedAt,
    expires_at: Instant.check(z.describe('Until when machines can enroll with it.')),
  })
  .check(z.meta({ id: 'EnrollmentToken', description: 'A reusable token, without its secret.' }));
export const EnrollmentTokenPage = pageOf(EnrollmentToken).check(z.meta({ id: 'EnrollmentTokenPage' }));

export const RevokedEnrollmentToken = deletedSchema(z.string().check(z.describe('The id that the token had.'))).check(
  z.meta({ id: 'RevokedEnrollmentToken' }),
);
