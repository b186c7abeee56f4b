import { generateKeyPairSync } from 'node:crypto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { workOnMessages } from '../../../lambdas/aws-servers/work-at-aws.ts';
import { announceTenant, placeAtAws } from '../../../lambdas/model/servers/aws-installer.ts';
import { certificateStore } from '../../../lambdas/model/servers/certificate.store.ts';
import { ManagedTenant, managedTenantStore } from '../../../lambdas/model/servers/managed-tenant.store.ts';
import { Server } from '../../../lambdas/model/servers/server.schema.ts';
import { serverStore } from '../../../lambdas/model/servers/server.store.ts';
import { keys } from '../../../lambdas/shared/table/keys.ts';
import { addSeconds } from '../../../lambdas/shared/time/instant.ts';
import { retireCertificates } from '../../../lambdas/steps/installation/retire-certificate.ts';
import { aDomain, HOUR, later, NOW } from '../a-domain.ts';
import { dynamo, table } from '../api/api-caller.ts';
import { guardRequests, holdItems } from '../held-items.ts';
import { aCertificate } from '../steps/issuance/a-certificate.ts';
import { anAwsAccount, cloudFrontServer, type FakeAccount } from './an-aws-account.ts';
import { type TestedWorker, workerPorts } from './worker-ports.ts';

const server = { ...cloudFrontServer, managed: true };
const domain = aDomain('removing', { retireFrom: [server.id] });
const { url: HOSTNAME } = domain;
const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const pem = aCertificate({ hostname: HOSTNAME, publicKey, signedWith: privateKey });
const tenants = managedTenantStore(table);
const certificates = certificateStore(table);
const place = placeAtAws(server);
const SERVER = Object.values(keys.server('org_A', server.id)).join('|');

let now: Date;
let aws: FakeAccount;
let items: Map<string, Record<string, unknown>>;
let ports: TestedWorker;

beforeEach(() => {
  guardRequests(undefined);
  now = NOW;
  aws = anAwsAccount(place.region);
  items = holdItems(dynamo, []).items;
  items.set(SERVER, { ...keys.server('org_A', server.id), ...server });
  ports = workerPorts(aws, () => now);
});

const installers = () => ({
  agent: { servers: serverStore(table), certificates },
  aws: { work: ports.awsWork, certificates, tenants, newEventId: () => 'evt_01HZZZZZZZZZZZZZZZZZZZZZZZ' },
});
const row = () => {
  const item = items.get(Object.values(keys.managedTenant('org_A', server.id, HOSTNAME)).join('|'));
  return item && ManagedTenant.parse(item);
};
const work = () => [...items.values()].filter(({ kind, pk }) => kind === 'managed' && String(pk).includes(place.accountId));
async function runLater(seconds: number) {
  now = new Date(addSeconds(now, seconds));
  await workOnMessages([{ messageId: 'm', body: JSON.stringify(place) }], ports);
}
async function request(certificateRequestId: string, more: object = {}) {
  const of = { organizationId: 'org_A', serverId: server.id, hostname: HOSTNAME, domainId: domain.id, certificateRequestId };
  await table.transact([tenants.requestWrite({ ...of, deadlineAt: later(48 * HOUR).toISOString(), ...more })]);
  await announceAgain();
}
async function announceAgain() {
  const tenant = await tenants.get('org_A', server.id, HOSTNAME);
  if (tenant) await announceTenant(tenant, server, installers(), now);
}
const retire = () =>
  retireCertificates(
    domain,
    { servers: serverStore(table), certificateWrites: certificates, installerWrites: installers() },
    now,
  );

/** CloudFront creates the tenant and issues its managed certificate at once. */
function cloudFrontIssues() {
  const { distributions } = aws.account;
  let tenant: Parameters<typeof distributions.delete>[0] | undefined;
  distributions.tenant = async () => tenant;
  distributions.createManaged = async () => {
    tenant = { etag: '1', isEnabled: true, isDeployed: true, found: {} };
    return 'created';
  };
  distributions.managedCertificate = async () => ({ status: 'issued', certificateArn: 'arn:managed', observed: 'issued' });
  distributions.setCertificate = async (before, certificateArn) => {
    tenant = { ...before, certificateArn };
    return true;
  };
  distributions.disable = async (before) => {
    tenant = { ...before, isEnabled: false };
    return true;
  };
  distributions.delete = async () => {
    tenant = undefined;
    return true;
  };
  aws.account.certificates.read = vi.fn(async () => pem);
  return { isThere: () => tenant !== undefined };
}

describe('a managed tenant in the list of its AWS account', () => {
  it('is worked on until its facts are there, with no private key, and then no more', async () => {
    cloudFrontIssues();
    await request('creq_1');
    expect([row()?.announcedAt, work().length]).toEqual([NOW.toISOString(), 1]);
    await runLater(1);
    await runLater(31);
    expect(row()).toMatchObject({ certificateArn: 'arn:managed', facts: { ca: 'Amazon' } });
    expect([work(), ports.openSealed.mock.calls]).toEqual([[], []]);
  });

  it('is counted at its server once it is created, and the server’s certificates of ACM are not', async () => {
    const quotas = [
      { name: 'distribution_tenants', used: 3, limit: 10_000 },
      { name: 'certificates_in_acm', used: 5, limit: 2_500 },
    ];
    items.set(SERVER, { ...items.get(SERVER), access: { checkedAt: NOW.toISOString(), quotas } });
    cloudFrontIssues();
    await request('creq_1');
    await runLater(1);
    await runLater(31);
    expect(Server.parse(items.get(SERVER))).toMatchObject({ access: { quotas: [{ used: 4 }, { used: 5 }] } });
  });

  it('is announced once, and again by whoever finds that a run died before it had said so', async () => {
    await request('creq_1');
    await announceAgain();
    expect(work()).toHaveLength(1);
    items.clear();
    ports.awsWork.add = vi.fn<typeof ports.awsWork.add>().mockRejectedValueOnce(new Error('killed')).mockResolvedValue();
    await expect(request('creq_1')).rejects.toThrow('killed');
    await announceAgain();
    expect([row()?.announcedAt, vi.mocked(ports.awsWork.add).mock.calls.length]).toEqual([NOW.toISOString(), 2]);
  });

  it('forgets what was found for another request, but not which certificate it has', async () => {
    cloudFrontIssues();
    await request('creq_1');
    await runLater(1);
    await runLater(31);
    const former = row()?.facts;
    await request('creq_2', { formerFingerprint: former?.fingerprintSha256, formerNotAfter: former?.notAfter });
    expect(row()).toMatchObject({ certificateRequestId: 'creq_2', certificateArn: 'arn:managed' });
    expect(row()).not.toHaveProperty('facts');
    expect(work()).toMatchObject([{ urgency: former?.notAfter }]);
  });

  it('keeps nothing that was found for a request that is over', async () => {
    await request('creq_1');
    const before = row() ?? expect.fail();
    await request('creq_2');
    expect(await tenants.saveFound(before, { certificateArn: 'arn:late' })).toBe(false);
    expect(row()).not.toHaveProperty('certificateArn');
  });

  it('is deleted with its domain, which may be deleted while CloudFront is at work; then its row goes, too', async () => {
    const cloudFront = cloudFrontIssues();
    await request('creq_1');
    await runLater(1);
    await retire();
    expect(row()).toMatchObject({ state: 'removed' });
    await runLater(1);
    await runLater(61);
    expect([cloudFront.isThere(), row(), work()]).toEqual([false, undefined, []]);
  });

  it('is announced by the next run where one died, and left alone where it is another domain’s by now', async () => {
    await request('creq_1');
    const add = ports.awsWork.add;
    ports.awsWork.add = vi.fn().mockRejectedValueOnce(new Error('killed'));
    await expect(retire()).rejects.toThrow('killed');
    ports.awsWork.add = add;
    await retire();
    expect(row()).toMatchObject({ state: 'removed', announcedAt: NOW.toISOString() });
    await request('creq_9', { domainId: 7 });
    await retire();
    expect(row()).toMatchObject({ state: 'wanted', domainId: 7 });
  });
});
