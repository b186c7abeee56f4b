import { newIdentity } from '../../../agent/machine/identity.gateway.ts';
import type { EnrolledIdentity, Identity } from '../../../agent/machine/identity.schema.ts';
import type { MachineKeys } from '../../../lambdas/agent-api/edge.schema.ts';
import { identity } from '../../lambdas/agent-api/an-agent.ts';

/**
 * A service that knows one signing key of a machine, and the machine's file. All steps are recorded; `dies` crashes before or
 * after one of them.
 */
export function keyService(dies?: { at: string; after: boolean }) {
  const world = { accepts: identity.signing_jwk.x, file: identity as Identity, steps: [] as string[], dies };
  async function step<T>(name: string, work: () => T): Promise<T> {
    const isLast = world.dies?.at === name;
    if (isLast && !world.dies?.after) throw new Error(`died before ${name}`);
    world.steps.push(name);
    const result = work();
    if (isLast) throw new Error(`died after ${name}`);
    return result;
  }
  const isAccepted = (by: EnrolledIdentity) => by.signing_jwk.x === world.accepts;
  const ports = {
    readEnrolled: async () => world.file as EnrolledIdentity,
    writeIdentity: (written: Identity) =>
      step(written.next ? 'write both' : 'write new', () => {
        world.file = written;
      }),
    newIdentity,
    registerKeys: (by: EnrolledIdentity, keys: MachineKeys) =>
      step('register', () => {
        if (!isAccepted(by)) return { kind: 'refused' } as const;
        world.accepts = keys.signing_jwk.x;
        return { kind: 'answered', body: { machine_id: 'mch_1' } } as const;
      }),
    log: () => undefined,
  };
  return { world, ports, isAccepted };
}
