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

// A day of waiting for DNS is 288 checks. An execution pays three state transitions for each, so that it waits only in the first
// hour. Then a domain is a delayed message between its checks (docs/decisions/0024-dns-is-watched-from-a-queue.md).

/** What the queue carries from one check of a domain's DNS to the next. */
export const AwaitedCheck = z.extend(DnsStepInput, {
  /** The group of the message: on AWS an organization with many domains does not delay the others (fair queues). */
  organizationId: z.string(),
  /** Not before. */
  checkAt: z.string(),
  /** The last check in the domain's row when this message was sent. A row with a newer one is watched by another message. */
  lastCheckAt: z.optional(z.string()),
  /** The last check was quick and had an answer: the next one needs no slot. */
  isQuick: z.optional(z.boolean()),
});
export type AwaitedCheck = z.infer<typeof AwaitedCheck>;

export type CheckDns = Step<'awaiting-dns', DnsObservation>;

export interface WatchPorts extends StepPorts {
  dnsQueue: Queue;
  slotOfLane: (lane: Lane) => SlotOf;
  /** From 0 to 1, new each time. */
  jitter: () => number;
  /** Where the newest check of each domain stands that this process has sent. */
  newest?: Map<string, string>;
}

/** Whether the queue has taken the next check of a domain that is not there yet. */
export async function isAwaited(result: StepResult, input: DnsStepInput, startedAt: Date, ports: WatchPorts): Promise<boolean> {
  const { outcome, domain, isTurnedAway } = result;
  if (!domain) return false;
  const now = ports.clock();
  const { domainId, attempt, timings, epoch, run } = input;
  const { organizationId } = domain;
  const { lastCheck } = domain.execution;
  const quiet = quietAfter(result, domain, input.quiet);
  const checkAt = addSeconds(now, isTurnedAway ? 0 : outcome.waitSeconds);
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
    ...(!isTurnedAway && isQuick(domain, startedAt, now) && { isQuick: true }),
  };
  try {
    return await isQueued(check, now, ports);
  } catch (cause) {
    ports.log('error', 'the queue did not take the next check of DNS', { domainId, attempt, cause });
    return false;
  }
}

export async function isQueued(check: AwaitedCheck, now: Date, { dnsQueue, newest }: WatchPorts): Promise<boolean> {
  const delaySeconds = Math.min(secondsUntil(check.checkAt, now), AWS_LIMITS.queueDelaySeconds.value);
  const refused = await dnsQueue.send([{ body: JSON.stringify(check), group: check.organizationId, delaySeconds }]);
  if (refused.length > 0) return false;
  newest?.set(nameOf(check), placeOf(check));
  return true;
}

/**
 * Whether this process has sent one that comes after it. That one is in the queue, so that this one is a second of the same
 * domain: its message came twice, or was sent again. Without this they would multiply until the next write of the row.
 */
export function isSecond(check: AwaitedCheck, { newest }: WatchPorts): boolean {
  return (newest?.get(nameOf(check)) ?? '') > placeOf(check);
}

const nameOf = ({ domainId, attempt }: AwaitedCheck) => `${domainId} ${attempt}`;

/** Among the checks of one attempt. First by the row, which has the last word: what is behind it ends there. */
const placeOf = ({ lastCheckAt = '', checkAt }: AwaitedCheck) => `${lastCheckAt} ${checkAt}`;

/** Rounded down: a queue's clock may be slightly ahead of ours. */
export function secondsUntil(instant: string, now: Date): number {
  return Math.max(0, Math.floor((Date.parse(instant) - now.getTime()) / 1000));
}

/** Name servers at the other end of the world take some tenths of a second. */
const QUICK_MS = 1_000;

function isQuick(domain: Domain, startedAt: Date, now: Date): boolean {
  return now.getTime() - startedAt.getTime() < QUICK_MS && diagnosisOf(domain).diagnosis.code !== 'dns_validation_failed';
}

/** Of the checks before this one. A diagnosis of another time is news that somebody else has written. */
export function quietBefore({ quiet }: DnsStepInput) {
  return (domain: Domain): number => {
    if (!quiet) return domain.execution.lastCheck?.quiet ?? 0;
    return quiet.since === diagnosisOf(domain).diagnosis.checkedAt ? quiet.checks : 0;
  };
}

/** Of the checks with this one. Nobody looked before its time or without a slot: then as before. */
export function quietAfter(
  { quietChecks }: StepResult,
  domain: Domain,
  before: QuietChecks | undefined,
): QuietChecks | undefined {
  if (quietChecks === undefined) return before;
  const since = diagnosisOf(domain).diagnosis.checkedAt;
  return { checks: quietChecks, ...(since !== undefined && { since }) };
}
