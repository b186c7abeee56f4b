import * as z from 'zod/mini';
import { AWS_LIMITS } from '../../../contract/stack/aws-limits.ts';
import { DnsStepInput, type QuietChecks, type StepOutcome } from '../../../contract/stack/execution.schema.ts';
import type { FindSetup } from '../../dns/domain-connect/find-setup.ts';
import { type CnamePorts, lookAtCname } from '../../dns/look-at-cname.ts';
import { decideOnDns } from '../../lifecycle/dns-transition.ts';
import type { DnsObservation } from '../../lifecycle/observation.ts';
import { isInWaitStates } from '../../lifecycle/pace.ts';
import { ended, type Step, type StepPorts, type StepResult, takeTurn } from '../../lifecycle/run-step.ts';
import type { ClaimReads } from '../../model/domains/claim.store.ts';
import { diagnosisOf } from '../../model/domains/diagnosis-of.ts';
import type { Domain } from '../../model/domains/domain-row.schema.ts';
import type { Queue } from '../../shared/aws/queue.gateway.ts';
import { addSeconds } from '../../shared/time/instant.ts';
import { inSlot, type SlotOf } from './check-slot.ts';

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

// A day of waiting for DNS is 288 checks. An execution pays three state transitions for each, so that it waits only in the first
// hour. Then a domain is a delayed message between its checks (docs/decisions/0024-dns-is-watched-from-a-queue.md).

type CheckDns = Step<'awaiting-dns', DnsObservation>;

export interface WatchPorts extends StepPorts {
  queue: Queue;
  slotOf: SlotOf;
  /** From 0 to 1, new each time. */
  jitter: () => number;
}

/**
 * A check in an execution, which waits for the next one in a wait state. Once its part of the window is over, or its organization
 * has no free slot, it ends when the queue takes the next check; otherwise it goes on waiting itself.
 */
export function checkThenWatch(step: CheckDns, ports: WatchPorts) {
  return async (event: unknown): Promise<StepOutcome> => {
    const input = DnsStepInput.parse(event);
    const { timings } = input;
    const startedAt = ports.clock();
    const quietChecks = quietBefore(input);
    const result = await inSlot(ports.slotOf, (admits) => takeTurn(step, ports, input, { admits, quietChecks }));
    const { outcome, domain, isTurnedAway } = result;
    if (domain === undefined || outcome.next !== step.name) return outcome;
    const quiet = quietAfter(result, domain, input.quiet);
    const waits: StepOutcome = { ...outcome, ...(quiet && { quiet }) };
    if (!isTurnedAway && isInWaitStates(domain, { now: ports.clock(), timings })) return waits;
    return (await isAwaited(result, input, startedAt, ports)) ? ended : waits;
  };
}

/** A check that is due, and how often Lambda has taken it from the queue by now. */
export interface CheckMessage {
  id: string;
  body: string;
  receives: number;
}

type DueCheck = Omit<CheckMessage, 'body'> & { check: AwaitedCheck };

/**
 * Runs the checks that are due. Answers the messages to receive again: after a hundred times they are dead letters, and the sweep
 * takes over.
 */
export function watchDns(step: CheckDns, ports: WatchPorts) {
  return async (messages: readonly CheckMessage[]): Promise<string[]> => {
    const read = messages.map((message) => ({ ...message, check: readCheck(message.body, ports) }));
    const unreadable = read.flatMap(({ id, check }) => (check ? [] : [id]));
    const checks = read.flatMap(({ id, receives, check }) => (check ? [{ id, receives, check }] : []));
    const organizations = [...Map.groupBy(checks, ({ check }) => check.organizationId).values()];
    const failed = await Promise.all(organizations.map((some) => watchForOrganization(step, some, ports)));
    return [...unreadable, ...failed.flat()];
  };
}

function readCheck(body: string, { log }: WatchPorts): AwaitedCheck | undefined {
  try {
    return AwaitedCheck.parse(JSON.parse(body));
  } catch (cause) {
    log('error', 'a message of a DNS check cannot be read', { cause });
    return undefined;
  }
}

/**
 * Its due checks run at once. Those that may take long need a slot, one for all of them; without one they wait, so that other
 * organizations' checks come first.
 */
async function watchForOrganization(step: CheckDns, checks: readonly DueCheck[], ports: WatchPorts): Promise<string[]> {
  const now = ports.clock();
  const kindOf = ({ check }: DueCheck) => {
    if (secondsUntil(check.checkAt, now) > 0) return 'early';
    return check.isQuick ? 'quick' : 'slow';
  };
  const { early = [], quick = [], slow = [] } = Object.groupBy(checks, kindOf);
  const failed = await Promise.all([
    failedOf(early, ({ check }) => isQueued(check, now, ports), ports),
    failedOf(quick, (each) => isChecked(step, each, ports), ports),
    checkInSlot(step, slow, ports),
  ]);
  return failed.flat();
}

async function checkInSlot(step: CheckDns, slow: readonly DueCheck[], ports: WatchPorts): Promise<string[]> {
  const [first] = slow;
  if (!first) return [];
  try {
    return await inSlot(ports.slotOf, async (admits) =>
      (await admits(first.check))
        ? failedOf(slow, (each) => isChecked(step, each, ports), ports)
        : failedOf(slow, (each) => isPutOff(each, ports), ports),
    );
  } catch (cause) {
    ports.log('error', 'DNS checks of an organization could not begin', { cause });
    return slow.map(({ id }) => id);
  }
}

/** Before an organization's check that found no slot is tried again: from 2 to 8 s, so that hundreds do not come at once. */
const PUT_OFF_SECONDS = { least: 2, spread: 6 };

/** A message that was received before may have written its check: it comes again as it is, so that this is not forgotten. */
async function isPutOff({ check, receives }: DueCheck, ports: WatchPorts): Promise<boolean> {
  if (receives > 1) return false;
  const now = ports.clock();
  const seconds = Math.round(PUT_OFF_SECONDS.least + PUT_OFF_SECONDS.spread * ports.jitter());
  return isQueued({ ...check, checkAt: addSeconds(now, seconds) }, now, ports);
}

async function failedOf(
  checks: readonly DueCheck[],
  isDone: (check: DueCheck) => Promise<boolean>,
  { log }: WatchPorts,
): Promise<string[]> {
  const failed = await Promise.all(
    checks.map(async (each) => {
      try {
        return (await isDone(each)) ? [] : [each.id];
      } catch (cause) {
        log('error', 'a check of DNS failed, and will be tried again', { cause });
        return [each.id];
      }
    }),
  );
  return failed.flat();
}

async function isChecked(step: CheckDns, { check, receives }: DueCheck, ports: WatchPorts): Promise<boolean> {
  // A message that is received again may have written its check but not sent the next one: it continues.
  const isOutdated = ({ execution }: Domain) => receives === 1 && (execution.lastCheck?.at ?? '') > (check.lastCheckAt ?? '');
  const options = { isOutdated, quietChecks: quietBefore(check), phaseEndsInNextAttempt: true } as const;
  const startedAt = ports.clock();
  const result = await takeTurn(step, ports, check, options);
  return result.outcome.next !== step.name || (await isAwaited(result, check, startedAt, ports));
}

/** Name servers at the other end of the world take some tenths of a second. */
const QUICK_MS = 1_000;

function isQuick(domain: Domain, startedAt: Date, now: Date): boolean {
  return now.getTime() - startedAt.getTime() < QUICK_MS && diagnosisOf(domain).diagnosis.code !== 'dns_validation_failed';
}

/** Of the checks before this one. A diagnosis of another time is news that somebody else has written. */
function quietBefore({ quiet }: DnsStepInput) {
  return (domain: Domain): number => {
    if (!quiet) return domain.execution.lastCheck?.quiet ?? 0;
    return quiet.since === diagnosisOf(domain).diagnosis.checkedAt ? quiet.checks : 0;
  };
}

/** Of the checks with this one. Nobody looked before its time or without a slot: then as before. */
function quietAfter({ quietChecks }: StepResult, domain: Domain, before: QuietChecks | undefined): QuietChecks | undefined {
  if (quietChecks === undefined) return before;
  const since = diagnosisOf(domain).diagnosis.checkedAt;
  return { checks: quietChecks, ...(since !== undefined && { since }) };
}

/** Whether the queue has taken the next check of a domain that is not there yet. */
async function isAwaited(result: StepResult, input: DnsStepInput, startedAt: Date, ports: WatchPorts): Promise<boolean> {
  const { outcome, domain, isTurnedAway } = result;
  if (!domain) return false;
  const now = ports.clock();
  const { domainId, attempt, timings, epoch } = input;
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

async function isQueued(check: AwaitedCheck, now: Date, { queue }: WatchPorts): Promise<boolean> {
  const delaySeconds = Math.min(secondsUntil(check.checkAt, now), AWS_LIMITS.queueDelaySeconds.value);
  const refused = await queue.send([{ body: JSON.stringify(check), group: check.organizationId, delaySeconds }]);
  return refused.length === 0;
}

/** Rounded down: a queue's clock may be slightly ahead of ours. */
function secondsUntil(instant: string, now: Date): number {
  return Math.max(0, Math.floor((Date.parse(instant) - now.getTime()) / 1000));
}

export interface CheckDnsPorts extends CnamePorts {
  claims: Pick<ClaimReads, 'validatedWrite'>;
  /** Absent where providers do not have our template. */
  findSetup?: FindSetup | undefined;
}

/**
 * The first step of the lifecycle, until the CNAME is right or its window is over. A domain is validated only while it holds the
 * claim to its hostname.
 */
export function checkDns(ports: CheckDnsPorts): Step<'awaiting-dns', DnsObservation> {
  return {
    name: 'check-dns',
    phase: 'awaiting-dns',
    async gather(domain, { now }) {
      const observation = await lookAtCname(ports, domain, now);
      if (observation.kind === 'cname-matched') return { observation, alongside: [ports.claims.validatedWrite(domain, now)] };
      const setup = await ports.findSetup?.(domain, observation, now);
      return { observation: { ...observation, ...(setup && { setup }) } };
    },
    decide: decideOnDns,
  };
}
