import { beforeEach, describe, expect, it } from 'vitest';
import { memberRateStore } from '../../../../lambdas/model/accounts/people/member-rate.store.ts';
import { keys, peopleKeys } from '../../../../lambdas/shared/table/keys.ts';
import { aDomain, later, NOW } from '../../a-domain.ts';
import { itemsOf, ORGANIZATION } from '../../model/accounts/people/a-person.ts';
import { portalItems } from '../../model/accounts/portal/a-portal.ts';
import { clock, DOMAIN_ID, itemOf, itemsUnder, organizationItem, table, tableHolds, wholeRequests } from '../api-caller.ts';
import { about, ask, PEOPLES_ROUTES, person, sessionItem, sessionOf } from './an-app.ts';

const MINUTE = NOW.toISOString().slice(0, 16);
const counted = { countedMinute: MINUTE, requestsInMinute: 0 };
const [mara, viewer] = [person('owner', counted), person('viewer', counted, 'V')];
const ours = () => itemOf(aDomain('active', { organizationId: ORGANIZATION }));
const theirs = () => itemOf(aDomain('active', { organizationId: 'org_B', id: DOMAIN_ID + 16, url: 'b.customer.com' }));

let items: ReturnType<typeof tableHolds>;
beforeEach(() => {
  items = tableHolds(
    ...itemsOf(mara, viewer),
    sessionItem(),
    sessionItem(sessionOf('V')),
    organizationItem(ORGANIZATION, 'Acme'),
    { ...keys.limits(ORGANIZATION), countedHour: NOW.toISOString().slice(0, 13), requestsInHour: 1000 },
    ours(),
    theirs(),
    { ...keys.claim('shop.customer.com'), domainId: DOMAIN_ID, organizationId: ORGANIZATION, state: 'held' },
  );
});

const memberKey = (letter: string) => {
  const { pk, sk } = peopleKeys.member(ORGANIZATION, person('owner', {}, letter).userId);
  return `${pk}|${sk}`;
};
const audited = () => itemsUnder(items, 'AUDIT#').map(({ action, actor }) => [action, (actor as { type: string }).type]);
const stands = (letter: string) => items.get(memberKey(letter));

describe('an operation of the API below /app/v1', () => {
  it('answers a person as it answers a key, though the organization has used up its hour', async () => {
    const { status, json, headers } = await ask('GET', `/domains/${DOMAIN_ID}`);
    expect([status, json.id]).toEqual([200, DOMAIN_ID]);
    expect(headers).toMatchObject({ 'x-ratelimit-limit': '300', 'x-ratelimit-remaining': '299' });
    expect(items.get(`ORG#${ORGANIZATION}|LIMITS`)).toMatchObject({ requestsInHour: 1000 });
  });

  it('is logged with the person, the organization and the route', async () => {
    await ask('GET', `/domains/${DOMAIN_ID}`);
    const { userId } = mara;
    expect(about).toMatchObject([
      { userId, organizationId: ORGANIZATION, route: 'GET /app/v1/domains/{id}', requestId: 'req_1' },
    ]);
  });

  it('knows the limits of the keys of the organization, which the requests of a person are not in', async () => {
    items.set(`ORG#${ORGANIZATION}|LIMITS`, {
      ...items.get(`ORG#${ORGANIZATION}|LIMITS`),
      ...{ requestsPerMinute: 500, requestsPerHour: 9000 },
    });
    const { json, headers } = await ask('GET', '/reports/api-use');
    expect(json.limits).toMatchObject({ requestsPerMinute: 500, requestsPerHour: 9000, servers: 100 });
    expect(json.used).toMatchObject({ requestsPerMinute: 0, requestsPerHour: 1000 });
    expect(headers).toMatchObject({ 'x-ratelimit-limit': '300' });
  });

  it('costs one request for session, role and limits, one that counts, and its own', async () => {
    await ask('GET', `/domains/${DOMAIN_ID}`);
    expect(wholeRequests()).toEqual([
      'BatchGetItem USER#usr_MMMMMMMMMMMMMMMMMMMMMMMMMM SESSION#022639a65546e756623e90f67a4a5f4adf38d8d478b14e9123c64097bd86b9e4, ORG#org_AAAAAAAAAAAAAAAAAAAAAAAAAA MEMBER#usr_MMMMMMMMMMMMMMMMMMMMMMMMMM, ORG#org_AAAAAAAAAAAAAAAAAAAAAAAAAA LIMITS',
      'UpdateItem ORG#org_AAAAAAAAAAAAAAAAAAAAAAAAAA MEMBER#usr_MMMMMMMMMMMMMMMMMMMMMMMMMM',
      'GetItem DOMAIN#4503599627371 DOMAIN',
    ]);
  });

  it('answers the id of another organization as one that is not there', async () => {
    const [foreign, none] = [await ask('GET', `/domains/${DOMAIN_ID + 16}`), await ask('GET', `/domains/${DOMAIN_ID + 32}`)];
    expect([foreign.status, none.status]).toEqual([404, 404]);
    expect({ ...foreign.json.error, details: 0 }).toEqual({ ...none.json.error, details: 0 });
  });

  it('is on the audit record as of the person', async () => {
    expect((await ask('DELETE', `/domains/${DOMAIN_ID}`)).status).toBe(200);
    expect(audited()).toEqual([['domain.deleted', 'user']]);
  });

  it('is refused to a role that may not do it, by the name of the role', async () => {
    const { status, json } = await ask('DELETE', `/domains/${DOMAIN_ID}`, { letter: 'V' });
    expect([status, json.error.code]).toEqual([403, 'insufficient_permissions']);
    const roles = ['developer', 'admin', 'owner'];
    expect(json.error.details).toEqual({ required_permission: 'domains.write', role: 'viewer', roles });
    expect(json.error.message).toContain(`domains.write. These have it: ${roles.join(', ')}.`);
    expect(audited()).toEqual([]);
  });

  it('is refused as soon as the role is lowered, while the page is open', async () => {
    items.set(memberKey('M'), { ...stands('M'), role: 'viewer' });
    expect((await ask('DELETE', `/domains/${DOMAIN_ID}`)).status).toBe(403);
    expect((await ask('GET', `/domains/${DOMAIN_ID}`)).status).toBe(200);
  });
});

describe('a session', () => {
  it('that was ended elsewhere is none at the next request', async () => {
    const { sessionId } = sessionOf();
    expect((await ask('DELETE', `/sessions/${sessionId}`)).status).toBe(200);
    expect((await ask('GET', '/me')).code).toBe('not_signed_in');
  });

  it('is none when nobody has used it for eight hours, or its user was removed', async () => {
    clock.now = later(8 * 3_600_000);
    expect((await ask('GET', '/me')).status).toBe(401);
    clock.now = NOW;
    items.delete(memberKey('M'));
    expect((await ask('GET', '/me')).status).toBe(401);
    expect(stands('M')).toBeUndefined();
  });

  it('has its use written down, at most once in five minutes', async () => {
    clock.now = later(299_000);
    await ask('GET', '/me');
    clock.now = later(300_000);
    await ask('GET', '/me');
    const [seen] = itemsUnder(items, `USER#${mara.userId}`).filter(({ sk }) => String(sk).startsWith('SESSION#'));
    expect(seen?.lastSeenAt).toBe(later(300_000).toISOString());
  });

  it('is listed with the browser that has it, and that of another person is as unknown as none', async () => {
    const { json } = await ask('GET', '/sessions');
    expect(json.data).toEqual([expect.objectContaining({ user_agent: 'Browser 9', source_ip: '192.0.2.9', is_this: true })]);
    expect(json.data[0]).not.toHaveProperty('secret');
    expect((await ask('DELETE', `/sessions/${sessionOf('V').sessionId}`)).status).toBe(404);
    expect((await ask('DELETE', '/sessions/x')).status).toBe(404);
    expect((await ask('GET', '/me', { letter: 'V' })).status).toBe(200);
  });

  it('says in which organizations one is, by their names, and nothing of others', async () => {
    const other = { organizationId: 'org_other' };
    items.set('USER#other', { ...peopleKeys.membershipOfUser(mara.userId, 'org_other'), ...other });
    items.set('ORG#other', { ...keys.organization('org_other'), id: 'org_other', name: 'Other', createdAt: NOW.toISOString() });
    const mine = [{ id: ORGANIZATION, name: 'Acme', is_this: true }];
    expect((await ask('GET', '/organizations', { letter: 'V' })).json).toEqual({ data: mine });
    expect((await ask('GET', '/organizations')).json.data.map(({ id }: { id: string }) => id).toSorted()).toEqual(
      [ORGANIZATION, 'org_other'].toSorted(),
    );
  });

  it('says who one is, and what one may do', async () => {
    expect((await ask('GET', '/me', { letter: 'V' })).json).toMatchObject({
      id: viewer.userId,
      email: 'v@acme.test',
      organization_id: ORGANIZATION,
      organization_name: 'Acme',
      mode: 'live',
      role: 'viewer',
      is_freshly_signed_in: true,
      permissions: expect.arrayContaining(['domains.read', 'audit.read']),
    });
  });
});

describe('the mail that one gets from an organization', () => {
  const ALL = { certificate_at_risk: true, certificate_expired: true, api_key_ends: true, webhook_disabled: true };

  it('is all that there is until one chooses, each by itself, and for oneself alone', async () => {
    expect((await ask('GET', '/me')).json.mail).toEqual({ is_sent: false, wanted: ALL });
    const { json } = await ask('PATCH', '/me', { body: { mail: { api_key_ends: false, webhook_disabled: false } } });
    expect(json.mail.wanted).toEqual({ ...ALL, api_key_ends: false, webhook_disabled: false });
    await ask('PATCH', '/me', { body: { mail: { webhook_disabled: true } } });
    expect((await ask('GET', '/me')).json.mail.wanted).toEqual({ ...ALL, api_key_ends: false });
    expect((await ask('GET', '/me', { letter: 'V' })).json.mail.wanted).toEqual(ALL);
  });

  it.each([{}, { mail: { others: false } }, { mail: { api_key_ends: 'no' } }, { role: 'owner' }])(
    'is not chosen by %j',
    async (body) => {
      expect((await ask('PATCH', '/me', { body })).status).toBe(422);
    },
  );
});

describe('a request that changes something', () => {
  it.each([
    ['a form of another site', { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' }],
    ['a form of another site in an old browser', { origin: 'https://evil.test', 'x-requested-with': 'cps' }],
    ['a page of a neighbour', { 'x-requested-with': 'cps', 'sec-fetch-site': 'same-site' }],
    ['a frame without an origin', { origin: 'null', 'x-requested-with': 'cps' }],
    ['our own site, by a form', { origin: 'https://certificates.example.net', 'sec-fetch-site': 'same-origin' }],
  ])('from %s is refused before the table is asked', async (_, headers) => {
    const { status, code } = await ask('DELETE', `/domains/${DOMAIN_ID}`, { headers });
    expect([status, code, wholeRequests()]).toEqual([403, 'foreign_request', []]);
  });
});

describe('the requests of a person', () => {
  it('are 300 a minute, in all browsers together, and then wait for the next', async () => {
    items.set(memberKey('M'), { ...stands('M'), requestsInMinute: 299 });
    expect((await ask('GET', '/me')).status).toBe(200);
    const { status, json, headers } = await ask('GET', `/domains/${DOMAIN_ID}`);
    expect([status, json.error.details.limit, headers['retry-after']]).toEqual([429, 300, expect.any(String)]);
    expect((await ask('GET', '/me', { letter: 'V' })).status).toBe(200);
    clock.now = later(60_000);
    expect((await ask('GET', '/me')).status).toBe(200);
  });
});

describe('the count of somebody who was removed meanwhile', () => {
  it('lets nobody in, and makes no member', async () => {
    const gone = person('owner', {}, 'G');
    expect(await memberRateStore(table).count(gone, NOW)).toEqual({ kind: 'refused', item: undefined });
    expect(items.has(memberKey('G'))).toBe(false);
  });
});

describe('members', () => {
  const invited = async (email = 'n@acme.test', role = 'admin') => ask('POST', '/invitations', { body: { email, role } });

  it('are listed with their roles, and who is invited', async () => {
    await invited();
    const { json } = await ask('GET', '/members', { letter: 'V' });
    expect(json.members.map(({ email, role }: { email: string; role: string }) => [email, role])).toEqual([
      ['m@acme.test', 'owner'],
      ['v@acme.test', 'viewer'],
    ]);
    expect(json.invitations).toEqual([expect.objectContaining({ email: 'n@acme.test', role: 'admin' })]);
  });

  it('are invited once, by who may, to a role that they may give', async () => {
    expect((await invited('N@acme.test')).status).toBe(201);
    expect((await invited('n@ACME.test')).code).toBe('conflict');
    expect((await invited('v@acme.test')).code).toBe('conflict');
    expect((await invited('no address')).code).toBe('validation_error');
    expect((await invited('a@acme.test', 'god')).code).toBe('validation_error');
    const byViewer = await ask('POST', '/invitations', { letter: 'V', body: { email: 'w@acme.test', role: 'viewer' } });
    expect(byViewer.status).toBe(403);
    items.set(memberKey('V'), { ...stands('V'), role: 'admin' });
    const byAdmin = (role: string) => ask('POST', '/invitations', { letter: 'V', body: { email: `${role}@acme.test`, role } });
    expect([(await byAdmin('admin')).status, (await byAdmin('owner')).status]).toEqual([201, 403]);
    expect(audited().map(([action]) => action)).toEqual(['invitation.created', 'invitation.created']);
  });

  it.each(['locked<n@acme.test>', 'a,n@acme.test', '\u202en@acme.test', 'n@acme\u0000.test', `${'n'.repeat(65)}@acme.test`])(
    'are invited by an address with nothing beside it: %j',
    async (email) => {
      const { status, json } = await invited(email);
      expect([status, json.error.details.errors.email]).toEqual([422, ['must be an e-mail address']]);
      expect(itemsUnder(items, 'INVITED#')).toEqual([]);
    },
  );

  it('are invited by somebody, whom the invitation names', async () => {
    const { json } = await invited();
    expect(items.get(`ORG#${ORGANIZATION}|INVITATION#${json.id}`)).toMatchObject({ invitedBy: { email: 'm@acme.test' } });
  });

  it('are no longer invited when the invitation is withdrawn', async () => {
    const { json } = await invited();
    expect((await ask('DELETE', `/invitations/${json.id}`)).status).toBe(200);
    expect((await ask('DELETE', `/invitations/${json.id}`)).status).toBe(404);
    expect(itemsUnder(items, 'INVITED#')).toEqual([]);
  });

  it('get another role at once', async () => {
    const { status, json } = await ask('PATCH', `/members/${viewer.userId}`, { body: { role: 'developer' } });
    expect([status, json.role]).toEqual([200, 'developer']);
    expect((await ask('GET', '/me', { letter: 'V' })).json.role).toBe('developer');
    expect(audited()).toEqual([['member.role_changed', 'user']]);
  });

  it('cannot raise themselves, and an admin touches no owner', async () => {
    expect((await ask('PATCH', `/members/${viewer.userId}`, { letter: 'V', body: { role: 'owner' } })).status).toBe(403);
    items.set(memberKey('V'), { ...stands('V'), role: 'admin' });
    for (const [id, role] of [
      [viewer.userId, 'owner'],
      [mara.userId, 'viewer'],
    ])
      expect((await ask('PATCH', `/members/${id}`, { letter: 'V', body: { role } })).status).toBe(403);
    expect((await ask('DELETE', `/members/${mara.userId}`, { letter: 'V' })).status).toBe(403);
    expect(audited()).toEqual([]);
  });

  it('are removed, or leave, but for the last owner', async () => {
    expect((await ask('DELETE', `/members/${mara.userId}`)).code).toBe('conflict');
    expect((await ask('PATCH', `/members/${mara.userId}`, { body: { role: 'admin' } })).code).toBe('conflict');
    expect((await ask('DELETE', `/members/${viewer.userId}`, { letter: 'V' })).status).toBe(200);
    expect((await ask('GET', '/me', { letter: 'V' })).status).toBe(401);
    expect((await ask('DELETE', `/members/${viewer.userId}`)).status).toBe(404);
  });

  it('of another organization are as unknown as none', async () => {
    const stranger = person('viewer', { organizationId: 'org_01KAGZ3T8QZZZZZZZZZZZZZZZZ' }, 'S');
    for (const item of itemsOf(stranger)) items.set(`${item.pk}|${item.sk}`, item);
    for (const id of [stranger.userId, 'usr_none']) {
      const answers = [
        await ask('PATCH', `/members/${id}`, { body: { role: 'admin' } }),
        await ask('DELETE', `/members/${id}`),
        await ask('DELETE', `/invitations/${id}`),
      ];
      for (const { status, code } of answers) expect([status, code]).toEqual([404, 'resource_not_found']);
    }
    expect(audited()).toEqual([]);
  });

  it('are changed by a fresh sign-in only', async () => {
    const stale = sessionOf('M', { authenticatedAt: later(-600_000).toISOString() });
    const { pk, sk } = peopleKeys.session(stale.userId, stale.sessionId);
    items.set(`${pk}|${sk}`, sessionItem(stale));
    const { status, code } = await ask('PATCH', `/members/${viewer.userId}`, { body: { role: 'developer' } });
    expect([status, code]).toEqual([403, 'fresh_sign_in_required']);
    expect((await ask('GET', '/me')).json.is_freshly_signed_in).toBe(false);
    expect(stands('V')).toMatchObject({ role: 'viewer' });
  });
});

describe('an admin or owner', () => {
  const raise = (role: string) => ask('PATCH', `/members/${viewer.userId}`, { body: { role } });
  const told = () => itemsUnder(items, 'MAILS#').map(({ role, email, owners }) => [role, email, owners]);

  it('who is made one by a change of role is told to the owners', async () => {
    await raise('developer');
    expect(told()).toEqual([]);
    await raise('admin');
    expect(told()).toEqual([['admin', 'v@acme.test', ['m@acme.test']]]);
    await raise('owner');
    await raise('admin');
    await raise('viewer');
    expect(told().map(([role]) => role)).toEqual(['admin', 'owner']);
  });
});

describe('what only people change', () => {
  const viewerId = viewer.userId;
  const invite = { body: { email: 'n@acme.test', role: 'viewer' } };
  const invitationId = async () => (await ask('POST', '/invitations', invite)).json.id;

  /** The audit entry per operation. Changes of one's own profile or sessions have none. */
  const ENTRIES: Record<string, { ask: () => Promise<unknown>; entry: string; facts: string[] } | 'none'> = {
    'PATCH /me': 'none',
    'DELETE /sessions/{id}': 'none',
    'PATCH /members/{id}': {
      ask: () => ask('PATCH', `/members/${viewerId}`, { body: { role: 'developer' } }),
      ...{ entry: 'member.role_changed', facts: ['before', 'after'] },
    },
    'DELETE /members/{id}': {
      ask: () => ask('DELETE', `/members/${viewerId}`),
      ...{ entry: 'member.removed', facts: ['before'] },
    },
    'POST /portal-token/rotate': {
      ask: () => {
        for (const item of portalItems({ organizationId: ORGANIZATION })) items.set(`${item.pk}|${item.sk}`, item);
        return ask('POST', '/portal-token/rotate');
      },
      ...{ entry: 'organization.portal_token_rotated', facts: ['before', 'after'] },
    },
    'POST /invitations': { ask: () => ask('POST', '/invitations', invite), entry: 'invitation.created', facts: ['after'] },
    'DELETE /invitations/{id}': {
      ask: async () => ask('DELETE', `/invitations/${await invitationId()}`),
      ...{ entry: 'invitation.withdrawn', facts: ['before'] },
    },
  };
  const changes = PEOPLES_ROUTES.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path.slice(7)}`);

  it.each(changes)('is on the audit record with the person, the address and the request: %s', async (change) => {
    const expected = ENTRIES[change];
    if (!expected) throw new Error(`what does ${change} leave on the audit record?`);
    if (expected === 'none') return;
    await expected.ask();
    const last = itemsUnder(items, 'AUDIT#').at(-1);
    expect(last).toMatchObject({
      action: expected.entry,
      actor: { type: 'user', userId: mara.userId, requestId: 'req_1', sourceIp: '192.0.2.1' },
    });
    expect(['before', 'after'].filter((name) => last && name in last)).toEqual(expected.facts);
  });
});
