import type { KeysAnswer, MachineKeys } from '../../lambdas/agent-api/edge.schema.ts';
import type { EnrolledIdentity, Identity, KeyPairs } from '../machine/identity.schema.ts';
import { publicKeys } from '../machine/public-keys.ts';
import type { EdgeResult } from '../service/edge-result.ts';
import type { Log } from '../shared/log.gateway.ts';

export interface RotationPorts {
  readEnrolled: () => Promise<EnrolledIdentity>;
  writeIdentity: (identity: Identity) => Promise<void>;
  newIdentity: () => Promise<KeyPairs>;
  /** Registers the keys at the service, in a request signed as this machine. */
  registerKeys: (identity: EnrolledIdentity, keys: MachineKeys) => Promise<EdgeResult<KeysAnswer>>;
  log: Log;
}

/**
 * Replaces this machine's keys at the service and here. The new keys are stored before the service gets them, and the old ones
 * remain until it accepts. After a crash at any point one of the two works, and the next call completes the rotation. Throws with
 * the remedy.
 */
export async function rotateKeys(ports: RotationPorts): Promise<void> {
  const identity = await ports.readEnrolled();
  const next = identity.next ?? (await ports.newIdentity());
  if (!identity.next) await ports.writeIdentity({ ...identity, next });
  const result = await registerNext(identity, next, ports);
  if (result.kind === 'refused')
    throw new Error('the service refuses this machine: revoked, or its clock is off; enroll it anew with --replace');
  if (result.kind === 'unavailable') throw new Error(`not rotated, and to be tried again: ${result.reason}`);
  const { enrollment, host } = identity;
  await ports.writeIdentity({ ...next, enrollment, ...(host && { host }) });
  ports.log('info', 'keys rotated', { machine_id: identity.enrollment.machine_id });
}

async function registerNext(identity: EnrolledIdentity, next: KeyPairs, { registerKeys }: RotationPorts) {
  const result = await registerKeys(identity, publicKeys(next));
  // An earlier call may have crashed between the acceptance and the last write. Then only the new keys work.
  return result.kind === 'refused' ? registerKeys({ ...identity, ...next }, publicKeys(next)) : result;
}
