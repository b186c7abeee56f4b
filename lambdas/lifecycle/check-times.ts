import type { TimedDecision } from '../../contract/stack/timings.schema.ts';
import { diagnosisOf } from '../model/domains/diagnosis-of.ts';
import type { CheckTimes } from '../model/domains/diagnosis-resource.ts';
import type { Domain, DomainIn, Execution, Phase } from '../model/domains/domain-row.schema.ts';
import { isWaitingForCnameAtRest, nextCheck } from '../model/domains/scan-time.ts';
import { addSeconds } from '../shared/time/instant.ts';
import { dnsPause, scanPause } from './pace.ts';

/** A check ends with its Lambda at 30 s (lib/lifecycle), so it is at most this late unless AWS has trouble. */
const MAX_CHECK_SECONDS = 30;

/** Phases without a check outside whose answer the diagnosis would show. */
const WITHOUT_CHECKS: ReadonlySet<Phase> = new Set<Phase>(['active', 'failed', 'retiring', 'revoking', 'removing']);

/**
 * When a domain was last checked and is checked next. Checks without news are not written (docs/decisions/0006), so the times are
 * computed from the last one that was. Never claims a check later than it took place, nor one of an execution that has been
 * silent for too long.
 */
export function checkTimesOf(domain: Domain, time: TimedDecision): CheckTimes {
  const { lastCheck, notBefore, resumeAt } = domain.execution;
  const { diagnosis } = diagnosisOf(domain);
  if (WITHOUT_CHECKS.has(domain.phase)) {
    const lateCheckAt = isWaitingForCnameAtRest(domain) ? lastCheck?.at : undefined;
    return { checkedAt: latest(lateCheckAt, diagnosis.checkedAt), nextCheckAt: plannedCheck(domain, time) };
  }
  if (domain.phase === 'awaiting-dns' && lastCheck && lastCheck.nextAt <= time.now.toISOString()) {
    const { checkedAt, nextCheckAt } = regularChecks(domain, lastCheck, time);
    return { checkedAt: latest(checkedAt, diagnosis.checkedAt), nextCheckAt };
  }
  const planned = [resumeAt, notBefore, lastCheck?.nextAt].find((at) => at !== undefined && at > time.now.toISOString());
  return { checkedAt: latest(lastCheck?.at, diagnosis.checkedAt), nextCheckAt: planned };
}

/**
 * For a domain at rest with a problem. The daily check is not shown, because it has no fixed hour. A due check waits for the scan
 * and is shown at the end of its interval.
 */
function plannedCheck(domain: Domain, { now, timings }: TimedDecision): string | undefined {
  const at = nextCheck(domain);
  if (at === undefined || at > now.toISOString()) return at;
  const everySeconds = scanPause(timings);
  const lateSeconds = (now.getTime() - Date.parse(at)) / 1000;
  return addSeconds(new Date(at), (Math.floor(lateSeconds / everySeconds) + 1) * everySeconds);
}

/** DNS checks repeat at an interval, each a little late: `lastCheck`, and the ones after it. */
function regularChecks(
  { execution, dnsDeadlineAt }: DomainIn<'awaiting-dns'>,
  lastCheck: { at: string; nextAt: string },
  time: TimedDecision,
): CheckTimes {
  if (isSilent(execution, time)) return { checkedAt: lastCheck.at };
  const first = Date.parse(lastCheck.at);
  // An execution keeps its first interval; only the pause before the window's deadline is shorter.
  const planned = Date.parse(lastCheck.nextAt) - first;
  const pause = (atMs: number) =>
    Math.max(1000, planned, dnsPause(dnsDeadlineAt, { now: new Date(atMs), timings: time.timings }) * 1000);
  let [soonest, latest] = [first, first];
  for (;;) {
    latest += pause(latest) + MAX_CHECK_SECONDS * 1000;
    if (latest > time.now.getTime()) break;
    soonest += pause(soonest);
  }
  const checkedAt = new Date(soonest).toISOString();
  while (soonest <= time.now.getTime()) soonest += pause(soonest);
  const next = new Date(soonest).toISOString();
  const endsBefore = dnsDeadlineAt > time.now.toISOString() && dnsDeadlineAt < next;
  return { checkedAt, nextCheckAt: endsBefore ? dnsDeadlineAt : next };
}

/** A live execution renews its due time when half of the longest silence has passed (run-step.ts). */
function isSilent({ dueAt = '' }: Execution, time: TimedDecision): boolean {
  return dueAt < addSeconds(time.now, time.timings.longestSilenceSeconds / 2 - MAX_CHECK_SECONDS);
}

function latest(...instants: (string | undefined)[]): string | undefined {
  return instants
    .filter((at) => at !== undefined)
    .toSorted()
    .at(-1);
}
