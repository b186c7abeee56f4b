import validate from 'asl-validator';
import { describe, expect, it } from 'vitest';
import type { Definition } from '../../../lib/lifecycle/lifecycle-definition.ts';
import { synthesize } from '../synthesized.ts';
import { deployedDefinition } from './deployed-definition.ts';

const { service } = synthesize();
const definition = deployedDefinition(service);

/** The validator's errors; empty for a valid definition. */
function faultsOf(machine: object): string {
  const { isValid, errorsText } = validate(machine);
  return isValid ? '' : errorsText('\n');
}

const STEP = 'check-dns';

/** The definition with a changed step; `undefined` removes a field. */
function withStep(fields: object): Definition {
  const changed = JSON.parse(JSON.stringify({ ...definition.States[STEP], ...fields }));
  return { ...definition, States: { ...definition.States, [STEP]: changed } };
}

describe('the machine in the States Language', () => {
  it.each(['STANDARD', 'EXPRESS'] as const)('is valid: %s', (type) => {
    expect(faultsOf(deployedDefinition(service, type))).toBe('');
  });

  it.each<[string, object, RegExp]>([
    ['a field that a state does not have', withStep({ Argument: {} }), /States\/check-dns is invalid/],
    ['a field of JSONPath', withStep({ Parameters: {} }), /States\/check-dns is invalid/],
    ['an expression that is no JSONata', withStep({ Output: '{% $states.result. %}' }), /States\/check-dns\/Output is invalid/],
    ['a time-out that is none', withStep({ TimeoutSeconds: -1 }), /check-dns\/TimeoutSeconds is invalid/],
    ['a successor that is not there', withStep({ Next: 'nowhere' }), /target: nowhere/],
    ['a state that ends nowhere', withStep({ Next: undefined }), /check-dns" MUST contain exactly one of "End", "Next"/],
    ['a field of the whole that there is not', { ...definition, Timeout: 1 }, /must NOT have additional properties/],
    [
      'a state that nothing leads to',
      { ...definition, States: { ...definition.States, lonely: { Type: 'Succeed' } } },
      /State lonely is not reachable/,
    ],
  ])('would be refused with %s', (_name, machine, fault) => {
    expect(faultsOf(machine)).toMatch(fault);
  });
});
