import type { MailCause } from '../../../contract/api/events.ts';
import { type Html, html } from '../../../contract/html.ts';
import { APP_PATHS, DASHBOARD_PATHS } from '../../../contract/paths.ts';
import { INVITATION_MAIL, MAIL_FRAME, MAIL_TEXTS, MEMBER_MAIL } from '../../../copy/en/mail-texts.ts';
import type { MemberNotice } from '../../model/accounts/people/mail-notice.store.ts';
import type { Invitation } from '../../model/accounts/people/people.schema.ts';
import type { Mail } from '../../shared/aws/mail.gateway.ts';

export interface Subject {
  id: string;
  /** Untrusted text. */
  name: string;
}

export interface MailFrame {
  organization: string;
  /** The dashboard's origin. */
  site: string;
  mode: 'live' | 'test';
}

export type MailText = Omit<Mail, 'to'>;

const MAX_NAMED = 10;
const LONGEST_NAME = 100;

/** One mail for a cause, the same for all recipients. Its button leads to the page where the problem is solved. */
export function causeMail(cause: MailCause, subjects: readonly Subject[], { organization, site, mode }: MailFrame): MailText {
  const words = MAIL_TEXTS[cause];
  const names = subjects.slice(0, MAX_NAMED).map(({ name }) => oneLine(name));
  const rest = subjects.length - names.length;
  const home = `${site}${DASHBOARD_PATHS.home}${mode}`;
  const profile = `${home}/profile`;
  const list = [...names, ...(rest > 0 ? [MAIL_FRAME.andMore(rest)] : [])];
  const parts = {
    ...{ lead: words.text, list, button: words.button, link: `${home}${PAGE_OF[cause](subjects)}` },
    above: MAIL_FRAME.of(oneLine(organization)),
    footer: `${MAIL_FRAME.footer} ${profile}`,
  };
  return { subject: words.subject(names[0] ?? '', subjects.length), ...bodies(parts) };
}

export function invitationMail({ role, expiresAt }: Invitation, { organization, site }: MailFrame): MailText {
  const name = oneLine(organization);
  const lead = INVITATION_MAIL.text(name, role, expiresAt.slice(0, 10));
  const link = `${site}${APP_PATHS.signIn}`;
  const parts = { lead, list: [], button: INVITATION_MAIL.button, link, above: '', footer: INVITATION_MAIL.footer };
  return { subject: INVITATION_MAIL.subject(name), ...bodies(parts) };
}

export function memberMail({ email, role, since }: MemberNotice, { organization, site, mode }: MailFrame): MailText {
  const [who, name] = [oneLine(email || MEMBER_MAIL.noAddress), oneLine(organization)];
  const lead = MEMBER_MAIL.text(who, role, name, `${since.slice(0, 16).replace('T', ' ')} UTC`);
  const link = `${site}${DASHBOARD_PATHS.home}${mode}/settings`;
  const parts = { lead, list: [], button: MEMBER_MAIL.button, link, above: '', footer: MEMBER_MAIL.footer };
  return { subject: MEMBER_MAIL.subject(who, role, name), ...bodies(parts) };
}

/** Paths below the dashboard's mode. Several domains lead to a filtered list; those that wait for somebody come first. */
const PAGE_OF: Record<MailCause, (subjects: readonly Subject[]) => string> = {
  certificate_at_risk: pageOfDomains,
  certificate_expired: pageOfDomains,
  api_key_ends: () => '/keys',
  webhook_disabled: ([only, ...others]) => (only && others.length === 0 ? `/webhooks/${only.id}` : '/webhooks'),
};

function pageOfDomains([only, ...others]: readonly Subject[]): string {
  return only && others.length === 0 ? `/domains/${only.id}` : '/expiries';
}

interface Parts {
  above: string;
  lead: string;
  list: readonly string[];
  button: string;
  link: string;
  footer: string;
}

function bodies({ above, lead, list, button, link, footer }: Parts): Pick<Mail, 'text' | 'html'> {
  const lines = [...(above ? [above, ''] : []), lead, '', ...list.map((name) => `- ${name}`), ...(list.length > 0 ? [''] : [])];
  const items = list.map((name) => html`<li>${name}</li>`);
  const page = html`<!doctype html><html lang="en"><body>${above && html`<p>${above}</p>`}<p>${lead}</p>${itemsOf(items)}<p><a href="${link}">${button}</a></p><p>${footer}</p></body></html>`;
  return { text: [...lines, `${button}: ${link}`, '', footer, ''].join('\n'), html: page.text };
}

function itemsOf(items: readonly Html[]): Html {
  return items.length > 0 ? html`<ul>${items}</ul>` : html``;
}

/** A name must not start a new line or another mail header. */
function oneLine(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ').trim();
  const characters = Array.from(line);
  return characters.length > LONGEST_NAME ? `${characters.slice(0, LONGEST_NAME - 1).join('')}…` : line;
}
