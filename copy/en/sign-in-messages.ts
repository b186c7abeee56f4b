import type { SignInErrorCode } from '../../contract/api/error-codes.ts';

/** Apart from the other messages, for the functions that know no people. */
export const SIGN_IN_MESSAGES = {
  not_signed_in: {
    any: 'You are not signed in, or your session has ended. Please sign in again.',
  },
  sign_in_failed: {
    notBegun: 'This sign-in was not begun in this browser, or was begun more than ten minutes ago. Please sign in again.',
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

export const PROVIDER_DOWN = 'The identity provider does not answer; please try again.';

export const PEOPLE_MESSAGES = {
  lastOwner: 'This is the last owner of the organization; make somebody else an owner first.',
  openInvitations: 'open invitations',
  newInvitations: (limit: number) =>
    `At most ${limit} people an hour can be invited to an organization; details.reset_at says when the next one can.`,
  knownAlready: 'This address is of a member, or is invited already.',
};
