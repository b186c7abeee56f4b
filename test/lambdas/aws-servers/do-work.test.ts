import { beforeEach, describe, expect, it, vi } from 'vitest';
import { doWork } from '../../../lambdas/aws-servers/do-work.ts';
import { type AwsWork, AwsWorkList } from '../../../lambdas/model/aws-servers/work-list.schema.ts';
import type { Certificate, CertificateAtAws } from '../../../lambdas/model/servers/certificate.schema.ts';
import type { AlbServer } from '../../../lambdas/model/servers/server.schema.ts';
import { omit } from '../../../lambdas/shared/rows/omit.ts';
import { addSeconds } from '../../../lambdas/shared/time/instant.ts';
import { NOW } from '../a-domain.ts';
import { certificate as agentCertificate } from '../agent-api/an-agent.ts';
import { dynamo, log } from '../edges.ts';
import { holdItems } from '../held-items.ts';
import { albServer, anAwsAccount, type FakeAccount, HTTP_LISTENER, LISTENER, PLACE, ROLE } from './an-aws-account.ts';
import { type TestedWorker, workerPorts } from './worker-ports.ts';

const ARN = 'arn:aws:acm:eu-north-1:111122223333:certificate/former';
const OTHER_ACCOUNT = '444455556666';
const there = (text: string) => text.replace(PLACE.accountId, OTHER_ACCOUNT);
const FINGERPRINT = agentCertificate.facts.fingerprintSha256;

let now: Date;
let aws: FakeAccount;
let row: Certificate | undefined;
let server: AlbServer | undefined;
let ports: TestedWorker;

beforeEach(() => {
  now = NOW;
  aws = anAwsAccount();
  row = present({});
  server = albServer;
  log.mockReset();
  ports = workerPorts(aws, () => now);
  holdItems(dynamo, []);
  vi.spyOn(ports.certificates, 'get').mockImplementation(async () => row);
  vi.spyOn(ports.servers, 'get').mockImplementation(async () => server);
  vi.spyOn(ports.awsServers, 'saveCertificate').mockImplementation(async (_, atAws) => {
    row = row && { ...row, atAws };
  });
  vi.spyOn(ports.awsServers, 'forgetCertificate').mockImplementation(async () => {
    row = row && (omit(row, 'atAws') as Certificate);
  });
  vi.spyOn(ports.awsWork, 'countImport').mockImplementation(async (_, list) => list);
});

function present(atAws: CertificateAtAws): Certificate {
  return { ...agentCertificate, serverId: 7, atAws };
}
const removed = (atAws: CertificateAtAws): Certificate => ({
  ...omit(agentCertificate, 'chainPem', 'sealedKey'),
  state: 'removed',
  serverId: 7,
  atAws,
});
const work = (changes: Partial<AwsWork> = {}) => {
  const { organizationId, hostname } = agentCertificate;
  const of = { ...PLACE, sk: '', kind: 'certificate' as const, organizationId, serverId: 7, hostname };
  const one = { ...of, roleArn: ROLE, listenerArn: LISTENER, urgency: '0', createdAt: NOW.toISOString(), tries: 0, ...changes };
  return doWork(one, AwsWorkList.parse({}), ports);
};
const later = (seconds: number) => {
  now = new Date(addSeconds(now, seconds));
};
const hold = (arn: string) => aws.held.set(arn, { fingerprint: 'old', hostname: '', domainId: 1 });

describe('a certificate that its listener does not know yet', () => {
  beforeEach(() => {
    aws.account.balancer.attach = async () => false;
  });

  it('is attached later, however often the work had failed before its import', async () => {
    expect(await work({ tries: 12 })).toMatchObject({ kind: 'again', seconds: 5 });
    later(55);
    expect(await work({ tries: 23 })).toMatchObject({ kind: 'again' });
    expect(aws.calls).toEqual(['import']);
    expect(aws.held.has(row?.atAws?.certificateArn ?? '')).toBe(true);
  });

  it('a minute after its import is deleted before another is imported, and that is told', async () => {
    await work();
    later(61);
    await expect(work()).rejects.toMatchObject({ problem: { reason: 'aws_unavailable' } });
    expect([aws.calls, aws.held.size, row?.atAws]).toEqual([['import', 'delete'], 0, {}]);
  });

  it('but is in use keeps its ARN', async () => {
    await work();
    const { certificateArn = '' } = row?.atAws ?? {};
    aws.attached.add(certificateArn);
    later(61);
    await expect(work()).rejects.toMatchObject({ problem: { reason: 'aws_unavailable' } });
    expect(row?.atAws?.certificateArn).toBe(certificateArn);
  });
});

describe('a renewal', () => {
  it('is attached again where somebody has detached it, and not counted a second time', async () => {
    hold(ARN);
    row = present({ certificateArn: ARN, fingerprintSha256: 'old', attachedAt: NOW.toISOString() });
    expect(await work()).toMatchObject({ kind: 'done', added: 0 });
    expect([...aws.attached]).toEqual([ARN]);
    expect(row?.atAws).toMatchObject({ fingerprintSha256: FINGERPRINT, attachedAt: NOW.toISOString() });
  });

  it('that failed leaves no problem once the former certificate is put back', async () => {
    const atAws = { certificateArn: ARN, fingerprintSha256: FINGERPRINT, attachedAt: NOW.toISOString() };
    row = present({ ...atAws, problem: { reason: 'certificate_unsupported', at: NOW.toISOString() } });
    await work();
    expect([row?.atAws, aws.calls]).toEqual([atAws, []]);
  });
});

describe('a server whose id was that of another, in another account', () => {
  beforeEach(() => {
    server = { ...albServer, roleArn: there(ROLE), listenerArn: there(LISTENER) };
  });

  it('has nothing to do with what the former left: that is deleted with the former’s role', async () => {
    hold(ARN);
    row = removed({ certificateArn: ARN });
    expect(await work({ certificateArn: ARN })).toMatchObject({ server: undefined });
    expect(aws.open.mock.calls).toMatchObject([[{ roleArn: ROLE }]]);
    expect([aws.held.size, row?.atAws]).toEqual([0, undefined]);
  });

  it('keeps its own certificate of the hostname while the former’s is deleted', async () => {
    const atAws = { certificateArn: there(ARN), fingerprintSha256: FINGERPRINT, attachedAt: NOW.toISOString() };
    for (const its of [present(atAws), removed(atAws)]) {
      aws.calls.length = 0;
      hold(ARN);
      hold(there(ARN));
      row = its;
      await work({ certificateArn: ARN });
      expect([[...aws.held.keys()], row?.atAws]).toEqual([[there(ARN)], atAws]);
    }
  });

  it('imports a certificate of its own where the row still names that of the former', async () => {
    hold(ARN);
    row = present({ certificateArn: ARN, fingerprintSha256: FINGERPRINT, attachedAt: NOW.toISOString() });
    await work({ accountId: OTHER_ACCOUNT });
    expect(aws.open.mock.calls).toMatchObject([[{ roleArn: there(ROLE) }]]);
    expect(aws.calls).toEqual(['import', 'attach']);
    expect(row?.atAws?.certificateArn).not.toBe(ARN);
  });
});

describe('the rule of a former listener of port 80', () => {
  const removal = { kind: 'rule' as const, listenerArn: HTTP_LISTENER, label: albServer.label };

  it('is deleted with the role that created it', async () => {
    server = { ...albServer, roleArn: `${ROLE}-of-now` };
    await work(removal);
    expect(aws.calls).toEqual(['remove-redirect']);
    expect(aws.open.mock.calls).toMatchObject([[{ roleArn: ROLE }]]);
  });

  it('stays where its server names the listener again, and is deleted where another has its id', async () => {
    server = { ...albServer, httpListenerArn: HTTP_LISTENER };
    await work(removal);
    expect(aws.calls).toEqual([]);
    server = { ...server, label: 'another-label' };
    await work(removal);
    expect(aws.calls).toEqual(['remove-redirect']);
  });
});

describe('what could not be taken away', () => {
  const givesUpAt = addSeconds(NOW, 1);

  it('until its row expires is left there, with a line in the log that says what', async () => {
    hold(ARN);
    row = removed({ certificateArn: ARN });
    server = undefined;
    later(1);
    expect(await work({ givesUpAt, certificateArn: ARN })).toEqual({ kind: 'done' });
    expect(aws.calls).toEqual([]);
    expect(log).toHaveBeenCalledWith('error', expect.any(String), expect.objectContaining({ certificateArn: ARN }));
  });

  it('is tried until then', async () => {
    hold(ARN);
    row = removed({ certificateArn: ARN });
    await work({ givesUpAt });
    expect(aws.held.size).toBe(0);
  });
});
