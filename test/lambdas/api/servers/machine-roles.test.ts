import { describe, expect, it } from 'vitest';
import { ServerResource } from '../../../../lambdas/model/servers/server-resource.schema.ts';
import { itemsUnder, tableHolds, writes } from '../api-caller.ts';
import { aServer, call, callOfStrictStage } from './servers-api.ts';

const ROLE = 'arn:aws:iam::111122223333:role/web/frontend';
const OTHER = 'arn:aws-cn:iam::444455556666:role/backend';
const stored = aServer(1, { machineCount: 1 });
const key = `${stored.pk}|${stored.sk}`;
const patch = (body: object, by = call) => by({ method: 'PATCH', path: '/api/servers/1', body });
const create = (machine_roles: unknown, by = call) => by({ path: '/api/servers', body: { config: { machine_roles } } });

describe("the AWS roles of a server's machines", () => {
  it('are set with a new server, shown, and on the audit record', async () => {
    const items = tableHolds();
    const { status, json } = await create([ROLE, OTHER, ROLE]);
    expect(status).toBe(201);
    expect(ServerResource.parse(json).config).toEqual({ machine_roles: [ROLE, OTHER] });
    expect((await call({ method: 'GET', path: '/api/servers/1' })).json.config).toEqual({ machine_roles: [ROLE, OTHER] });
    expect(itemsUnder(items, 'AUDIT#')).toEqual([
      expect.objectContaining({ after: expect.objectContaining({ machine_roles: [ROLE, OTHER] }) }),
    ]);
  });

  it('are replaced by others, and taken away by an empty list; all else stays', async () => {
    const items = tableHolds(stored);
    expect((await patch({ config: { machine_roles: [ROLE] } })).json.config).toEqual({ machine_roles: [ROLE] });
    expect((await patch({ config: { machine_roles: [OTHER] }, name: 'New' })).json.config).toEqual({ machine_roles: [OTHER] });
    expect(itemsUnder(items, 'AUDIT#').at(-1)).toMatchObject({
      action: 'server.updated',
      before: { machine_roles: [ROLE], name: 'Server 1' },
      after: { machine_roles: [OTHER], name: 'New' },
    });
    expect((await patch({ name: 'Newer' })).json.config).toEqual({ machine_roles: [OTHER] });
    expect((await patch({ config: {} })).json.config).toEqual({ machine_roles: [OTHER] });
    expect((await patch({ config: { machine_roles: [] } })).json.config).toEqual({});
    expect(items.get(key)).toEqual({ ...stored, name: 'Newer' });
  });

  it('are decided again where somebody else has changed them meanwhile', async () => {
    const items = tableHolds(stored);
    const [one, other] = await Promise.all([patch({ config: { machine_roles: [ROLE] } }), patch({ name: 'New' })]);
    expect([one.status, other.status]).toEqual([200, 200]);
    expect(items.get(key)).toMatchObject({ machineRoles: [ROLE], name: 'New' });
  });

  it.each([
    ['no ARN', ['frontend']],
    ['the ARN of a session', ['arn:aws:sts::111122223333:assumed-role/frontend/i-1']],
    ['the ARN of a user', ['arn:aws:iam::111122223333:user/frontend']],
    ['an ARN without an account', ['arn:aws:iam:::role/frontend']],
    ['a pattern', ['arn:aws:iam::111122223333:role/*']],
    ['more than twenty', Array.from({ length: 21 }, (_, i) => `${ROLE}${i}`)],
    ['no list', ROLE],
  ])('are not %s', async (_, roles) => {
    tableHolds(stored);
    expect((await create(roles)).status).toBe(422);
    expect((await patch({ config: { machine_roles: roles } })).status).toBe(422);
    expect(writes()).toEqual([]);
  });

  it('are not set by an API key where the stage leaves enrolments to administrators; nothing else is refused', async () => {
    tableHolds(stored);
    expect((await create([ROLE], callOfStrictStage)).status).toBe(409);
    expect((await patch({ config: { machine_roles: [ROLE] } }, callOfStrictStage)).status).toBe(409);
    expect((await patch({ config: { machine_roles: [] }, name: 'New' }, callOfStrictStage)).status).toBe(200);
  });
});
