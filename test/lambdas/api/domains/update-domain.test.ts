import { describe, expect, it, vi } from 'vitest';
import { HttpErrorBody } from '../../../../contract/api/http-error.schema.ts';
import { PERMISSIONS } from '../../../../contract/api/operations.ts';
import { updateDomain } from '../../../../lambdas/api/domains/update-domain.ts';
import { proofStore } from '../../../../lambdas/model/domains/challenge/challenge.store.ts';
import { DomainResource } from '../../../../lambdas/model/domains/domain-resource.schema.ts';
import type { Domain } from '../../../../lambdas/model/domains/domain-row.schema.ts';
import { keys } from '../../../../lambdas/shared/table/keys.ts';
import { aDomain, issued, later, NOW, SECOND } from '../../a-domain.ts';
import { settings } from '../../settings.ts';
import {
  apiCaller,
  COUNTED,
  clock,
  DOMAIN_ID,
  itemOf,
  itemsUnder,
  KEPT,
  keyItem,
  limitsItem,
  meanwhile,
  opened,
  serverItem,
  table,
  tableHolds,
  wholeRequests,
  writes,
} from '../api-caller.ts';
import { aDistribution } from '../servers/servers-api.ts';

const pause = vi.fn(async () => {});
const call = apiCaller(opened([updateDomain], { pause }));
const closed = apiCaller(opened([updateDomain], { settings: { ...settings, serverIds: 'registered' } }));
const patch = (body: unknown, more = {}) => call({ method: 'PATCH', path: `/api/domains/${DOMAIN_ID}`, body, ...more });

const waiting = aDomain('awaiting-dns', { metadata: { plan: 'a', colour: 'red' } });
const certificate = {
  ...keys.certificate('org_A', 1, 'shop.customer.com'),
  ...{ organizationId: 'org_A', serverId: 1, hostname: 'shop.customer.com', domainId: DOMAIN_ID, attempt: 1, state: 'present' },
  ...{ facts: issued, chainPem: 'chain', sealedKey: { dataKey: '', iv: '', tag: '', ciphertext: '' }, handshakes: {} },
};
function holds(domain: Domain = waiting, ...more: Record<string, unknown>[]) {
  const items = tableHolds(itemOf(domain), serverItem(1), serverItem(2, 'secondsecondseco'), ...more);
  clock.now = later(SECOND);
  return items;
}
const rowIn = (items: Map<string, Record<string, unknown>>) => items.get(`DOMAIN#${DOMAIN_ID}|DOMAIN`) ?? {};
const eventsIn = (items: Map<string, Record<string, unknown>>) =>
  itemsUnder(items, 'OUTBOX#').map(({ kind, event, step }) => event ?? `${kind} ${step}`);

describe('200: what is changed', () => {
  it('a change of a domain is answered, merged, and told in one transaction after the read', async () => {
    const items = holds();
    const { status, json } = await patch({ metadata: { plan: 'b', colour: null, x: 'y' }, send_notifications: false });
    expect(status).toBe(200);
    expect(DomainResource.parse(json)).toEqual(json);
    expect(json).toMatchObject({
      metadata: { plan: 'b', x: 'y' },
      send_notifications: false,
      updated_at: clock.now.toISOString(),
    });
    expect(json.metadata).not.toHaveProperty('colour');
    expect(eventsIn(items)).toEqual(['domain.updated']);
    expect(rowIn(items)).toMatchObject({
      version: 2,
      phase: 'awaiting-dns',
      execution: { attempt: 1 },
      listed: { sendNotifications: false },
    });
  });

  it('a change of a domain is on the audit record, from and to, with who and from where', async () => {
    const items = holds();
    await patch({ metadata: { plan: 'b' }, send_notifications: true });
    expect(itemsUnder(items, 'AUDIT#')).toMatchObject([
      {
        action: 'domain.updated',
        resource: { type: 'domain', id: String(DOMAIN_ID) },
        actor: { type: 'api_key', requestId: 'req_1', sourceIp: '192.0.2.1', userAgent: 'test' },
        before: { metadata: { plan: 'a', colour: 'red' } },
        after: { metadata: { plan: 'b', colour: 'red' } },
      },
    ]);
    expect(itemsUnder(items, 'AUDIT#')[0]?.after).not.toHaveProperty('send_notifications');
  });

  it.each([
    ['the same server', { server_id: 1 }],
    ['the same metadata', { metadata: { colour: 'red', plan: 'a' } }],
    ['metadata that is not there taken away', { metadata: { nothing: null } }],
    ['no metadata', { metadata: {} }],
    ['the same in all', { server_id: 1, send_notifications: true, metadata: { plan: 'a' } }],
  ])('a change of a domain to %s is no change: no write, no event', async (_, body) => {
    const items = holds();
    const { status, json } = await patch(body);
    expect([status, json.updated_at]).toEqual([200, NOW.toISOString()]);
    expect(writes()).toEqual([]);
    expect(itemsUnder(items, 'AUDIT#')).toEqual([]);
  });

  it('the metadata of a domain may have up to 20 keys, counted after the merge', async () => {
    const pairs = (from: number, count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${from + n}`, 'v']));
    holds(aDomain('awaiting-dns', { metadata: pairs(0, 20) }));
    expect((await patch({ metadata: { k0: null, k20: 'v' } })).status).toBe(200);
    expect((await patch({ metadata: { k21: 'v' } })).json.error.details.errors).toEqual({ metadata: ['may have 20 keys'] });
  });
});

describe('200: another validation', () => {
  const zoned = apiCaller(opened([updateDomain], { settings: { ...settings, validationZone: 'validation.service.net' } }));
  const change = (validation: string) => zoned({ method: 'PATCH', path: `/api/domains/${DOMAIN_ID}`, body: { validation } });

  it('brings the record to set, has it looked for at once, and goes back', async () => {
    const items = holds();
    const { status, json } = await change('dns');
    expect([status, json.validation]).toEqual([200, 'dns']);
    expect(json.dns_records.map(({ purpose }: { purpose: string }) => purpose)).toEqual(['validation', 'routing']);
    expect(itemsUnder(items, 'AUDIT#')).toMatchObject([{ before: { validation: 'http' }, after: { validation: 'dns' } }]);
    const started = () => itemsUnder(items, 'OUTBOX#').filter(({ kind }) => kind === 'execution').length;
    expect(started()).toBe(1);
    expect((await change('dns')).status).toBe(200);
    expect(started()).toBe(1);
    const back = await change('http');
    expect(back.json).not.toHaveProperty('validation');
    expect(back.json.dns_records).toHaveLength(1);
  });

  it.each([
    ['preparing', 2],
    ['ordering', 1],
    ['installing', 2],
    ['active', 1],
  ] as const)(
    'of a domain that is %s is in its attempt %d: what a running step has seen does not count',
    async (phase, attempt) => {
      const items = holds(aDomain(phase));
      await change('dns');
      expect(rowIn(items)).toMatchObject({ phase, execution: { attempt } });
    },
  );

  it('keeps the record that the domain was told when the stage tells another, and leaves none that stands when it goes back', async () => {
    const validation = { target: 'secret.validation.service.net', state: 'ok', stands: true } as const;
    const items = holds({ ...waiting, validation });
    const proofs = proofStore(table, () => 'evt_1');
    await proofs.show({ label: 'secret', organizationId: 'org_A', domainId: DOMAIN_ID, value: 'x', until: '2099' }, NOW);
    const [record] = (await change('dns')).json.dns_records;
    expect(record.name).toBe('_validation-persist.shop.customer.com');
    const untilOf = () => items.get(Object.values(keys.labelRecords('secret')).join('|'))?.proof;
    expect(untilOf()).toMatchObject({ until: '2099' });
    await change('http');
    expect(untilOf()).toMatchObject({ until: '1970-01-01T00:00:00.000Z' });
  });

  it('is refused without a validation zone', async () => {
    holds();
    const { status, json } = await patch({ validation: 'dns' });
    expect([status, json.error.details.errors]).toEqual([
      422,
      { validation: [expect.stringContaining('settings.validationZone')] },
    ]);
    expect((await patch({ validation: 'http' })).status).toBe(200);
  });

  it.each([
    ['with certificates of our own', false],
    ['with certificates of CloudFront', true],
  ])('by DNS is refused at a CloudFront distribution %s, as at a creation, and nothing is written', async (_, managed) => {
    const items = holds(waiting, aDistribution(1, { managed }));
    const { status, json } = await change('dns');
    expect([status, json.error.details.errors]).toEqual([
      422,
      { validation: ['cannot be dns for a CloudFront distribution yet; leave it out, or use a server of another type'] },
    ]);
    expect(writes()).toEqual([]);
    expect(rowIn(items)).not.toHaveProperty('validation');
  });
});

describe('200: another server', () => {
  it('another server of a domain counts at once where nothing is served yet', async () => {
    const items = holds();
    const { status, json } = await patch({ server_id: 2, metadata: { plan: 'b' } });
    expect(status).toBe(200);
    expect(json).toMatchObject({ server_id: 2, cname_target: 'secondsecondseco.cname.service.net', metadata: { plan: 'b' } });
    expect(json).not.toHaveProperty('move');
    // Read in parallel: the new server, and the hostname's certificate and CloudFront tenant at the current server. The outbox
    // gets the event and the execution that checks again.
    expect(wholeRequests()).toEqual([
      ...COUNTED,
      'GetItem DOMAIN#4503599627371 DOMAIN',
      'GetItem ORG#org_A SERVER#0000000000000002',
      'GetItem SERVER#org_A#1 CERT#shop.customer.com',
      'GetItem SERVER#org_A#1 MANAGED#shop.customer.com',
      'TransactWriteItems Put DOMAIN#4503599627371 DOMAIN, Put DOMAIN#4503599627371 TIMELINE#tl_…, Put OUTBOX#… evt_…, Put OUTBOX#… evt_…, Put AUDIT#org_A#changes#2026-06 aud_…',
      KEPT,
    ]);
    expect(eventsIn(items)).toEqual(['domain.updated', 'execution check-dns']);
    expect(itemsUnder(items, 'AUDIT#')).toMatchObject([{ before: { server_id: 1 }, after: { server_id: 2 } }]);
    expect(rowIn(items)).toMatchObject({ serverPk: 'ORG#org_A#SERVER#2' });
  });

  it('another server of an active domain gets its certificate in the same transaction, and the move begins', async () => {
    const items = holds(aDomain('active'), certificate);
    const { status, json } = await patch({ server_id: 2 });
    expect([status, json.move, json.ssl_status]).toEqual([200, { from_server_id: 1, state: 'installing' }, 'active']);
    expect(DomainResource.parse(json)).toEqual(json);
    expect(items.get('SERVER#org_A#2|CERT#shop.customer.com')).toMatchObject({ state: 'present', serverId: 2, attempt: 2 });
    expect(eventsIn(items)).toEqual(['domain.updated', 'execution verify-move']);
  });

  it('another server of a domain that is unknown comes into being by its number', async () => {
    const items = holds();
    expect((await patch({ server_id: 7 })).json).toMatchObject({ server_id: 7, cname_target: 'newlabel.cname.service.net' });
    expect(items.get('LABEL#newlabel|LABEL')).toMatchObject({ serverId: 7, organizationId: 'org_A' });
    expect([...items.values()]).toContainEqual(expect.objectContaining({ ...keys.server('org_A', 7), id: 7 }));
  });

  it.each([
    ['waits for DNS', aDomain('awaiting-dns', { diagnosis: { code: 'cname_not_found', evidence: [] } })],
    ['is active', aDomain('active')],
  ])('another server of a domain that %s is warned of where nobody knew its number, and in the diagnosis', async (_, domain) => {
    holds(domain, certificate);
    const { json } = await patch({ server_id: 7 });
    expect(DomainResource.parse(json)).toEqual(json);
    expect(json.warnings).toMatchObject([{ code: 'server_created' }]);
    expect(json.diagnosis).toMatchObject({ code: 'server_not_connected', reason: 'server_created' });
    expect((await patch({ server_id: 2 })).json).not.toHaveProperty('warnings');
  });
});

describe('422: a quota that is used up', () => {
  it('a server beyond the quota does not come into being by a change of a domain', async () => {
    holds(waiting, limitsItem({ servers: 2 }));
    const { status, json } = await patch({ server_id: 7 });
    expect([status, json.error.details]).toEqual([422, { resource: 'servers', limit: 2, used: 2 }]);
    expect((await patch({ server_id: 2 })).status).toBe(200);
  });
});

describe('a lost race', () => {
  it('is decided again on what the domain has become', async () => {
    const items = holds();
    const raced = { ...waiting, version: 5, metadata: { other: 'key' } };
    meanwhile(() => items.set(`DOMAIN#${DOMAIN_ID}|DOMAIN`, itemOf(raced)));
    const { status, json } = await patch({ metadata: { plan: 'b' } });
    expect([status, json.metadata]).toEqual([200, { other: 'key', plan: 'b' }]);
    expect(rowIn(items).version).toBe(6);
  });

  it('against a deletion is 404', async () => {
    const items = holds();
    meanwhile(() => items.set(`DOMAIN#${DOMAIN_ID}|DOMAIN`, itemOf(aDomain('removing', { version: 2 }))));
    expect((await patch({ send_notifications: false })).status).toBe(404);
  });
});

describe('422', () => {
  it.each([
    [
      'an empty body',
      {},
      { body: ['must have at least one of server_id, send_notifications, metadata, validation, refuse_transfer'] },
    ],
    ['url', { url: 'other.customer.com' }, { url: [expect.stringContaining('cannot be changed')] }],
    ['url, even the same', { url: 'shop.customer.com', server_id: 1 }, { url: [expect.stringContaining('cannot be changed')] }],
    ['server_id null', { server_id: null }, { server_id: ['must be an integer'] }],
    ['send_notifications null', { send_notifications: null }, { send_notifications: ['must be a boolean'] }],
    ['metadata null', { metadata: null }, { metadata: ['must be an object'] }],
    ['metadata of a number', { metadata: { plan: 1 } }, { 'metadata.plan': ['must be a string'] }],
    [
      'a metadata value too long',
      { metadata: { plan: 'x'.repeat(501) } },
      { 'metadata.plan': ['a value may have 500 characters'] },
    ],
    [
      'a metadata key too long, to be removed',
      { metadata: { ['k'.repeat(41)]: null } },
      { [`metadata.${'k'.repeat(41)}`]: [expect.any(String)] },
    ],
    ['a prototype as metadata', '{"metadata":{"__proto__":"x"}}', { metadata: ['a key must not be __proto__'] }],
    [
      'all at once',
      { url: 1, server_id: 1.5, x: 1 },
      { url: [expect.any(String)], server_id: [expect.any(String)], x: [expect.any(String)] },
    ],
  ])('a change of a domain is refused by name: %s', async (_, body, errors) => {
    holds();
    const { status, json } = await patch(body);
    expect([status, json.error.details.errors]).toEqual([422, errors]);
    expect(HttpErrorBody.safeParse(json).success).toBe(true);
    expect(wholeRequests()).toEqual([...COUNTED, KEPT]);
  });

  it('a change of a domain to a server that is not registered is refused where the deployment asks for that', async () => {
    holds();
    const { status, json } = await closed({ method: 'PATCH', path: `/api/domains/${DOMAIN_ID}`, body: { server_id: 7 } });
    expect([status, json.error.details.errors]).toEqual([422, { server_id: ['is not a server of this organization'] }]);
    expect(writes()).toEqual([]);
  });

  it('a wrong field in a change of a domain comes before 404, and a parameter is refused too', async () => {
    tableHolds();
    expect((await patch({})).status).toBe(422);
    expect((await patch({ server_id: 1 }, { query: 'x=1' })).json.error.details.errors).toEqual({ x: [expect.any(String)] });
  });
});

describe('403: another server', () => {
  it('needs servers.write as well: a private key follows its domain', async () => {
    const permissions = PERMISSIONS.filter((permission) => permission !== 'servers.write');
    holds(waiting, keyItem({ permissions }));
    const { status, json } = await patch({ server_id: 2 });
    expect(status).toBe(403);
    const details = { required_permission: 'servers.write', api_key_permissions: permissions };
    expect(HttpErrorBody.parse(json).error).toMatchObject({ code: 'insufficient_permissions', details });
    expect(writes()).toEqual([]);
    expect((await patch({ send_notifications: false })).status).toBe(200);
  });
});
