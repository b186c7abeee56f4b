import type { Template } from 'aws-cdk-lib/assertions';
import type { Definition } from '../../../lib/lifecycle/lifecycle-definition.ts';
import { resourcesOf } from '../synthesized.ts';

/** A machine's definition in the template, with the logical id in place of each reference, and the partition `aws`. */
export function deployedDefinition(service: Template, type: 'STANDARD' | 'EXPRESS' = 'STANDARD'): Definition {
  const machines = Object.values(resourcesOf(service, 'AWS::StepFunctions::StateMachine'));
  const machine = machines.find(({ Properties }) => Properties.StateMachineType === type);
  const parts: unknown[] = Object(machine?.Properties.DefinitionString)['Fn::Join'][1];
  const text = parts.map((part) => {
    if (typeof part === 'string') return part;
    const [id] = Object(part)['Fn::GetAtt'] ?? [Object(part).Ref];
    return id === 'AWS::Partition' ? 'aws' : (id as string);
  });
  return JSON.parse(text.join(''));
}
