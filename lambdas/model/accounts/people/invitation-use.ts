import { type InvitationLimits, STANDARD_INVITATIONS } from '../../../../contract/api/limits.ts';
import { PEOPLE_MESSAGES } from '../../../../copy/en/sign-in-messages.ts';
import { limitExceeded, quotaExceeded } from '../../../shared/errors/app-error.ts';
import type { Item } from '../../../shared/table/table.store.ts';
import { addSeconds, hourOf } from '../../../shared/time/instant.ts';
import type { OrganizationLimits } from '../account.schema.ts';
import { LIMIT_FIELDS } from '../organization-limits.ts';
import type { Invitation } from './people.schema.ts';

/** The clock hour of an organization's last invitation, and how many were created in it. */
export interface InvitationHour {
  hour: string;
  created: number;
}

/** An organization's usage of its invitation limits, and the limits. */
export interface InvitationUse {
  open: Invitation[];
  /** As read before the invitations; absent before the first one. */
  counted: InvitationHour | undefined;
  limits: InvitationLimits;
}

/** `counts`: the organization's item of counters. */
export function invitationUse(open: Invitation[], counts: Item, changed: OrganizationLimits): InvitationUse {
  const { countedInvitationsHour: hour, newInvitationsInHour: created } = counts;
  const { openInvitations, newInvitationsPerHour } = STANDARD_INVITATIONS;
  return {
    open,
    counted: typeof hour === 'string' ? { hour, created: Number(created) } : undefined,
    limits: {
      openInvitations: changed.openInvitations ?? openInvitations,
      newInvitationsPerHour: changed.newInvitationsPerHour ?? newInvitationsPerHour,
    },
  };
}

/** Throws the 422 for too many open invitations, or the 429 for too many created in this hour. */
export function requireInvitationQuota(use: InvitationUse, now: Date): void {
  const { openInvitations, newInvitationsPerHour } = use.limits;
  const open = use.open.length;
  if (open >= openInvitations)
    throw quotaExceeded(LIMIT_FIELDS.openInvitations, openInvitations, open, PEOPLE_MESSAGES.openInvitations);
  const { hour, created } = incrementHour(use, now);
  if (created <= newInvitationsPerHour) return;
  const resetAt = new Date(addSeconds(new Date(`${hour}:00:00Z`), HOUR_SECONDS));
  throw limitExceeded(PEOPLE_MESSAGES.newInvitations(newInvitationsPerHour), newInvitationsPerHour, resetAt, now);
}

/**
 * The counter after another invitation. Another Lambda's clock may be ahead: an hour that has begun counts, and the counter never
 * goes back.
 */
export function incrementHour({ counted }: Pick<InvitationUse, 'counted'>, now: Date): InvitationHour {
  const hour = hourOf(now);
  return counted && counted.hour >= hour ? { ...counted, created: counted.created + 1 } : { hour, created: 1 };
}

const HOUR_SECONDS = 3600;
