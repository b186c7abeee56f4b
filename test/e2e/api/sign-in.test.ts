import { describe, expect, it } from 'vitest';
import { api, connection, createDomain, newHostname, newReceiverHost } from '../cloud.ts';
import { admin, EVERYTHING, newOrganization } from '../operator.ts';
import { Person } from '../person.ts';

const EXPIRING = ['ssl_status=active', 'expires_within=30', 'expires_within=30&ssl_status=active'];

describe('a person in the local cloud', () => {
  it('signs in with the address and the password that the start has printed, and signs out', async () => {
    await new Person().signIn(); // the first sign-in asks whether to join
    const owner = new Person();
    const { status, headers } = await owner.signIn();
    expect([status, headers.get('location')]).toEqual([303, `${connection.site_url}/dashboard/`]);
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(/^session=org_\w+\.usr_\w+\.\w{43}; Path=\/; Max-Age=86400; HttpOnly; SameSite=Lax$/),
      expect.stringMatching(/^sign-in=; .*Max-Age=0/),
    ]);
    const out = await owner.ask('/app/sign-out', { method: 'POST' });
    expect(new URL(out.json.provider_url).searchParams.get('post_logout_redirect_uri')).toBe(`${connection.site_url}/dashboard/`);
    expect(owner.cookies.size).toBe(0);
  });

  it('joins the organization that an administrator has invited them to, once they accept', async () => {
    const { organizationId } = await newOrganization('domains.read');
    const email = `viewer-${Date.now()}@cps.test`;
    const made = await admin('create-user', '--organization', organizationId, '--email', email, '--role', 'viewer');
    const viewer = new Person();
    const joined = await viewer.signIn({ email, password: made.password ?? '' });
    expect([joined.status, joined.json]).toEqual([200, { next: `${connection.site_url}/dashboard/` }]);
    expect(viewer.cookies.get('session')).toContain(organizationId);
    const again = new Person();
    expect((await again.signIn({ email, password: made.password ?? '' })).status).toBe(303);
  });

  it('does what a key does, by the same operations, and reads nothing of another organization', async () => {
    const owner = new Person();
    await owner.signIn(undefined, '?fresh=1');
    const me = (await owner.ask('/app/v1/me')).json;
    expect(me).toMatchObject({ organization_id: connection.organization_id, role: 'owner', is_freshly_signed_in: true });
    const url = newHostname('person');
    const made = await owner.ask('/app/v1/domains', { method: 'POST', body: { url, server_id: connection.server_id } });
    expect([made.status, made.json.url]).toEqual([201, url]);
    expect((await api('GET', `/domains/${made.json.id}`)).body.url).toBe(url);
    const { json: timeline } = await owner.ask(`/app/v1/domains/${made.json.id}/events`);
    expect(timeline.data.at(-1).actor).toEqual({ type: 'user', user_id: me.id });
    for (const path of ['domains', 'servers', 'webhooks', 'events', 'organization', 'members', 'sessions', 'keys', 'audit'])
      expect([path, (await owner.ask(`/app/v1/${path}`)).status]).toEqual([path, 200]);
    for (const filter of ['actor=customer', 'dns_status=pending', 'server_id=1', 'sort=oldest', ...EXPIRING])
      expect([filter, (await owner.ask(`/app/v1/domains?${filter}`)).status]).toEqual([filter, 200]);
    const receiver = `https://${await newReceiverHost()}/`;
    const once = { method: 'POST', body: { url: receiver, events: ['*'] }, headers: { 'idempotency-key': url } };
    const hook = await owner.ask('/app/v1/webhooks', once);
    expect(hook.status, hook.text).toBe(201);
    expect((await owner.ask('/app/v1/webhooks', once)).json.id).toBe(hook.json.id);
    expect((await owner.ask(`/app/v1/webhooks/${hook.json.id}/test`, { method: 'POST' })).status).toBe(200);
    expect((await owner.ask(`/app/v1/webhooks/${hook.json.id}`, { method: 'DELETE' })).status).toBe(200);
    const key = await owner.ask('/app/v1/keys', { method: 'POST', body: { name: 'ci', permissions: ['domains.read'] } });
    const itsKey = { api_key_id: key.json.id, api_key: key.json.secret };
    expect((await api('GET', '/domains', { key: itsKey })).status).toBe(200);
    expect((await owner.ask(`/app/v1/keys/${key.json.id}`, { method: 'DELETE' })).status).toBe(200);
    expect((await api('GET', '/domains', { key: itsKey })).status).toBe(401);
    const stranger = await newOrganization(EVERYTHING);
    const theirs = await createDomain(newHostname('theirs'), 1, stranger.key);
    expect((await owner.ask(`/app/v1/domains/${theirs.id}`)).status).toBe(404);
    expect((await owner.ask(`/app/v1/domains/${made.json.id}`, { method: 'DELETE' })).status).toBe(200);
  });

  it('makes a test key, which reaches the test data of the organization alone, as live keys do the live data', async () => {
    const owner = new Person();
    await owner.signIn(undefined, '?fresh=1');
    expect((await owner.ask('/app/v1/test/me')).json).toMatchObject({
      mode: 'test',
      organization_id: connection.organization_id,
    });
    const body = { name: 'ci', mode: 'test', permissions: ['domains.read', 'domains.write', 'audit.read'] };
    const made = await owner.ask('/app/v1/test/keys', { method: 'POST', body });
    const key = { api_key_id: made.json.id, api_key: made.json.secret };
    const url = `${newHostname('test').split('.')[0]}.active.magic.test`;
    const domain = await api('POST', '/domains', { key, body: { url, server_id: 1 } });
    expect([domain.status, domain.body.livemode]).toEqual([201, false]);
    expect((await owner.ask(`/app/v1/test/domains/${domain.body.id}`)).status).toBe(200);
    const live = await createDomain(newHostname('live'));
    expect((await api('GET', `/domains/${live.id}`, { key })).status).toBe(404);
    expect((await api('GET', `/domains/${domain.body.id}`)).status).toBe(404);
    expect((await api('POST', '/domains', { body: { url, server_id: 1 } })).status).toBe(422);
    expect((await api('DELETE', `/domains/${domain.body.id}`, { key })).status).toBe(200);
    const { body: audit } = await api<{ data: { livemode: boolean }[] }>('GET', '/audit', { key });
    expect(new Set(audit.data.map(({ livemode }) => livemode))).toEqual(new Set([false]));
  });

  it('is refused what a form of another site sends with the cookie, and everything once the session is ended elsewhere', async () => {
    const [here, elsewhere] = [new Person(), new Person()];
    await here.signIn();
    await elsewhere.signIn();
    const stolen = { method: 'DELETE', headers: { origin: 'http://localhost:9', 'sec-fetch-site': 'same-site' } };
    expect((await here.ask('/app/v1/sessions/x', stolen)).json.error.code).toBe('foreign_request');
    const { json } = await here.ask('/app/v1/sessions');
    const own = json.data.find(({ is_this }: { is_this: boolean }) => is_this);
    expect((await elsewhere.ask(`/app/v1/sessions/${own.id}`, { method: 'DELETE' })).status).toBe(200);
    expect((await here.ask('/app/v1/me')).status).toBe(401);
    expect((await elsewhere.ask('/app/v1/me')).status).toBe(200);
  });

  it('has no session by an answer that somebody else has begun, or by one that was used', async () => {
    const owner = new Person();
    const begun = await owner.ask('/app/sign-in');
    const stolen = new Person();
    expect(begun.status).toBe(303);
    expect((await stolen.ask('/app/callback?code=1&state=1')).status).toBe(400);
    expect(stolen.cookies.size).toBe(0);
  });
});
