import { addSeconds } from '../../../shared/time/instant.ts';
import type { Server } from '../server.schema.ts';
import type { Enrollment, ReusableToken } from './enrollment.store.ts';

/** Long enough to install an agent by hand, too short to stay valid in a chat log. */
const VALID_SECONDS = 3600;
const DAY_SECONDS = 86_400;

/** The longest life of a token for several machines. It is used in launch templates: people plan for a year. */
export const MAX_TOKEN_DAYS = 365;
/** The most machines per token: a group that replaces 200 machines every day for a year. */
export const MAX_MACHINES_OF_A_TOKEN = 100_000;

/** `enr_` and 43 base62 characters: 256 random bits, as an API key's secret has. `base62` draws them. */
export function newEnrollmentToken(base62: (length: number) => string): string {
  return `enr_${base62(43)}`;
}

/** An enrollment of one machine at a server, valid from now on. */
export function newEnrollment({ organizationId, id, label }: Server, now: Date): Enrollment {
  return { organizationId, serverId: id, label, validUntil: addSeconds(now, VALID_SECONDS) };
}

export interface TokenBounds {
  maxMachines: number;
  days: number;
}

/** An enrollment of several machines at a server, valid from now on. */
export function newReusableToken(
  { organizationId, id: serverId, label }: Server,
  id: string,
  { maxMachines, days }: TokenBounds,
  now: Date,
): ReusableToken {
  const validUntil = addSeconds(now, days * DAY_SECONDS);
  return { id, organizationId, serverId, label, maxMachines, machines: 0, createdAt: now.toISOString(), validUntil };
}

/** The token's permissions, for its audit entry. */
export function tokenTerms({ id, maxMachines, validUntil }: ReusableToken) {
  return { token_id: id, max_machines: maxMachines, expires_at: validUntil };
}
