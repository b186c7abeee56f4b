import { beforeEach, describe, expect, it } from 'vitest';
import { tenantName } from '../../../lambdas/aws-servers/certificate-target.ts';
import { wakeDueWork, workOnMessages } from '../../../lambdas/aws-servers/work-at-aws.ts';
import { placeAtAws } from '../../../lambdas/model/servers/aws-installer.ts';
import { Certificate, type PresentCertificate } from '../../../lambdas/model/servers/certificate.schema.ts';
import { certificateStore } from '../../../lambdas/model/servers/certificate.store.ts';
import { installer } from '../../../lambdas/model/servers/installer.ts';
import { managedTenantStore } from '../../../lambdas/model/servers/managed-tenant.store.ts';
import { Server } from '../../../lambdas/model/servers/server.schema.ts';
import { serverStore } from '../../../lambdas/model/servers/server.store.ts';
import type { AwsMessage } from '../../../lambdas/shared/aws/queue.gateway.ts';
import { keys } from '../../../lambdas/shared/table/keys.ts';
import { addSeconds } from '../../../lambdas/shared/time/instant.ts';
import { issued, NOW } from '../a-domain.ts';
import { certificate as agentCertificate } from '../agent-api/an-agent.ts';
import { dynamo, table } from '../api/api-caller.ts';
import { guardRequests, holdItems } from '../held-items.ts';
import { anAwsAccount, cloudFrontServer, type FakeAccount, failure } from './an-aws-account.ts';
import { type TestedWorker, workerPorts } from './worker-ports.ts';

const HOSTNAME = 'shop.example.com';
const NAME = tenantName(cloudFrontServer.label, HOSTNAME);
const place = placeAtAws(cloudFrontServer);
let now: Date;
let aws: FakeAccount;
let items: Map<string, Record<string, unknown>>;
let messages: { at: number; message: AwsMessage }[];
let ports: TestedWorker;

beforeEach(() => {
  guardRequests(undefined);
  now = NOW;
  aws = anAwsAccount(place.region);
  items = holdItems(dynamo, []).items;
  messages = [];
  put({ ...keys.server('org_A', cloudFrontServer.id), ...cloudFrontServer });
  ports = workerPorts(
    aws,
    () => now,
    (message, seconds) => messages.push({ at: now.getTime() + seconds * 1_000, message }),
  );
});

const put = (item: Record<string, unknown>) => items.set(`${item.pk}|${item.sk}`, item);
const rowAt = (key: object) => items.get(Object.values(key).join('|'));
const row = () => Certificate.parse(rowAt(keys.certificate('org_A', cloudFrontServer.id, HOSTNAME)));
const serverRow = () => Server.parse(rowAt(keys.server('org_A', cloudFrontServer.id)));
const installers = () => ({
  agent: { servers: serverStore(table), certificates: certificateStore(table) },
  aws: {
    work: ports.awsWork,
    certificates: certificateStore(table),
    tenants: managedTenantStore(table),
    newEventId: () => 'evt_01HZZZZZZZZZZZZZZZZZZZZZZZ',
  },
});

async function install(fingerprint: string, changes: Partial<PresentCertificate> = {}) {
  const certificate: PresentCertificate = {
    ...agentCertificate,
    serverId: cloudFrontServer.id,
    hostname: HOSTNAME,
    domainId: 1,
    facts: { ...issued, fingerprintSha256: fingerprint.padEnd(64, '0') },
    ...changes,
  };
  put({ ...keys.certificate('org_A', cloudFrontServer.id, HOSTNAME), ...certificate });
  await installer(cloudFrontServer).install(certificate, installers(), now);
}
async function remove() {
  const retired = await certificateStore(table).retire({ ...(row() as PresentCertificate), attempt: 9 }, now);
  if (retired) await installer(cloudFrontServer).remove(retired, installers(), now);
}
const receive = (message: AwsMessage = place) => workOnMessages([{ messageId: 'm', body: JSON.stringify(message) }], ports);
/** Advances time, wakes due work like the schedule, and runs until the queue is empty. */
async function passed(seconds: number) {
  now = new Date(addSeconds(now, seconds));
  await wakeDueWork(ports);
  while (messages.length > 0) {
    const [next] = messages.splice(0, 1);
    now = new Date(Math.max(now.getTime(), next?.at ?? 0));
    if (next) await receive(next.message);
  }
}
async function installed() {
  await install('a1');
  await receive();
  aws.calls.length = 0;
}
/** AWS calls without those of the daily check. */
const callsForTenants = () =>
  aws.calls.filter((call) => !['simulate', 'distribution', 'endpoint', 'count-tenants', 'quotas', 'list'].includes(call));
const work = () => [...items.keys()].filter((key) => /\|(DUE|LATER)#/.test(key));

describe('a certificate that comes to CloudFront', () => {
  it('is imported in us-east-1, and a tenant is created with it', async () => {
    await install('a1');
    expect(installer(cloudFrontServer).confirms(row(), [])).toBe(false);
    await receive();
    expect(aws.calls).toEqual(['import', 'create-tenant']);
    expect(aws.open).toHaveBeenCalledWith({ organizationId: 'org_A', roleArn: cloudFrontServer.roleArn, region: 'us-east-1' });
    expect(aws.tenants.get(NAME)).toMatchObject({ hostname: HOSTNAME, certificateArn: row().atAws?.certificateArn });
    expect(installer(cloudFrontServer).confirms(row(), [])).toBe(true);
    expect(work()).toEqual([]);
  });

  it('is counted at its server', async () => {
    await installed();
    expect(serverRow()).toMatchObject({ access: { quotas: [{ name: 'distribution_tenants', used: 4 }] } });
  });

  it('gets the tenant that a run has created that died before it said so', async () => {
    await install('a1');
    aws.hooks.after = (call) => {
      if (call === 'create-tenant') throw new Error('killed');
    };
    await receive();
    aws.hooks.after = () => {};
    await passed(120);
    expect(aws.calls).toEqual(['import', 'create-tenant', 'create-tenant', 'tenant']);
    expect(aws.tenants.size).toBe(1);
    expect(installer(cloudFrontServer).confirms(row(), [])).toBe(true);
  });

  it('gets the former tenant of its hostname, turned on again, whoever changes that at the same time', async () => {
    aws.tenants.set(NAME, { isEnabled: false, isDeployed: true, certificateArn: 'old', hostname: HOSTNAME });
    let races = 1;
    aws.hooks.before = (call) => {
      if (call === 'set-certificate' && races-- > 0) aws.touch();
    };
    await install('a1');
    await receive();
    await passed(10);
    expect(aws.calls.filter((call) => call === 'set-certificate')).toHaveLength(2);
    expect(aws.tenants.get(NAME)).toMatchObject({ isEnabled: true, certificateArn: row().atAws?.certificateArn });
  });

  it('says why it is not there: another distribution has the hostname; and it comes once that has let go of it', async () => {
    aws.fails('create-tenant', failure('hostname_taken_at_aws', { observed: 'CNAMEAlreadyExists' }));
    await install('a1');
    await receive();
    expect(installer(cloudFrontServer).problemWith(row())).toMatchObject({ reason: 'hostname_taken_at_aws' });
    expect(serverRow()).not.toHaveProperty('access.problem');
    await passed(120);
    expect(installer(cloudFrontServer).problemWith(row())).toBeUndefined();
    expect(installer(cloudFrontServer).confirms(row(), [])).toBe(true);
  });

  it('says at its server that the distribution is gone', async () => {
    aws.fails('create-tenant', failure('distribution_not_found'));
    await install('a1');
    await receive();
    expect(serverRow()).toMatchObject({ access: { problem: { reason: 'distribution_not_found' } } });
  });
});

describe('a renewal at CloudFront', () => {
  const renew = async () => {
    now = new Date(addSeconds(now, 86_400));
    await install('b2', { atAws: row().atAws, attempt: 2 });
    await passed(2);
  };

  it('is one call: the tenant has the ARN already', async () => {
    await installed();
    await renew();
    expect(callsForTenants()).toEqual(['import']);
    expect(installer(cloudFrontServer).confirms(row(), [])).toBe(true);
  });

  it.each([
    ['deleted', () => aws.tenants.clear()],
    ['turned off', () => aws.tenants.set(NAME, { isEnabled: false, isDeployed: true, certificateArn: 'a', hostname: HOSTNAME })],
  ])('mends a tenant that somebody has %s, if the certificate before it was not seen served', async (_, damage) => {
    await installed();
    damage();
    now = new Date(addSeconds(now, 86_400));
    await install('b2', { atAws: row().atAws, attempt: 2, wasNotServed: true });
    await passed(2);
    expect(aws.tenants.get(NAME)).toMatchObject({ isEnabled: true, certificateArn: row().atAws?.certificateArn });
  });

  it('gets a new ARN, which the tenant is given, where somebody has deleted the certificate in ACM', async () => {
    await installed();
    const former = row().atAws?.certificateArn;
    aws.held.clear();
    await renew();
    expect(row().atAws?.certificateArn).not.toBe(former);
    expect(aws.tenants.get(NAME)?.certificateArn).toBe(row().atAws?.certificateArn);
  });
});

describe('a certificate that leaves CloudFront', () => {
  const deployed = () => {
    const tenant = aws.tenants.get(NAME);
    if (tenant) tenant.isDeployed = true;
  };

  it('is deleted after its tenant, and that once all of CloudFront knows that it is turned off', async () => {
    await installed();
    await remove();
    await receive();
    expect(aws.calls).toEqual(['tenant', 'disable']);
    await passed(120);
    expect(aws.calls.slice(2)).toEqual(['tenant']);
    deployed();
    await passed(120);
    expect(aws.calls.slice(3)).toEqual(['tenant', 'delete-tenant', 'delete']);
    expect([aws.tenants.size, aws.held.size, work()]).toEqual([0, 0, []]);
    expect(row()).not.toHaveProperty('atAws');
  });

  it('is deleted also where its tenant was deleted by hand', async () => {
    await installed();
    aws.tenants.clear();
    await remove();
    await receive();
    expect(aws.calls).toEqual(['tenant', 'delete']);
  });

  it('is taken for deleted where AWS denies it and nothing has its tags', async () => {
    await installed();
    aws.held.clear();
    aws.tenants.clear();
    aws.fails('delete', failure('action_denied', { action: 'acm:DeleteCertificate' }));
    await remove();
    await receive();
    expect(aws.calls).toEqual(['tenant', 'delete', 'find']);
    expect([row().atAws, work()]).toEqual([undefined, []]);
  });

  it('is attached anew where its hostname comes back before the tenant is gone', async () => {
    await installed();
    const { atAws } = row();
    await remove();
    await receive();
    expect(aws.tenants.get(NAME)?.isEnabled).toBe(false);
    await install('a1', { atAws: row().atAws, attempt: 3 });
    expect(installer(cloudFrontServer).confirms(row(), [])).toBe(false);
    await passed(120);
    expect(aws.tenants.get(NAME)).toMatchObject({ isEnabled: true, certificateArn: atAws?.certificateArn });
    expect(installer(cloudFrontServer).confirms(row(), [])).toBe(true);
  });

  it('stays away from a tenant that another one has by now', async () => {
    await installed();
    await remove();
    const { pk, sk } = keys.managedTenant('org_A', cloudFrontServer.id, HOSTNAME);
    const wanted = { organizationId: 'org_A', serverId: cloudFrontServer.id, hostname: HOSTNAME, domainId: 2, state: 'wanted' };
    put({ pk, sk, ...wanted, certificateRequestId: 'creq_2', deadlineAt: addSeconds(now, 3_600) });
    const tenant = aws.tenants.get(NAME);
    if (tenant) tenant.certificateArn = 'arn:of-cloudfront';
    await receive();
    expect([aws.calls, aws.tenants.get(NAME)?.isEnabled, aws.held.size]).toEqual([['delete'], true, 0]);
  });

  it('leaves nothing where its server is deleted meanwhile', async () => {
    await installed();
    await remove();
    items.delete(Object.values(keys.server('org_A', cloudFrontServer.id)).join('|'));
    await receive();
    deployed();
    await passed(120);
    expect([aws.tenants.size, aws.held.size]).toEqual([0, 0]);
  });

  it('goes on where somebody has changed the tenant at the same time', async () => {
    await installed();
    let races = 1;
    aws.hooks.before = (call) => {
      if (call === 'disable' && races-- > 0) aws.touch();
    };
    await remove();
    await receive();
    await passed(10);
    expect(aws.tenants.get(NAME)?.isEnabled).toBe(false);
  });
});

describe('the check of an account with CloudFront', () => {
  const check = () => receive({ organizationId: 'org_A', serverId: cloudFrontServer.id });

  it('has the label of the server lead to the routing endpoint', async () => {
    await check();
    expect(serverRow()).toMatchObject({ address: ['d111111abcdef8.cloudfront.net'], access: { quotas: [{ used: 0 }, {}, {}] } });
    expect(rowAt(keys.labelRecords(cloudFrontServer.label))).toMatchObject({ addresses: ['d111111abcdef8.cloudfront.net'] });
  });

  it('writes no record where the endpoint is the same', async () => {
    put({ ...keys.server('org_A', cloudFrontServer.id), ...cloudFrontServer, address: ['d111111abcdef8.cloudfront.net'] });
    await check();
    expect(rowAt(keys.labelRecords(cloudFrontServer.label))).toBeUndefined();
  });
});
