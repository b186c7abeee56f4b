import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { after, expirySeconds } from '../shared/instant.ts';
import { keys } from '../shared/table/keys.ts';
import { notThereYet, type Table, type Write } from '../shared/table/table.store.ts';

/** Long enough to install an agent by hand, too short to lie around in a chat. */
const VALID_SECONDS = 3600;

const Enrollment = z.object({ organizationId: z.string(), serverId: z.int(), validUntil: z.string() });
export type Enrollment = z.infer<typeof Enrollment>;

const stillValid = 'attribute_exists(pk) AND validUntil > :now';

/** One-time tokens with which a machine enrolls. Only their SHA-256 is kept: 256 random bits need no slow hash. */
export function enrollmentStore(table: Table) {
  return {
    async create(organizationId: string, serverId: number, token: string, now: Date): Promise<Enrollment> {
      const enrollment: Enrollment = { organizationId, serverId, validUntil: after(now, VALID_SECONDS) };
      const expiresAtSeconds = expirySeconds(now, VALID_SECONDS);
      await table.put({ ...enrollmentKey(token), ...enrollment, expiresAtSeconds }, notThereYet);
      return enrollment;
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
