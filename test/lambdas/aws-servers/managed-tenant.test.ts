import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fingerprintOf } from '../../../contract/certificate-text.ts';
import type { AwsAccount } from '../../../lambdas/aws-servers/account.gateway.ts';
import { tenantName } from '../../../lambdas/aws-servers/certificate-target.ts';
import type { ManagedCertificate, Tenant } from '../../../lambdas/aws-servers/distributions.gateway.ts';
import { doManagedWork } from '../../../lambdas/aws-servers/managed-tenant.ts';
import type { WorkResult } from '../../../lambdas/aws-servers/work-result.ts';
import type { AwsWork } from '../../../lambdas/model/aws-servers/work-list.schema.ts';
import type { Certificate } from '../../../lambdas/model/servers/certificate.schema.ts';
import type { ManagedTenant } from '../../../lambdas/model/servers/managed-tenant.store.ts';
import type { CloudFrontServer, Server } from '../../../lambdas/model/servers/server.schema.ts';
import { HOUR, iso, later, NOW } from '../a-domain.ts';
import { certificate as agentCertificate } from '../agent-api/an-agent.ts';
import { aCertificate } from '../steps/issuance/a-certificate.ts';
import { anAwsAccount, failure, ROLE } from './an-aws-account.ts';
import { type TestedWorker, workerPorts } from './worker-ports.ts';

const [ARN, OURS] = [
  'arn:aws:acm:us-east-1:111122223333:certificate/managed',
  'arn:aws:acm:us-east-1:111122223333:certificate/ours',
];
const server: CloudFrontServer = {
  organizationId: 'org_A',
  id: 7,
  name: 'Shops',
  label: 'abcdefghijklmnop',
  createdAt: NOW.toISOString(),
  type: 'cloudfront',
  roleArn: ROLE,
  distributionId: 'E1EXAMPLE',
  managed: true,
  access: { checkedAt: NOW.toISOString(), quotas: [] },
};
const work: AwsWork = {
  ...{ accountId: '111122223333', region: 'us-east-1', sk: 'DUE#0#', kind: 'managed', organizationId: 'org_A', serverId: 7 },
  ...{ roleArn: ROLE, listenerArn: '', hostname: 'shop.customer.com', label: server.label, urgency: '0', tries: 0 },
  createdAt: NOW.toISOString(),
};
const wanted: ManagedTenant = {
  ...{ organizationId: 'org_A', serverId: 7, hostname: 'shop.customer.com', domainId: 1, state: 'wanted' },
  certificateRequestId: 'creq_1',
  deadlineAt: iso(24 * HOUR),
};
const NAME = tenantName(server.label, 'shop.customer.com');
const key = generateKeyPairSync('ec', { namedCurve: 'P-256' });
function newCertificate() {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const pem = aCertificate({ hostname: 'shop.customer.com', publicKey, signedWith: key.privateKey });
  return { pem, fingerprint: fingerprintOf(new X509Certificate(pem)) };
}
const [first, second] = [newCertificate(), newCertificate()];

const DEPLOYED: Tenant = { etag: 'E1', isEnabled: true, isDeployed: true, found: {} };

let row: ManagedTenant | undefined;
let certificateRow: Certificate | undefined;
let found: Server | undefined;
let there: Tenant | undefined;
let managed: ManagedCertificate | undefined;
let pem: string | undefined;
let inUse: boolean;
let now: Date;
const calls: string[] = [];
let ports: TestedWorker;

function call<T>(name: string, answer: () => T): Promise<T> {
  calls.push(name);
  return Promise.resolve().then(answer);
}

const aws = anAwsAccount();
const account: AwsAccount = {
  ...aws.account,
  distributions: {
    ...aws.account.distributions,
    tenant: (name) => call(`find ${name}`, () => there),
    createManaged: ({ name }) =>
      call(`create ${name}`, () => {
        there = { ...DEPLOYED, isDeployed: false };
        managed = { status: 'pending', observed: 'pending-validation' };
        return 'created';
      }),
    requestManaged: () =>
      call('request', () => {
        managed = { status: 'pending', observed: 'pending-validation' };
        return true;
      }),
    managedCertificate: () => call('details', () => managed),
    setCertificate: (tenant, certificateArn) =>
      call('attach', () => {
        there = { ...tenant, certificateArn, isEnabled: true };
        return true;
      }),
    disable: (tenant) =>
      call('disable', () => {
        there = { ...tenant, isEnabled: false, isDeployed: false };
        return true;
      }),
    delete: () =>
      call('delete', () => {
        there = undefined;
        return true;
      }),
  },
  certificates: {
    ...aws.account.certificates,
    read: () => call('read', () => pem),
    delete: () => call('delete certificate', () => (inUse ? 'in-use' : 'deleted')),
  },
};

beforeEach(() => {
  row = wanted;
  certificateRow = undefined;
  found = server;
  there = undefined;
  managed = undefined;
  pem = first.pem;
  inUse = false;
  now = NOW;
  calls.length = 0;
  aws.open.mockReset().mockResolvedValue(account);
  ports = workerPorts(aws, () => now);
  vi.spyOn(ports.servers, 'get').mockImplementation(async () => found);
  vi.spyOn(ports.certificates, 'get').mockImplementation(async () => certificateRow);
  vi.spyOn(ports.managedTenants, 'get').mockImplementation(async () => row);
  vi.spyOn(ports.managedTenants, 'saveFound').mockImplementation(async (_, changes) => {
    const kept = Object.entries({ ...row, ...changes }).filter(([, value]) => value !== undefined);
    if (row) row = Object.fromEntries(kept) as ManagedTenant;
    return true;
  });
  vi.spyOn(ports.managedTenants, 'forget').mockImplementation(async () => {
    row = undefined;
    return true;
  });
});

async function run(more: Partial<AwsWork> = {}): Promise<[WorkResult, string[]]> {
  calls.length = 0;
  return [await doManagedWork({ ...work, ...more }, ports), [...calls]];
}
const again = (seconds: number) => ({ kind: 'again', seconds });
const DONE: WorkResult = { kind: 'done' };
const added = (by: number) => ({ added: by, server, isManaged: true });

describe('a tenant whose certificate CloudFront gets itself', () => {
  it('is created with its request, polled, and has the issued certificate attached: its facts are the answer', async () => {
    expect(await run()).toEqual([{ ...again(30), ...added(1) }, [`find ${NAME}`, `create ${NAME}`]]);
    expect(await run()).toEqual([again(30), [`find ${NAME}`, 'details']]);
    managed = { status: 'issued', certificateArn: ARN, observed: 'issued' };
    expect(await run()).toEqual([DONE, [`find ${NAME}`, 'details', 'attach', 'read']]);
    expect(row).toMatchObject({ certificateArn: ARN, facts: { ca: 'Amazon', fingerprintSha256: first.fingerprint } });
    expect(there?.certificateArn).toBe(ARN);
  });

  it('is polled ever less often, at most every quarter of an hour', async () => {
    there = DEPLOYED;
    managed = { status: 'pending', observed: '' };
    expect([(await run({ tries: 8 }))[0], (await run({ tries: 90 }))[0]]).toEqual([again(120), again(900)]);
  });

  it('is repeated by a run whose predecessor was killed after it had created the tenant', async () => {
    await run();
    row = wanted;
    expect((await run())[1]).toEqual([`find ${NAME}`, 'details']);
  });

  it('that serves one of ours until then has ours deleted once it is used no more', async () => {
    row = { ...wanted, replacedArn: OURS, formerFingerprint: 'ours' };
    there = { ...DEPLOYED, certificateArn: OURS };
    expect(await run()).toEqual([again(30), [`find ${NAME}`, 'details', 'request']]);
    managed = { status: 'issued', certificateArn: ARN, observed: '' };
    inUse = true;
    expect((await run())[0]).toEqual(again(60));
    expect(row).toMatchObject({ facts: { fingerprintSha256: first.fingerprint }, replacedArn: OURS });
    inUse = false;
    const [done, made] = await run();
    expect([done, made.at(-1), row?.replacedArn]).toEqual([DONE, 'delete certificate', undefined]);
  });

  it('is read by one call when AWS has renewed it, and again an hour later when it has not', async () => {
    row = { ...wanted, certificateArn: ARN, formerFingerprint: first.fingerprint };
    expect(await run()).toEqual([again(3_600), ['read']]);
    pem = second.pem;
    expect(await run()).toEqual([DONE, ['read']]);
    expect(row).toMatchObject({ facts: { fingerprintSha256: second.fingerprint } });
  });

  it('that was not seen served is looked at when its certificate is to be renewed: what somebody has changed is mended', async () => {
    row = { ...wanted, certificateArn: ARN, formerFingerprint: first.fingerprint, wasNotServed: true };
    there = { ...DEPLOYED, isEnabled: false, certificateArn: 'another' };
    managed = { status: 'issued', certificateArn: ARN, observed: '' };
    expect(await run()).toEqual([again(3_600), [`find ${NAME}`, 'details', 'attach', 'read']]);
    expect(there).toMatchObject({ isEnabled: true, certificateArn: ARN });
    expect(row).not.toHaveProperty('facts');
    pem = second.pem;
    expect((await run())[0]).toEqual(DONE);
    expect(row).toMatchObject({ facts: { fingerprintSha256: second.fingerprint } });
  });

  it('whose certificate was deleted by hand is looked at as a new one', async () => {
    row = { ...wanted, certificateArn: ARN, formerFingerprint: first.fingerprint };
    pem = undefined;
    expect((await run())[1]).toEqual(['read', `find ${NAME}`, `create ${NAME}`]);
  });

  it('that was disabled for its removal is enabled again for another domain', async () => {
    there = { ...DEPLOYED, isEnabled: false, certificateArn: ARN };
    managed = { status: 'issued', certificateArn: ARN, observed: '' };
    expect((await run())[1]).toEqual([`find ${NAME}`, 'details', 'attach', 'read']);
  });

  it.each(['hostname_taken_at_aws', 'tenants_full'] as const)('that cannot be created says why: %s', async (reason) => {
    vi.spyOn(account.distributions, 'createManaged').mockRejectedValueOnce(failure(reason));
    expect((await run())[0]).toEqual(again(30));
    expect(row?.problem).toMatchObject({ reason });
  });

  it('whose certificate AWS refused is requested anew, with what AWS said, until there is one', async () => {
    there = DEPLOYED;
    managed = { status: 'failed', observed: 'validation-timed-out' };
    expect((await run())[1]).toEqual([`find ${NAME}`, 'details', 'request']);
    expect(row?.problem).toMatchObject({ reason: 'managed_certificate_failed', observed: 'validation-timed-out' });
    managed = { status: 'issued', certificateArn: ARN, observed: '' };
    await run();
    expect(row).not.toHaveProperty('problem');
  });

  it('that another has changed meanwhile is read again with the next poll', async () => {
    there = DEPLOYED;
    managed = { status: 'issued', certificateArn: ARN, observed: '' };
    vi.spyOn(account.distributions, 'setCertificate').mockResolvedValueOnce(false);
    expect((await run())[0]).toEqual(again(30));
    expect(row).not.toHaveProperty('facts');
  });

  it.each(['aws_throttled', 'role_not_assumable'] as const)('is left to the list where all would meet %s', async (reason) => {
    aws.open.mockRejectedValue(failure(reason));
    await expect(run()).rejects.toMatchObject({ problem: { reason } });
    expect(row).not.toHaveProperty('problem');
  });

  it.each<[string, () => void, WorkResult]>([
    ['after the end of its window', () => (now = later(24 * HOUR)), DONE],
    ['without its server', () => (found = undefined), DONE],
    ['without a row', () => (row = undefined), DONE],
    ['while its account is not in order', () => (found = { ...server, access: undefined } as never), { kind: 'parked' }],
  ])('costs no call %s', async (_, given, expected) => {
    given();
    expect(await run()).toEqual([expected, []]);
  });
});

describe('a tenant that is to be deleted', () => {
  beforeEach(() => {
    row = { ...wanted, state: 'removed' };
    there = DEPLOYED;
  });

  it('is disabled, and deleted once that is known everywhere, also after its server', async () => {
    found = undefined;
    expect(await run()).toEqual([again(60), [`find ${NAME}`, 'disable']]);
    expect(await run()).toEqual([again(60), [`find ${NAME}`]]);
    there = there && { ...there, isDeployed: true };
    expect(await run()).toEqual([{ ...DONE, ...added(-1), server: undefined }, [`find ${NAME}`, 'delete']]);
    expect(row).toBeUndefined();
  });

  it('that is gone already, or was never created, leaves no row', async () => {
    there = undefined;
    row = { ...wanted, state: 'removed' };
    expect(await run()).toEqual([{ ...DONE, ...added(-1) }, [`find ${NAME}`]]);
    expect(row).toBeUndefined();
  });
});

describe('a tenant that has come to another owner', () => {
  const ours = { ...agentCertificate, hostname: 'shop.customer.com', state: 'present' as const };

  it('stays where the domain is back with a certificate of ours', async () => {
    row = { ...wanted, state: 'removed', replacedArn: OURS };
    certificateRow = { ...ours, atAws: { certificateArn: OURS } };
    there = DEPLOYED;
    expect((await run())[1]).toEqual([]);
    expect([row, there]).toEqual([undefined, DEPLOYED]);
  });

  it('gets nothing where the server does not have CloudFront manage its certificates any more', async () => {
    found = { ...server, managed: false };
    expect(await run()).toEqual([DONE, []]);
  });

  it('is reached by the role that its server has now', async () => {
    found = { ...server, roleArn: `${ROLE}-new` };
    await run();
    expect(aws.open).toHaveBeenCalledWith(expect.objectContaining({ roleArn: `${ROLE}-new` }));
  });
});
