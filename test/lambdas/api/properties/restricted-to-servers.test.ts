import { describe, expect, it } from 'vitest';
import { HttpErrorBody } from '../../../../contract/api/http-error.schema.ts';
import { OPERATIONS, type OperationId } from '../../../../contract/api/operations.ts';
import { KEY_OPERATIONS } from '../../../../lambdas/api/keys/operations.ts';
import { API_OPERATIONS } from '../../../../lambdas/api/operations.ts';
import { keys } from '../../../../lambdas/shared/table/keys.ts';
import { DOMAIN_ID, keyItem, pair } from '../api-caller.ts';
import { ownPath, PHASES, tableHoldsOrganizations } from './an-organization.ts';
import { call } from './every-route.ts';
import { exampleOf, textOf } from './inputs.ts';

const DOMAIN_LIST = 'listDomains';
/** Operations that concern no server. A restricted key may call them. */
const OF_NO_SERVER = API_OPERATIONS.filter(({ reach }) => reach === 'none').map(({ id }) => id);
const LISTED = API_OPERATIONS.filter(({ id, reach }) => reach === 'listed' || id === DOMAIN_LIST).map(({ id }) => id);
const REFUSED = API_OPERATIONS.map(({ id }) => id).filter((id) => !OF_NO_SERVER.includes(id) && !LISTED.includes(id));
/** For operations whose documented example has no server, or another one. */
const BODIES: Partial<Record<OperationId, string>> = {
  createDomains: '{"domains":[{"url":"new.customer.com","server_id":1}]}',
  updateDomain: '{"metadata":{"plan":"pro"}}',
  lookAtDns: '{"url":"new.customer.com","server_id":1}',
  lookAtDnsOfMany: '{"urls":["new.customer.com"],"server_id":1}',
};
/** Overrides `ownPath`, which has another server for `deleteServer`. */
const PATHS: Partial<Record<OperationId, string>> = { deleteServer: '/api/servers/1' };
/** Rows that any call may write: rate limits, idempotency and request log. */
const COUNTED = /^(ORG#[^|]*\|LIMITS|KEY#|IDEMPOTENCY#|REQUESTS#)/;

async function ask(operation: OperationId, allowedServers: number[]) {
  const { method, path } = OPERATIONS[operation];
  const items = tableHoldsOrganizations(PHASES[operation]);
  items.set(`KEY#${pair.keyId}|KEY`, { ...keyItem({ allowedServers }), ...keys.apiKey(pair.keyId) });
  const rows = () => [...items].filter(([key]) => !COUNTED.test(key));
  const before = rows();
  const isWithBody = method !== 'DELETE' && method !== 'GET';
  const body = isWithBody ? { body: BODIES[operation] ?? textOf(exampleOf(operation)) } : {};
  const answer = await call({ method, path: PATHS[operation] ?? ownPath(operation, path), ...body });
  return { ...answer, before, after: rows() };
}

describe('a key that is restricted to server 2, where all is on server 1', () => {
  it.each(REFUSED)('is refused, and changes nothing: %s', async (operation) => {
    const { status, json, before, after } = await ask(operation, [2]);
    // A bulk request reports the errors of its items.
    const error = operation === 'createDomains' ? json.error.details.items[0].error : HttpErrorBody.parse(json).error;
    expect([status, error.code]).toEqual([operation === 'createDomains' ? 422 : 403, 'api_key_restricted']);
    expect(error.details).toMatchObject({ restriction: 'servers', allowed_server_ids: [2] });
    expect(error.message).toContain('servers 2');
    expect(after).toEqual(before);
  });

  it.each(LISTED)('sees none of it: %s', async (operation) => {
    const { status, json } = await ask(operation, [2]);
    expect(status).toBe(200);
    expect(json.data.filter((one: { id: number; server_id?: number }) => (one.server_id ?? one.id) === 1)).toEqual([]);
  });

  it('may ask only this of what is no server’s', () => {
    const onKeys = KEY_OPERATIONS.map(({ id }) => id);
    const others = ['getAwsAccess', 'getOrganization', 'getTestClock', 'getTheme'];
    expect(OF_NO_SERVER.toSorted()).toEqual([...onKeys, ...others].toSorted());
  });

  it('moves no domain to where it may not be, and none from there', async () => {
    const items = tableHoldsOrganizations();
    const key = (allowedServers: number[]) =>
      items.set(`KEY#${pair.keyId}|KEY`, { ...keyItem({ allowedServers }), ...keys.apiKey(pair.keyId) });
    for (const allowed of [[1], [2]]) {
      key(allowed);
      const { status, json } = await call({ method: 'PATCH', path: `/api/domains/${DOMAIN_ID}`, body: { server_id: 2 } });
      expect([status, json.error.code]).toEqual([403, 'api_key_restricted']);
    }
    key([1, 2]);
    expect((await call({ method: 'PATCH', path: `/api/domains/${DOMAIN_ID}`, body: { server_id: 2 } })).status).toBe(200);
  });
});

describe('a key that is restricted to server 1, where all is', () => {
  it.each(LISTED)('lists it: %s', async (operation) => {
    for (const allowed of [[1], [1, 3]]) {
      const { json } = await ask(operation, allowed);
      expect(json.data.length).toBeGreaterThan(0);
    }
  });

  it('names the servers, and gets what it names alone', async () => {
    tableHoldsOrganizations();
    const ofServer = async (id: number) => {
      const items = tableHoldsOrganizations();
      items.set(`KEY#${pair.keyId}|KEY`, { ...keyItem({ allowedServers: [1, 3] }), ...keys.apiKey(pair.keyId) });
      return call({ method: 'GET', path: '/api/domains', query: `server_id=${id}` });
    };
    expect((await ofServer(1)).json.data).toHaveLength(2);
    expect((await ofServer(2)).status).toBe(403);
  });

  it('is answered as any other about it: of one domain, and of DNS for the server it may use', async () => {
    expect((await ask('getDomain', [1])).status).toBe(200);
    expect((await ask('deleteDomain', [1])).status).toBe(200);
    const items = tableHoldsOrganizations();
    items.set(`KEY#${pair.keyId}|KEY`, { ...keyItem({ allowedServers: [2] }), ...keys.apiKey(pair.keyId) });
    const { json } = await call({ method: 'POST', path: '/api/dns/look', body: { url: 'new.customer.com' } });
    expect(json.server_id).toBe(2);
  });

  it('does not get by an Idempotency-Key what another key was answered', async () => {
    const items = tableHoldsOrganizations();
    const once = { method: 'POST', path: `/api/domains/${DOMAIN_ID}/check`, headers: { 'idempotency-key': 'once' } };
    expect((await call(once)).status).toBe(200);
    items.set(`KEY#${pair.keyId}|KEY`, { ...keyItem({ allowedServers: [2] }), ...keys.apiKey(pair.keyId) });
    expect((await call(once)).status).toBe(403);
  });

  it('does not get what another was answered whose Idempotency-Key begins with the id of this key', async () => {
    const items = tableHoldsOrganizations();
    const look = (once: string) =>
      call({ method: 'POST', path: '/api/dns/look', body: { url: 'new.customer.com' }, headers: { 'idempotency-key': once } });
    expect((await look(`${pair.keyId} once`)).status).toBe(200);
    items.set(`KEY#${pair.keyId}|KEY`, { ...keyItem({ allowedServers: [2] }), ...keys.apiKey(pair.keyId) });
    const { status, headers } = await look('once');
    expect([status, headers['idempotency-replayed']]).toEqual([200, undefined]);
    expect((await look('once')).headers['idempotency-replayed']).toBe('true');
  });
});
