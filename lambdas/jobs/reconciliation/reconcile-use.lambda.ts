import middy from '@middy/core';
import { ENVIRONMENT } from '../../../contract/stack/environment.ts';
import { accountStore } from '../../model/accounts/account.store.ts';
import { invitationStore } from '../../model/accounts/people/invitation.store.ts';
import { mailNoticeStore } from '../../model/accounts/people/mail-notice.store.ts';
import { memberStore } from '../../model/accounts/people/member.store.ts';
import { testClockStore } from '../../model/accounts/test-clock.store.ts';
import { useReconciliationStore } from '../../model/accounts/use-reconciliation.store.ts';
import { domainListStore } from '../../model/domains/domain-list.store.ts';
import { domainPlacesStore } from '../../model/events/domain-places.store.ts';
import { eventAppendStore } from '../../model/events/event-append.store.ts';
import { eventLogStore } from '../../model/events/event-log.store.ts';
import { useCounterStore } from '../../model/events/use-counter.store.ts';
import { reportStore } from '../../model/reports/report.store.ts';
import { reportSourcesStore } from '../../model/reports/report-sources.store.ts';
import { sendsMail } from '../../shared/aws/mail.gateway.ts';
import { prefixedId } from '../../shared/ids/ids.gateway.ts';
import { deadline, killedWhenLate, logContext } from '../../shared/middleware/middleware.ts';
import { unrelayedStore } from '../../shared/outbox/unrelayed.store.ts';
import { buildRuntime } from '../../shared/runtime/runtime.gateway.ts';
import { addSeconds } from '../../shared/time/instant.ts';
import { sendMails } from '../mails/send-mails.ts';
import { reconcileDue } from './reconcile-use.ts';
import { reportDays } from './report-days.ts';

/** Mail goes first, and a slow answer to it must not keep the counts from their time. */
const LONGEST_FOR_MAIL_SECONDS = 60;
/** Of five minutes: what is left is for the page and the write that are under way then. */
const LONGEST_SECONDS = 240;

const { settings, table, clock, log, logAbout } = buildRuntime(process.env);
const reporting = {
  reports: reportStore(table),
  sources: reportSourcesStore(table),
  log: eventLogStore(table, settings),
  clock,
};
const testClock = testClockStore(table);
const ports = {
  reconciliations: useReconciliationStore(table),
  domains: domainListStore(table),
  uses: useCounterStore(table),
  places: domainPlacesStore(table),
  outbox: unrelayedStore(table),
  table,
  clock,
  log,
  report: (organizationId: string, endsAt: Date) => reportDays(organizationId, reporting, endsAt),
  rehearsalWrite: (organizationId: string) => testClock.rehearsalWrite(organizationId, prefixedId('evt'), clock()),
};

const { mail } = settings;
const mailPorts = mail && {
  notices: mailNoticeStore(table),
  events: { ...eventLogStore(table, settings), ...eventAppendStore(table, settings) },
  members: memberStore(table),
  invitations: invitationStore(table),
  accounts: accountStore(table),
  sendMail: sendsMail(mail.from, process.env[ENVIRONMENT.mailConfigurationSet]),
  settings,
  clock,
  log,
};

/**
 * Every few minutes: mail that is due is sent, where the stage sends any; then the organizations whose night it is are counted,
 * their counters put right, their last days computed for reports, and their domains of test mode played.
 */
export const handler = middy<unknown, void>(killedWhenLate)
  .use(logContext(logAbout))
  .use(deadline(clock, LONGEST_SECONDS))
  .handler(async (_event, { endsAt }) => {
    const mailEndsAt = new Date(addSeconds(clock(), LONGEST_FOR_MAIL_SECONDS));
    const mails = mailPorts ? await sendMails(mailPorts, mailEndsAt) : { sent: 0, failures: [] };
    if (mails.sent > 0) log('info', 'mail', { sent: mails.sent });
    const { reconciled, failures } = await reconcileDue(ports, endsAt);
    if (reconciled > 0) log('info', 'reconciliation of use', { reconciled, failures: failures.length });
    const all = [...mails.failures, ...failures];
    if (all.length > 0)
      throw new AggregateError(all, `${all.length} organizations could not be counted or reported, or told by mail`);
  });
