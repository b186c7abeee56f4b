import { AWS_BUSY, LIFECYCLE_STEPS, type NextStep, STEP_NAMES, type StepName } from '../../contract/stack/steps.ts';
import type { Timings } from '../../contract/stack/timings.schema.ts';

/** A state in Amazon States Language (states-language.net), as far as this machine uses it. */
export type State =
  | {
      Type: 'Task';
      Resource: string;
      Arguments: object;
      Output: string;
      TimeoutSeconds: number;
      Retry: Retrier[];
      Catch?: { ErrorEquals: string[]; Output: object; Next: string }[];
      Next: string;
    }
  | { Type: 'Choice'; Choices: { Condition: string; Next: string }[]; Default: string }
  | { Type: 'Wait'; Seconds: string; Next: string }
  | { Type: 'Succeed' }
  | { Type: 'Fail'; Error: string; Cause: string };

/** Spelled out field by field, because validators of the language do not check retriers. */
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

/** Allowance for delays: throttled steps, a CA's long Retry-After. */
const SLACK_SECONDS = 2 * 3600;
/** A step's Lambda ends at 30 s. The rest covers the invocation's queueing and a cold start. */
const TASK_TIMEOUT_SECONDS = 60;

/**
 * Steps are idempotent. Throttling (of Lambda, the table, KMS or Secrets Manager) is no failure of the step, so it is waited out:
 * 40 tries of at most 30 s, some ten minutes. `Lambda.Unknown` is a process that ended without an answer. A handler throws after
 * a lost race or an outage: three more tries, then the failed execution's rule and the sweep decide when to try again.
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

/** `StartExecution` refills 150 to 300 a second. Two minutes of retries; after that the sweep restarts the domain. */
const RETRY_START: Retrier[] = [
  {
    ErrorEquals: ['StepFunctions.ExecutionLimitExceededException', 'StepFunctions.StepFunctionsException', 'States.Timeout'],
    IntervalSeconds: 1,
    BackoffRate: 2,
    MaxDelaySeconds: 10,
    MaxAttempts: 8,
    JitterStrategy: 'FULL',
  },
];

type Steps = Record<StepName, string>;

/** The lifecycle machine with the steps of LIFECYCLE_STEPS: three transitions for a step after a wait, two without one. */
export function lifecycleDefinition(partition: string, functionArns: Steps, timings: Timings): Definition {
  const steps = STEP_NAMES.flatMap((step) => [
    [step, task(step, `arn:${partition}:states:::lambda:invoke`, functionArns[step])] as const,
    [turnAfter(step), turn(LIFECYCLE_STEPS[step])] as const,
  ]);
  const waits = STEP_NAMES.map((step) => [waitBefore(step), wait(step)] as const);
  return {
    Comment: 'From the first look at DNS to a certificate that is served. Input: contract/stack/execution.schema.ts',
    QueryLanguage: 'JSONata',
    StartAt: ENTRANCE,
    TimeoutSeconds: longestSeconds(timings),
    States: {
      [ENTRANCE]: { Type: 'Choice', Choices: STEP_NAMES.map((step) => when(`step = '${step}'`, step)), Default: 'unknown step' },
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

/** AWS ends an Express execution after 300 s. https://docs.aws.amazon.com/step-functions/latest/dg/service-quotas.html */
const EXPRESS_SECONDS = 290;
/**
 * A renewal waits this long for the agent's next poll (`renewalLookSeconds`). That and a step still fit into an execution after
 * the last turn.
 */
const MAX_WAIT_SECONDS = 90;
const LAST_TURN_SECONDS = 140;
const HAND_OVER = 'hand over';

/**
 * The same machine for executions that are usually short. A failed step, a longer wait or a late turn hands the domain over to a
 * Standard execution of the same name, which continues with the next step (docs/decisions/0056-renewals-are-express.md).
 */
export function expressDefinition(partition: string, functionArns: Steps, timings: Timings, standardArn: string): Definition {
  const standard = lifecycleDefinition(partition, functionArns, timings);
  const states = Object.entries(standard.States).map(([name, state]) => [name, inExpress(name, state)] as const);
  return {
    ...standard,
    Comment: 'The same steps for what is over within minutes; the rest is handed over. Input: contract/stack/execution.schema.ts',
    TimeoutSeconds: EXPRESS_SECONDS,
    States: {
      ...Object.fromEntries(states),
      [HAND_OVER]: handOver(`arn:${partition}:states:::states:startExecution`, standardArn),
    },
  };
}

const IS_HELD_UP = `$states.input.next != 'done' and ($states.input.waitSeconds > ${MAX_WAIT_SECONDS} or $millis() - $toMillis($states.context.Execution.StartTime) > ${LAST_TURN_SECONDS * 1000})`;

function inExpress(name: string, state: State): State {
  if (state.Type === 'Choice' && name !== ENTRANCE)
    return { ...state, Choices: [{ Condition: `{% ${IS_HELD_UP} %}`, Next: HAND_OVER }, ...state.Choices] };
  if (state.Type !== 'Task') return state;
  return {
    ...state,
    Retry: [],
    Catch: [{ ErrorEquals: ['States.ALL'], Output: { next: name, waitSeconds: 0 }, Next: HAND_OVER }],
  };
}

/** Two executions of an attempt may hand over. The Standard execution's name is unique, so only one starts. */
function handOver(resource: string, standardArn: string): State {
  const input = '{% $merge([$states.context.Execution.Input, {"step": $states.input.next}]) %}';
  return {
    Type: 'Task',
    Resource: resource,
    Arguments: { StateMachineArn: standardArn, Name: '{% $states.context.Execution.Name %}', Input: input },
    Output: '{% $states.input %}',
    TimeoutSeconds: TASK_TIMEOUT_SECONDS,
    Retry: RETRY_START,
    Catch: [{ ErrorEquals: ['StepFunctions.ExecutionAlreadyExistsException'], Output: {}, Next: 'done' }],
    Next: 'done',
  };
}

/**
 * The sum of all windows: the DNS window, for when the queue takes nothing; the windows of preflight and of a move after
 * installation, each as long as that of issuance; and a pause. The sweep restarts an execution that ends here.
 */
function longestSeconds(timings: Timings): number {
  const { dnsWindowSeconds, issuanceWindowSeconds, installWindowSeconds, retirePauseSeconds } = timings;
  return dnsWindowSeconds + 2 * (issuanceWindowSeconds + installWindowSeconds) + retirePauseSeconds + SLACK_SECONDS;
}

const ENTRANCE = 'enter';
const turnAfter = (step: StepName) => `after ${step}`;
const waitBefore = (step: StepName) => `wait before ${step}`;

function when(condition: string, next: string) {
  return { Condition: `{% $states.input.${condition} %}`, Next: next };
}

const RUN = "{% $exists($states.context.Execution.Input.run) ? $states.context.Execution.Input.run : '' %}";
/** The value that the last DNS check returned before the wait. The first check of an execution has none. */
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
        epoch: input('epoch'),
        run: RUN,
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
 * Chooses the next step by the previous step's result. Any existing step is allowed, the usual ones come first. Successors are
 * checked by the code (steps/run-step.ts): an execution keeps its definition for days, and newer code may answer a step that the
 * old definition did not list as a successor.
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
