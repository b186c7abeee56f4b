import { type Html, html } from '../../contract/html.ts';
import { APP_PATHS } from '../../contract/paths.ts';
import { CONFIRM_PAGE } from '../../copy/en/sign-in-messages.ts';
import type { Invitation } from '../model/accounts/people/people.schema.ts';
import { plainPage } from '../pages/plain-page.ts';

/** What a sign-in asks before it ends. */
export interface Question {
  /** With which the person has signed in. */
  email: string | undefined;
  /** Where the person goes who wants nothing else; undefined for who is a member of nothing. */
  present: string | undefined;
  /** Another organization, into which the link of the sign-in leads. */
  other: string | undefined;
  invitations: readonly Invitation[];
  /** Of all these organizations, by id. */
  names: ReadonlyMap<string, string>;
}

/**
 * Forms alone cannot send the header by which our own pages are told from others. `submitter`: the button that was pressed; once
 * it is disabled, its value is in no form.
 */
const SCRIPT = `document.addEventListener('submit', async (event) => {
  event.preventDefault();
  const body = new URLSearchParams(new FormData(event.target, event.submitter));
  const said = document.querySelector('[role=alert]');
  const buttons = [...document.querySelectorAll('button')];
  for (const button of buttons) button.disabled = true;
  try {
    const answer = await fetch('${APP_PATHS.confirm}', { method: 'POST', headers: { 'x-requested-with': 'cps' }, body });
    const { next, error } = await answer.json();
    if (next) return location.assign(next);
    said.textContent = error.message;
  } catch {
    said.textContent = ${JSON.stringify(CONFIRM_PAGE.failed)};
  }
  for (const button of buttons) button.disabled = false;
});`;

/** Names and addresses in it were written by strangers. */
export function confirmPage({ email, present, other, invitations, names }: Question) {
  const nameOf = (id: string) => names.get(id) ?? id;
  const main = html`${email !== undefined && html`<p>${CONFIRM_PAGE.signedInAs(email)}</p>`}
${other !== undefined && html`<h2>${CONFIRM_PAGE.switching(nameOf(other))}</h2>${enterForm(other, CONFIRM_PAGE.switchTo(nameOf(other)))}`}
${invitations.map((invitation) => invitationSection(invitation, nameOf(invitation.organizationId)))}
${invitations.length > 0 && html`<p>${CONFIRM_PAGE.beCareful}</p>`}
${present !== undefined && enterForm(present, CONFIRM_PAGE.goOnTo(nameOf(present)))}
<p role="alert"></p>`;
  return plainPage(CONFIRM_PAGE.title, main, SCRIPT);
}

function enterForm(id: string, words: string): Html {
  return html`<form><input type="hidden" name="organization" value="${id}"><p><button name="action" value="enter">${words}</button></p></form>`;
}

function invitationSection({ organizationId, invitationId, invitedBy, role }: Invitation, organization: string): Html {
  return html`<h2>${CONFIRM_PAGE.invitation(organization)}</h2>
<p>${CONFIRM_PAGE.role(role)}</p>
<p>${CONFIRM_PAGE.invitedBy(inviterIn(invitedBy))}</p>
<form><input type="hidden" name="organization" value="${organizationId}"><input type="hidden" name="invitation" value="${invitationId}">
<p><button name="action" value="accept">${CONFIRM_PAGE.accept(organization)}</button> <button name="action" value="decline">${CONFIRM_PAGE.decline}</button></p></form>`;
}

function inviterIn(invitedBy: Invitation['invitedBy']): string {
  if (invitedBy === 'administrator') return CONFIRM_PAGE.administrator;
  const { name, email } = invitedBy;
  return name === undefined ? email : `${name} (${email})`;
}
