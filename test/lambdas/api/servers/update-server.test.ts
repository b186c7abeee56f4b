import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { HttpErrorBody } from '../../../../contract/api/http-error.schema.ts';
import { ServerResource } from '../../../../lambdas/model/servers/server-resource.schema.ts';
import { COUNTED, dynamo, itemsUnder, KEPT, tableHolds, wholeRequests, writes } from '../api-caller.ts';
import { conflict } from '../conflict.ts';
import { aServer, update } from './servers-api.ts';

const stored = aServer(1, { address: ['192.0.2.1'], machineCount: 1 });
const hold = (...more: Record<string, unknown>[]) => tableHolds(stored, ...more);
const key = `${stored.pk}|${stored.sk}`;

describe('200: a changed server', () => {
  it.each([
    ['its name', { name: 'Frankfurt' }, { name: 'Frankfurt', address: ['192.0.2.1'] }],
    ['its address', { address: ['lb.example.com'] }, { name: 'Server 1', address: ['lb.example.com'] }],
    ['both', { name: 'Frankfurt', address: ['2001:db8::1'] }, { name: 'Frankfurt', address: ['2001:db8::1'] }],
  ])('shows %s, and keeps its machines and its label', async (_, body, expected) => {
    const items = hold();
    const { status, json } = await update(body);
    expect(status).toBe(200);
    expect(ServerResource.parse(json)).toMatchObject({ ...expected, cname_target: 'abcdefghijklmnop.cname.service.net' });
    expect(items.get(key)).toEqual({ ...stored, ...expected });
  });

  it('loses its address with null, and can have one again', async () => {
    const items = hold();
    expect((await update({ address: null })).json).not.toHaveProperty('address');
    expect(items.get(key)).not.toHaveProperty('address');
    expect((await update({ address: ['192.0.2.9'] })).json.address).toEqual(['192.0.2.9']);
  });

  it('is on the audit record with what is new, and no more', async () => {
    const items = hold();
    await update({ name: 'Frankfurt', address: ['192.0.2.1'] });
    expect(itemsUnder(items, 'AUDIT#')).toEqual([
      expect.objectContaining({ action: 'server.updated', before: { name: 'Server 1' }, after: { name: 'Frankfurt' } }),
    ]);
  });

  it('is not written if it is the same already', async () => {
    const items = hold();
    expect((await update({ name: 'Server 1', address: ['192.0.2.1'] })).status).toBe(200);
    expect(writes()).toEqual([]);
    expect(itemsUnder(items, 'AUDIT#')).toEqual([]);
  });

  it('is decided again if others have written it meanwhile', async () => {
    hold();
    dynamo.on(TransactWriteCommand).rejectsOnce(conflict()).resolves({});
    expect((await update({ name: 'Frankfurt' })).status).toBe(200);
    expect(wholeRequests()).toEqual([
      ...COUNTED,
      'GetItem ORG#org_A SERVER#0000000000000001',
      'TransactWriteItems Update ORG#org_A SERVER#0000000000000001, Put AUDIT#org_A#changes#2026-06 aud_…',
      'GetItem ORG#org_A SERVER#0000000000000001',
      'TransactWriteItems Update ORG#org_A SERVER#0000000000000001, Put AUDIT#org_A#changes#2026-06 aud_…',
      KEPT,
    ]);
  });
});

describe('422', () => {
  it.each([
    ['nothing to change', {}, { body: ['must have at least one of name, address, config'] }],
    ['its type', { type: 'agent' }, { type: ['cannot be changed'] }],
    ['its id', { id: 2 }, { id: ['cannot be changed'] }],
    ['a null name', { name: null }, { name: ['must be a string'] }],
    ['no addresses', { address: [] }, { address: ['needs at least one address'] }],
  ])('the change of a server is refused: %s', async (_, body, errors) => {
    hold();
    const { status, json } = await update(body);
    expect(status).toBe(422);
    expect(HttpErrorBody.parse(json).error).toMatchObject({ code: 'validation_error', details: { errors } });
  });
});
