import { addSeconds } from '../../shared/time/instant.ts';
import type { Enrollment } from './enrollment.store.ts';
import type { Server } from './server.schema.ts';

/** Long enough to install an agent by hand, too short to lie around in a chat. */
const VALID_SECONDS = 3600;

/** `enr_` and 43 base62 characters: 256 random bits, as an API key's secret has. `base62` draws them. */
export function newEnrollmentToken(base62: (length: number) => string): string {
  return `enr_${base62(43)}`;
}

/** The right to enroll one machine at a server from now on. */
export function newEnrollment({ organizationId, id, label }: Server, now: Date): Enrollment {
  return { organizationId, serverId: id, label, validUntil: addSeconds(now, VALID_SECONDS) };
}
