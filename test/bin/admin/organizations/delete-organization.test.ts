import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type DeletionPorts,
  deleteOrganization,
  deleteTenants,
  tenantsOf,
} from '../../../../bin/admin/organizations/delete-organization.ts';
import { belongingsOf } from '../../../../bin/admin/organizations/organization-belongings.ts';
import { organizationRemovalStore } from '../../../../bin/admin/organizations/organization-removal.store.ts';
import { accountStore } from '../../../../lambdas/model/accounts/account.store.ts';
import { emailHash } from '../../../../lambdas/model/accounts/people/invitation.ts';
import { testTenantOf } from '../../../../lambdas/model/accounts/tenant.ts';
import { workListStore } from '../../../../lambdas/model/aws-servers/work-list.store.ts';
import { claimStore } from '../../../../lambdas/model/domains/claim.store.ts';
import { domainListStore } from '../../../../lambdas/model/domains/domain-list.store.ts';
import { serverStore } from '../../../../lambdas/model/servers/server.store.ts';
import { serverListStore } from '../../../../lambdas/model/servers/server-list.store.ts';
import { webhookStore } from '../../../../lambdas/model/webhooks/webhook.store.ts';
import { keys, peopleKeys } from '../../../../lambdas/shared/table/keys.ts';
import { aDomain, iso, later, NOW, timings } from '../../../lambdas/a-domain.ts';
import { certificate } from '../../../lambdas/agent-api/an-agent.ts';
import {
  DOMAIN_ID,
  domains,
  itemOf,
  itemsUnder,
  meanwhile,
  newId,
  pair,
  serverItem,
  table,
  tableHolds,
} from '../../../lambdas/api/api-caller.ts';
import { aBalancer, aServer, withMachines } from '../../../lambdas/api/servers/servers-api.ts';
import { aWebhook } from '../../../lambdas/api/webhooks/webhooks-api.ts';
import { aMember, anInvitation, aUser, itemsOf as itemsOfMembers } from '../../../lambdas/model/accounts/people/a-person.ts';

const organization = { id: 'org_A', name: 'Shops', createdAt: NOW.toISOString() };
const TOKEN = 'p'.repeat(32);
const installed = { ...keys.certificate('org_A', 1, certificate.hostname), ...certificate };
const everything = [
  { ...keys.organization('org_A'), ...organization },
  { ...keys.keyOfOrganization('org_A', pair.keyId), keyId: pair.keyId },
  { ...keys.resourceCounts('org_A'), servers: 2, webhooks: 1 },
  { ...keys.useReconciliation('org_A'), duePk: 'DUE#USE', stepDueAt: NOW.toISOString(), organizationId: 'org_A' },
  { ...keys.eventCounter('org_A'), lastNumber: 41 },
  { ...keys.portalOfOrganization('org_A'), token: TOKEN },
  { ...keys.portal(TOKEN), token: TOKEN, organizationId: 'org_A', organizationName: 'Shops', logoId: 'l1', version: 1 },
  { ...keys.portalLogo('l1'), data: '' },
  ...withMachines(aServer(1), { id: 'mch_1' }, { id: 'mch_2' }),
  serverItem(2, 'ponmlkjihgfedcba'),
  aWebhook(),
  itemOf(aDomain('active', { cname: { everValidated: true } })),
  { ...keys.claim('shop.customer.com'), domainId: DOMAIN_ID, organizationId: 'org_A', state: 'held' },
  installed,
];
const others = itemOf(aDomain('active', { id: DOMAIN_ID + 16, organizationId: 'org_B', url: 'www.other.com' }));

let items: ReturnType<typeof tableHolds>;
let now: Date;
const accounts = accountStore(table);
const wait = vi.fn<DeletionPorts['wait']>();
const note = vi.fn<DeletionPorts['note']>();
const ports: DeletionPorts = {
  accounts,
  webhooks: webhookStore(table),
  domains,
  lists: domainListStore(table),
  claims: claimStore(table),
  servers: serverStore(table),
  serverLists: serverListStore(table),
  awsWork: workListStore(table),
  removal: organizationRemovalStore(table),
  timings,
  clock: () => now,
  newId,
  pause: async () => {},
  wait,
  note,
};
/** The lifecycle removes the certificate during the command. */
const lifecycleWorks = () => items.delete(`${installed.pk}|${installed.sk}`);

beforeEach(() => {
  vi.clearAllMocks();
  items = tableHolds(...everything, others);
  now = NOW;
  wait.mockImplementation(async (seconds) => {
    now = later(now.getTime() - NOW.getTime() + seconds * 1_000);
    lifecycleWorks();
  });
});

const audited = () => itemsUnder(items, 'AUDIT#').map(({ action, actor }) => [action, actor]);
const byAdministrator = (action: string) => [action, { type: 'administrator' }];

describe('the deletion of an organization', () => {
  it('ends all that it has, and nothing of another', async () => {
    const deleted = await deleteOrganization(organization, ports);
    expect(deleted).toEqual({ keys: 1, webhooks: 1, domains: 1, servers: 2, machines: 2, heldServers: [] });
    expect(itemsUnder(items, 'ORG#org_A').map(({ sk }) => sk)).toEqual([keys.keyOfOrganization('', pair.keyId).sk, 'WEBHOOKS']);
    expect(items.get(`KEY#${pair.keyId}|KEY`)).toMatchObject({ revokedAt: NOW.toISOString() });
    expect([...itemsUnder(items, 'PORTAL#'), ...itemsUnder(items, 'LOGO#')]).toEqual([]);
    expect(items.get(`DOMAIN#${DOMAIN_ID + 16}|DOMAIN`)).toMatchObject({ phase: 'active', version: 1 });
  });

  it('begins with its test data', async () => {
    const tester = { ...organization, id: testTenantOf('org_A') };
    const rows = [{ ...keys.organization(tester.id), ...tester }, aServer(1, { organizationId: tester.id })];
    for (const row of rows) items.set(`${row.pk}|${row.sk}`, row);
    const tenants = await tenantsOf(organization, accounts);
    expect(tenants.map(({ id }) => id)).toEqual([tester.id, 'org_A']);
    expect(await deleteTenants(tenants, ports)).toMatchObject({ keys: 1, servers: 3, machines: 2, heldServers: [] });
    expect(itemsUnder(items, `ORG#${tester.id}`)).toEqual([]);
    const ended = itemsUnder(items, 'AUDIT#').filter(({ action }) => action === 'organization.deleted');
    expect(ended.map(({ organizationId }) => organizationId)).toEqual([tester.id, 'org_A']);
  });

  it('has each domain removed by its own lifecycle, with its event, and its hostname in quarantine', async () => {
    await deleteOrganization(organization, ports);
    expect(items.get(`DOMAIN#${DOMAIN_ID}|DOMAIN`)).toMatchObject({ phase: 'removing', execution: { attempt: 2 } });
    expect(itemsUnder(items, 'OUTBOX#').map(({ event, step }) => event ?? step)).toEqual(['domain.deleted', 'remove-domain']);
    expect(items.get('HOST#shop.customer.com|CLAIM')).toMatchObject({ state: 'quarantined' });
  });

  it('leaves no rule of ours at a load balancer: its removal is in the list of work before the server goes', async () => {
    const balancer = aBalancer(3);
    items.set(`${balancer.pk}|${balancer.sk}`, balancer);
    await deleteOrganization(organization, ports);
    expect(items.has(`${balancer.pk}|${balancer.sk}`)).toBe(false);
    const work = itemsUnder(items, 'AWS#');
    expect(work).toContainEqual(expect.objectContaining({ kind: 'rule', listenerArn: balancer.httpListenerArn, serverId: 3 }));
    expect(work).toContainEqual(expect.objectContaining({ sk: 'STATE', duePk: 'DUE#AWS_WORK' }));
  });

  it('ends its members, the last owner among them, and its invitations', async () => {
    const owner = aMember('M', { organizationId: 'org_A' });
    const invitation = anInvitation({ organizationId: 'org_A' });
    const invited = peopleKeys.invitationByEmail(emailHash(invitation.email), invitation.invitationId);
    const held = [
      ...itemsOfMembers(owner),
      { ...peopleKeys.invitation('org_A', invitation.invitationId), ...invitation },
      { ...invited, organizationId: 'org_A' },
      { ...peopleKeys.user(owner.userId), ...aUser('M') },
    ];
    for (const item of held) items.set(`${item.pk}|${item.sk}`, item);
    await deleteOrganization(organization, ports);
    expect(itemsUnder(items, 'ORG#org_A').map(({ sk }) => sk)).toEqual([keys.keyOfOrganization('', pair.keyId).sk, 'WEBHOOKS']);
    expect(itemsUnder(items, 'INVITED#')).toEqual([]);
    expect(itemsUnder(items, 'USER#').map(({ sk }) => sk)).toEqual(['USER']);
  });

  it('is on the audit record with each of its parts', async () => {
    await deleteOrganization(organization, ports);
    const actions = ['api_key.revoked', 'webhook.deleted', 'domain.deleted', 'server.deleted', 'server.deleted'];
    expect(audited()).toEqual([...actions, 'organization.deleted'].map(byAdministrator));
  });

  it('waits for calls that a key began before it was revoked, and then finds what they made', async () => {
    wait.mockImplementationOnce(async () => {
      const late = itemOf(aDomain('awaiting-dns', { id: DOMAIN_ID + 32, url: 'late.customer.com' }));
      items.set(`${late.pk}|${late.sk}`, late);
      const claim = { ...keys.claim('late.customer.com'), domainId: DOMAIN_ID + 32, organizationId: 'org_A', state: 'held' };
      items.set(`${claim.pk}|${claim.sk}`, claim);
    });
    expect(await deleteOrganization(organization, ports)).toMatchObject({ domains: 2 });
    expect(wait.mock.calls[0]).toEqual([30]);
    expect(items.has('HOST#late.customer.com|CLAIM')).toBe(false);
  });

  it('does not wait for calls of keys that were revoked long ago', async () => {
    lifecycleWorks();
    const [key] = await ports.accounts.keysOf('org_A');
    if (!key) throw new Error('no key');
    await ports.accounts.revokeKey(key, later(-60_000), {
      ...{ id: newId('aud'), at: iso(-60_000), organizationId: 'org_A', action: 'api_key.revoked' },
      ...{ resource: { type: 'api_key', id: pair.keyId }, actor: { type: 'administrator' } },
    });
    expect(await deleteOrganization(organization, ports)).toMatchObject({ keys: 0, heldServers: [] });
    expect(wait).not.toHaveBeenCalled();
  });

  it('keeps a server whose certificates are not gone in time, and the organization with it; the next one goes on', async () => {
    wait.mockImplementation(async () => {});
    expect(await deleteOrganization(organization, ports)).toMatchObject({ servers: 1, heldServers: [1] });
    expect(items.has('ORG#org_A|ORG')).toBe(true);
    lifecycleWorks();
    expect(await deleteOrganization(organization, ports)).toEqual({
      ...{ keys: 0, webhooks: 0, domains: 0, servers: 1, machines: 2 },
      heldServers: [],
    });
    expect(items.has('ORG#org_A|ORG')).toBe(false);
  });

  it('decides again about a domain that a step wrote meanwhile', async () => {
    const row = `DOMAIN#${DOMAIN_ID}|DOMAIN`;
    // The first transaction is that of the key.
    meanwhile(() => {});
    meanwhile(() => {});
    meanwhile(() => items.set(row, itemOf(aDomain('active', { cname: { everValidated: true }, version: 7 }))));
    expect(await deleteOrganization(organization, ports)).toMatchObject({ domains: 1 });
    expect(items.get(row)).toMatchObject({ phase: 'removing', version: 8 });
  });
});

it('what would be deleted is counted, and nothing is written', async () => {
  const before = new Map(items);
  expect(await belongingsOf(organization, ports)).toEqual({ keys: 1, webhooks: 1, domains: 1, servers: 2, machines: 2 });
  expect(new Map(items)).toEqual(before);
});
