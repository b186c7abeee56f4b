import type { AwsPlace, AwsWork, AwsWorkList } from '../model/aws-servers/work-list.schema.ts';
import { placeAtAws } from '../model/servers/aws-installer.ts';
import type { AwsServer, UsedQuota } from '../model/servers/server.schema.ts';
import { isAwsServer } from '../model/servers/server.ts';
import { LostRace } from '../shared/table/lost-race.ts';
import { addSeconds } from '../shared/time/instant.ts';
import { AwsFailure } from './aws-failure.ts';
import { doWork } from './do-work.ts';
import { isSamePlace, roleOf } from './place-and-role.ts';
import type { CountChange } from './work-result.ts';
import type { WorkerPorts } from './worker-ports.ts';

/** Longer than a run may take (45 s, lib/aws-servers/). */
export const HELD_SECONDS = 60;
/** No work item begins after this: one takes ten calls of 5 s at most, and usually a second. */
const RUN_SECONDS = 15;
export const MAX_PAUSE_SECONDS = 60;
/** Consecutive failures. AWS may be unavailable for this item only, so others are tried next. */
const MAX_TRIES_OF_THE_FIRST = 3;
const [FIRST_TRY_AGAIN_SECONDS, LAST_TRY_AGAIN_SECONDS] = [60, 3_600];
/** Problems that the next check of the account counts again. */
const OF_QUOTAS = ['listener_full', 'tenants_full', 'certificates_full', 'imports_used_up'];
const CHECK_AGAIN_SECONDS = 300;

/**
 * Does the due work of an AWS account and region, most urgent first, until something requires a wait. Then a message starts the
 * next run, so that no run waits. A message during another run, or while such a message is in progress, does nothing: each
 * account and region has one run at a time.
 */
export async function runWorkList(place: AwsPlace, ports: WorkerPorts): Promise<void> {
  const { awsWork, clock } = ports;
  const [began, heldUntil] = [clock(), addSeconds(clock(), HELD_SECONDS)];
  let list = await awsWork.take(place, began, heldUntil);
  while (list?.heldUntil === heldUntil) {
    const work = await awsWork.first(place, clock());
    if (work === undefined) {
      if (await awsWork.rest(place, list)) return;
      list = await awsWork.state(place);
      continue;
    }
    const pause = await attempt(work, list, ports);
    const isLate = addSeconds(began, RUN_SECONDS) <= clock().toISOString();
    if (pause !== undefined || isLate) return scheduleNextRun(place, list, pause ?? { seconds: 1 }, ports);
    list = await awsWork.state(place);
  }
}

interface Pause {
  seconds: number;
  throttles?: number;
}

async function scheduleNextRun(
  place: AwsPlace,
  list: AwsWorkList,
  { seconds, throttles = 0 }: Pause,
  { awsWork, wakeAws, clock }: WorkerPorts,
) {
  const isOurs = await awsWork.goOn(place, { ...list, throttles }, addSeconds(clock(), seconds));
  if (isOurs) await wakeAws(place, seconds);
}

/** Returns how long all further work must wait; undefined if not at all. */
async function attempt(work: AwsWork, list: AwsWorkList, ports: WorkerPorts): Promise<Pause | undefined> {
  const { awsWork, clock, log } = ports;
  try {
    const done = await doWork(work, list, ports);
    switch (done.kind) {
      case 'early':
        return { seconds: Math.ceil((done.until.getTime() - clock().getTime()) / 1_000) };
      case 'again':
        await count(done, ports);
        if (done.seconds > 0) await awsWork.postpone(work, addSeconds(clock(), done.seconds));
        return undefined;
      case 'parked':
        return retryWithBackoff(work, ports);
      case 'done':
        await count(done, ports);
        await awsWork.finish(work);
        return undefined;
    }
  } catch (error) {
    if (error instanceof LostRace) throw error;
    if (!(error instanceof AwsFailure)) {
      // The item may be broken, so it must not stay the first.
      log('error', 'work in an AWS account could not be done', { ...ofWork(work), cause: error });
      return retryWithBackoff(work, ports);
    }
    if (error.later === 'role') return retryWithBackoff(work, ports);
    if (error.later === undefined) return recordProblem(work, error, ports);
    const throttles = list.throttles + 1;
    log('warn', 'AWS wants to be called later', { ...error.problem, accountId: work.accountId, throttles });
    if (throttles >= MAX_TRIES_OF_THE_FIRST && error.problem.reason === 'aws_unavailable')
      await recordProblem(work, error, ports);
    return { throttles, seconds: Math.min(2 ** throttles, MAX_PAUSE_SECONDS) };
  }
}

function ofWork({ organizationId, serverId, hostname, tries }: AwsWork) {
  return { organizationId, serverId, hostname, tries };
}

const TENANTS = 'distribution_tenants';

/** Adjusts the quotas since the account's last check. */
async function count({ added = 0, server, isManaged }: CountChange, { awsServers, clock }: WorkerPorts): Promise<void> {
  if (server?.access === undefined || added === 0) return;
  const counted = isManaged ? [TENANTS] : ['certificates_per_load_balancer', TENANTS, 'certificates_in_acm'];
  const quotas = server.access.quotas.map(
    (quota): UsedQuota => (counted.includes(quota.name) ? { ...quota, used: Math.max(0, quota.used + added) } : quota),
  );
  await awsServers.saveAccess(server, { ...server.access, quotas }, server.stepDueAt ?? clock().toISOString());
}

/** Stores the problem at the certificate and, if it affects everything, at the server. The work is retried. */
async function recordProblem(work: AwsWork, failure: AwsFailure, ports: WorkerPorts): Promise<undefined> {
  const { problem } = failure;
  const { certificates, servers, awsServers, wakeAws, clock, log } = ports;
  const { organizationId, serverId, hostname } = work;
  const at = clock().toISOString();
  log('warn', 'work in an AWS account failed', { ...problem, ...ofWork(work) });
  const [certificate, found] = await Promise.all([
    certificates.get(organizationId, serverId, hostname),
    servers.get(organizationId, serverId),
  ]);
  const server = found && isAwsServer(found) ? found : undefined;
  if (server && !isSamePlace(work, placeAtAws(server))) return retryWithBackoff(work, ports);
  // A managed tenant stores its problem in its own row (managed-tenant.ts).
  if (certificate && work.kind !== 'managed')
    await awsServers.saveCertificate(certificate, { ...certificate.atAws, problem: { ...problem, at } });
  if (failure.isOfTheServer) await noteAtServer(work, server, { ...problem, at }, ports);
  const checkedAt = server?.access ? new Date(server.access.checkedAt) : clock();
  const isCheckOld = addSeconds(checkedAt, CHECK_AGAIN_SECONDS) <= at;
  if (OF_QUOTAS.includes(problem.reason) && isCheckOld) await wakeAws({ organizationId, serverId });
  return retryWithBackoff(work, ports);
}

/** With backoff. A check that finds the problem gone makes it due at once. */
async function retryWithBackoff(work: AwsWork, { awsWork, clock }: WorkerPorts): Promise<undefined> {
  const seconds = Math.min(FIRST_TRY_AGAIN_SECONDS * 2 ** work.tries, LAST_TRY_AGAIN_SECONDS);
  await awsWork.postpone(work, addSeconds(clock(), seconds));
  return undefined;
}

async function noteAtServer(
  work: AwsWork,
  server: AwsServer | undefined,
  problem: AwsFailure['problem'] & { at: string },
  { awsServers, roles }: WorkerPorts,
): Promise<void> {
  // Sessions may be revoked before their credentials expire.
  roles.forget(work);
  // A rule may be at a listener that its server no longer names.
  if (server === undefined || work.kind === 'rule') return;
  roles.forget(roleOf(server));
  const { quotas = [] } = server.access ?? {};
  const dueAt = addSeconds(new Date(problem.at), CHECK_AGAIN_SECONDS);
  await awsServers.saveAccess(server, { checkedAt: problem.at, problem, quotas }, dueAt);
}
