import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { describe, expect, it, vi } from 'vitest';
import { type UndoPorts, undoCollector, undoResource } from '../../../../bin/admin/recovery/apply-undo.ts';
import type { RowChange } from '../../../../bin/admin/recovery/undo-decision.ts';
import { type UndoableKind, undoableKindOf } from '../../../../bin/admin/recovery/undoable-rows.ts';
import { domainOf } from '../../../../lambdas/model/domains/domain-item.ts';
import type { Domain } from '../../../../lambdas/model/domains/domain-row.schema.ts';
import { installerPorts } from '../../../../lambdas/model/servers/installers.store.ts';
import { type Key, keys, peopleKeys } from '../../../../lambdas/shared/table/keys.ts';
import { aDomain, iso, issued, later, NOW } from '../../../lambdas/a-domain.ts';
import { certificate, machine } from '../../../lambdas/agent-api/an-agent.ts';
import {
  DOMAIN_ID,
  dynamo,
  itemOf,
  itemsUnder,
  meanwhile,
  newId,
  table,
  tableHolds,
  wholeRequests,
} from '../../../lambdas/api/api-caller.ts';
import { aServer } from '../../../lambdas/api/servers/servers-api.ts';
import { aWebhook, WEBHOOK_ID } from '../../../lambdas/api/webhooks/webhooks-api.ts';

type Item = Record<string, unknown>;
const { servers, installers } = installerPorts(table, () => newId('evt'));
const pause = vi.fn(async () => {});
const ports: UndoPorts = { table, servers, installers, clock: () => later(3_600_000), newId, pause };

const HOSTNAME = 'shop.customer.com';
const domainKey = keys.domain(DOMAIN_ID);
const claimKey = keys.claim(HOSTNAME);
const certificateKey = keys.certificate('org_A', 1, HOSTNAME);
const textOf = ({ pk, sk }: Key) => `${pk} ${sk}`;
const idOf = ({ pk, sk }: Key) => `${pk}|${sk}`;

const active = (changes: Partial<Domain> = {}) => ({ ...aDomain('active'), ...changes }) as Domain;
const held = { ...claimKey, organizationId: 'org_A', domainId: DOMAIN_ID, state: 'held', validatedAt: iso(0) };
const quarantined = { ...held, state: 'quarantined' };
const present = { ...certificateKey, ...certificate, changedAt: iso(0), listedAt: iso(0), announcedAt: iso(0) };
const { chainPem: _chain, sealedKey: _key, announcedAt: _at, changedAt: _changed, ...rest } = present;
const removed = { ...rest, state: 'removed', listedAt: iso(60_000), expiresAtSeconds: 2_000_000_000 };

function changed(before: Item | undefined, after: Item | undefined): RowChange {
  const image = before ?? after;
  return { key: { pk: String(image?.pk), sk: String(image?.sk) }, before, after };
}

async function undo(changes: RowChange[], { apply = true, only }: { apply?: boolean; only?: string } = {}) {
  const collector = undoCollector(only, ports.clock());
  for (const change of changes) collector.add(change);
  const undone = [];
  for (const resource of collector.undos()) undone.push(await undoResource(resource, apply, ports));
  return { rows: undone.flatMap(({ rows }) => rows), left: undone.flatMap(({ left }) => left) };
}

const NOTHING = { rows: [], left: [] };

describe('which rows may be put back', () => {
  const PUT_BACK: Partial<Record<string, UndoableKind>> = {
    organization: 'organization',
    server: 'server',
    webhook: 'webhook',
    labelRecords: 'address',
    certificate: 'certificate',
    claim: 'claim',
    domain: 'domain',
    watch: 'watch',
  };

  it.each(Object.entries({ ...keys, ...peopleKeys }))('%s is decided on', (name, make) => {
    const made = (make as (...args: unknown[]) => Key)(...(name === 'outboxCopy' ? ['evt_000010', NOW] : argumentsFor(name)));
    expect(undoableKindOf(made)).toBe(PUT_BACK[name]);
  });

  function argumentsFor(name: string): unknown[] {
    if (name === 'outbox') return ['evt_000010'];
    if (name === 'delivery') return ['org_A', 1, `dlv_${'0'.repeat(26)}`];
    return name === 'domain' || name === 'watch' || name === 'sweptEpoch' ? [1] : ['org_A', 1, 'x', 'y'];
  }
});

describe('a mistaken change of a domain', () => {
  const before = active({ version: 4, execution: { attempt: 2, restarts: 0 } });
  const after = active({ version: 5, execution: { attempt: 3, restarts: 0 }, metadata: { wrong: 'yes' } });
  const change = changed(itemOf(before), itemOf(after));

  it('is taken back under a new version and a new attempt', async () => {
    const items = tableHolds(itemOf(after));
    expect(await undo([change])).toEqual({ rows: [textOf(domainKey)], left: [] });
    const row = domainOf(items.get(idOf(domainKey)) ?? {});
    expect(row).toEqual({ ...domainOf(itemOf(before)), version: 6, execution: { attempt: 4, restarts: 0 } });
  });

  it('is on the audit record of its organization', async () => {
    const items = tableHolds(itemOf(after));
    await undo([change]);
    const [entry] = itemsUnder(items, 'AUDIT#org_A#');
    expect(entry).toMatchObject({
      action: 'domain.undone',
      resource: { id: String(DOMAIN_ID) },
      actor: { type: 'administrator' },
    });
  });

  it('is only listed without --apply', async () => {
    tableHolds(itemOf(after));
    expect(await undo([change], { apply: false })).toEqual({ rows: [textOf(domainKey)], left: [] });
    expect(wholeRequests()).toEqual([`BatchGetItem ${textOf(domainKey)}`]);
  });

  it('is found taken back by a second run, which writes nothing', async () => {
    const items = tableHolds(itemOf(after));
    await undo([change]);
    const row = items.get(idOf(domainKey));
    dynamo.resetHistory();
    expect(await undo([change])).toEqual(NOTHING);
    expect(items.get(idOf(domainKey))).toEqual(row);
    expect(wholeRequests()).toEqual([`BatchGetItem ${textOf(domainKey)}`]);
  });

  it('is left where somebody wrote after it', async () => {
    const later = itemOf({ ...after, version: 6, metadata: { right: 'yes' } });
    const items = tableHolds(later);
    expect(await undo([change])).toEqual({ rows: [], left: [{ row: textOf(domainKey), because: 'changed_since' }] });
    expect(items.get(idOf(domainKey))).toEqual(later);
  });

  it('is left where somebody writes at this very moment', async () => {
    const items = tableHolds(itemOf(after));
    meanwhile(() => items.set(idOf(domainKey), itemOf({ ...after, version: 6 })));
    expect((await undo([change])).left).toEqual([{ row: textOf(domainKey), because: 'changed_since' }]);
    expect(itemsUnder(items, 'AUDIT#')).toEqual([]);
  });

  it('is taken back by a later try where another transaction is at work on a row', async () => {
    tableHolds(itemOf(after));
    meanwhile(() => {
      throw new TransactionCanceledException({ message: 'conflict', $metadata: {} });
    });
    expect(await undo([change])).toEqual({ rows: [textOf(domainKey)], left: [] });
    expect(pause).toHaveBeenCalledTimes(1);
  });

  it('is left where the domain got a new certificate in that time', async () => {
    const served = { ...before.served, certificate: { ...issued, fingerprintSha256: 'cd'.repeat(32) } } as Domain['served'];
    const renewed = itemOf({ ...after, served });
    tableHolds(renewed);
    const { left } = await undo([changed(itemOf(before), renewed)]);
    expect(left).toEqual([{ row: textOf(domainKey), because: 'has_new_certificate' }]);
  });

  it('is taken back without the portal links that were ended in that time', async () => {
    const ended = itemOf({ ...after, linkGeneration: 3 });
    const items = tableHolds(ended);
    await undo([changed(itemOf({ ...before, linkGeneration: 2 }), ended)]);
    expect(domainOf(items.get(idOf(domainKey)) ?? {})).toMatchObject({
      version: 6,
      linkGeneration: 3,
      metadata: before.metadata,
    });
  });

  it('is left where somebody has the certificate revoked', async () => {
    const revocation = {
      reason: 'keyCompromise' as const,
      requestedAt: iso(0),
      serialNumber: '1',
      fingerprintSha256: 'a',
      notAfter: iso(9),
      ca: 'Pebble',
    };
    const revoked = itemOf({ ...after, revocation });
    const items = tableHolds(revoked);
    const { left } = await undo([changed(itemOf(before), revoked)]);
    expect(left).toEqual([{ row: textOf(domainKey), because: 'revocation_requested' }]);
    expect(items.get(idOf(domainKey))).toEqual(revoked);
  });

  it.each([
    [HOSTNAME, 1],
    [String(DOMAIN_ID), 1],
    ['org_A', 1],
    ['DOMAIN#*', 1],
    ['org_B', 0],
    ['shop.customer.co', 0],
    ['HOST#*.customer.com', 0],
  ])('is named by --only %s, or not', async (only, found) => {
    tableHolds(itemOf(after));
    expect((await undo([change], { only })).rows).toHaveLength(found);
  });
});

describe('a row that no schema reads', () => {
  const domain = active({ version: 4 });
  const odd = { ...itemOf({ ...domain, version: 5, metadata: { wrong: 'yes' } }), phase: 'of-a-later-release' };
  const unreadable = { row: textOf(domainKey), because: 'unreadable' };

  it('is named, and stays as it is, with all rows of its domain', async () => {
    const items = tableHolds(odd, quarantined);
    const { rows, left } = await undo([changed(itemOf(domain), odd), changed(held, quarantined)]);
    expect([rows, left]).toEqual([[], [unreadable, { row: textOf(claimKey), because: 'unreadable' }]]);
    expect([items.get(idOf(domainKey)), items.get(idOf(claimKey))]).toEqual([odd, quarantined]);
  });

  it('is named where it was deleted, and the rows of others come back', async () => {
    const items = tableHolds(aServer(1, { name: 'wrong' }));
    const { rows, left } = await undo([
      changed(odd, undefined),
      changed(aServer(1, { name: 'right' }), aServer(1, { name: 'wrong' })),
    ]);
    expect([rows, left]).toEqual([[textOf(keys.server('org_A', 1))], [unreadable]]);
    expect(items.has(idOf(domainKey))).toBe(false);
  });
});

describe('a domain that was deleted by mistake', () => {
  const domain = active({ version: 4, execution: { attempt: 2, restarts: 0 } });
  const changes = [changed(itemOf(domain), undefined), changed(held, quarantined), changed(present, removed)];
  const server = aServer(1, { revision: 9 });

  it('comes back with its hostname and its certificate', async () => {
    const items = tableHolds(quarantined, removed, server);
    expect((await undo(changes)).rows).toHaveLength(3);
    expect(domainOf(items.get(idOf(domainKey)) ?? {})).toMatchObject({ phase: 'active', version: 5, url: HOSTNAME });
    expect(items.get(idOf(claimKey))).toEqual(held);
    expect(items.get(idOf(certificateKey))).toMatchObject({ state: 'present', sealedKey: certificate.sealedKey });
    expect(items.get(idOf(certificateKey))).not.toHaveProperty('expiresAtSeconds');
  });

  it('goes on with attempts that its removal cannot have used', async () => {
    const items = tableHolds(quarantined, removed, server);
    await undo(changes);
    expect(domainOf(items.get(idOf(domainKey)) ?? {}).execution.attempt).toBe(1002);
  });

  it('is told to the agents of its server, whose files were taken away', async () => {
    const items = tableHolds(quarantined, removed, server);
    await undo(changes);
    expect(items.get(idOf(keys.server('org_A', 1)))).toMatchObject({ revision: 10 });
    const announced = itemsUnder(items, 'CHANGES#org_A#1');
    expect(announced).toMatchObject([{ hostname: HOSTNAME, changedAt: ports.clock().toISOString() }]);
  });

  it('is told to them by the next run where the first one died before that', async () => {
    const items = tableHolds(quarantined, removed, server);
    await undo(changes);
    const { announcedAt: _announced, changedAt: _when, listedAt: _where, ...untold } = items.get(idOf(certificateKey)) ?? {};
    items.set(idOf(certificateKey), untold);
    expect((await undo(changes)).left).toEqual([]);
    expect(items.get(idOf(certificateKey))).toHaveProperty('announcedAt');
  });

  it('is told to them by the next run also where the service has gone on with the domain meanwhile', async () => {
    const items = tableHolds(quarantined, removed, server);
    await undo(changes);
    const { announcedAt: _announced, changedAt: _when, listedAt: _where, ...untold } = items.get(idOf(certificateKey)) ?? {};
    items.set(idOf(certificateKey), untold);
    items.set(idOf(domainKey), { ...items.get(idOf(domainKey)), version: 6 });
    expect((await undo(changes)).rows).toEqual([]);
    expect(items.get(idOf(certificateKey))).toHaveProperty('announcedAt');
  });

  it('takes the place of nothing that somebody puts there at this very moment', async () => {
    const items = tableHolds(quarantined, removed, server);
    const put = { ...domainKey, version: 1 };
    meanwhile(() => items.set(idOf(domainKey), put));
    expect((await undo(changes)).rows).toEqual([]);
    expect(items.get(idOf(domainKey))).toEqual(put);
  });

  it('stays away, whole, where another organization has its hostname by now', async () => {
    const taken = { ...claimKey, organizationId: 'org_B', domainId: 7, state: 'held' };
    const items = tableHolds(taken, removed, server);
    const { rows, left } = await undo([changes[0], changed(held, undefined), changes[2]] as RowChange[]);
    expect({ rows, because: new Set(left.map(({ because }) => because)) }).toEqual({
      rows: [],
      because: new Set(['changed_since']),
    });
    expect(items.has(idOf(domainKey))).toBe(false);
    expect(items.get(idOf(certificateKey))).toEqual(removed);
  });
});

describe('a domain that was created by mistake', () => {
  const created = aDomain('awaiting-dns') as Domain;
  const changes = [changed(undefined, itemOf(created)), changed(undefined, held)];

  it('goes with its claim', async () => {
    const items = tableHolds(itemOf(created), held);
    expect((await undo(changes)).rows).toHaveLength(2);
    expect([items.has(idOf(domainKey)), items.has(idOf(claimKey))]).toEqual([false, false]);
  });

  it('stays where it has got a certificate', async () => {
    const items = tableHolds(itemOf(active()), held, present);
    const all = [changed(undefined, itemOf(active())), changed(undefined, held), changed(undefined, present)];
    expect((await undo(all)).rows).toEqual([]);
    expect(items.has(idOf(domainKey))).toBe(true);
  });
});

describe('what was revoked or rotated in that time', () => {
  it.each([
    ['an API key', { ...keys.apiKey('cps_pk_live_x'), keyId: 'cps_pk_live_x', organizationId: 'org_A' }],
    ['a machine', { ...keys.machine('org_A', 1, 'mch_1'), ...machine, label: 'abcdefghijklmnop' }],
    ['an enrollment token', { ...keys.enrollment('h'), organizationId: 'org_A' }],
    ['a portal', { ...keys.portal('t'), token: 't', organizationId: 'org_A' }],
    ['a session', { ...peopleKeys.session('usr_1', 'h') }],
    ['a member', { ...peopleKeys.member('org_A', 'usr_1'), role: 'owner' }],
    ['an outbox entry', { ...keys.outbox('evt_000010'), organizationId: 'org_A' }],
  ])('%s does not come back', async (_what, row) => {
    const items = tableHolds();
    const count = items.size;
    expect(await undo([changed(row, undefined), changed(row, { ...row, revokedAt: iso(0) })])).toEqual(NOTHING);
    expect(items.size).toBe(count);
  });

  it('a webhook comes back to its address, and keeps its new secret', async () => {
    const sealed = { dataKey: 'bmV3', iv: 'aXY=', tag: 'dGFn', ciphertext: 'Y3Q=' };
    const before = aWebhook(WEBHOOK_ID, { url: 'https://right.example/', version: 3 });
    const after = aWebhook(WEBHOOK_ID, { url: 'https://wrong.example/', version: 4, secret: sealed });
    const items = tableHolds({ ...after, slot0: '2026-06-01T13:00:00.000Z x' });
    await undo([changed(before, after)]);
    expect(items.get(idOf(keys.webhook('org_A', WEBHOOK_ID)))).toMatchObject({
      url: 'https://right.example/',
      secret: sealed,
      version: 5,
      slot0: '2026-06-01T13:00:00.000Z x',
    });
  });

  it('a webhook that was deleted stays away, and is listed', async () => {
    tableHolds();
    const { rows, left } = await undo([changed(aWebhook(WEBHOOK_ID), undefined)]);
    expect([rows, left.map(({ because }) => because)]).toEqual([[], ['access_ended']]);
  });

  it('a server comes back to its name, counts no machine that was revoked, and to no older revision', async () => {
    const before = aServer(1, { name: 'right', machineCount: 2, revision: 7 });
    const after = aServer(1, { name: 'wrong', machineCount: 1, revision: 8 });
    const items = tableHolds({ ...after, revision: 9 });
    await undo([changed(before, after)]);
    expect(items.get(idOf(keys.server('org_A', 1)))).toMatchObject({ name: 'right', machineCount: 1, revision: 9 });
  });

  it('what the TTL has taken does not come back', async () => {
    const expired = { ...certificateKey, ...certificate, state: 'removed', expiresAtSeconds: NOW.getTime() / 1000 };
    tableHolds();
    expect(await undo([changed(expired, undefined)])).toEqual(NOTHING);
  });
});

describe('what is counted of an organization', () => {
  const counts = (changes: Item) => ({ ...keys.resourceCounts('org_A'), servers: 3, webhooks: 2, ...changes });
  const counted = (items: Map<string, Item>) => items.get(idOf(keys.resourceCounts('org_A')));

  it('has a server more that comes back, and a webhook less that goes, once', async () => {
    const items = tableHolds(aWebhook(WEBHOOK_ID), counts({}));
    items.delete(idOf(keys.server('org_A', 1)));
    const changes = [changed(aServer(1), undefined), changed(undefined, aWebhook(WEBHOOK_ID))];
    await undo(changes);
    await undo(changes);
    expect(counted(items)).toMatchObject({ servers: 4, webhooks: 1 });
  });

  it('is the same where rows are only changed, and where nothing was counted yet', async () => {
    const items = tableHolds(aServer(1, { name: 'wrong' }), counts({}));
    await undo([changed(aServer(1, { name: 'right' }), aServer(1, { name: 'wrong' }))]);
    expect(counted(items)).toMatchObject({ servers: 3 });
    const uncounted = tableHolds();
    uncounted.delete(idOf(keys.server('org_A', 1)));
    expect((await undo([changed(aServer(1), undefined)])).rows).toHaveLength(1);
    expect(counted(uncounted)?.servers).toBeUndefined();
  });

  it('comes back with it: a nightly reconciliation, and its place in lists', async () => {
    const organization = { ...keys.organization('org_A'), id: 'org_A', name: 'Shops', createdAt: iso(0) };
    const items = tableHolds();
    items.delete(idOf(organization));
    await undo([changed(organization, undefined)]);
    expect(items.get(idOf(keys.useReconciliation('org_A')))).toMatchObject({ duePk: 'DUE#USE', task: 'begin' });
  });
});

it('the AWS account of a server that comes back is checked again', async () => {
  const items = tableHolds();
  const key = keys.server('org_A', 2);
  const arns = { roleArn: 'arn:role', listenerArn: 'arn:listener', region: 'eu-central-1' };
  const row = { ...aServer(2), ...key, ...arns, type: 'alb', duePk: 'DUE#AWS_SERVERS', stepDueAt: iso(0) };
  await undo([changed(row, undefined)]);
  expect(items.get(idOf(key))).toMatchObject({ duePk: 'DUE#AWS_SERVERS', stepDueAt: ports.clock().toISOString() });
});

it('an address that is put back is written to the zone again', async () => {
  const key = keys.labelRecords('abcdefghijklmnop');
  const row = { ...key, label: 'abcdefghijklmnop', organizationId: 'org_A', serverId: 1, revision: 3, published: [] };
  const items = tableHolds({ ...row, addresses: ['192.0.2.2'], revision: 4 });
  await undo([changed({ ...row, addresses: ['192.0.2.1'] }, { ...row, addresses: ['192.0.2.2'], revision: 4 })]);
  const due = { duePk: 'DUE#ZONE', stepDueAt: ports.clock().toISOString() };
  expect(items.get(idOf(key))).toMatchObject({ addresses: ['192.0.2.1'], revision: 5, ...due });
});
