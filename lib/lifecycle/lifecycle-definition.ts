import { AWS_BUSY, LIFECYCLE_STEPS, type NextStep, STEP_NAMES, type StepName } from '../../contract/stack/steps.ts';
import type { Timings } from '../../contract/stack/timings.schema.ts';

/** A state of the Amazon States Language (states-language.net), as far as this machine uses it. */
export type State =
  | { Type: 'Task'; Resource: string; Arguments: object; Output: string; TimeoutSeconds: number; Retry: Retrier[]; Next: string }
  | { Type: 'Choice'; Choices: { Condition: string; Next: string }[]; Default: string }
  | { Type: 'Wait'; Seconds: string; Next: string }
  | { Type: 'Succeed' }
  | { Type: 'Fail'; Error: string; Cause: string };

/** Each of its fields by its name: validators of the language look at no retrier. */
interface Retrier {
  ErrorEquals: string[];
  IntervalSeconds: number;
  BackoffRate: number;
  MaxDelaySeconds: number;
  MaxAttempts: number;
  JitterStrategy: 'FULL' | 'NONE';
}

export interface Definition {
  Comment: string;
  QueryLanguage: 'JSONata';
  StartAt: string;
  TimeoutSeconds: number;
  States: Record<string, State>;
}

/** For what runs late: throttled steps, a CA's long Retry-After. */
const SLACK_SECONDS = 2 * 3600;
/** A step's Lambda ends at 30 s; the rest is the invocation's own queueing and a cold start. */
const TASK_TIMEOUT_SECONDS = 60;

/**
 * Steps are safe to repeat. Throttling is no failure of the step, so it is waited out: 40 tries of at most 30 s, some ten
 * minutes; so it is of the table, KMS and Secrets Manager. `Lambda.Unknown` is a process that ended without an answer. What a
 * handler throws is a lost race or an outage: three more tries, and then the failed execution's rule and the sweep decide when to
 * try again.
 */
const RETRY: Retrier[] = [
  {
    ErrorEquals: [
      'Lambda.TooManyRequestsException',
      'Lambda.ServiceException',
      'Lambda.AWSLambdaException',
      'Lambda.SdkClientException',
      'Lambda.ClientExecutionTimeoutException',
      'Lambda.Unknown',
      AWS_BUSY,
    ],
    IntervalSeconds: 1,
    BackoffRate: 1.3,
    MaxDelaySeconds: 30,
    MaxAttempts: 40,
    JitterStrategy: 'FULL',
  },
  {
    ErrorEquals: ['States.ALL'],
    IntervalSeconds: 2,
    BackoffRate: 2,
    MaxDelaySeconds: 30,
    MaxAttempts: 3,
    JitterStrategy: 'FULL',
  },
];

/** The lifecycle machine, with the steps of LIFECYCLE_STEPS: three transitions for a step with a wait before it, two without. */
export function lifecycleDefinition(partition: string, functionArns: Record<StepName, string>, timings: Timings): Definition {
  const steps = STEP_NAMES.flatMap((step) => [
    [step, task(step, `arn:${partition}:states:::lambda:invoke`, functionArns[step])] as const,
    [turnAfter(step), turn(LIFECYCLE_STEPS[step])] as const,
  ]);
  const waits = STEP_NAMES.map((step) => [waitBefore(step), wait(step)] as const);
  return {
    Comment: 'From the first look at DNS to a certificate that is served. Input: contract/stack/execution.schema.ts',
    QueryLanguage: 'JSONata',
    StartAt: 'enter',
    TimeoutSeconds: longestSeconds(timings),
    States: {
      enter: { Type: 'Choice', Choices: STEP_NAMES.map((step) => when(`step = '${step}'`, step)), Default: 'unknown step' },
      ...Object.fromEntries([...steps, ...waits]),
      done: { Type: 'Succeed' },
      'unknown step': { Type: 'Fail', Error: 'UnknownStep', Cause: 'The input names a step that this machine does not have' },
      'unknown outcome': {
        Type: 'Fail',
        Error: 'UnknownOutcome',
        Cause: 'A step answered a successor that this machine does not have',
      },
    },
  };
}

/**
 * Every window to its end: that of DNS, where the queue takes nothing; the preflight has one as long as that of issuance, a move
 * after the installation one as long as that, and a pause. The sweep takes up what is ended here.
 */
function longestSeconds(timings: Timings): number {
  const { dnsWindowSeconds, issuanceWindowSeconds, installWindowSeconds, retirePauseSeconds } = timings;
  return dnsWindowSeconds + 2 * (issuanceWindowSeconds + installWindowSeconds) + retirePauseSeconds + SLACK_SECONDS;
}

const turnAfter = (step: StepName) => `after ${step}`;
const waitBefore = (step: StepName) => `wait before ${step}`;

function when(condition: string, next: string) {
  return { Condition: `{% $states.input.${condition} %}`, Next: next };
}

/** The relay of an earlier deployment starts executions without one. */
const EPOCH = '{% $exists($states.context.Execution.Input.epoch) ? $states.context.Execution.Input.epoch : 0 %}';
/** What the DNS check before the wait has answered. An execution enters without one. */
const QUIET_CHECKS = "{% $exists($states.input.quiet) ? $states.input.quiet : {'checks': 0} %}";

function task(step: StepName, invoke: string, functionArn: string): State {
  const input = (field: string) => `{% $states.context.Execution.Input.${field} %}`;
  return {
    Type: 'Task',
    Resource: invoke,
    Arguments: {
      FunctionName: functionArn,
      Payload: {
        domainId: input('domainId'),
        attempt: input('attempt'),
        timings: input('timings'),
        epoch: EPOCH,
        ...(step === 'check-dns' && { quiet: QUIET_CHECKS }),
      },
    },
    Output: '{% $states.result.Payload %}',
    TimeoutSeconds: TASK_TIMEOUT_SECONDS,
    Retry: RETRY,
    Next: turnAfter(step),
  };
}

/**
 * Whose turn it is, by the outcome of the step before: any step that there is, the usual ones first. Which may follow is held by
 * the code that answers (lifecycle/run-step.ts): an execution keeps its definition for days, and newer code may answer what that
 * did not know as a successor.
 */
function turn(usual: readonly NextStep[]): State {
  const choices = [...new Set([...usual, ...STEP_NAMES])].flatMap((next) =>
    next === 'done'
      ? [when(`next = 'done'`, 'done')]
      : [when(`next = '${next}' and $states.input.waitSeconds > 0`, waitBefore(next)), when(`next = '${next}'`, next)],
  );
  return { Type: 'Choice', Choices: choices, Default: 'unknown outcome' };
}

function wait(step: StepName): State {
  return { Type: 'Wait', Seconds: '{% $states.input.waitSeconds %}', Next: step };
}
