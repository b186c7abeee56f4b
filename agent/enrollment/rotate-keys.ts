import type { KeysAnswer, MachineKeys } from '../../lambdas/edge/edge.schema.ts';
import type { EnrolledIdentity, Identity, KeyPairs } from '../machine/identity.schema.ts';
import { publicKeys } from '../machine/public-keys.ts';
import type { EdgeResult } from '../service/edge-result.ts';
import type { Log } from '../shared/log.gateway.ts';

export interface RotationPorts {
  readEnrolled: () => Promise<EnrolledIdentity>;
  writeIdentity: (identity: Identity) => Promise<void>;
  newIdentity: () => Promise<KeyPairs>;
  /** Tells the service the keys, in a request signed as this machine. */
  registerKeys: (identity: EnrolledIdentity, keys: MachineKeys) => Promise<EdgeResult<KeysAnswer>>;
  log: Log;
}

/**
 * Replaces this machine's keys at the service and here. The new ones are on disk before the service learns of them and the old
 * ones until it has said yes: whatever dies between two steps, one of the two is accepted, and the next call ends what was begun.
 * Throws with the remedy.
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
  // An earlier call may have died between the service's yes and the last write: then only the new keys are known.
  return result.kind === 'refused' ? registerKeys({ ...identity, ...next }, publicKeys(next)) : result;
}
