import { describe, expect, it } from 'vitest';
import { HttpErrorBody } from '../../../../contract/api/http-error.schema.ts';
import { MachineKeyPage, RevokedMachine } from '../../../../lambdas/api/servers/machine-resource.schema.ts';
import { timeDigitsAt } from '../../../../lambdas/shared/ids/id-formats.ts';
import { keys } from '../../../../lambdas/shared/table/keys.ts';
import { monthOf } from '../../../../lambdas/shared/time/instant.ts';
import { HOUR, iso, later, NOW } from '../../a-domain.ts';
import { COUNTED, itemsUnder, KEPT, tableHolds, wholeRequests } from '../api-caller.ts';
import { aServer, call, withMachines } from './servers-api.ts';

const DAY = 24 * HOUR;
/** Ids contain their creation time. */
const idAt = <P extends string>(prefix: P, milliseconds: number, digit = '1') =>
  `${prefix}_${timeDigitsAt(later(milliseconds))}${digit.repeat(16)}` as const;
const MACHINE = idAt('mch', -40 * DAY);
const OTHER = idAt('mch', -40 * DAY, '2');
const PATH = `/api/servers/1/enrollments/${MACHINE}`;
const stored = withMachines(aServer(1), { id: MACHINE }, { id: OTHER });

/** The record of a private key that was released to a machine. */
function released(milliseconds: number, domainId: number, machineId = MACHINE) {
  const at = later(milliseconds);
  return {
    ...keys.audit('org_A', machineId, monthOf(at), idAt('aud', milliseconds)),
    action: 'private_key.released',
    at: at.toISOString(),
    serverId: 1,
    machineId,
    domainId,
    hostname: `shop-${domainId}.customer.com`,
    fingerprintSha256: 'f'.repeat(64),
  };
}
const records = [
  ...[released(-HOUR, 3), released(-2 * HOUR, 2, OTHER), released(-35 * DAY, 3)],
  ...[released(-3 * HOUR, 2), released(-4 * HOUR, 2, OTHER)],
];
const list = (query = '') => call({ method: 'GET', path: `${PATH}/keys`, query });
const revoke = (query = '') => call({ method: 'DELETE', path: PATH, query });

describe('the private keys that a machine got', () => {
  it('are listed newest first over the months, page by page, without those of other machines', async () => {
    tableHolds(...stored, ...records);
    const first = (await list('limit=2')).json;
    expect(MachineKeyPage.parse(first).data.map(({ domain_id, released_at }) => [domain_id, released_at])).toEqual([
      [3, iso(-HOUR)],
      [2, iso(-3 * HOUR)],
    ]);
    const { json } = await list(`limit=2&cursor=${first.next_cursor}`);
    expect(json).toMatchObject({ data: [{ domain_id: 3, hostname: 'shop-3.customer.com' }], next_cursor: null });
  });

  it('are those that it got at this server', async () => {
    tableHolds(...stored, { ...released(-HOUR, 3), serverId: 2 });
    expect((await list()).json.data).toEqual([]);
  });

  it('are listed of a revoked machine, too', async () => {
    tableHolds(...withMachines(aServer(1), { id: OTHER }), ...records);
    expect((await list()).json.data).toHaveLength(3);
  });

  it.each([MACHINE, '__proto__'])('are 404 of a machine that was never there: %s', async (id) => {
    tableHolds(aServer(1));
    const { status, json } = await call({ method: 'GET', path: `/api/servers/1/enrollments/${id}/keys` });
    expect(status).toBe(404);
    expect(HttpErrorBody.parse(json).error).toMatchObject({ details: { server_id: 1 } });
  });
});

describe('the answer to a revocation', () => {
  it('names each domain once whose key the machine got', async () => {
    tableHolds(...stored, ...records);
    const { json } = await revoke();
    const domains = [3, 2].map((id) => ({ domain_id: id, hostname: `shop-${id}.customer.com` }));
    expect(RevokedMachine.parse(json)).toEqual({
      ...{ id: MACHINE, deleted: true, rekey: false },
      keys: { count: 2, domains, has_more: false },
    });
    expect(wholeRequests()).toEqual([
      ...COUNTED,
      'BatchGetItem ORG#org_A SERVER#0000000000000001, SERVER#org_A#1 MACHINE#mch_01KPTGZEG01111111111111111',
      'TransactWriteItems Delete SERVER#org_A#1 MACHINE#mch_01KPTGZEG01111111111111111, Update ORG#org_A SERVER#0000000000000001, Put AUDIT#org_A#changes#2026-06 aud_…, Put OUTBOX#… evt_…',
      'Query AUDIT#org_A#mch_01KPTGZEG01111111111111111#2026-06 ~',
      'Query AUDIT#org_A#mch_01KPTGZEG01111111111111111#2026-05 ~',
      'Query AUDIT#org_A#mch_01KPTGZEG01111111111111111#2026-04 ~',
      KEPT,
    ]);
  });

  it('names at most a hundred domains, and says how many there are', async () => {
    tableHolds(...stored, ...Array.from({ length: 101 }, (_, at) => released(-HOUR - at, at + 1)));
    const { count, domains, has_more } = (await revoke()).json.keys;
    expect([count, domains.length, has_more]).toEqual([101, 100, true]);
  });
});

describe('a revocation with rekey=true', () => {
  it('has new keys requested in the transaction that takes the machine out', async () => {
    const items = tableHolds(...stored, ...records);
    const { status, json } = await revoke('rekey=true');
    expect([status, json.rekey]).toEqual([200, true]);
    expect(itemsUnder(items, 'REKEYING#')).toMatchObject([
      { machineId: MACHINE, requestedAt: NOW.toISOString(), stepDueAt: NOW.toISOString(), duePk: 'DUE#REKEYING' },
    ]);
  });

  it('is possible for a machine that was revoked before, and on the audit record', async () => {
    const items = tableHolds(...stored, ...records);
    expect((await revoke()).json.rekey).toBe(false);
    expect((await revoke()).status).toBe(404);
    expect((await revoke('rekey=true')).status).toBe(200);
    expect((await revoke('rekey=true')).status).toBe(200);
    expect(itemsUnder(items, 'REKEYING#')).toHaveLength(1);
    const actions = itemsUnder(items, 'AUDIT#org_A#changes').map(({ action }) => action);
    expect(actions).toEqual(['machine.revoked', 'machine.rekey_requested', 'machine.rekey_requested']);
  });

  it('is refused for a machine that was never there, and with another word', async () => {
    tableHolds(aServer(1));
    expect((await revoke('rekey=true')).status).toBe(404);
    expect((await revoke('rekey=yes')).json.error.details.errors).toEqual({ rekey: ['must be true or false'] });
  });
});
