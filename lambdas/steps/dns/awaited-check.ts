import * as z from 'zod/mini';
import { AWS_LIMITS } from '../../../contract/stack/aws-limits.ts';
import { DnsStepInput, type QuietChecks } from '../../../contract/stack/execution.schema.ts';
import type { Lane, SlotOf } from '../../checks/check-slot.ts';
import type { DnsObservation } from '../../lifecycle/observation.ts';
import { diagnosisOf } from '../../model/domains/diagnosis-of.ts';
import type { Domain } from '../../model/domains/domain-row.schema.ts';
import type { Queue } from '../../shared/aws/queue.gateway.ts';
import { addSeconds } from '../../shared/time/instant.ts';
import type { Step, StepPorts, StepResult } from '../run-step.ts';

// A day of waiting for DNS is 288 checks. In an execution each costs three state transitions, so it waits only for the first
// hour. After that the domain is a delayed queue message between its checks (docs/decisions/0024-dns-is-watched-from-a-queue.md).

/** The queue message between two DNS checks of a domain. */
export const AwaitedCheck = z.extend(DnsStepInput, {
  /** The message group: on AWS an organization with many domains does not delay others (fair queues). */
  organizationId: z.string(),
  /** The earliest time of the check. */
  checkAt: z.string(),
  /** The row's last check when this message was sent. A row with a newer one is watched by another message. */
  lastCheckAt: z.optional(z.string()),
  /** The last check was quick and got an answer: the next one needs no slot. */
  isQuick: z.optional(z.boolean()),
});
export type AwaitedCheck = z.infer<typeof AwaitedCheck>;

export type CheckDns = Step<'awaiting-dns', DnsObservation>;

export interface WatchPorts extends StepPorts {
  dnsQueue: Queue;
  slotOfLane: (lane: Lane) => SlotOf;
  /** From 0 to 1, drawn anew each time. */
  jitter: () => number;
  /** Per domain: the newest check that this process has sent. */
  newest?: Map<string, string>;
}

/** True when the queue accepted the next check of a domain whose CNAME is missing. */
export async function queueNextCheck(
  result: StepResult,
  input: DnsStepInput,
  startedAt: Date,
  ports: WatchPorts,
): Promise<boolean> {
  const { outcome, domain, wasNotAdmitted } = result;
  if (!domain) return false;
  const now = ports.clock();
  const { domainId, attempt, timings, epoch, run } = input;
  const { organizationId } = domain;
  const { lastCheck } = domain.execution;
  const quiet = quietChecksAfter(result, domain, input.quiet);
  const checkAt = addSeconds(now, wasNotAdmitted ? 0 : outcome.waitSeconds);
  const check: AwaitedCheck = {
    domainId,
    attempt,
    timings,
    epoch,
    organizationId,
    checkAt,
    ...(run !== undefined && { run }),
    ...(lastCheck && { lastCheckAt: lastCheck.at }),
    ...(quiet && { quiet }),
    ...(!wasNotAdmitted && isQuick(domain, startedAt, now) && { isQuick: true }),
  };
  try {
    return await sendCheck(check, now, ports);
  } catch (cause) {
    ports.log('error', 'the queue did not take the next check of DNS', { domainId, attempt, cause });
    return false;
  }
}

export async function sendCheck(check: AwaitedCheck, now: Date, { dnsQueue, newest }: WatchPorts): Promise<boolean> {
  const delaySeconds = Math.min(secondsUntil(check.checkAt, now), AWS_LIMITS.queueDelaySeconds.value);
  const refused = await dnsQueue.send([{ body: JSON.stringify(check), group: check.organizationId, delaySeconds }]);
  if (refused.length > 0) return false;
  newest?.set(nameOf(check), placeOf(check));
  return true;
}

/**
 * True when this process already sent a later check. The domain then has two messages, because one was received or sent twice,
 * and this one is the duplicate. Otherwise duplicates would multiply until the row's next write.
 */
export function isDuplicate(check: AwaitedCheck, { newest }: WatchPorts): boolean {
  return (newest?.get(nameOf(check)) ?? '') > placeOf(check);
}

const nameOf = ({ domainId, attempt }: AwaitedCheck) => `${domainId} ${attempt}`;

/** Sorts the checks of one attempt: first by the row, which is authoritative, so older messages end there. */
const placeOf = ({ lastCheckAt = '', checkAt }: AwaitedCheck) => `${lastCheckAt} ${checkAt}`;

/** Rounded down, because the queue's clock may be slightly ahead. */
export function secondsUntil(instant: string, now: Date): number {
  return Math.max(0, Math.floor((Date.parse(instant) - now.getTime()) / 1000));
}

/** Distant name servers take some tenths of a second. */
const QUICK_MS = 1_000;

function isQuick(domain: Domain, startedAt: Date, now: Date): boolean {
  return now.getTime() - startedAt.getTime() < QUICK_MS && diagnosisOf(domain).diagnosis.code !== 'dns_validation_failed';
}

/** Counts earlier quiet checks. A diagnosis with another time was written by somebody else, so it is news. */
export function quietChecksBefore({ quiet }: DnsStepInput) {
  return (domain: Domain): number => {
    if (!quiet) return domain.execution.lastCheck?.quiet ?? 0;
    return quiet.since === diagnosisOf(domain).diagnosis.checkedAt ? quiet.checks : 0;
  };
}

/** Counts quiet checks with this one. A turn before its time or without a slot changes nothing. */
export function quietChecksAfter(
  { quietChecks }: StepResult,
  domain: Domain,
  before: QuietChecks | undefined,
): QuietChecks | undefined {
  if (quietChecks === undefined) return before;
  const since = diagnosisOf(domain).diagnosis.checkedAt;
  return { checks: quietChecks, ...(since !== undefined && { since }) };
}
