import type { DueMail } from '../../model/accounts/people/mail-notice.store.ts';

/**
 * Per organization and run. At 0.1 s per mail these take two of a run's sixty seconds, so that an organization with a thousand
 * members or many invitations does not delay the others.
 */
const MAX_PER_ORGANIZATION = 20;

/** The order of a run: invitations last, then round robin over the organizations, oldest mail first. `due`: oldest first. */
export function toFairOrder(due: readonly DueMail[]): DueMail[] {
  const counts = new Map<string, number>();
  const turns = due.map((mail) => {
    const name = `${mail.kind} ${mail.organizationId}`;
    const before = counts.get(name) ?? 0;
    counts.set(name, before + 1);
    return { mail, before };
  });
  const rank = ({ kind }: DueMail) => Number(kind === 'invitation');
  return turns.toSorted((a, b) => rank(a.mail) - rank(b.mail) || a.before - b.before).map(({ mail }) => mail);
}

/** Counts the mails per organization that a run has passed to SES. */
export class MailQuotas {
  readonly #taken = new Map<string, number>();

  isUsedUp(organizationId: string): boolean {
    return (this.#taken.get(organizationId) ?? 0) >= MAX_PER_ORGANIZATION;
  }

  take(organizationId: string): void {
    this.#taken.set(organizationId, (this.#taken.get(organizationId) ?? 0) + 1);
  }
}
