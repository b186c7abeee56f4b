import * as z from 'zod/mini';
import { PERMISSIONS, type Permission } from '../../../contract/api/operations.ts';
import { storedObject } from '../../shared/table/stored-object.schema.ts';

export const Organization = z.object({ id: z.string(), name: z.string(), createdAt: z.string() });
export type Organization = z.infer<typeof Organization>;

/** A permission that only a later release knows allows nothing here, and does not make the key unreadable. */
const Permissions = z.pipe(
  z.array(z.string()),
  z.transform((names) => names.filter((name): name is Permission => PERMISSIONS.some((known) => known === name))),
);

const count = z.int().check(z.minimum(0));

/** An API key as stored. The secret itself is never stored. */
export const ApiKey = storedObject({
  keyId: z.string(),
  organizationId: z.string(),
  name: z.string(),
  permissions: Permissions,
  /** SHA-256 of the secret, hex. 256 random bits need no slow hash. */
  secretSha256: z.string(),
  /** After a rotation, the previous secret is valid until `previousSecretEndsAt`. */
  previousSecretSha256: z.optional(z.string()),
  previousSecretEndsAt: z.optional(z.string()),
  /** The key may be used only from these addresses and ranges. Absent: from everywhere. */
  allowedAddresses: z.optional(z.array(z.string())),
  /** The key may see and change only the domains of these servers. Absent: all. */
  allowedServers: z.optional(z.array(z.int())),
  createdAt: z.string(),
  expiresAt: z.optional(z.string()),
  revokedAt: z.optional(z.string()),
  lastUsedAt: z.optional(z.string()),
  lastUsedFrom: z.optional(z.string()),
  /** When the next notice about the key's expiry is due. */
  stepDueAt: z.optional(z.string()),
  /** The clock minute, `2026-11-21T07:45`, and the requests in it so far. */
  countedMinute: z.optional(z.string()),
  requestsInMinute: z.optional(count),
  /** Totals of all earlier minutes, and how many of them reached the limit: for reports. */
  requestsBefore: z.optional(count),
  fullMinutes: z.optional(count),
  /** Absent: the default. */
  requestsPerMinute: z.optional(count),
});
export type ApiKey = z.infer<typeof ApiKey>;

/** An organization's request count of the current hour, and the limits that an administrator has changed. */
export const OrganizationLimits = storedObject({
  /** The clock hour, `2026-11-21T07`, and the requests in it so far. */
  countedHour: z.optional(z.string()),
  requestsInHour: z.optional(count),
  /** Totals of all earlier hours, and how many of them reached the limit: for reports. */
  requestsBefore: z.optional(count),
  fullHours: z.optional(count),
  requestsPerMinute: z.optional(count),
  requestsPerHour: z.optional(count),
  domains: z.optional(count),
  unvalidatedDomains: z.optional(count),
  servers: z.optional(count),
  webhooks: z.optional(count),
  newReceiversPerHour: z.optional(count),
  /** The clock hour of the last new webhook receiver, and how many there were in it so far. */
  countedReceiversHour: z.optional(z.string()),
  newReceiversInHour: z.optional(count),
  openInvitations: z.optional(count),
  newInvitationsPerHour: z.optional(count),
});
export type OrganizationLimits = z.infer<typeof OrganizationLimits>;
