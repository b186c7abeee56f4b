import { describe, expect, it } from 'vitest';
import { newIdentity } from '../../../agent/machine/identity.gateway.ts';
import { publicKeys } from '../../../agent/machine/public-keys.ts';
import { enrollAt } from '../../../agent/service/edge.gateway.ts';
import { keys } from '../../../lambdas/shared/table/keys.ts';
import { aLogo } from '../../lambdas/model/accounts/portal/a-portal.ts';
import { api, connection, createDomain, type Key, newHostname, newReceiverHost } from '../cloud.ts';
import { newIntegrator } from '../integrator.ts';
import { admin, ageRevocation, EVERYTHING, newKey, newOrganization, sweepOverdue, table } from '../operator.ts';
import { PATIENCE_SECONDS } from '../patience.ts';
import { miscount, reconcile } from './use-of-an-organization.ts';

/** The relay takes a second or two. */
const IN_TIME = { timeout: PATIENCE_SECONDS * 1000, interval: 250 };

interface Refusal {
  error: { code: string; details?: Record<string, unknown> };
}
// biome-ignore lint/suspicious/noExplicitAny: each answer is looked at by what the test expects of it
type Any = any;
const call = (method: string, path: string, body?: unknown, key?: Key) =>
  api<Refusal & Any>(method, path, { ...(body !== undefined && { body }), ...(key && { key }) });

describe('GET /organization', () => {
  it('shows any key its permissions, limits and use', async () => {
    const { key } = await newOrganization('webhooks.read');
    const { status, body } = await call('GET', '/organization', undefined, key);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      name: 'Stranger',
      key: { id: key.api_key_id, permissions: ['webhooks.read'] },
      limits: {
        requests_per_minute: { limit: 100, used: 1 },
        requests_per_hour: { limit: 1000, used: 1 },
        domains: { limit: 10_000, used: 0 },
        servers: { limit: 100, used: 0 },
        webhooks: { limit: 20, used: 0 },
      },
    });
  });

  it('shows what events have counted, and after the nightly count the true numbers', async () => {
    const { key, organizationId } = await newOrganization(EVERYTHING);
    const used = async () => (await call('GET', '/organization', undefined, key)).body.limits.domains.used;
    const [one] = [await createDomain(newHostname('counted'), 1, key), await createDomain(newHostname('counted'), 1, key)];
    await expect.poll(used, IN_TIME).toBe(2);
    await call('DELETE', `/domains/${one.id}`, undefined, key);
    await expect.poll(used, IN_TIME).toBe(1);
    await miscount(organizationId, 40);
    expect(await used()).toBe(41);
    await reconcile(organizationId);
    expect(await used()).toBe(1);
    const { unvalidated_domains } = (await call('GET', '/organization', undefined, key)).body.limits;
    expect(unvalidated_domains.used).toBe(1);
    // The same nightly run computes the report's days.
    const report = await call('GET', '/reports/changes', undefined, key);
    expect([report.status, report.body.data]).toEqual([200, [{ action: 'api_key.created', changes: 1 }]]);
  });

  it('is refused without a key', async () => {
    expect((await call('GET', '/organization', undefined, { api_key_id: '', api_key: '' })).status).toBe(401);
  });
});

describe('an organization that an administrator deletes', () => {
  it('has nothing left that lives: no key, webhook, domain or server, and its hostname is free for others', async () => {
    const made = await admin('create-organization', '--name', 'Leaving');
    const organizationId = made.organization_id ?? '';
    const organization = ['--organization', organizationId];
    const key = await newKey(EVERYTHING, organizationId);
    const url = newHostname('leaving');
    await createDomain(url, 1, key);
    await call('POST', '/webhooks', { url: `http://${await newReceiverHost()}/`, events: ['domain.created'] }, key);
    const before = { would_revoke_keys: 1, would_delete_webhooks: 1, would_delete_domains: 1, would_delete_servers: 1 };
    await expect
      .poll(() => admin<Any>('delete-organization', ...organization, '--dry-run'), IN_TIME)
      .toMatchObject({ ...before, would_revoke_machines: 0, dry_run: true });
    // Simulates that the last calls with this key are over.
    await admin('revoke-key', '--key', key.api_key_id);
    await ageRevocation(key);

    expect(await admin<Any>('delete-organization', ...organization, '--yes')).toMatchObject({
      ...{ deleted_webhooks: 1, deleted_domains: 1, deleted_servers: 1, deleted: true },
    });
    expect((await call('GET', '/domains', undefined, key)).status).toBe(401);
    expect((await createDomain(url)).url).toBe(url);
    const { organizations } = await admin<Any>('list-organizations');
    expect(organizations.map((one: Any) => one.organization_id)).not.toContain(organizationId);
    expect(organizations.map((one: Any) => one.organization_id)).toContain(connection.organization_id);
    const { changes } = await admin<Any>('audit', ...organization);
    expect(changes.at(-1)).toMatchObject({ action: 'organization.deleted', actor: { type: 'administrator' } });
    expect(await admin<Any>('delete-organization', ...organization, '--yes')).toMatchObject({ deleted: true });
  });
});

describe('/servers', () => {
  it('a server is made, read, changed, kept while it has domains, and deleted', async () => {
    const { key } = await newOrganization(EVERYTHING);
    const made = await call('POST', '/servers', { name: 'Web', address: ['203.0.113.7'] }, key);
    expect([made.status, made.body]).toMatchObject([201, { id: 1, name: 'Web', type: 'agent', status: 'unclaimed' }]);
    expect((await call('GET', '/servers/1', undefined, key)).body).toEqual(made.body);
    const changed = await call('PATCH', '/servers/1', { name: 'Web 1' }, key);
    expect([changed.status, changed.body.name]).toEqual([200, 'Web 1']);
    const { id } = await createDomain(newHostname('served'), 1, key);
    expect((await call('DELETE', '/servers/1', undefined, key)).status).toBe(409);
    await call('DELETE', `/domains/${id}`, undefined, key);
    const second = await call('POST', '/servers', { id: 7 }, key);
    expect(second.body.id).toBe(7);
    expect((await call('GET', '/servers', undefined, key)).body.data.map((server: Any) => server.id)).toEqual([7, 1]);
    expect((await call('DELETE', '/servers/7', undefined, key)).body).toEqual({ id: 7, deleted: true });
    expect((await call('GET', '/servers/7', undefined, key)).status).toBe(404);
  });

  it('the machines of a server are enrolled by a token, listed and revoked', async () => {
    const token = await call('POST', `/servers/${connection.server_id}/enrollments`);
    expect([token.status, token.body.token]).toEqual([201, expect.stringMatching(/^enr_/)]);
    const machines = await call('GET', `/servers/${connection.server_id}/enrollments`);
    expect(machines.body.data[0]).toMatchObject({ id: expect.stringMatching(/^mch_/), name: expect.any(String) });
    expect((await call('DELETE', `/servers/${connection.server_id}/enrollments/mch_none`)).status).toBe(404);
  });

  it('a machine enrolls with a token, is told as an event, and is revoked: what it got is answered, and new keys are requested', async () => {
    const us = await newIntegrator();
    await us.must('POST', '/servers', {});
    const { token } = await us.must('POST', '/servers/1/enrollments');
    const keys = publicKeys(await newIdentity());
    const enrolled = await enrollAt(connection.site_url, { token, name: 'of a test', ...keys });
    const id = enrolled.kind === 'answered' ? enrolled.body.machine_id : '';
    expect(await us.must('DELETE', `/servers/1/enrollments/${id}?rekey=true`)).toEqual({
      ...{ id, deleted: true, rekey: true },
      keys: { count: 0, domains: [], has_more: false },
    });
    expect((await us.call('GET', `/servers/1/enrollments/${id}/keys`)).status).toBe(404);
    const told = async () => (await us.must('GET', '/events')).data.map(({ event, data }: Any) => [event, data.machine?.id]);
    await expect.poll(told, IN_TIME).toEqual([
      ['machine.enrolled', id],
      ['machine.revoked', id],
    ]);
    await sweepOverdue();
  });

  it.each([
    [{ id: 0 }, 'id'],
    [{ id: 1.5 }, 'id'],
    [{ id: '1' }, 'id'],
    [{ type: 'ftp' }, 'type'],
    [{ address: ['not a name'] }, 'address[0]'],
    [{ colour: 'red' }, 'colour'],
  ])('a server is refused with %j', async (body, field) => {
    const answer = await call('POST', '/servers', body);
    expect([answer.status, Object.keys(answer.body.error.details.errors)]).toEqual([422, [field]]);
  });
});

describe('/webhooks', () => {
  it('a webhook is made with its secret, read without, changed, rotated and deleted', async () => {
    const { key } = await newOrganization(EVERYTHING);
    const made = await call(
      'POST',
      '/webhooks',
      { url: `https://${await newReceiverHost()}/a`, events: ['certificate.issued'] },
      key,
    );
    expect([made.status, made.body]).toMatchObject([201, { status: 'active', secret: expect.stringMatching(/^whsec_/) }]);
    const { secret, ...record } = made.body;
    const { id } = record;
    expect((await call('GET', `/webhooks/${id}`, undefined, key)).body).toEqual(record);
    const changed = await call('PATCH', `/webhooks/${id}`, { events: ['*'], status: 'disabled' }, key);
    expect([changed.status, changed.body]).toMatchObject([200, { events: ['*'], status: 'disabled' }]);
    const rotated = await call('POST', `/webhooks/${id}/rotate-secret`, {}, key);
    expect(rotated.status).toBe(200);
    expect(rotated.body.secret).not.toBe(secret);
    expect((await call('GET', '/webhooks', undefined, key)).body.data).toHaveLength(1);
    expect((await call('DELETE', `/webhooks/${id}`, undefined, key)).body).toEqual({ id, deleted: true });
    expect((await call('GET', `/webhooks/${id}`, undefined, key)).body.error.details).toEqual({ webhook_id: id });
  });

  it.each([
    [{ url: 'ftp://x.example/', events: ['*'] }, 'url'],
    [{ url: 'https://u:p@x.example/', events: ['*'] }, 'url'],
    [{ url: 'https://x.example/', events: ['*', 'no.event'] }, 'events[1]'],
    [{ url: 'https://x.example/', events: [] }, 'events'],
    [{ url: 'https://x.example/', events: ['*'], secret: '' }, 'secret'],
  ])('a webhook is refused with %j', async (body, field) => {
    const answer = await call('POST', '/webhooks', body);
    expect([answer.status, Object.keys(answer.body.error.details.errors)]).toEqual([422, [field]]);
  });

  it('a key with webhooks.read alone reads webhooks and changes none', async () => {
    const key = await newKey('webhooks.read');
    expect((await call('GET', '/webhooks', undefined, key)).status).toBe(200);
    expect((await call('POST', '/webhooks', { url: 'https://x.example/', events: ['*'] }, key)).status).toBe(403);
  });

  it('a key with webhooks.write alone registers a webhook for all events', async () => {
    const { key } = await newOrganization('webhooks.write');
    const made = await call('POST', '/webhooks', { url: `https://${await newReceiverHost()}/`, events: ['*'] }, key);
    expect([made.status, made.body.events]).toEqual([201, ['*']]);
  });
});

describe('/organization/theme, and links to the portal', () => {
  it('a theme is set, read back with its logo, replaced and taken away', async () => {
    const { key } = await newOrganization(EVERYTHING);
    const logos = [aLogo('image/png', 90_000), aLogo('image/webp')];
    for (const logo of logos) {
      const set = await call('PUT', '/organization/theme', { radius: 3, logo }, key);
      expect([set.status, set.body]).toMatchObject([200, { radius: 3, font: 'system', logo }]);
      expect((await call('GET', '/organization/theme', undefined, key)).body).toEqual(set.body);
    }
    expect((await call('PUT', '/organization/theme', {}, key)).body).not.toHaveProperty('logo');
  });

  it('a link is made once under an Idempotency-Key, and ends for all domains when an administrator rotates the token', async () => {
    const { organizationId, key } = await newOrganization(EVERYTHING);
    const { id } = await createDomain(newHostname('linked'), 1, key);
    const ask = () =>
      api<Any>('POST', `/domains/${id}/portal-link`, { key, body: { locale: 'de' }, headers: { 'idempotency-key': 'link-1' } });
    const [first, again] = [await ask(), await ask()];
    expect(first.body.url).toMatch(/\/portal\/opt_[0-9A-Za-z]{32}\?lang=de#s=v1\./);
    expect(again.body).toEqual(first.body);
    const { portal_url } = (await call('GET', '/organization', undefined, key)).body;
    expect(first.body.url.startsWith(portal_url)).toBe(true);
    const { portal_path } = await admin('rotate-portal-token', '--organization', organizationId);
    expect((await call('GET', '/organization', undefined, key)).body.portal_url.endsWith(portal_path)).toBe(true);
    expect(portal_url.endsWith(portal_path)).toBe(false);
    await admin('end-portal-links', '--domain', String(id));
  });
});

describe('/keys', () => {
  it('a key is made by another, listed, rotated with an overlap, and revoked', async () => {
    const { key } = await newOrganization(EVERYTHING);
    const made = await call('POST', '/keys', { name: 'ci', permissions: ['domains.read'] }, key);
    const { id, secret } = made.body;
    const listed = async (api_key: string) => (await call('GET', '/domains', undefined, { api_key_id: id, api_key })).status;
    expect([made.status, await listed(secret)]).toEqual([201, 200]);
    const { body } = await call('GET', '/keys', undefined, key);
    expect(body.data[0]).toMatchObject({ id, name: 'ci', last_used_at: expect.any(String) });
    const rotated = await call('POST', `/keys/${id}/rotate`, { overlap_hours: 1 }, key);
    expect([await listed(secret), await listed(rotated.body.secret)]).toEqual([200, 200]);
    expect((await call('DELETE', `/keys/${id}`, undefined, key)).body).toEqual({ id, deleted: true });
    expect([await listed(secret), await listed(rotated.body.secret)]).toEqual([401, 401]);
    const audit = await call('GET', `/audit?object_type=api_key&object_id=${id}`, undefined, key);
    expect(audit.body.data.map((entry: Any) => [entry.action, entry.actor.key_id])).toEqual(
      ['api_key.revoked', 'api_key.rotated', 'api_key.created'].map((action) => [action, key.api_key_id]),
    );
    expect((await call('GET', '/events?sort=newest', undefined, key)).status).toBe(200);
  });

  it('a key is restricted to addresses, ends with an event, and is revoked by whoever finds its secret', async () => {
    const { key } = await newOrganization(EVERYTHING);
    const wanted = { name: 'ci', permissions: ['domains.read'], allowed_addresses: ['192.0.2.1'] };
    const { id, secret } = (await call('POST', '/keys', wanted, key)).body;
    const use = () => call('GET', '/domains', undefined, { api_key_id: id, api_key: secret });
    expect((await use()).body.error.code).toBe('api_key_restricted');
    const { last_used_from } = (await call('GET', '/keys', undefined, key)).body.data[0];
    const expires_at = new Date(Date.now() + 3000).toISOString();
    const change = { allowed_addresses: [last_used_from], allowed_server_ids: [1], expires_at };
    expect((await call('PATCH', `/keys/${id}`, change, key)).body).toMatchObject(change);
    expect((await use()).status).toBe(200);
    await expect.poll(async () => (await use()).body.error?.message, IN_TIME).toContain('expired');
    const told = async () => {
      await sweepOverdue();
      const { data } = (await call('GET', '/events?sort=newest', undefined, key)).body;
      return data.map((event: Any) => [event.event, event.data.api_key?.id]);
    };
    await expect.poll(told, IN_TIME).toContainEqual(['api_key.expired', id]);
    const found = JSON.stringify([{ token: secret, type: 'cps_api_key', url: 'https://paste.example/abc' }]);
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${connection.base_url}/leaked-keys`, { method: 'POST', headers, body: found });
    expect([answer.status, await answer.json()]).toMatchObject([200, [{ label: 'true_positive' }]]);
    expect((await call('PATCH', `/keys/${id}`, { expires_at: null }, key)).status).toBe(404);
    await expect.poll(told, IN_TIME).toContainEqual(['api_key.leaked', id]);
  });
});

describe('GET /requests', () => {
  it('lists what a key changed, and what was refused of what it asked, with a way to the audit; no read that succeeded', async () => {
    const { key } = await newOrganization(EVERYTHING);
    const { id } = await createDomain(newHostname('kept'), 1, key);
    await call('GET', `/domains/${id}`, undefined, key);
    for (const path of ['/domains?limit=0', '/events?limit=0', '/servers/9']) await call('GET', path, undefined, key);
    await call('DELETE', '/webhooks/9', undefined, key);
    const { data } = (await call('GET', '/requests', undefined, key)).body;
    expect(data.map(({ method, path, query, status }: Any) => [method, path, query, status])).toEqual([
      ['DELETE', '/api/webhooks/9', undefined, 404],
      ['GET', '/api/servers/9', undefined, 404],
      ['GET', '/api/events', 'limit=0', 422],
      ['GET', '/api/domains', 'limit=0', 422],
      ['POST', '/api/domains', undefined, 201],
    ]);
    const audit = await call('GET', `/audit?request_id=${data.at(-1).id}`, undefined, key);
    // The first domain of an organization also creates its server.
    const changed = audit.body.data.map(({ action, object }: Any) => [action, object.id]);
    expect(changed.toSorted()).toEqual([
      ['domain.created', String(id)],
      ['server.created', '1'],
    ]);
    expect((await call('GET', '/requests?status=2xx', undefined, key)).body.data).toEqual(data.slice(-1));
  });
});

/** Changes an entry past the service's code, like an attacker with full access to the table. */
async function tamper(organizationId: string, id: string): Promise<void> {
  const { TableName } = table.deleteWrite({ pk: 'any', sk: 'any' }).Delete ?? {};
  const Key = keys.audit(organizationId, 'changes', new Date().toISOString().slice(0, 7), id);
  const change = { UpdateExpression: 'SET actor = :other', ExpressionAttributeValues: { ':other': { type: 'service' } } };
  await table.transact([{ Update: { TableName, Key, ...change, ConditionExpression: 'attribute_exists(pk)' } }]);
}

describe('the audit record', () => {
  it('names who changed what, from where, and never a secret', async () => {
    const { organizationId, key } = await newOrganization(EVERYTHING);
    const { id } = await createDomain(newHostname('audited'), 1, key);
    await call('PATCH', `/domains/${id}`, { metadata: { plan: 'b' } }, key);
    const webhook = await call('POST', '/webhooks', { url: `https://${await newReceiverHost()}/`, events: ['*'] }, key);
    const { changes } = await admin<{ changes: Any[] }>('audit', '--organization', organizationId);
    const of = (action: string) => changes.find((entry) => entry.action === action);
    expect(of('domain.updated')).toMatchObject({
      actor: { key_id: key.api_key_id, source_ip: expect.any(String), request_id: expect.stringMatching(/^req_/) },
      before: { metadata: {} },
      after: { metadata: { plan: 'b' } },
    });
    expect(changes.map(({ action }) => action)).toEqual(expect.arrayContaining(['domain.created', 'webhook.created']));
    expect(JSON.stringify(changes)).not.toContain(webhook.body.secret);
    expect(JSON.stringify(changes)).not.toContain(key.api_key);
  });

  it('is sealed in the order of its changes, and verified with the signature of the day before', async () => {
    const { organizationId, key } = await newOrganization(EVERYTHING);
    await createDomain(newHostname('sealed'), 1, key);
    const verify = () => admin<Any>('audit', 'verify', '--organization', organizationId);
    const isSealed = { entries: expect.any(Number), not_sealed_yet: 0, seals: expect.any(Number), findings: [] };
    await expect.poll(verify, { ...IN_TIME, interval: 1000 }).toMatchObject(isSealed);
    const { entries, seals } = await verify();
    expect([entries, seals].map((count) => count > 0)).toEqual([true, true]);
    await expect.poll(async () => (await verify()).signed_days, { ...IN_TIME, interval: 1000 }).toBeGreaterThan(0);
    const { changes } = await admin<Any>('audit', '--organization', organizationId);
    const { id } = changes.find(({ action }: Any) => action === 'domain.created');
    await tamper(organizationId, id);
    await expect(verify()).rejects.toMatchObject({ code: 1, stdout: expect.stringMatching(`"entry-changed"[^}]*${id}`) });
  });
});

it('keys made before and after a rotation of the service’s secret all work', async () => {
  const before = await newKey('domains.read');
  const { version } = await admin<{ version: number }>('rotate-secret');
  expect(version).toBeGreaterThan(1);
  const after = await newKey('domains.read');
  for (const key of [before, after, connection])
    expect(await api('GET', '/organization', { key })).toMatchObject({ status: 200 });
});
