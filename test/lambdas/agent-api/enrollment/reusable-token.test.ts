import { describe, expect, it } from 'vitest';
import { newIdentity } from '../../../../agent/machine/identity.gateway.ts';
import { publicKeys } from '../../../../agent/machine/public-keys.ts';
import { newEnrollment, newReusableToken } from '../../../../lambdas/model/servers/enrollment/enrollment-token.ts';
import type { AuditEntry } from '../../../../lambdas/shared/audit/audit.schema.ts';
import { HOUR, later, NOW } from '../../a-domain.ts';
import { clock, edgeHolds, enrollments, meanwhile, send } from '../agents-endpoint.ts';
import { request, server } from '../an-agent.ts';

const TOKEN = `enr_${'R'.repeat(43)}`;
const TOKEN_KEY = 'SERVER#org_A#1|TOKEN#abcdefghijklmnop#ent_1';
const audit: AuditEntry = {
  ...{ id: 'aud_made', at: NOW.toISOString(), organizationId: 'org_A', action: 'enrollment.created' },
  ...{ resource: { type: 'server', id: '1' }, actor: { type: 'administrator' } },
};
const aMachine = async () => publicKeys(await newIdentity());
async function enroll(machine?: Awaited<ReturnType<typeof aMachine>>, token = TOKEN) {
  const body = JSON.stringify({ token, name: 'web', ...(machine ?? (await aMachine())) });
  return send(request({ method: 'POST', path: '/edge/v1/machines', body }));
}

async function holds(maxMachines: number) {
  const items = edgeHolds([]);
  await enrollments.createReusable(newReusableToken(server, 'ent_1', { maxMachines, days: 1 }, NOW), TOKEN, audit);
  return items;
}
const statuses = (answers: { status: number | undefined }[]) => answers.map(({ status }) => status).toSorted();

describe('a reusable enrollment token', () => {
  it('lets in as many machines as it is for, and says to the next that it is used up', async () => {
    const items = await holds(2);
    for (const _ of [1, 2]) expect((await enroll()).status).toBe(201);
    const { status, json } = await enroll();
    expect([status, json.error.details]).toEqual([422, { resource: 'machines_of_token', limit: 2, used: 2 }]);
    expect(items.get(TOKEN_KEY)).toMatchObject({ machines: 2 });
  });

  it('lets no more in where all of a group enroll at the same moment', async () => {
    const items = await holds(3);
    const answers = await Promise.all(Array.from({ length: 5 }, () => enroll()));
    expect(statuses(answers)).toEqual([201, 201, 201, 422, 422]);
    expect(items.get(TOKEN_KEY)).toMatchObject({ machines: 3 });
  });

  it('answers the same machine to a repeat with the same keys, and counts it once, also when it is used up', async () => {
    const items = await holds(1);
    const machine = await aMachine();
    const answers = [...(await Promise.all([enroll(machine), enroll(machine)])), await enroll(machine)];
    for (const answer of answers) expect(answer).toMatchObject({ status: 201, json: answers[0]?.json });
    expect(items.get(TOKEN_KEY)).toMatchObject({ machines: 1 });
    expect((await enroll()).status).toBe(422);
  });

  it('lets a machine in as another one, where that of the same keys was revoked', async () => {
    const items = await holds(2);
    const machine = await aMachine();
    const { machine_id } = (await enroll(machine)).json;
    items.delete(`SERVER#org_A#1|MACHINE#${machine_id}`);
    const { status, json } = await enroll(machine);
    expect([status, json.machine_id === machine_id]).toEqual([201, false]);
    expect(await enroll(machine)).toMatchObject({ status: 201, json });
    expect(items.get(TOKEN_KEY)).toMatchObject({ machines: 2 });
  });

  it('names itself in the record of each machine that it let in', async () => {
    const items = await holds(2);
    await enroll();
    const entries = [...items.entries()].filter(([key]) => key.startsWith('AUDIT#')).map(([, entry]) => entry);
    expect(entries).toContainEqual(
      expect.objectContaining({ action: 'machine.enrolled', after: { server_id: 1, name: 'web', token_id: 'ent_1' } }),
    );
  });

  it('lets nobody in from its end on, nor once it was revoked, also in the middle of an enrolment', async () => {
    await holds(9);
    clock.now = later(24 * HOUR);
    expect((await enroll()).status).toBe(401);
    const items = await holds(9);
    meanwhile(() => items.delete(TOKEN_KEY));
    expect((await enroll()).status).toBe(401);
    expect((await enroll()).status).toBe(401);
  });
});

describe('a token for one machine', () => {
  const ONCE = `enr_${'O'.repeat(43)}`;

  it('answers the same machine to a repeat with the same keys, and lets no other in', async () => {
    await holds(1);
    await enrollments.create(newEnrollment(server, NOW), ONCE, { ...audit, id: 'aud_once' });
    const machine = await aMachine();
    const first = await enroll(machine, ONCE);
    expect(first.status).toBe(201);
    expect(await enroll(machine, ONCE)).toMatchObject({ status: 201, json: first.json });
    expect((await enroll(undefined, ONCE)).status).toBe(401);
  });

  it('of a server where the machine has enrolled before is left unused', async () => {
    const items = await holds(1);
    const machine = await aMachine();
    const first = await enroll(machine);
    await enrollments.create(newEnrollment(server, NOW), ONCE, { ...audit, id: 'aud_once' });
    expect(await enroll(machine, ONCE)).toMatchObject({ status: 201, json: first.json });
    expect([...items.keys()].filter((key) => key.startsWith('ENROLLMENT#'))).toHaveLength(2);
  });

  it('that is unknown tells nothing of a machine to whoever knows its public keys', async () => {
    await holds(1);
    const machine = await aMachine();
    await enroll(machine);
    expect((await enroll(machine, ONCE)).status).toBe(401);
  });
});
