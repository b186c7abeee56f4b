import { describe, expect, it, vi } from 'vitest';
import { newIdentity } from '../../../../agent/machine/identity.gateway.ts';
import { publicKeys } from '../../../../agent/machine/public-keys.ts';
import type { MachineKeys } from '../../../../lambdas/agent-api/edge.schema.ts';
import { enrollmentRoutes } from '../../../../lambdas/agent-api/enrollment/enrollment-routes.ts';
import type { Machine } from '../../../../lambdas/model/servers/server.schema.ts';
import type { ServerStore } from '../../../../lambdas/model/servers/server.store.ts';
import { LostRace } from '../../../../lambdas/shared/table/lost-race.ts';
import { instead, portsOf } from '../../api/api-caller.ts';
import { identity, machine, server, signedRequest } from '../an-agent.ts';

const path = '/edge/v1/keys';
const nextKeys = await newIdentity();
const request = publicKeys(nextKeys);

/** The endpoint on a stored machine. `change` runs before the keys are stored, and may fail. */
function endpoint(change: ServerStore['changeMachineKeys'] = async () => undefined) {
  let held: Machine = machine;
  const changeMachineKeys = vi.fn<ServerStore['changeMachineKeys']>(async (...args) => {
    await change(...args);
    held = { ...held, ...args[2] };
  });
  const doubles = {
    servers: {
      getMachine: async (_organizationId: string, _serverId: number, id: string) =>
        id === held.id ? { server, machine: held } : undefined,
      changeMachineKeys,
    },
  };
  const route = enrollmentRoutes(instead(portsOf(), doubles) as never).find((one) => one.path === path);
  const call = async (keys: MachineKeys, by = identity) =>
    route?.handle(await signedRequest({ method: 'POST', path, body: JSON.stringify(keys) }, by));
  return { call, changeMachineKeys };
}

describe('keys of a machine', () => {
  it('are replaced in a request that its old ones sign, and that is recorded', async () => {
    const { call, changeMachineKeys } = endpoint();
    expect(await call(request)).toEqual({ status: 200, json: { machine_id: 'mch_1' } });
    expect(changeMachineKeys).toHaveBeenCalledExactlyOnceWith(
      server,
      machine,
      { signingJwk: request.signing_jwk, encryptionJwk: request.encryption_jwk },
      {
        audit: expect.objectContaining({ action: 'machine.keys_rotated', actor: { type: 'machine', machineId: 'mch_1' } }),
        event: expect.objectContaining({ event: 'machine.keys_rotated', organizationId: 'org_A' }),
      },
    );
  });

  it('are refused where one of them is to sign and decrypt: also the former one in the other role', async () => {
    const { call, changeMachineKeys } = endpoint();
    for (const keys of [
      { ...request, encryption_jwk: request.signing_jwk },
      { ...request, encryption_jwk: publicKeys(identity).signing_jwk },
      { ...request, signing_jwk: publicKeys(identity).encryption_jwk },
    ])
      await expect(call(keys)).rejects.toMatchObject({ code: 'validation_error' });
    expect(changeMachineKeys).not.toHaveBeenCalled();
  });

  it('sign nothing more once they were replaced, not even the same request again', async () => {
    const { call } = endpoint();
    await call(request);
    await expect(call(request)).rejects.toMatchObject({ code: 'invalid_agent_credentials' });
  });

  it('are confirmed under the new ones to a machine that lost the answer, and nothing is written', async () => {
    const { call, changeMachineKeys } = endpoint();
    await call(request);
    expect(await call(request, { ...identity, ...nextKeys })).toEqual({ status: 200, json: { machine_id: 'mch_1' } });
    expect(changeMachineKeys).toHaveBeenCalledTimes(1);
  });

  it('stay as they are if it was revoked or they were rotated meanwhile', async () => {
    const { call } = endpoint(async () => {
      throw new LostRace([], undefined);
    });
    await expect(call(request)).rejects.toMatchObject({ code: 'invalid_agent_credentials' });
  });

  it('are not replaced by a private key, or by none', async () => {
    const { call, changeMachineKeys } = endpoint();
    const offCurve = { ...request.signing_jwk, x: request.signing_jwk.y };
    for (const wrong of [
      { ...request, signing_jwk: nextKeys.signing_jwk },
      { ...request, signing_jwk: offCurve },
    ])
      await expect(call(wrong)).rejects.toMatchObject({ code: 'validation_error' });
    expect(changeMachineKeys).not.toHaveBeenCalled();
  });
});
