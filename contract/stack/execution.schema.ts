import * as z from 'zod/mini';
import { type NextStep, STEP_NAMES } from './steps.ts';
import { Timings } from './timings.schema.ts';

/**
 * How many DNS checks in a row found nothing new, and since which diagnosis. Nobody writes it at each check: it goes from one to
 * the next, through the wait state and then through the queue.
 */
export const QuietChecks = z.object({ checks: z.int(), since: z.optional(z.string()) });
export type QuietChecks = z.infer<typeof QuietChecks>;

/** What starts an execution, and what every step of it is called with: ids and small facts, never a key or a PEM. */
export const StepInput = z.object({
  domainId: z.int().check(z.positive()),
  attempt: z.int().check(z.positive()),
  timings: Timings,
  /** The stage's `restoreEpoch` when it was started. */
  epoch: z.int().check(z.minimum(0)),
  /**
   * The id of one start of an Express execution: AWS does not refuse a second start of the same attempt. Absent in a Standard
   * execution that the relay started: its name is unique.
   */
  run: z.optional(z.string()),
});
export type StepInput = z.infer<typeof StepInput>;

/** What the DNS check is called with. */
export const DnsStepInput = z.extend(StepInput, { quiet: z.optional(QuietChecks) });
export type DnsStepInput = z.infer<typeof DnsStepInput>;

/** The input of an execution: `step` is where this attempt enters the machine. */
export const ExecutionInput = z.extend(StepInput, { step: z.enum(STEP_NAMES) });
export type ExecutionInput = z.infer<typeof ExecutionInput>;

/** What a step answers: whose turn it is next, and after how many whole seconds. */
export interface StepOutcome {
  next: NextStep;
  waitSeconds: number;
  /** For the DNS check that follows. */
  quiet?: QuietChecks;
}

/**
 * Whether an attempt begins at the CA, and so usually ends within minutes. It runs as an Express execution, which costs a
 * twentieth, and continues as a Standard one where it is held up (docs/decisions/0056-renewals-are-express.md).
 */
export function isShort({ step }: Pick<ExecutionInput, 'step'>): boolean {
  return step === 'prepare-issuance';
}

/** What an execution is about. */
export type ExecutionFacts = Pick<StepInput, 'domainId' | 'attempt' | 'epoch'>;

/**
 * `<domain id>-<attempt>`, and behind it the epoch from the first restore of the table on: a name is used once in 90 days, so the
 * same work is never begun twice, and a restored row's next attempt is other work than the attempt of that number which the
 * restore has undone.
 */
export function executionName({ domainId, attempt, epoch }: ExecutionFacts): string {
  return `${domainId}-${attempt}${epoch > 0 ? `-r${epoch}` : ''}`;
}

/** The reverse. Throws for a name that is not ours. */
export function executionFacts(name: string): ExecutionFacts {
  const match = /^([1-9][0-9]*)-([1-9][0-9]*)(?:-r([1-9][0-9]*))?$/.exec(name);
  if (!match) throw new Error(`not the name of a lifecycle execution: ${name}`);
  return { domainId: Number(match[1]), attempt: Number(match[2]), epoch: Number(match[3] ?? 0) };
}

/** Step Functions' status event on EventBridge, as far as we read it. */
export const FailedExecution = z.object({ detail: z.object({ name: z.string(), status: z.string() }) });
