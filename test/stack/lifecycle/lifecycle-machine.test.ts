import { describe, expect, it } from 'vitest';
import { COUNTS } from '../../../bin/admin/prices/counts.ts';
import { DnsStepInput, StepInput, type StepOutcome } from '../../../contract/stack/execution.schema.ts';
import { AWS_BUSY, STEP_NAMES, type StepName } from '../../../contract/stack/steps.ts';
import { resourcesOf, synthesize } from '../synthesized.ts';
import { deployedDefinition } from './deployed-definition.ts';

const { service } = synthesize();
const [machine] = Object.values(resourcesOf(service, 'AWS::StepFunctions::StateMachine'));
const definition = deployedDefinition(service);

const happyPath: Record<StepName, StepOutcome[]> = {
  'check-dns': [{ next: 'prepare-issuance', waitSeconds: 0 }],
  'prepare-issuance': [{ next: 'create-order', waitSeconds: 0 }],
  'create-order': [{ next: 'poll-order', waitSeconds: 5 }],
  'answer-challenge': [{ next: 'poll-order', waitSeconds: 5 }],
  'poll-order': [{ next: 'download-certificate', waitSeconds: 5 }],
  'finalize-order': [{ next: 'download-certificate', waitSeconds: 5 }],
  'download-certificate': [{ next: 'verify-installation', waitSeconds: 15 }],
  'verify-installation': [{ next: 'done', waitSeconds: 0 }],
  'verify-move': [{ next: 'retire-certificate', waitSeconds: 3600 }],
  'retire-certificate': [{ next: 'done', waitSeconds: 0 }],
  'revoke-certificate': [{ next: 'done', waitSeconds: 0 }],
  'remove-domain': [{ next: 'done', waitSeconds: 0 }],
};

describe('the number of state transitions', () => {
  it('is 17 for a first issuance with one poll', () => {
    const entered = walk('check-dns', happyPath);
    expect(entered.at(-1)).toBe('done');
    expect(entered).toHaveLength(COUNTS.firstIssuance.stateTransition);
  });

  it('is three fewer where the CA answers the certificate at once', () => {
    const atOnce = { ...happyPath, 'poll-order': [{ next: 'verify-installation', waitSeconds: 15 } as const] };
    expect(walk('check-dns', atOnce)).toHaveLength(14);
    expect(walk('prepare-issuance', atOnce)).toHaveLength(12);
  });

  it('is four more where the CA holds each step up', () => {
    const heldUp = {
      ...happyPath,
      'create-order': [{ next: 'answer-challenge', waitSeconds: 0 } as const],
      'poll-order': [{ next: 'finalize-order', waitSeconds: 0 } as const],
    };
    expect(walk('prepare-issuance', heldUp)).toHaveLength(COUNTS.handedOver.stateTransition + 4);
  });

  it('is two fewer for a renewal, which enters after the wait for DNS', () => {
    expect(walk('prepare-issuance', happyPath)).toHaveLength(COUNTS.handedOver.stateTransition);
    expect(COUNTS.handedOver.stateTransition).toBeLessThanOrEqual(15);
  });

  it('is seven more for an installation that was moved meanwhile: a check of the new server, a pause, a farewell to the old', () => {
    const moved = { ...happyPath, 'verify-installation': [{ next: 'verify-move', waitSeconds: 0 } as const] };
    expect(walk('check-dns', moved).slice(15)).toEqual([
      'after verify-installation',
      ...['verify-move', 'after verify-move'],
      ...['wait before retire-certificate', 'retire-certificate', 'after retire-certificate'],
      'done',
    ]);
  });

  it('is 40 for a CNAME that does not come within the first hour: three for each of its 12 waits in the machine', () => {
    const miss: StepOutcome = { next: 'check-dns', waitSeconds: 300, quiet: { checks: 1 } };
    const misses = Array.from({ length: 12 }, () => miss);
    const entered = walk('check-dns', { ...happyPath, 'check-dns': [...misses, { next: 'done', waitSeconds: 0 }] });
    expect(entered.filter((state) => state === 'wait before check-dns')).toHaveLength(12);
    expect(entered).toHaveLength(COUNTS.neverPointing.stateTransition);
  });

  it('is four for a removal', () => {
    expect(walk('remove-domain', happyPath)).toEqual(['enter', 'remove-domain', 'after remove-domain', 'done']);
  });

  it('grows by three for every further poll', () => {
    const again: StepOutcome = { next: 'poll-order', waitSeconds: 5 };
    const polls = [again, again, { next: 'download-certificate', waitSeconds: 5 } as const];
    const entered = walk('check-dns', { ...happyPath, 'poll-order': polls });
    expect(entered).toHaveLength(COUNTS.firstIssuance.stateTransition + 2 * 3);
  });
});

describe('whose turn it is', () => {
  it.each(STEP_NAMES)('an attempt may enter at %s', (step) => {
    expect(walk(step, happyPath).slice(0, 2)).toEqual(['enter', step]);
  });

  it('an attempt that enters at a step of another version fails, so that the failure rule sees it', () => {
    expect(walk('retired-step', happyPath)).toEqual(['enter', 'unknown step']);
  });

  it.each(STEP_NAMES)(
    'after %s comes what it answers, at once or after the wait, also where only newer code has it as a successor',
    (step) => {
      for (const next of STEP_NAMES) {
        expect(stateAfter(step, { next, waitSeconds: 0 })).toBe(next);
        expect(stateAfter(step, { next, waitSeconds: 1 })).toBe(`wait before ${next}`);
      }
      for (const waitSeconds of [0, 1]) expect(stateAfter(step, { next: 'done', waitSeconds })).toBe('done');
    },
  );

  it.each(STEP_NAMES)(
    'after %s comes no step of another version: the execution fails, so that the failure rule sees it',
    (step) => {
      expect(stateAfter(step, { next: 'retired-step' as StepName, waitSeconds: 0 })).toBe('unknown outcome');
    },
  );

  it.each(STEP_NAMES)('an answer of %s that is no outcome fails the execution', (step) => {
    expect(stateAfter(step, {} as StepOutcome)).toBe('unknown outcome');
  });

  it('the machine leads from the entrance to every state, and nowhere else', () => {
    const reached = new Set([definition.StartAt]);
    for (const name of reached) for (const next of successors(name)) reached.add(next);
    expect([...reached].sort()).toEqual(Object.keys(definition.States).sort());
  });
});

describe('a step', () => {
  it('is called with ids and small facts from the input of the execution, whatever came between', () => {
    for (const { name, state } of tasks()) {
      const { quiet, ...payload } = Object(state.Arguments).Payload;
      expect(quiet !== undefined, name).toBe(name === 'check-dns');
      expect(Object.keys(payload)).toEqual(Object.keys(StepInput.shape));
      for (const [field, source] of Object.entries(payload))
        expect(source).toMatch(new RegExp(`^{% (\\$exists.+ \\? )?\\$states.context.Execution.Input.${field}( : (0|''))? %}$`));
    }
  });

  it('that checks DNS is called with the count that the check before the wait has answered, the first with none', () => {
    const [check] = tasks().filter(({ name }) => name === 'check-dns');
    const { quiet } = Object(check?.state.Arguments).Payload;
    expect(quiet).toBe("{% $exists($states.input.quiet) ? $states.input.quiet : {'checks': 0} %}");
    expect(DnsStepInput.shape.quiet.safeParse({ checks: 0 }).success).toBe(true);
  });

  it('calls its own function and passes its answer on', () => {
    expect(new Set(tasks().map(({ state }) => Object(state.Arguments).FunctionName)).size).toBe(STEP_NAMES.length);
    for (const { name, state } of tasks()) {
      expect(Object(state.Arguments).FunctionName).toContain(name.replaceAll('-', ''));
      expect(state.Output).toBe('{% $states.result.Payload %}');
    }
  });

  it('is tried again through throttling for longer than through its own errors', () => {
    for (const { state } of tasks()) {
      const [throttled, failed] = state.Retry as { ErrorEquals: string[]; MaxAttempts: number }[];
      expect(throttled?.ErrorEquals).toEqual(expect.arrayContaining(['Lambda.TooManyRequestsException', AWS_BUSY]));
      expect(failed?.ErrorEquals).toEqual(['States.ALL']);
      expect(throttled?.MaxAttempts).toBeGreaterThan(failed?.MaxAttempts ?? 0);
    }
  });

  it('has a longer time-out than its function', () => {
    for (const { state } of tasks()) expect(state.TimeoutSeconds).toBeGreaterThan(30);
  });
});

describe('an execution', () => {
  it('outlasts the windows of DNS, the preflight, issuance, installation and a move, a day each, the pause, and a margin', () => {
    expect(definition.TimeoutSeconds).toBe((24 + 24 + 24 + 24 + 24 + 1 + 2) * 3600);
    expect(definition.QueryLanguage).toBe('JSONata');
  });

  it('logs its errors, and never its data', () => {
    expect(machine?.Properties.LoggingConfiguration).toMatchObject({ Level: 'ERROR', IncludeExecutionData: false });
  });
});

describe('an Express execution', () => {
  const express = deployedDefinition(service, 'EXPRESS');
  const { 'hand over': handOver, ...others } = express.States;

  it('has the steps, the turns and the waits of a Standard one', () => {
    expect(Object.keys(others)).toEqual(Object.keys(definition.States));
    for (const { name, state } of tasks()) {
      const { Retry: _, ...same } = state;
      expect(others[name]).toMatchObject(same);
    }
  });

  it('ends before AWS ends it, the longest wait and a step after its last turn included', () => {
    expect(express.TimeoutSeconds).toBeLessThan(300);
    const [, late] = /> (\d+)000\) %}$/.exec(conditionOfHandOver('prepare-issuance')) ?? [];
    expect(Number(late) + 90 + 60).toBeLessThanOrEqual(Number(express.TimeoutSeconds));
  });

  it.each(STEP_NAMES)('after %s a longer wait than that for an agent, and whatever comes late, is handed over', (step) => {
    expect(conditionOfHandOver(step)).toMatch(
      /^{% \$states.input.next != 'done' and \(\$states.input.waitSeconds > 90 or \$millis\(\) - \$toMillis\(\$states.context.Execution.StartTime\) > 140000\) %}$/,
    );
  });

  it.each(STEP_NAMES)('a failure of %s is handed over at once: the Standard execution has the patience', (step) => {
    expect(others[step]).toMatchObject({
      Retry: [],
      Catch: [{ ErrorEquals: ['States.ALL'], Output: { next: step, waitSeconds: 0 }, Next: 'hand over' }],
    });
  });

  it('is handed over to the Standard machine, under its own name, with its input and the next step', () => {
    const [standard] = Object.keys(resourcesOf(service, 'AWS::StepFunctions::StateMachine'));
    expect(handOver).toMatchObject({
      Resource: 'arn:aws:states:::states:startExecution',
      Arguments: {
        StateMachineArn: standard,
        Name: '{% $states.context.Execution.Name %}',
        Input: '{% $merge([$states.context.Execution.Input, {"step": $states.input.next}]) %}',
      },
      Catch: [{ ErrorEquals: ['StepFunctions.ExecutionAlreadyExistsException'], Next: 'done' }],
      Next: 'done',
    });
  });

  it('may start executions of the Standard machine, and of no other', () => {
    const roles = Object.entries(resourcesOf(service, 'AWS::IAM::Role'));
    const [, role] = roles.find(([id]) => id.startsWith('LifecycleMachineExpressRole')) ?? [];
    const [machineId] = Object.keys(resourcesOf(service, 'AWS::StepFunctions::StateMachine'));
    expect(Object(role?.Properties).Policies[0].PolicyDocument.Statement).toContainEqual({
      Action: 'states:StartExecution',
      Effect: 'Allow',
      Resource: { Ref: machineId },
    });
  });

  function conditionOfHandOver(step: StepName): string {
    const turn = others[`after ${step}`];
    const [first] = turn?.Type === 'Choice' ? turn.Choices : [];
    expect(first?.Next).toBe('hand over');
    return first?.Condition ?? '';
  }
});

/** The deployed definition's tasks, with the logical id in place of each reference. */
function tasks() {
  return Object.entries(definition.States).flatMap(([name, state]) => (state.Type === 'Task' ? [{ name, state }] : []));
}

function successors(name: string): string[] {
  const state = definition.States[name];
  if (state?.Type === 'Choice') return [...state.Choices.map(({ Next }) => Next), state.Default];
  return state && 'Next' in state ? [state.Next] : [];
}

/** The states that an execution enters if its steps return these outcomes; the last one repeats. */
function walk(step: string, outcomes: Record<StepName, StepOutcome[]>): string[] {
  const calls = new Map<string, number>();
  const entered: string[] = [];
  let data: Record<string, unknown> = { step };
  for (let name: string | undefined = definition.StartAt; name !== undefined; name = nextState(name, data)) {
    entered.push(name);
    const answers = outcomes[name as StepName];
    if (answers === undefined) continue;
    const call = calls.get(name) ?? 0;
    calls.set(name, call + 1);
    data = { ...(answers[call] ?? answers.at(-1)) };
  }
  return entered;
}

function stateAfter(step: StepName, outcome: StepOutcome): string | undefined {
  return nextState(successors(step)[0] ?? '', { ...outcome });
}

function nextState(name: string, data: Record<string, unknown>): string | undefined {
  const state = definition.States[name];
  if (state?.Type !== 'Choice') return successors(name)[0];
  return state.Choices.find(({ Condition }) => holds(Condition, data))?.Next ?? state.Default;
}

/** The two forms of conditions that the machine uses; throws for others. */
function holds(condition: string, data: Record<string, unknown>): boolean {
  const form = /^\{% \$states\.input\.(step|next) = '([a-z-]+)'( and \$states\.input\.waitSeconds > 0)? %\}$/.exec(condition);
  if (!form) throw new Error(`this test cannot read ${condition}`);
  const [, field = '', value, waits] = form;
  return data[field] === value && (waits === undefined || Number(data.waitSeconds) > 0);
}
