import * as z from 'zod/mini';
import { type NextStep, STEP_NAMES } from './steps.ts';
import { Timings } from './timings.schema.ts';

/**
 * Number of DNS checks in a row without a change, and the diagnosis since then. It is not stored: each check passes it to the
 * next one through the wait state or the queue.
 */
export const QuietChecks = z.object({ checks: z.int(), since: z.optional(z.string()) });
export type QuietChecks = z.infer<typeof QuietChecks>;

/** Input of an execution and of each of its steps: ids and small facts, never a key or a PEM. */
export const StepInput = z.object({
  domainId: z.int().check(z.positive()),
  attempt: z.int().check(z.positive()),
  timings: Timings,
  /** The stage's `restoreEpoch` at the start. */
  epoch: z.int().check(z.minimum(0)),
  /**
   * Id of one start of an Express execution, because AWS does not refuse a second start of the same attempt. Absent in a Standard
   * execution that the relay started: its name is unique.
   */
  run: z.optional(z.string()),
});
export type StepInput = z.infer<typeof StepInput>;

export const DnsStepInput = z.extend(StepInput, { quiet: z.optional(QuietChecks) });
export type DnsStepInput = z.infer<typeof DnsStepInput>;

/** Input of an execution. `step` is its entry point in the state machine. */
export const ExecutionInput = z.extend(StepInput, { step: z.enum(STEP_NAMES) });
export type ExecutionInput = z.infer<typeof ExecutionInput>;

/** A step's result: the next step, and the wait before it in whole seconds. */
export interface StepOutcome {
  next: NextStep;
  waitSeconds: number;
  /** Passed to the next DNS check. */
  quiet?: QuietChecks;
}

/**
 * True when the attempt begins at the CA, so it usually ends within minutes. It runs as an Express execution, which costs a
 * twentieth, and continues as a Standard one when it is held up (docs/decisions/0056-renewals-are-express.md).
 */
export function startsAsExpress({ step }: Pick<ExecutionInput, 'step'>): boolean {
  return step === 'prepare-issuance';
}

/** The facts encoded in an execution's name. */
export type ExecutionFacts = Pick<StepInput, 'domainId' | 'attempt' | 'epoch'>;

/**
 * `<domain id>-<attempt>`, with the epoch appended from the first table restore on. AWS refuses a name again for 90 days, so the
 * same work never starts twice. The epoch keeps the next attempt of a restored row apart from the attempt with that number which
 * the restore has undone.
 */
export function executionName({ domainId, attempt, epoch }: ExecutionFacts): string {
  return `${domainId}-${attempt}${epoch > 0 ? `-r${epoch}` : ''}`;
}

/** Reverses `executionName`. Throws for any other name. */
export function executionFacts(name: string): ExecutionFacts {
  const match = /^([1-9][0-9]*)-([1-9][0-9]*)(?:-r([1-9][0-9]*))?$/.exec(name);
  if (!match) throw new Error(`not the name of a lifecycle execution: ${name}`);
  return { domainId: Number(match[1]), attempt: Number(match[2]), epoch: Number(match[3] ?? 0) };
}

/** Step Functions' status event on EventBridge, as far as the service reads it. */
export const FailedExecution = z.object({ detail: z.object({ name: z.string(), status: z.string() }) });
