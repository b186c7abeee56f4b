import { beforeEach, describe, expect, it } from 'vitest';
import { PERMISSIONS } from '../../../../contract/api/operations.ts';
import { keys, peopleKeys } from '../../../../lambdas/shared/table/keys.ts';
import { later, NOW } from '../../a-domain.ts';
import { itemsOf, ORGANIZATION } from '../../model/accounts/people/a-person.ts';
import { clock, itemsUnder, keyItem, meanwhile, pair, tableHolds, wholeRequests } from '../api-caller.ts';
import { ask, person, sessionItem, sessionOf } from './an-app.ts';

const counted = { countedMinute: NOW.toISOString().slice(0, 16), requestsInMinute: 0 };
const [mara, dev] = [person('admin', counted), person('developer', counted, 'V')];
const body = { name: 'ci', permissions: PERMISSIONS };
const own = `/keys/${pair.keyId}`;

let items: ReturnType<typeof tableHolds>;
beforeEach(() => {
  items = tableHolds(
    ...itemsOf(mara, dev),
    ...[sessionItem(), sessionItem(sessionOf('V'))],
    { ...keyItem(), organizationId: ORGANIZATION },
    { ...keys.keyOfOrganization(ORGANIZATION, pair.keyId), keyId: pair.keyId },
  );
});
const audited = () => itemsUnder(items, 'AUDIT#').map(({ action, actor }) => [action, actor]);

describe('keys in the hands of people', () => {
  it('are made with every permission of a key, rotated and revoked by an admin, and listed for everybody', async () => {
    const made = await ask('POST', '/keys', { body });
    expect([made.status, made.json.permissions]).toEqual([201, PERMISSIONS]);
    expect((await ask('POST', `/keys/${made.json.id}/rotate`)).json.secret).not.toBe(made.json.secret);
    expect((await ask('DELETE', own)).status).toBe(200);
    const { json } = await ask('GET', '/keys', { letter: 'V' });
    expect(json.data.map(({ id }: { id: string }) => id)).toEqual([made.json.id]);
    const by = expect.objectContaining({ type: 'user', userId: mara.userId, sourceIp: '192.0.2.1' });
    expect(audited()).toEqual([
      ['api_key.created', by],
      ['api_key.rotated', by],
      ['api_key.revoked', by],
    ]);
  });

  it('are neither made, rotated nor revoked by a developer of live keys', async () => {
    const refused = [
      await ask('POST', '/keys', { letter: 'V', body }),
      await ask('POST', `${own}/rotate`, { letter: 'V' }),
      await ask('DELETE', own, { letter: 'V' }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403]);
    expect(audited()).toEqual([]);
  });

  it('give their secrets only after a sign-in of the last ten minutes, and are revoked without', async () => {
    clock.now = later(600_000);
    expect((await ask('POST', '/keys', { body })).code).toBe('fresh_sign_in_required');
    expect((await ask('POST', `${own}/rotate`)).code).toBe('fresh_sign_in_required');
    expect((await ask('DELETE', own)).status).toBe(200);
  });

  it('are not made by somebody whose role was lowered while the request was under way', async () => {
    const { pk, sk } = peopleKeys.member(ORGANIZATION, mara.userId);
    meanwhile(() => items.set(`${pk}|${sk}`, { ...items.get(`${pk}|${sk}`), role: 'viewer' }));
    expect((await ask('POST', '/keys', { body })).status).toBe(503);
    expect((await ask('POST', '/keys', { body })).status).toBe(403);
    expect(audited()).toEqual([]);
  });

  it('are listed by two requests beside those of the session', async () => {
    await ask('GET', '/keys');
    expect(wholeRequests()).toEqual([
      'BatchGetItem USER#usr_MMMMMMMMMMMMMMMMMMMMMMMMMM SESSION#022639a65546e756623e90f67a4a5f4adf38d8d478b14e9123c64097bd86b9e4, ORG#org_AAAAAAAAAAAAAAAAAAAAAAAAAA MEMBER#usr_MMMMMMMMMMMMMMMMMMMMMMMMMM, ORG#org_AAAAAAAAAAAAAAAAAAAAAAAAAA LIMITS',
      'UpdateItem ORG#org_AAAAAAAAAAAAAAAAAAAAAAAAAA MEMBER#usr_MMMMMMMMMMMMMMMMMMMMMMMMMM',
      'Query ORG#org_AAAAAAAAAAAAAAAAAAAAAAAAAA KEY#',
      'BatchGetItem KEY#cps_pk_live_aaaaaaaaaaaaaaaaaaaaaa KEY',
    ]);
  });
});
