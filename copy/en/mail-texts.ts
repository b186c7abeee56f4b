import type { MailCause } from '../../contract/api/events.ts';

/** Text of a mail. `subjects`: the first names that it is about. */
interface MailWords {
  subject: (first: string, count: number) => string;
  text: string;
  button: string;
}

const more = (first: string, count: number) => (count > 1 ? `${first} and ${count - 1} more` : first);

/** By cause. Names are the only text from strangers; they are cut and escaped on insertion. */
export const MAIL_TEXTS: Record<MailCause, MailWords> = {
  certificate_at_risk: {
    subject: (first, count) => `Certificate at risk: ${more(first, count)}`,
    text: 'These certificates could not be renewed so far. If nothing changes, browsers will refuse them once they have ended. The page says what is wrong with each, who must act, and how to fix it.',
    button: 'See what to do',
  },
  certificate_expired: {
    subject: (first, count) => `Certificate expired: ${more(first, count)}`,
    text: 'These certificates have ended, and browsers refuse them now. The page says what is wrong with each, who must act, and how to fix it.',
    button: 'See what to do',
  },
  api_key_ends: {
    subject: (first, count) => `API key ends: ${more(first, count)}`,
    text: 'These API keys end soon, have ended, or were revoked because their secret has leaked. Programs that use them are refused from then on. Give these programs another key.',
    button: 'Open API keys',
  },
  webhook_disabled: {
    subject: (first, count) => `Webhook disabled: ${more(first, count)}`,
    text: 'Nothing is delivered to these webhooks any more, because their receivers are gone or have failed for days. Mend the receiver, enable the webhook, and replay what was missed.',
    button: 'Open webhooks',
  },
};

export const INVITATION_MAIL = {
  subject: (organization: string) => `Invitation to ${organization}`,
  text: (organization: string, role: string, day: string) =>
    `You are invited to ${organization} as ${role}. Sign in with this e-mail address until ${day}, and accept; after that ask for another invitation.`,
  button: 'Sign in',
  footer: 'If you did not expect this, do nothing: you join only if you accept, and the invitation ends automatically.',
};

/** Sent to every owner, including new ones. */
export const MEMBER_MAIL = {
  noAddress: 'Somebody without a verified e-mail address',
  subject: (who: string, role: string, organization: string) => `${who} is now ${role} of ${organization}`,
  text: (who: string, role: string, organization: string, at: string) =>
    `${who} has the role ${role} in ${organization} since ${at}. An admin creates API keys and invites people; an owner also makes others owners. If you did not expect this, remove this member, and read in the audit what they have done.`,
  button: 'See the members',
  footer: 'Every owner gets this mail; it cannot be turned off.',
};

export const MAIL_FRAME = {
  of: (organization: string) => `Organization: ${organization}`,
  andMore: (count: number) => `and ${count} more`,
  footer: 'You get at most one such mail a day. Choose which you get in your profile:',
};
