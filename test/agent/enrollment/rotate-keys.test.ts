import { describe, expect, it } from 'vitest';
import { withCurrentKeys } from '../../../agent/enrollment/current-keys.ts';
import { rotateKeys } from '../../../agent/enrollment/rotate-keys.ts';
import type { EnrolledIdentity } from '../../../agent/machine/identity.schema.ts';
import type { EdgeService } from '../../../agent/service/edge.gateway.ts';
import { identity } from '../../lambdas/agent-api/an-agent.ts';
import { keyService } from './a-key-service.ts';

const certificates = { changes: [], hostnames: [], cursor: 'c', place: '0.1', poll_after_seconds: 60 };

/** An agent that was started before, with this service and file. */
function runningAgent({ world, ports, isAccepted }: ReturnType<typeof keyService>, first = identity) {
  const edge = (by: EnrolledIdentity) => {
    const answer = async () => (isAccepted(by) ? { kind: 'answered', body: certificates } : { kind: 'refused' });
    return { certificates: answer, report: answer } as unknown as EdgeService;
  };
  const decryptWith = async (jwe: string, { x }: { x: string }) => {
    if (jwe !== x) throw new Error('not for this key');
    return 'PRIVATE KEY';
  };
  return {
    ...withCurrentKeys(first, { readEnrolled: ports.readEnrolled, edge, decryptWith, nowMs: Date.now, log: () => undefined }),
    world,
  };
}

describe('a rotation of keys', () => {
  it('leaves new keys here and at the service, and no old ones', async () => {
    const { world, ports, isAccepted } = keyService();
    await rotateKeys(ports);
    expect(world.steps).toEqual(['write both', 'register', 'write new']);
    expect(world.file).toEqual({ ...world.file, enrollment: identity.enrollment });
    expect(world.file.next).toBeUndefined();
    for (const key of ['signing_jwk', 'encryption_jwk'] as const) expect(world.file[key].x).not.toBe(identity[key].x);
    expect(isAccepted(world.file as EnrolledIdentity)).toBe(true);
  });

  it.each(
    ['write both', 'register', 'write new'].flatMap(
      (at) =>
        [
          [`before "${at}"`, { at, after: false }],
          [`after "${at}"`, { at, after: true }],
        ] as const,
    ),
  )('locks nobody out when it dies %s, and the next one completes it', async (_, dies) => {
    const service = keyService(dies);
    await expect(rotateKeys(service.ports)).rejects.toThrow('died');
    service.world.dies = undefined;
    const { edge } = runningAgent(service);
    expect(await edge.certificates(undefined)).toMatchObject({ kind: 'answered' });
    const restarted = runningAgent(service, service.world.file as EnrolledIdentity);
    expect(await restarted.edge.certificates(undefined)).toMatchObject({ kind: 'answered' });
    await rotateKeys(service.ports);
    expect(service.world.file.next).toBeUndefined();
    expect(service.isAccepted(service.world.file as EnrolledIdentity)).toBe(true);
    expect(await edge.certificates(undefined)).toMatchObject({ kind: 'answered' });
  });

  it('fails for a revoked machine, or without the service, with a reason, and can be repeated', async () => {
    const { world, ports } = keyService();
    const unavailable = async () => ({ kind: 'unavailable', reason: 'ECONNREFUSED' }) as const;
    await expect(rotateKeys({ ...ports, registerKeys: unavailable })).rejects.toThrow('to be tried again: ECONNREFUSED');
    const { next } = world.file;
    await rotateKeys(ports);
    expect(world.file.signing_jwk).toEqual(next?.signing_jwk);
    world.accepts = 'nobody';
    await expect(rotateKeys(ports)).rejects.toThrow('enroll it anew with --replace');
  });
});

describe('a running agent whose keys are rotated', () => {
  it('opens what was encrypted to the old keys, and to the new ones', async () => {
    const service = keyService();
    const { edge, decrypt } = runningAgent(service);
    await rotateKeys(service.ports);
    await edge.certificates(undefined);
    expect(await decrypt(identity.encryption_jwk.x)).toBe('PRIVATE KEY');
    expect(await decrypt(service.world.file.encryption_jwk.x)).toBe('PRIVATE KEY');
    await expect(decrypt('another')).rejects.toThrow('not for this key');
  });

  it('does not take over the identity of another machine whose keys it finds', async () => {
    const service = keyService();
    const { edge } = runningAgent(service);
    await rotateKeys(service.ports);
    service.world.file = { ...service.world.file, enrollment: { ...identity.enrollment, machine_id: 'mch_2' } };
    expect(await edge.certificates(undefined)).toEqual({ kind: 'refused' });
  });

  it('stays refused if the reason is another', async () => {
    const service = keyService();
    service.world.accepts = 'nobody';
    expect(await runningAgent(service).edge.report({})).toEqual({ kind: 'refused' });
  });
});
