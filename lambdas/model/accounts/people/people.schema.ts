import * as z from 'zod/mini';
import { MAIL_CAUSES, type MailCause } from '../../../../contract/api/events.ts';
import { ROLES } from '../../../../contract/api/roles.ts';
import { storedObject } from '../../../shared/table/stored-object.schema.ts';

const role = z.enum(ROLES);
const count = z.int().check(z.minimum(0));

/** A person. The name is that of the first sign-in. */
export const User = storedObject({
  userId: z.string(),
  /** The address that the identity provider verified last; empty until it has verified one. */
  email: z.string(),
  name: z.optional(z.string()),
  createdAt: z.string(),
  lastOrganizationId: z.optional(z.string()),
});
export type User = z.infer<typeof User>;

/** A cause that only a later release knows mutes nothing here. */
const MutedMails = z.pipe(
  z.array(z.string()),
  z.transform((names) => names.filter((name): name is MailCause => MAIL_CAUSES.some((known) => known === name))),
);

export const Member = storedObject({
  organizationId: z.string(),
  userId: z.string(),
  email: z.string(),
  name: z.optional(z.string()),
  role,
  /** `group`: a group of the identity provider gives the role, and removes it again. */
  roleFrom: z.enum(['member', 'group']),
  joinedAt: z.string(),
  /** The causes for which the person wants no mail from this organization. */
  mutedMails: z.optional(MutedMails),
  /** The clock minute and the requests in it so far, as on an API key. */
  countedMinute: z.optional(z.string()),
  requestsInMinute: z.optional(count),
});
export type Member = z.infer<typeof Member>;

/** The person who signs in with this e-mail address, verified by the identity provider, may become a member once. */
export const Invitation = storedObject({
  invitationId: z.string(),
  organizationId: z.string(),
  /** In lower case. */
  email: z.string(),
  role,
  invitedBy: z.union([z.literal('administrator'), z.object({ email: z.string(), name: z.optional(z.string()) })]),
  createdAt: z.string(),
  expiresAt: z.string(),
});
export type Invitation = z.infer<typeof Invitation>;

/** A browser's session in an organization. The cookie's secret is not stored. */
export const Session = storedObject({
  /** SHA-256 of the cookie's random part, hex. */
  sessionId: z.string(),
  userId: z.string(),
  organizationId: z.string(),
  startedAt: z.string(),
  /** Written at most once in five minutes. */
  lastSeenAt: z.string(),
  endsAt: z.string(),
  /** When the identity provider last asked for the person's password or key. */
  authenticatedAt: z.string(),
  sourceIp: z.string(),
  userAgent: z.string(),
});
export type Session = z.infer<typeof Session>;
