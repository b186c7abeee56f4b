import { describe, expect, it, vi } from 'vitest';
import { type PublicJwk, EnrollmentRequest as RequestSchema } from '../../../../lambdas/agent-api/edge.schema.ts';
import { enrollMachine } from '../../../../lambdas/agent-api/enrollment/enroll-machine.ts';
import type { IdentityEdges } from '../../../../lambdas/agent-api/enrollment/prove-identity.ts';
import type { Enrollment } from '../../../../lambdas/model/servers/enrollment/enrollment.store.ts';
import type { AgentServer } from '../../../../lambdas/model/servers/server.schema.ts';
import { LostRace } from '../../../../lambdas/shared/table/lost-race.ts';
import { iso, NOW, SECOND } from '../../a-domain.ts';
import { instead, portsOf } from '../../api/api-caller.ts';
import { machine, server } from '../an-agent.ts';

const request = {
  token: `enr_${'a'.repeat(43)}`,
  name: 'web 1',
  signing_jwk: machine.signingJwk as PublicJwk,
  encryption_jwk: machine.encryptionJwk as PublicJwk,
};

/** Stored tokens and a stored server. The transaction fails if the token is gone, as in DynamoDB. */
function ports(held: { server?: AgentServer } = { server }) {
  const tokens = new Map<string, Enrollment>([
    [request.token, { organizationId: 'org_A', serverId: 1, label: server.label, validUntil: iso(SECOND) }],
  ]);
  const added: unknown[] = [];
  const doubles = {
    tokens,
    added,
    table: {
      get: async () => undefined,
      putWrite: (() => '') as never,
      transact: vi.fn(async ([use, , add]: unknown[]) => {
        if (!tokens.delete(String(use))) throw new LostRace([undefined, undefined], undefined);
        added.push(add);
      }),
    },
    enrollments: {
      find: vi.fn(async (token: string) => tokens.get(token)),
      useWrite: ((token: string) => token) as never,
      enrolledWith: async () => undefined,
      enrolledWrite: (() => '') as never,
    },
    servers: {
      get: vi.fn(async () => held.server),
      getMachine: async () => undefined,
      addMachineWrites: ((...args: unknown[]) => [args]) as never,
    },
    ...({} as IdentityEdges),
  };
  return instead(portsOf({ newId: (prefix) => `${prefix}_new` }), doubles);
}

describe('an enrollment token', () => {
  it('adds one machine to its server', async () => {
    const held = ports();
    expect(await enrollMachine(request, held, NOW)).toEqual({ machine_id: 'mch_new', organization_id: 'org_A', server_id: 1 });
    expect(held.added).toEqual([
      [
        server,
        expect.objectContaining({ id: 'mch_new', name: 'web 1', signingJwk: request.signing_jwk }),
        iso(750 * SECOND),
        {
          audit: expect.objectContaining({ action: 'machine.enrolled', actor: { type: 'machine', machineId: 'mch_new' } }),
          event: expect.objectContaining({ event: 'machine.enrolled', organizationId: 'org_A' }),
        },
      ],
    ]);
  });

  it('is refused the second time', async () => {
    const held = ports();
    await enrollMachine(request, held, NOW);
    await expect(enrollMachine(request, held, NOW)).rejects.toMatchObject({ code: 'invalid_agent_credentials' });
    expect(held.added).toHaveLength(1);
  });

  it('used by two at once lets exactly one in', async () => {
    const held = ports();
    const results = await Promise.allSettled([enrollMachine(request, held, NOW), enrollMachine(request, held, NOW)]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(held.table.transact).toHaveBeenCalledTimes(2);
    expect(held.added).toHaveLength(1);
  });

  it('that the service did not create is refused', async () => {
    await expect(enrollMachine({ ...request, token: 'enr_x' }, ports(), NOW)).rejects.toMatchObject({
      code: 'invalid_agent_credentials',
    });
  });

  it('survives two other machines that come in between', async () => {
    const held = ports();
    held.table.transact.mockRejectedValueOnce(new LostRace([], undefined)).mockRejectedValueOnce(new LostRace([], undefined));
    expect(await enrollMachine(request, held, NOW)).toMatchObject({ machine_id: 'mch_new' });
  });

  it('is not spent when the server is too busy', async () => {
    const held = ports();
    held.table.transact.mockRejectedValue(new LostRace([], undefined));
    await expect(enrollMachine(request, held, NOW)).rejects.toMatchObject({
      code: 'service_unavailable',
      headers: { 'retry-after': '2' },
    });
    expect(held.tokens.size).toBe(1);
  });
});

describe('a server that was deleted', () => {
  it.each([
    ['is gone', {}],
    ['was created again by its number, with another label', { server: { ...server, label: 'anotherlabelabcd' } }],
  ])('leaves an enrollment token unspent where it %s', async (_, held) => {
    const found = ports(held);
    await expect(enrollMachine(request, found, NOW)).rejects.toMatchObject({ code: 'invalid_agent_credentials' });
    expect(found.added).toEqual([]);
  });
});

describe('a server with many machines', () => {
  const withMachines = (machineCount: number): AgentServer => ({ ...server, machineCount });

  it('accepts a thousandth machine', async () => {
    await expect(enrollMachine(request, ports({ server: withMachines(999) }), NOW)).resolves.toBeDefined();
  });

  it('refuses the machine after the thousandth, and the token stays valid', async () => {
    const held = ports({ server: withMachines(1_000) });
    await expect(enrollMachine(request, held, NOW)).rejects.toMatchObject({
      code: 'quota_exceeded',
      details: { resource: 'machines', limit: 1_000, used: 1_000 },
    });
    expect(held.tokens.size).toBe(1);
  });
});

describe("a machine's keys", () => {
  it.each(['signing_jwk', 'encryption_jwk'] as const)('that are no point on the curve are refused by name: %s', async (field) => {
    const held = ports();
    const wrong = { ...request, [field]: { ...request[field], y: 'A'.repeat(43) } };
    await expect(enrollMachine(wrong, held, NOW)).rejects.toMatchObject({
      code: 'validation_error',
      details: { errors: { [field]: [expect.any(String)] } },
    });
    expect(held.tokens.size).toBe(1);
  });

  it.each([
    ['a private key', { ...request.signing_jwk, d: 'A'.repeat(43) }],
    ['another curve', { ...request.signing_jwk, crv: 'P-384' }],
    ['an RSA key', { kty: 'RSA', n: 'x', e: 'AQAB' }],
    ['a short coordinate', { ...request.signing_jwk, x: 'AAAA' }],
  ])('may not be %s', (_, signing_jwk) => {
    expect(RequestSchema.safeParse({ ...request, signing_jwk }).success).toBe(false);
  });

  it.each([
    ['the same', (jwk: typeof request.signing_jwk) => jwk],
    // The other point with this x: its private key differs only in sign.
    ['its mirror', ({ y, ...jwk }: typeof request.signing_jwk) => ({ ...jwk, y: mirrored(y) })],
  ])('may not be one key that signs and decrypts: %s', async (_, change) => {
    const held = ports();
    await expect(enrollMachine({ ...request, encryption_jwk: change(request.signing_jwk) }, held, NOW)).rejects.toMatchObject({
      code: 'validation_error',
      details: { errors: { encryption_jwk: [expect.stringContaining('signing_jwk')] } },
    });
    expect(held.tokens.size).toBe(1);
  });
});

const P = 2n ** 256n - 2n ** 224n + 2n ** 192n + 2n ** 96n - 1n;
function mirrored(y: string): string {
  const value = P - BigInt(`0x${Buffer.from(y, 'base64url').toString('hex')}`);
  return Buffer.from(value.toString(16).padStart(64, '0'), 'hex').toString('base64url');
}
