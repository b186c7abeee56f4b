import { CAUSE_OF_EVENT } from '../../../contract/api/events.ts';
import type { Settings } from '../../../contract/stack/settings.schema.ts';
import type { AccountStore } from '../../model/accounts/account.store.ts';
import type { InvitationStore } from '../../model/accounts/people/invitation.store.ts';
import { emailHash } from '../../model/accounts/people/invitation.ts';
import type { DueMail, MailNotice, MailNoticeStore, MemberNotice } from '../../model/accounts/people/mail-notice.store.ts';
import type { MemberStore } from '../../model/accounts/people/member.store.ts';
import { modeOf } from '../../model/accounts/tenant.ts';
import type { EventAppendStore } from '../../model/events/event-append.store.ts';
import type { LoggedEvent } from '../../model/events/event-log.schema.ts';
import type { EventLogStore } from '../../model/events/event-log.store.ts';
import type { Mail, SendMail } from '../../shared/aws/mail.gateway.ts';
import type { Log } from '../../shared/runtime/log.gateway.ts';
import type { Key } from '../../shared/table/keys.ts';
import { pagesWhile } from '../../shared/table/queries.ts';
import type { Clock } from '../../shared/time/clock.gateway.ts';
import { addSeconds } from '../../shared/time/instant.ts';
import { causeMail, invitationMail, type MailFrame, type MailText, memberMail, type Subject } from './compose-mail.ts';
import { MailQuotas, toFairOrder } from './mail-order.ts';

export interface MailPorts {
  notices: Omit<MailNoticeStore, 'invitationWrite' | 'memberWrite'>;
  events: Pick<EventLogStore, 'page'> & Pick<EventAppendStore, 'noteMail'>;
  members: Pick<MemberStore, 'list'>;
  invitations: Pick<InvitationStore, 'get'>;
  accounts: Pick<AccountStore, 'getOrganization'>;
  sendMail: SendMail;
  settings: Pick<Settings, 'siteUrl'>;
  clock: Clock;
  log: Log;
}

type CauseNotice = Extract<MailNotice, { kind: 'cause' }>;

const DAY_SECONDS = 86_400;
/** Tries per mail. The first pause is 15 minutes; each further one is twice as long. */
const TRIES = 6;
const FIRST_PAUSE_SECONDS = 900;
/** Log events read for one mail. The next run continues after them. */
const MAX_EVENTS = 2000;
const PAGE = 100;

export interface SentMails {
  sent: number;
  failures: unknown[];
}

interface Run extends SentMails {
  shares: MailQuotas;
}

/**
 * Sends due mails while there is time, up to a share per organization. It may be killed at any point: the next run continues, and
 * nobody gets a mail twice.
 */
export async function sendMails(ports: MailPorts, endsAt: Date): Promise<SentMails> {
  const run: Run = { sent: 0, failures: [], shares: new MailQuotas() };
  const isTimeLeft = () => ports.clock() < endsAt;
  const due: DueMail[] = [];
  const pages = pagesWhile(isTimeLeft, (startAt) => ports.notices.dueBefore(ports.clock(), startAt));
  for await (const page of pages) due.push(...page.due);
  for (const { key, organizationId } of toFairOrder(due)) {
    if (!isTimeLeft()) break;
    if (!run.shares.isUsedUp(organizationId)) await work(key, ports, run);
  }
  return { sent: run.sent, failures: run.failures };
}

async function work(key: Key, ports: MailPorts, run: Run): Promise<void> {
  try {
    const notice = await ports.notices.get(key);
    if (!notice || notice.stepDueAt > ports.clock().toISOString()) return;
    await tell(notice, ports, run);
  } catch (cause) {
    ports.log('error', 'mail could not be sent', { ...key, cause });
    run.failures.push(cause);
  }
}

function tell(notice: MailNotice, ports: MailPorts, run: Run): Promise<void> {
  switch (notice.kind) {
    case 'cause':
      return mailCause(notice, ports, run);
    case 'invitation':
      return invite(notice, ports, run);
    case 'member':
      return mailOwners(notice, ports, run);
  }
}

/** Members who became owners meanwhile also get the mail. */
async function mailOwners(notice: MemberNotice, ports: MailPorts, run: Run): Promise<void> {
  const people = await ports.members.list(notice.organizationId);
  const owners = people.filter(({ role, userId, email }) => role === 'owner' && userId !== notice.userId && email !== '');
  const addresses = new Set([...notice.owners, ...owners.map(({ email }) => email)]);
  const mail = memberMail(notice, await frameOf(notice.organizationId, ports));
  const outcome = await sendToEach([...addresses], mail, notice, ports, run);
  if (outcome === 'done') await ports.notices.end(notice);
  else if (outcome === 'later') await tryLater(notice, ports);
  else if (outcome === 'next-run') await ports.notices.goOn(notice, { ...notice, stepDueAt: ports.clock().toISOString() });
  else await ports.notices.goOn(notice, { ...notice, stepDueAt: outcome.freeAt });
}

async function invite(notice: Extract<MailNotice, { kind: 'invitation' }>, ports: MailPorts, run: Run): Promise<void> {
  const { organizationId, invitationId } = notice;
  const invitation = await ports.invitations.get(organizationId, invitationId);
  const isOpen = invitation !== undefined && invitation.expiresAt > ports.clock().toISOString();
  const mail = isOpen && invitationMail(invitation, await frameOf(organizationId, ports));
  const outcome = mail && (await sendToEach([invitation.email], mail, notice, ports, run));
  await (outcome === 'later' ? tryLater(notice, ports) : ports.notices.end(notice));
}

/** Mails everything since the last mail of this cause, then nothing more for a day. */
async function mailCause(notice: CauseNotice, ports: MailPorts, run: Run): Promise<void> {
  const { organizationId, cause, since } = notice;
  const { subjects, next, isEnd } = await read(notice, ports);
  if (subjects.length === 0 && isEnd) return rest(notice, next, ports);
  if (subjects.length > 0) {
    const people = await ports.members.list(organizationId);
    const wanted = people.filter(({ email, mutedMails = [] }) => email !== '' && !mutedMails.includes(cause));
    const mail = causeMail(cause, subjects, await frameOf(organizationId, ports));
    const outcome = await sendToEach(
      wanted.map(({ email }) => email),
      mail,
      notice,
      ports,
      run,
    );
    const begun = { ...notice, until: next };
    if (outcome === 'later') return tryLater(begun, ports);
    // Moves the notice behind those of organizations that have waited longer.
    if (outcome === 'next-run') {
      await ports.notices.goOn(notice, { ...begun, stepDueAt: ports.clock().toISOString() });
      return;
    }
  }
  const seconds = subjects.length > 0 ? DAY_SECONDS : 0;
  if (next > since || seconds > 0)
    await ports.notices.goOn(notice, {
      ...notice,
      ...{ since: next, until: undefined, tries: 0 },
      stepDueAt: addSeconds(ports.clock(), seconds),
    });
}

/**
 * Nothing happened for a day, so the notice ends. An event during the deletion found the notice still in place and did not create
 * one, so the log is read once more.
 */
async function rest(notice: CauseNotice, next: number, ports: MailPorts): Promise<void> {
  if (!(await ports.notices.end(notice))) return;
  const late = await read({ ...notice, since: next, until: undefined }, ports);
  if (late.subjects.length > 0) await ports.events.noteMail(notice.organizationId, notice.cause, next, ports.clock());
}

/** The subjects of a cause's events, each once, and the log position after them. */
async function read(
  { organizationId, cause, since, until = Number.MAX_SAFE_INTEGER }: CauseNotice,
  { events, clock }: MailPorts,
) {
  const subjects = new Map<string, Subject>();
  let next = since;
  for (let count = 0; count < MAX_EVENTS; count += PAGE) {
    const page = await events.page(organizationId, next - 1, PAGE, clock());
    for (const event of page.filter((each) => CAUSE_OF_EVENT[each.event] === cause && each.number < until)) {
      const subject = subjectOf(event);
      if (subject) subjects.set(subject.id, subject);
    }
    next = Math.min((page.at(-1)?.number ?? next - 1) + 1, until);
    if (page.length < PAGE || next === until) return { subjects: [...subjects.values()], next, isEnd: true };
  }
  return { subjects: [...subjects.values()], next, isEnd: false };
}

function subjectOf({ body }: LoggedEvent): Subject | undefined {
  const { data } = JSON.parse(body) as { data: Record<string, { id: number | string; url?: string; name?: string } | undefined> };
  const about = data.domain ?? data.api_key ?? data.webhook;
  return about && { id: String(about.id), name: about.url ?? about.name ?? '' };
}

/**
 * `later`: SES does not accept some now. `next-run`: other organizations come first. `freeAt`: the first instant at which a
 * recipient who already had a mail of this cause today may get the next one.
 */
type EachOutcome = 'done' | 'later' | 'next-run' | { freeAt: string };

/** Sends a mail to every address that has not got it. A mail that SES postpones does not stop the others. */
async function sendToEach(
  addresses: readonly string[],
  mail: MailText,
  notice: MailNotice,
  ports: MailPorts,
  run: Run,
): Promise<EachOutcome> {
  const outcomes: EachOutcome[] = [];
  for (const to of addresses) {
    const isOthersTurn = run.shares.isUsedUp(notice.organizationId);
    outcomes.push(isOthersTurn ? 'next-run' : await sendOne({ to, ...mail }, notice, ports, run));
    if (isOthersTurn) break;
  }
  const [first] = outcomes.flatMap((outcome) => (typeof outcome === 'object' ? [outcome.freeAt] : [])).toSorted();
  const waiting = (['later', 'next-run'] as const).find((outcome) => outcomes.includes(outcome));
  return waiting ?? (first === undefined ? 'done' : { freeAt: first });
}

async function sendOne(
  mail: Mail,
  notice: MailNotice,
  { notices, sendMail, clock, log }: MailPorts,
  run: Run,
): Promise<EachOutcome> {
  const { organizationId } = notice;
  const hash = emailHash(mail.to);
  const claim = await notices.claim(hash, notice, clock());
  if (claim === 'told') return 'done';
  if (claim !== 'won') return claim;
  run.shares.take(organizationId);
  const outcome = await sendMail(mail);
  if (outcome === 'sent') run.sent += 1;
  else
    log('warn', 'a mail was not sent', {
      organizationId,
      outcome,
      about: notice.kind === 'cause' ? notice.cause : notice.kind,
    });
  if (outcome !== 'later') return 'done';
  await notices.giveBack(hash, notice);
  return 'later';
}

async function tryLater(notice: MailNotice, { notices, clock, log }: MailPorts): Promise<void> {
  const tries = notice.tries + 1;
  if (tries < TRIES) {
    const stepDueAt = addSeconds(clock(), FIRST_PAUSE_SECONDS * 2 ** notice.tries);
    await notices.goOn(notice, { ...notice, tries, stepDueAt });
    return;
  }
  log('error', 'mail is given up', { organizationId: notice.organizationId, tries });
  await notices.end(notice);
}

async function frameOf(organizationId: string, { accounts, settings }: MailPorts): Promise<MailFrame> {
  const organization = (await accounts.getOrganization(organizationId))?.name ?? organizationId;
  return { organization, site: settings.siteUrl ?? '', mode: modeOf(organizationId) };
}
