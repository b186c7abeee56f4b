import { addSeconds } from '../../../shared/time/instant.ts';
import type { Server } from '../server.schema.ts';
import type { Enrollment, ReusableToken } from './enrollment.store.ts';

/** Long enough to install an agent by hand, too short to lie around in a chat. */
const VALID_SECONDS = 3600;
const DAY_SECONDS = 86_400;

/** For how long a token for several machines may be valid. It lies in launch templates: a year is what people plan for. */
export const LONGEST_TOKEN_DAYS = 365;
/** How many machines may enroll with one in all: a group that replaces 200 machines every day for a year. */
export const MOST_MACHINES_OF_A_TOKEN = 100_000;

/** `enr_` and 43 base62 characters: 256 random bits, as an API key's secret has. `base62` draws them. */
export function newEnrollmentToken(base62: (length: number) => string): string {
  return `enr_${base62(43)}`;
}

/** The right to enroll one machine at a server from now on. */
export function newEnrollment({ organizationId, id, label }: Server, now: Date): Enrollment {
  return { organizationId, serverId: id, label, validUntil: addSeconds(now, VALID_SECONDS) };
}

/** What a token for several machines may do. */
export interface TokenBounds {
  maxMachines: number;
  days: number;
}

/** The right to enroll several machines at a server from now on. */
export function newReusableToken(
  { organizationId, id: serverId, label }: Server,
  id: string,
  { maxMachines, days }: TokenBounds,
  now: Date,
): ReusableToken {
  const validUntil = addSeconds(now, days * DAY_SECONDS);
  return { id, organizationId, serverId, label, maxMachines, machines: 0, createdAt: now.toISOString(), validUntil };
}

/** For its audit entry: what it lets whoever has it do. */
export function tokenTerms({ id, maxMachines, validUntil }: ReusableToken) {
  return { token_id: id, max_machines: maxMachines, expires_at: validUntil };
}
