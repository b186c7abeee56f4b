import { Stack } from 'aws-cdk-lib';
import type { CfnFunction } from 'aws-cdk-lib/aws-lambda';
import { AWS_LIMITS } from '../../contract/stack/aws-limits.ts';
import { isEmulated } from '../stage/emulator.ts';
import { StageRefused } from '../stage/read-stage.ts';
import type { Stage } from '../stage/stage.schema.ts';
import { ServiceFunction } from './service-function.ts';

/** Assumed length of a value that only AWS knows. The longest is the URL of a queue with a long name. */
const MAX_REFERENCE_BYTES = 150;

/** Lambda refuses a longer environment in the middle of a deployment. */
export function refuseLongEnvironments(stack: Stack, stage: Stage): void {
  if (isEmulated(stage)) return;
  const most = AWS_LIMITS.lambdaEnvironmentBytes.value;
  for (const fn of stack.node.findAll()) {
    if (!(fn instanceof ServiceFunction)) continue;
    const bytes = environmentBytes(fn);
    if (bytes <= most) continue;
    const parts = Object.entries(stage.settings).map(([name, value]) => ({
      name,
      bytes: Buffer.byteLength(JSON.stringify(value) ?? ''),
    }));
    const [longest] = parts.toSorted((one, other) => other.bytes - one.bytes);
    throw new StageRefused(
      `${fn.node.id} would have ${bytes} bytes of settings and names in its environment, and Lambda takes ${most}. ` +
        `The longest part is settings.${longest?.name}, with ${longest?.bytes}: shorten it in the stage file`,
    );
  }
}

function environmentBytes({ lambda }: ServiceFunction): number {
  const { environment } = lambda.node.defaultChild as CfnFunction;
  const { variables } = Stack.of(lambda).resolve(environment);
  return Object.entries(variables).reduce((sum, [name, value]) => {
    const length = typeof value === 'string' ? Buffer.byteLength(value) : MAX_REFERENCE_BYTES;
    return sum + Buffer.byteLength(name) + length;
  }, 0);
}
