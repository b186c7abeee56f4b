import type { SignInErrorCode } from '../../contract/api/error-codes.ts';

/** Separate from the other messages: other functions do not need them. */
export const SIGN_IN_MESSAGES = {
  not_signed_in: {
    any: 'You are not signed in, or your session has ended. Please sign in again.',
  },
  sign_in_failed: {
    notBegun:
      'This sign-in was not begun in this browser, was used before, or was begun more than ten minutes ago. Please sign in again.',
    refused: 'The sign-in did not succeed. Please sign in again.',
    notFresh: 'You were not asked for your password again. Please sign out at your identity provider, then sign in again.',
  },
  not_a_member: {
    any: 'You are a member of no organization here. Ask an owner or an administrator to invite the e-mail address with which you sign in.',
  },
  foreign_request: {
    any: 'This request does not come from a page of this site.',
  },
  fresh_sign_in_required: {
    any: 'Please sign in again to do this.',
  },
} satisfies Record<SignInErrorCode, Record<string, string>>;

export const SIGN_IN_ABORTED = 'The sign-in could not be finished. Please sign in again.';

export const PROVIDER_DOWN = 'The identity provider does not answer; please try again.';

export const tooManySignIns = (limit: number) =>
  `At most ${limit} sign-ins a minute are possible from one address; details.reset_at says when the next one is.`;

/** The confirmation page at the end of some sign-ins. */
export const CONFIRM_PAGE = {
  title: 'Before you go on',
  signedInAs: (email: string) => `You have signed in as ${email}.`,
  switching: (organization: string) => `You are about to switch to ${organization}`,
  switchTo: (organization: string) => `Switch to ${organization}`,
  goOnTo: (organization: string) => `Go on to ${organization}`,
  invitation: (organization: string) => `Invitation to ${organization}`,
  invitedBy: (inviter: string) => `Invited by: ${inviter}`,
  administrator: 'an administrator of this service',
  noAddress: 'no verified e-mail address',
  role: (role: string) => `Your role: ${role}`,
  beCareful:
    'Accept only if you know the organization and expect this. You can answer later: the invitation stays until it ends.',
  accept: (organization: string) => `Join ${organization}`,
  decline: 'Decline',
  failed: 'This did not succeed. Please try again.',
};

export const PEOPLE_MESSAGES = {
  invitationEnded: 'This invitation was withdrawn or has ended. Ask for another one.',
  lastOwner: 'This is the last owner of the organization; make somebody else an owner first.',
  openInvitations: 'open invitations',
  newInvitations: (limit: number) =>
    `At most ${limit} people an hour can be invited to an organization; details.reset_at says when the next one can.`,
  knownAlready: 'This address is of a member, or is invited already.',
};
