import type { DueMail } from '../../model/accounts/people/mail-notice.store.ts';

/**
 * Of one organization in a run. At a tenth of a second for a mail these are two seconds of a run's sixty: an organization with a
 * thousand members, or one that invites as fast as it may, keeps no other from its mail.
 */
const MOST_OF_ONE = 20;

/**
 * The order of a run: what happened before who is invited, and of each the oldest of every organization before the second oldest
 * of any. `due`: the oldest first.
 */
export function inTurn(due: readonly DueMail[]): DueMail[] {
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

/** How many mails of each organization a run has asked SES to send. */
export class Shares {
  readonly #taken = new Map<string, number>();

  isUsedUp(organizationId: string): boolean {
    return (this.#taken.get(organizationId) ?? 0) >= MOST_OF_ONE;
  }

  take(organizationId: string): void {
    this.#taken.set(organizationId, (this.#taken.get(organizationId) ?? 0) + 1);
  }
}
