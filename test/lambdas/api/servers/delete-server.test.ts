import { describe, expect, it } from 'vitest';
import { HttpErrorBody } from '../../../../contract/api/http-error.schema.ts';
import type { Domain } from '../../../../lambdas/model/domains/domain-row.schema.ts';
import type { Certificate } from '../../../../lambdas/model/servers/certificate.schema.ts';
import { DeletedServer } from '../../../../lambdas/model/servers/server-resource.schema.ts';
import { keys } from '../../../../lambdas/shared/table/keys.ts';
import { aDomain } from '../../a-domain.ts';
import { certificate } from '../../agent-api/an-agent.ts';
import { guardRequests } from '../../held-items.ts';
import { itemOf, itemsUnder, meanwhile, tableHolds } from '../api-caller.ts';
import { conflict } from '../conflict.ts';
import { aServer, call, withMachines } from './servers-api.ts';

const remove = () => call({ method: 'DELETE', path: '/api/servers/1' });
const label = { ...keys.label('abcdefghijklmnop'), organizationId: 'org_A', serverId: 1 };
const counts = { ...keys.resourceCounts('org_A'), servers: 1 };
const hold = (...more: Record<string, unknown>[]) => tableHolds(...withMachines(aServer(1), {}), label, counts, ...more);
const certificateItem = (changes: Partial<Certificate> = {}) => ({
  ...keys.certificate('org_A', 1, certificate.hostname),
  ...certificate,
  ...changes,
});

describe('200: a server without domains', () => {
  it('is deleted with its machines, and its label stays taken', async () => {
    const items = hold();
    const { status, json } = await remove();
    expect(status).toBe(200);
    expect(DeletedServer.parse(json)).toEqual({ id: 1, deleted: true });
    expect([...items.keys()]).not.toContain(`${aServer(1).pk}|${aServer(1).sk}`);
    expect(itemsUnder(items, 'SERVER#org_A#1')).toEqual([]);
    expect(itemsUnder(items, 'LABEL#')).toHaveLength(1);
    expect((await remove()).status).toBe(404);
  });

  it('the deletion of a server is on the audit record with what it was, and no key of a machine', async () => {
    const items = hold();
    await remove();
    const entries = itemsUnder(items, 'AUDIT#');
    expect(entries).toEqual([
      expect.objectContaining({
        action: 'server.deleted',
        resource: { type: 'server', id: '1' },
        before: expect.objectContaining({ label: 'abcdefghijklmnop' }),
      }),
    ]);
    expect(JSON.stringify(entries)).not.toMatch(/jwk/i);
  });

  it('gives its place back also where a creation makes the counter while it is deleted', async () => {
    const items = tableHolds(...withMachines(aServer(1), {}), label);
    const { pk, sk } = counts;
    meanwhile(() => {});
    // The concurrently created counter includes this server.
    meanwhile(() => items.set(`${pk}|${sk}`, { ...counts, servers: 2 }));
    expect((await remove()).status).toBe(200);
    expect(items.get(`${pk}|${sk}`)).toMatchObject({ servers: 1 });
  });

  it('is deleted where there is no counter, and makes none', async () => {
    const items = tableHolds(...withMachines(aServer(1), {}), label);
    expect((await remove()).status).toBe(200);
    expect(items.get(`${counts.pk}|${counts.sk}`)?.servers).toBeUndefined();
    expect([...items.keys()]).not.toContain(`${aServer(1).pk}|${aServer(1).sk}`);
  });

  it('is deleted although its machines are written by their polls at that moment, and left to the sweep', async () => {
    const items = hold();
    let transactions = 0;
    guardRequests((action) => {
      if (action !== 'TransactWriteItems') return;
      transactions += 1;
      if (transactions > 1) throw conflict();
    });
    const { status, json } = await remove();
    guardRequests(undefined);
    expect([status, json, transactions]).toEqual([200, { id: 1, deleted: true }, 2]);
    expect(itemsUnder(items, 'SERVER#org_A#1')).toHaveLength(1);
  });

  it('takes away the record of its label also where it got its address while it was deleted', async () => {
    const items = hold();
    const { pk, sk } = aServer(1);
    meanwhile(() => items.set(`${pk}|${sk}`, aServer(1, { machineCount: 1, address: ['192.0.2.1'] })));
    expect((await remove()).status).toBe(200);
    expect([...items.keys()]).not.toContain(`${pk}|${sk}`);
    expect(itemsUnder(items, 'ZONE')).toEqual([expect.objectContaining({ label: 'abcdefghijklmnop', addresses: [] })]);
  });

  it('is deleted even if it still has changes about removed certificates', async () => {
    hold(certificateItem({ state: 'removed' }));
    expect((await remove()).status).toBe(200);
  });
});

describe('409', () => {
  it.each([
    ['has a domain', itemOf(aDomain('awaiting-dns') as Domain)],
    ['has the certificate of a domain that is moving away', certificateItem()],
  ])('a server that %s is not deleted', async (_, item) => {
    const items = hold(item);
    const { status, json } = await remove();
    expect(status).toBe(409);
    expect(HttpErrorBody.parse(json).error).toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/without domains.*After a move away, wait/),
    });
    expect([...items.keys()]).toContain(`${aServer(1).pk}|${aServer(1).sk}`);
  });
});
