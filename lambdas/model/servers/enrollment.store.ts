import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { AuditEntry } from '../../shared/audit/audit.schema.ts';
import { auditWrite } from '../../shared/audit/audit.store.ts';
import { keys } from '../../shared/table/keys.ts';
import { notThereYet, type Table, type Write } from '../../shared/table/table.store.ts';

export const Enrollment = z.object({
  organizationId: z.string(),
  serverId: z.int(),
  /**
   * The server's label. A server that was deleted and created again by its number has another, and is not what the token is for.
   */
  label: z.string(),
  validUntil: z.string(),
});
export type Enrollment = z.infer<typeof Enrollment>;

const stillValid = 'attribute_exists(pk) AND validUntil > :now';

/** One-time tokens with which a machine enrolls. Only their SHA-256 is kept: 256 random bits need no slow hash. */
export function enrollmentStore(table: Table) {
  return {
    /** Keeps a new token, with whatever goes `alongside`. */
    async create(enrollment: Enrollment, token: string, audit: AuditEntry, alongside: Write[] = []): Promise<void> {
      const expiresAtSeconds = Math.ceil(Date.parse(enrollment.validUntil) / 1000);
      await table.transact([
        table.putWrite({ ...enrollmentKey(token), ...enrollment, expiresAtSeconds }, notThereYet),
        auditWrite(table, audit),
        ...alongside,
      ]);
    },

    /** What an unused token is for; undefined when it is unknown, used or too old. */
    async find(token: string, now: Date): Promise<Enrollment | undefined> {
      const item = await table.get(enrollmentKey(token));
      const enrollment = item && Enrollment.parse(item);
      return enrollment && enrollment.validUntil > now.toISOString() ? enrollment : undefined;
    },

    /** Uses the token up, for the transaction that enrolls the machine: of two at once, one is refused. */
    useWrite(token: string, now: Date): Write {
      return table.deleteWrite(enrollmentKey(token), {
        expression: stillValid,
        values: { ':now': now.toISOString() },
      });
    },
  };
}
export type EnrollmentStore = ReturnType<typeof enrollmentStore>;

function enrollmentKey(token: string) {
  return keys.enrollment(createHash('sha256').update(token, 'utf8').digest('hex'));
}
