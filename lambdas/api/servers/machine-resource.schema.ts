import * as z from 'zod/mini';
import { deletedSchema, Id, Instant, pageOf } from '../../../contract/api/wire.schema.ts';

export const MachineResource = z
  .strictObject({ id: z.string(), name: z.string(), enrolled_at: Instant, last_seen_at: z.optional(Instant) })
  .check(z.meta({ id: 'Machine', description: 'A machine whose agent may fetch the certificates of its server.' }));

export const MachinePage = pageOf(MachineResource).check(z.meta({ id: 'MachinePage' }));
export const RevokedMachine = deletedSchema(z.string()).check(z.meta({ id: 'RevokedMachine' }));

/** The answer of POST /servers/{id}/enrollments. */
export const EnrollmentResource = z
  .strictObject({
    token: z.string().check(z.describe('Enrolls one machine, once. It is shown here only.')),
    expires_at: Instant,
    server_id: Id,
  })
  .check(z.meta({ id: 'Enrollment', description: 'The right to enroll one machine.' }));
