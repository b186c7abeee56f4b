import middy from '@middy/core';
import { deadline, killedWhenLate, logContext } from '../../shared/middleware/middleware.ts';
import { logAbout } from '../../shared/runtime/log.gateway.ts';
import { addSeconds } from '../../shared/time/instant.ts';
import { openJobs } from '../../wiring/jobs.wiring.ts';
import { edgesWithoutSecret } from '../../wiring/lambda-edges.wiring.ts';
import { openLambdaMail } from '../../wiring/lambda-mail.wiring.ts';
import { openRows } from '../../wiring/rows.wiring.ts';
import { sendMails } from '../mails/send-mails.ts';
import { reconcileDue } from './reconcile-use.ts';
import { computeReportDays } from './report-days.ts';

/** Mail runs first; slow answers from SES must not delay the counts. */
const MAX_FOR_MAIL_SECONDS = 60;
/** Of five minutes: the rest is for the page and the write in progress. */
const MAX_SECONDS = 240;

const jobs = openJobs(openRows(edgesWithoutSecret(process.env)));
const { settings, table, clock, log, newId, testClock, eventLog, eventAppends, members, invitations, accounts } = jobs;
const reporting = { reports: jobs.reports, sources: jobs.reportSources, log: eventLog, clock };
const ports = {
  reconciliations: jobs.useReconciliations,
  domains: jobs.domainLists,
  uses: jobs.useCounters,
  places: jobs.domainPlaces,
  outbox: jobs.unrelayed,
  table,
  clock,
  log,
  report: (organizationId: string, endsAt: Date) => computeReportDays(organizationId, reporting, endsAt),
  rehearsalWrite: (organizationId: string) => testClock.rehearsalWrite(organizationId, newId('evt'), clock()),
};

const sendMail = openLambdaMail(settings, process.env);
const events = { ...eventLog, ...eventAppends };
const mailPorts = sendMail && {
  ...{ notices: jobs.mailNotices, events, members, invitations, accounts },
  ...{ sendMail, settings, clock, log },
};

/**
 * Every few minutes: sends due mail, if the stage sends any. Then counts the organizations whose nightly count is due, corrects
 * their counters, computes their report days, and simulates their test-mode domains.
 */
export const handler = middy<unknown, void>(killedWhenLate)
  .use(logContext(logAbout))
  .use(deadline(clock, MAX_SECONDS))
  .handler(async (_event, { endsAt }) => {
    const mailEndsAt = new Date(addSeconds(clock(), MAX_FOR_MAIL_SECONDS));
    const mails = mailPorts ? await sendMails(mailPorts, mailEndsAt) : { sent: 0, failures: [] };
    if (mails.sent > 0) log('info', 'mail', { sent: mails.sent });
    const { reconciled, failures } = await reconcileDue(ports, endsAt);
    if (reconciled > 0) log('info', 'reconciliation of use', { reconciled, failures: failures.length });
    const all = [...mails.failures, ...failures];
    if (all.length > 0)
      throw new AggregateError(all, `${all.length} organizations could not be counted or reported, or told by mail`);
  });
