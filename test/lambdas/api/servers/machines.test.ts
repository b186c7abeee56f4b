import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { HttpErrorBody } from '../../../../contract/api/http-error.schema.ts';
import { EnrollmentResource, MachinePage, RevokedMachine } from '../../../../lambdas/api/servers/machine-resource.schema.ts';
import { HOUR, iso } from '../../a-domain.ts';
import { type ApiCall, itemsUnder, log, tableHolds, writes } from '../api-caller.ts';
import { aServer, call, callOfStrictStage, withMachines } from './servers-api.ts';

const PATH = '/api/servers/1/enrollments';
const TOKEN = `enr_${'T'.repeat(43)}`;
const stored = aServer(1);
const machines = [{ id: 'mch_1' }, { id: 'mch_2', name: 'web 2' }, { id: 'mch_3', name: 'web 3' }];
const hold = (...more: Record<string, unknown>[]) => tableHolds(...withMachines(stored, ...machines), ...more);

describe('an enrollment token', () => {
  const enroll = (more: Partial<ApiCall> = {}) => call({ path: PATH, ...more });

  describe('201: a token', () => {
    it.each([
      ['without a body', undefined],
      ['with an empty object', {}],
    ])('asked for %s is valid for an hour', async (_, body) => {
      hold();
      const { status, json } = await enroll({ body });
      expect(status).toBe(201);
      expect(EnrollmentResource.parse(json)).toEqual({ token: TOKEN, expires_at: iso(HOUR), server_id: 1 });
    });

    it('is stored as its hash only, for the server as it is now, and is in no record and no log', async () => {
      const items = hold();
      await enroll();
      const hash = createHash('sha256').update(TOKEN).digest('hex');
      expect(itemsUnder(items, `ENROLLMENT#${hash}`)).toEqual([
        expect.objectContaining({ serverId: 1, label: 'abcdefghijklmnop', validUntil: iso(HOUR) }),
      ]);
      expect(itemsUnder(items, 'AUDIT#')).toEqual([
        expect.objectContaining({ action: 'enrollment.created', resource: { type: 'server', id: '1' } }),
      ]);
      expect(JSON.stringify([[...items.values()], log.mock.calls])).not.toContain(TOKEN);
    });
  });

  describe('409', () => {
    it('is not created by an API key where the stage leaves enrolments to administrators', async () => {
      const items = hold();
      const { status, json } = await callOfStrictStage({ path: PATH });
      expect(status).toBe(409);
      expect(HttpErrorBody.parse(json).error.message).toContain('create-enrollment');
      expect(itemsUnder(items, 'ENROLLMENT#')).toEqual([]);
    });
  });
});

describe('the list of machines', () => {
  const list = (query = '') => call({ method: 'GET', path: PATH, query });

  describe('200', () => {
    it('has the newest first, without their keys', async () => {
      hold();
      const { status, json } = await list();
      expect(status).toBe(200);
      expect(MachinePage.parse(json).data.map(({ id }) => id)).toEqual(['mch_3', 'mch_2', 'mch_1']);
    });
  });

  describe('422', () => {
    it("is refused with another server's cursor", async () => {
      hold(aServer(2));
      const { next_cursor } = (await list('limit=1')).json;
      const { status } = await call({ method: 'GET', path: '/api/servers/2/enrollments', query: `cursor=${next_cursor}` });
      expect(status).toBe(422);
    });
  });
});

describe('a revocation of a machine', () => {
  const revoke = (id = 'mch_1') => call({ method: 'DELETE', path: `${PATH}/${id}` });

  describe('200', () => {
    it('takes it out at once, leaves the others, and makes room for another', async () => {
      const items = hold();
      const { status, json } = await revoke();
      expect(status).toBe(200);
      const keys = { count: 0, domains: [], has_more: false };
      expect(RevokedMachine.parse(json)).toEqual({ id: 'mch_1', deleted: true, keys, rekey: false });
      expect(items.get(`${stored.pk}|${stored.sk}`)).toMatchObject({ machineCount: 2 });
      expect(itemsUnder(items, 'SERVER#').map(({ id }) => id)).toEqual(['mch_2', 'mch_3']);
      expect((await revoke()).status).toBe(404);
    });

    it('is on the audit record', async () => {
      const items = hold();
      await revoke('mch_2');
      expect(itemsUnder(items, 'AUDIT#')).toEqual([
        expect.objectContaining({
          action: 'machine.revoked',
          resource: { type: 'machine', id: 'mch_2' },
          before: { name: 'web 2', server_id: 1 },
        }),
      ]);
    });
  });

  describe('404', () => {
    it.each(['mch_9', '__proto__', 'constructor'])('that does not exist is 404: %s', async (id) => {
      hold();
      const { status, json } = await revoke(id);
      expect(status).toBe(404);
      expect(HttpErrorBody.parse(json).error).toMatchObject({ details: { server_id: 1 } });
      expect(writes()).toEqual([]);
    });
  });
});
