import { StepInput, type StepOutcome } from '../../contract/stack/execution.schema.ts';
import { LIFECYCLE_STEPS, type NextStep, type StepName } from '../../contract/stack/steps.ts';
import type { TimedDecision } from '../../contract/stack/timings.schema.ts';
import type { Transition } from '../lifecycle/transition.ts';
import type { DomainStore } from '../model/domains/domain.store.ts';
import type { Domain, DomainIn, Phase } from '../model/domains/domain-row.schema.ts';
import { isResting, STEP_OF_PHASE } from '../model/domains/phase.ts';
import type { Log } from '../shared/runtime/log.gateway.ts';
import { againAfterLostRace } from '../shared/table/lost-race.ts';
import type { Write } from '../shared/table/table.store.ts';
import type { Clock } from '../shared/time/clock.gateway.ts';
import { type WritingPorts, writeTransition } from './write-transition.ts';

/** A step's one observation, and items for the transaction of the domain's row. */
export interface Gathered<Observed> {
  observation: Observed;
  alongside?: Write[];
}

export interface Step<P extends Phase, Observed> {
  name: StepName;
  /** The only phase in which this step runs. */
  phase: P;
  /**
   * Reads, and observes the outside. By type its ports write nothing: what is consumed comes back from `decide`. A write that
   * cannot do so has a port of its own, whose name says so and whose comment gives the reason: `healthWrites` and `accountWrites`
   * of a CA, `certificateWrites`, a challenge's `put` (test/lambdas/steps/gather-ports.test.ts). Safe to repeat: a Lambda may die
   * at any moment and run again.
   */
  gather(domain: DomainIn<P>, time: TimedDecision): Promise<Gathered<Observed>>;
  /** After a lost race: reads again from the table what the decision needs beside the row, without requests to the outside. */
  readAgain?(domain: DomainIn<P>, gathered: Gathered<Observed>, now: Date): Promise<Gathered<Observed>>;
  /** Pure. What it consumes is written with the row: a check consumes nothing, and a repeat only once. */
  decide(domain: DomainIn<P>, observation: Observed, time: TimedDecision): Transition;
  /**
   * Announces the decision at once, whether or not it was written. If the step is killed before, or this fails, its next run or
   * the next step does it.
   */
  announce?(domain: Domain, now: Date, observation: Observed): Promise<void>;
}

export interface StepPorts extends WritingPorts {
  domains: Pick<DomainStore, 'get' | 'replace' | 'extend'>;
  clock: Clock;
  /** The pause grows with the number of lost races. */
  pauseAfterLostRace: (lost: number) => Promise<void>;
  /** The deployment's (settings.schema.ts). */
  restoreEpoch: number;
}

/**
 * Transactions on a shared item, such as a CA account's budget, conflict. A conflict is a lost race like any other and ends
 * within milliseconds. With pauses that double from 20 to 100 ms, a hundred concurrent ones finish after some two seconds; the
 * state machine retries the rest with longer pauses (`awsBusyByName`).
 */
const TRIES = 6;
const NOT_ADMITTED_RETRY_SECONDS = 10;
/** The execution ends. */
export const END_OUTCOME: StepOutcome = { next: 'done', waitSeconds: 0 };

/** A step's result: the next step, and the row, unless another attempt owns it by now. */
export interface StepResult {
  outcome: StepOutcome;
  domain?: Domain;
  /** Checks in a row without news, including this one. Absent: no check was made. */
  quietChecks?: number;
  /** No check was made, because the step was not admitted: `admits`. */
  wasNotAdmitted?: true;
}

/** Options for running a step outside of an execution. */
export interface RunOptions {
  /** True when another process has continued the domain under the same attempt. */
  isOutdated?: (domain: Domain) => boolean;
  /** Another execution, started by the row's change, continues after the step's phase. */
  phaseEndsInNextAttempt?: true;
  /** Checks in a row without news, before this one. */
  quietChecks?: (domain: Domain) => number;
  /** True when the step may observe the outside for this domain now. */
  admits?: (domain: Domain) => Promise<boolean>;
}

/** The entry point of a lifecycle step in an execution. */
export function runStep<P extends Phase, Observed>(step: Step<P, Observed>, ports: StepPorts) {
  return async (event: unknown): Promise<StepOutcome> => (await runStepOnce(step, ports, StepInput.parse(event))).outcome;
}

/**
 * Reads once, observes once, decides, writes once. After a lost race it reads and decides again on the same observation. A turn
 * ends without an error if its attempt is outdated, or if it began before the table was restored: its attempt number may belong
 * to another one by now.
 */
export async function runStepOnce<P extends Phase, Observed>(
  step: Step<P, Observed>,
  ports: StepPorts,
  { domainId, attempt, timings, epoch, run }: StepInput,
  options: RunOptions = {},
): Promise<StepResult> {
  if (epoch < ports.restoreEpoch) return { outcome: END_OUTCOME };
  const {
    isOutdated = () => false,
    admits = async () => true,
    quietChecks = storedQuiet,
    phaseEndsInNextAttempt = false,
  } = options;
  let gathered: Gathered<Observed> | undefined;
  const turn = async (): Promise<StepResult> => {
    const domain = await ports.domains.get(domainId);
    if (!isOurs(domain, attempt, run) || isResting(domain) || isOutdated(domain)) return { outcome: END_OUTCOME };
    const earlySeconds = secondsTooEarly(domain, ports.clock());
    if (!isIn(domain, step.phase))
      return { outcome: outcome(step.name, STEP_OF_PHASE[domain.phase], earlySeconds, ports.log), domain };
    if (earlySeconds > 0) return { outcome: outcome(step.name, step.name, earlySeconds, ports.log), domain };
    const isAdmitted = gathered !== undefined || (await admits(domain));
    // The step is retried unless another process continues the domain.
    if (!isAdmitted)
      return { outcome: outcome(step.name, step.name, NOT_ADMITTED_RETRY_SECONDS, ports.log), domain, wasNotAdmitted: true };
    gathered = await gatherOnce(step, domain, gathered, { now: ports.clock(), timings });
    const now = ports.clock();
    const transition = step.decide(domain, gathered.observation, { now, timings });
    const quietBefore = quietChecks(domain);
    const writing = { alongside: gathered.alongside ?? [], quietBefore, phaseEndsInNextAttempt, run };
    const left = await writeTransition(ports, domain, transition, writing, { now, timings });
    await announceDecision(step, transition.domain, gathered.observation, now, ports.log);
    const over = isResting(left) || left.execution.attempt !== attempt;
    return over ? { outcome: END_OUTCOME } : resultAfter(step.name, left, transition, quietBefore, ports.log);
  };
  return againAfterLostRace(TRIES, turn, ports.pauseAfterLostRace);
}

const storedQuiet = ({ execution }: Domain): number => execution.lastCheck?.quiet ?? 0;

async function gatherOnce<P extends Phase, Observed>(
  step: Step<P, Observed>,
  domain: DomainIn<P>,
  before: Gathered<Observed> | undefined,
  time: TimedDecision,
): Promise<Gathered<Observed>> {
  if (!before) return step.gather(domain, time);
  return step.readAgain ? step.readAgain(domain, before, time.now) : before;
}

function resultAfter(
  step: StepName,
  left: Domain,
  { changed, waitSeconds }: Transition,
  quietBefore: number,
  log: Log,
): StepResult {
  const next = outcome(step, STEP_OF_PHASE[left.phase], waitSeconds, log);
  return { outcome: next, domain: left, quietChecks: changed ? 0 : quietBefore + 1 };
}

async function announceDecision<P extends Phase, Observed>(
  step: Pick<Step<P, Observed>, 'name' | 'announce'>,
  domain: Domain,
  observation: Observed,
  now: Date,
  log: Log,
): Promise<void> {
  try {
    await step.announce?.(domain, now, observation);
  } catch (cause) {
    log('warn', 'what was decided could not be announced', { domainId: domain.id, step: step.name, cause });
  }
}

/** Two Express executions of one attempt may run at once: the first one that writes continues. */
function isOurs(domain: Domain | undefined, attempt: number, runId: string | undefined): domain is Domain {
  if (domain?.execution.attempt !== attempt) return false;
  const { run } = domain.execution;
  return run?.attempt !== attempt || run.id === runId;
}

/** Between the writing Lambda's clock and the reading one's. */
const CLOCK_SKEW_SECONDS = 1;

/** The rest of the last write's wait: a repeated or new execution must not cut it short. */
function secondsTooEarly({ execution: { notBefore } }: Domain, now: Date): number {
  if (notBefore === undefined) return 0;
  const seconds = Math.ceil((Date.parse(notBefore) - now.getTime()) / 1000);
  return seconds > CLOCK_SKEW_SECONDS ? seconds : 0;
}

function isIn<P extends Phase>(domain: Domain, phase: P): domain is DomainIn<P> {
  return domain.phase === phase;
}

/** A repeated step may find that another execution has moved the domain far ahead: then nothing remains to do. */
function outcome(step: StepName, next: NextStep, waitSeconds: number, log: Log): StepOutcome {
  const allowed: readonly NextStep[] = LIFECYCLE_STEPS[step];
  if (allowed.includes(next)) return { next, waitSeconds };
  log('warn', 'the domain is in a phase that this step does not lead to', { step, next });
  return END_OUTCOME;
}
