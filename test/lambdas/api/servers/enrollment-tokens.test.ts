import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { HttpErrorBody } from '../../../../contract/api/http-error.schema.ts';
import {
  EnrollmentResource,
  EnrollmentTokenPage,
  RevokedEnrollmentToken,
} from '../../../../lambdas/api/servers/machine-resource.schema.ts';
import { keys } from '../../../../lambdas/shared/table/keys.ts';
import { HOUR, iso } from '../../a-domain.ts';
import { itemsUnder, server, tableHolds } from '../api-caller.ts';
import { aServer, call, callOfStrictStage } from './servers-api.ts';

const DAY = 24 * HOUR;
const BODY = { reusable: true, max_machines: 200, expires_in_days: 90 };
const TOKENS = '/api/servers/1/enrollment-tokens';
const { label } = server(1);

function aToken(number: number, changes: object = {}) {
  const row = {
    ...{ id: `ent_${number}`, organizationId: 'org_A', serverId: 1, label, maxMachines: 10, machines: 3 },
    ...{ createdAt: iso(-HOUR), validUntil: iso(DAY) },
    ...changes,
  };
  return { ...keys.reusableToken(row.organizationId, 1, row.label, row.id), ...row };
}
const hold = (...more: Record<string, unknown>[]) => tableHolds(aServer(), ...more);

describe('a reusable enrollment token', () => {
  const create = (body: object = BODY) => call({ path: '/api/servers/1/enrollments', body });

  it('has the bound and the end that were asked for, and lies with its server, without its secret', async () => {
    const items = hold();
    const { status, json } = await create();
    expect(status).toBe(201);
    const { token, id } = EnrollmentResource.parse(json);
    expect(json).toMatchObject({ server_id: 1, max_machines: 200, expires_at: iso(90 * DAY) });
    expect(itemsUnder(items, 'SERVER#org_A#1')).toEqual([
      expect.objectContaining({ id, maxMachines: 200, machines: 0, validUntil: iso(90 * DAY) }),
    ]);
    const hash = createHash('sha256').update(token).digest('hex');
    expect(itemsUnder(items, `ENROLLMENT#${hash}`)).toEqual([expect.objectContaining({ tokenId: id })]);
    expect(itemsUnder(items, 'AUDIT#')).toEqual([
      expect.objectContaining({
        action: 'enrollment.created',
        after: { token_id: id, max_machines: 200, expires_at: iso(90 * DAY) },
      }),
    ]);
    expect(JSON.stringify([...items.values()])).not.toContain(token);
  });

  it.each([
    ['without a bound', { reusable: true, expires_in_days: 90 }, 'max_machines'],
    ['without an end', { reusable: true, max_machines: 2 }, 'expires_in_days'],
    ['for longer than a year', { ...BODY, expires_in_days: 366 }, 'expires_in_days'],
    ['for no machine', { ...BODY, max_machines: 0 }, 'max_machines'],
    ['with a bound, but not as reusable', { max_machines: 2 }, 'max_machines'],
    ['with an end, but not as reusable', { reusable: false, expires_in_days: 2 }, 'expires_in_days'],
  ])('is refused %s', async (_, body, field) => {
    const items = hold();
    const { status, json } = await create(body);
    expect([status, Object.keys(json.error.details.errors)]).toEqual([422, [field]]);
    expect(itemsUnder(items, 'ENROLLMENT#')).toEqual([]);
  });

  it('is not made by an API key where the stage leaves enrolments to administrators', async () => {
    const items = hold();
    expect((await callOfStrictStage({ path: '/api/servers/1/enrollments', body: BODY })).status).toBe(409);
    expect(itemsUnder(items, 'SERVER#')).toEqual([]);
  });
});

describe('the list of reusable tokens', () => {
  const list = (query = '') => call({ method: 'GET', path: TOKENS, query });

  it('has the newest first, with how many machines they have let in', async () => {
    hold(aToken(1), aToken(2, { machines: 10 }));
    const { status, json } = await list();
    expect(status).toBe(200);
    expect(EnrollmentTokenPage.parse(json).data).toMatchObject([
      { id: 'ent_2', max_machines: 10, machines_enrolled: 10 },
      { id: 'ent_1', max_machines: 10, machines_enrolled: 3 },
    ]);
  });

  it('leaves out what has expired, and what a former server of this number had', async () => {
    hold(aToken(1, { validUntil: iso(0) }), aToken(2, { label: 'formerlabelabcde' }));
    expect((await list()).json.data).toEqual([]);
  });
});

describe('a revocation of a reusable token', () => {
  const revoke = (id = 'ent_1') => call({ method: 'DELETE', path: `${TOKENS}/${id}` });

  it('ends it at once, and is on the audit record', async () => {
    const items = hold(aToken(1), aToken(2));
    const { status, json } = await revoke();
    expect(status).toBe(200);
    expect(RevokedEnrollmentToken.parse(json)).toEqual({ id: 'ent_1', deleted: true });
    expect(itemsUnder(items, 'SERVER#org_A#1').map(({ id }) => id)).toEqual(['ent_2']);
    expect(itemsUnder(items, 'AUDIT#')).toEqual([
      expect.objectContaining({
        action: 'enrollment.revoked',
        before: expect.objectContaining({ token_id: 'ent_1', machines: 3 }),
      }),
    ]);
    expect((await revoke()).status).toBe(404);
  });

  it.each(['ent_9', '__proto__'])('that does not exist is 404: %s', async (id) => {
    hold(aToken(1));
    const { status, json } = await revoke(id);
    expect(status).toBe(404);
    expect(HttpErrorBody.parse(json).error).toMatchObject({ details: { server_id: 1 } });
  });
});
