import { type Html, html } from '../../contract/html.ts';
import { APP_PATHS } from '../../contract/paths.ts';
import { CONFIRM_PAGE } from '../../copy/en/sign-in-messages.ts';
import type { Invitation } from '../model/accounts/people/people.schema.ts';
import { plainPage } from '../pages/plain-page.ts';

export interface ConfirmationQuestion {
  email: string | undefined;
  /** The organization that the person enters by default; undefined if that is the question, or without any membership. */
  present: string | undefined;
  /** The organization that the sign-in's link names. Without `present`: all organizations to choose from. */
  others: readonly string[];
  invitations: readonly Invitation[];
  names: ReadonlyMap<string, string>;
}

/**
 * Forms cannot send the header that distinguishes this site's own pages, so a script submits them. `submitter`: the pressed
 * button, read first, because a disabled button's value is in no form.
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

/** Contains untrusted names and addresses. */
export function confirmPage({ email, present, others, invitations, names }: ConfirmationQuestion) {
  const nameOf = (id: string) => names.get(id) ?? id;
  const main = html`${email !== undefined && html`<p>${CONFIRM_PAGE.signedInAs(email)}</p>`}
${others.map((id) => (present === undefined ? enterForm(id, CONFIRM_PAGE.goOnTo(nameOf(id))) : switchSection(id, nameOf(id))))}
${invitations.map((invitation) => invitationSection(invitation, nameOf(invitation.organizationId)))}
${invitations.length > 0 && html`<p>${CONFIRM_PAGE.beCareful}</p>`}
${present !== undefined && enterForm(present, CONFIRM_PAGE.goOnTo(nameOf(present)))}
<p role="alert"></p>`;
  return plainPage(CONFIRM_PAGE.title, main, SCRIPT);
}

function enterForm(id: string, words: string): Html {
  return html`<form><input type="hidden" name="organization" value="${id}"><p><button name="action" value="enter">${words}</button></p></form>`;
}

function switchSection(id: string, organization: string): Html {
  return html`<h2>${CONFIRM_PAGE.switching(organization)}</h2>${enterForm(id, CONFIRM_PAGE.switchTo(organization))}`;
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
  const address = email || CONFIRM_PAGE.noAddress;
  return name === undefined ? address : `${name} (${address})`;
}
