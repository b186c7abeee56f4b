import { describe, expect, it, vi } from 'vitest';
import type { DnsObservation } from '../../../../lambdas/lifecycle/observation.ts';
import { withServed } from '../../../../lambdas/lifecycle/transition.ts';
import { diagnosisOf } from '../../../../lambdas/model/domains/diagnosis-of.ts';
import type { Watch } from '../../../../lambdas/model/domains/issuance.schema.ts';
import type { Certificate, CertificateToInstall } from '../../../../lambdas/model/servers/certificate.schema.ts';
import type { FormerCertificate } from '../../../../lambdas/model/servers/certificate.store.ts';
import type { AgentServer, Machine } from '../../../../lambdas/model/servers/server.schema.ts';
import { toFailed } from '../../../../lambdas/shared/net/failure.ts';
import type { PeerCertificate } from '../../../../lambdas/shared/net/guarded.gateway.ts';
import { omit } from '../../../../lambdas/shared/rows/omit.ts';
import { LostRace } from '../../../../lambdas/shared/table/lost-race.ts';
import { verifyInstallation } from '../../../../lambdas/steps/installation/verify-installation.ts';
import { aDomain, HOUR, iso, issued, later, NOW, SECOND, saying, served, timings } from '../../a-domain.ts';
import { certificate, machine, server } from '../../agent-api/an-agent.ts';
import { NOTHING_AT_AWS } from '../../aws-servers/nothing-at-aws.ts';

const domain = aDomain('installing');
const peer = (fingerprintSha256: string): PeerCertificate => ({
  kind: 'certificate',
  fingerprintSha256,
  issuer: 'CN=CA',
  subject: 'CN=shop',
  notAfter: iso(0),
  address: '192.0.2.7',
});
const shows = (fingerprint: string) => ({
  handshakes: { mch_1: { shown: `sha256:${fingerprint}`, at: iso(0) } },
  facts: issued,
});
const seenInDns = { kind: 'dns' as const, asked: 'CNAME shop.customer.com', answer: 'elsewhere', at: iso(0) };
const noTls = toFailed('connection', 'ECONNREFUSED');

/** One certificate and its server, as the store would write them. */
function world(
  held: {
    certificate?: Partial<Certificate>;
    server?: Partial<AgentServer>;
    machines?: readonly Machine[];
    peer?: ReturnType<typeof peer> | typeof noTls;
    peers?: (ReturnType<typeof peer> | typeof noTls)[];
    watch?: Watch;
    former?: FormerCertificate;
    dns?: DnsObservation;
  } = {},
) {
  const row: { certificate: Certificate; server: AgentServer } = {
    certificate: { ...certificate, ...held.certificate },
    server: { ...server, ...held.server },
  };
  const ports = {
    certificates: {
      get: vi.fn(async (_organizationId: string, _serverId: number, _hostname: string) => row.certificate),
      putWrite: vi.fn((certificate: CertificateToInstall) => ({ Put: { TableName: 'table', Item: certificate } })),
      markChanged: vi.fn(async (_: Certificate, now: Date) => {
        if (row.certificate.announcedAt !== undefined) throw new LostRace([], undefined);
        row.certificate = { ...row.certificate, changedAt: now.toISOString() };
      }),
      markAnnounced: vi.fn(async (_: Certificate, now: Date) => {
        row.certificate = { ...row.certificate, announcedAt: now.toISOString() };
      }),
    },
    servers: {
      get: vi.fn(async (_organizationId: string, _serverId: number) => row.server),
      machines: vi.fn(async () => [...(held.machines ?? [machine])]),
      raiseRevision: vi.fn(async (_: string, __: number, until: string) => {
        row.server = { ...row.server, revision: row.server.revision + 1, installingUntil: until };
        return row.server;
      }),
    },
    watches: { get: vi.fn(async () => held.watch) },
    formerCertificates: {
      get: vi.fn(async () => held.former),
      deleteWrite: vi.fn((id: number) => ({ Delete: { TableName: 'table', Key: { id } } })),
    },
    net: { tlsPeers: vi.fn(async () => held.peers ?? [held.peer ?? noTls]) },
    httpsPort: 443,
    lookAtLabel: vi.fn(async (): Promise<DnsObservation> => held.dns ?? { kind: 'cname-matched', evidence: [] }),
    baseTarget: 'cname.service.net',
  };
  const step = verifyInstallation(ports, { ...ports, installers: { agent: ports, aws: NOTHING_AT_AWS } });
  /** Runs the step without its decision. */
  const look = async (now = NOW) => {
    const { observation } = await step.gather(domain, { now, timings });
    await step.announce?.(domain, now, observation);
    const { unannounced: _, ...seen } = observation;
    return seen;
  };
  const gather = (of = domain) => step.gather(of, { now: NOW, timings });
  return { row, ports, step, look, gather };
}

describe('a certificate that was just issued', () => {
  it('is announced by the turn that finds it unannounced, after its check, which writes nothing', async () => {
    const { row, gather } = world();
    expect((await gather()).observation.unannounced).toHaveLength(1);
    expect(row.server.revision).toBe(server.revision);
  });

  it('is looked for at its server’s label while the traffic of a hostname that is validated by DNS goes elsewhere', async () => {
    const { ports, gather } = world({ certificate: shows(issued.fingerprintSha256), peer: peer(issued.fingerprintSha256) });
    const validation = { target: 'secret.validation.service.net', state: 'ok' } as const;
    const ahead = await gather({ ...domain, validation, dnsStatus: 'pending' });
    expect(ahead.observation.kind).toBe('new-certificate-seen');
    expect(ports.net.tlsPeers).toHaveBeenLastCalledWith(expect.objectContaining({ connectTo: domain.cname.target }));
    await gather({ ...domain, validation, dnsStatus: 'validated' });
    expect(ports.net.tlsPeers).toHaveBeenLastCalledWith(expect.not.objectContaining({ connectTo: domain.cname.target }));
  });

  it('ends no installation before its server was told of it', async () => {
    const { step, gather } = world({ certificate: shows(issued.fingerprintSha256), peer: peer(issued.fingerprintSha256) });
    const { observation } = await gather();
    expect(step.decide(domain, observation, { now: NOW, timings })).toMatchObject({ changed: false });
    expect(step.decide(domain, { ...observation, unannounced: [] }, { now: NOW, timings })).toMatchObject({ changed: true });
  });

  it('is a lost race where a deletion has taken it away since the row was read', async () => {
    const { row, gather, ports } = world();
    row.certificate = { ...omit(certificate, 'chainPem', 'sealedKey'), state: 'removed' };
    await expect(gather()).rejects.toThrow(LostRace);
    ports.certificates.get.mockResolvedValue(undefined as never);
    await expect(gather()).rejects.toThrow(LostRace);
  });

  it('is announced by its first check, once', async () => {
    const { row, ports, look } = world();
    await look();
    expect(row).toMatchObject({
      certificate: { changedAt: NOW.toISOString(), announcedAt: NOW.toISOString() },
      server: { revision: 8, installingUntil: iso(600 * SECOND) },
    });
    await look(later(5 * SECOND));
    expect(row).toMatchObject({ certificate: { changedAt: NOW.toISOString() }, server: { revision: 8 } });
    expect(ports.certificates.markChanged).toHaveBeenCalledTimes(1);
  });

  it.each(['markChanged', 'raiseRevision', 'markAnnounced'] as const)(
    'is announced after all when the first run died before %s',
    async (died) => {
      const { row, ports, look } = world();
      const write = died === 'raiseRevision' ? ports.servers.raiseRevision : ports.certificates[died];
      write.mockRejectedValueOnce(new Error('killed'));
      await expect(look()).rejects.toThrow('killed');
      await look(later(5 * SECOND));
      expect(row.certificate).toMatchObject({ changedAt: iso(5 * SECOND), announcedAt: iso(5 * SECOND) });
      // The revision is raised after the change that agents must see is stored.
      expect(row.server.revision).toBeGreaterThan(server.revision);
      expect(ports.servers.raiseRevision.mock.invocationCallOrder.at(-1)).toBeGreaterThan(
        ports.certificates.markChanged.mock.invocationCallOrder.at(-1) ?? 0,
      );
    },
  );

  it('a certificate that another run announced meanwhile is left alone', async () => {
    const { ports, look } = world();
    ports.certificates.markChanged.mockRejectedValueOnce(new LostRace([], undefined));
    expect((await look()).kind).toBe('nothing-seen');
    expect(ports.servers.raiseRevision).not.toHaveBeenCalled();
  });
});

describe('the certificate that a new one has replaced', () => {
  const renewing = aDomain('installing', {
    ...served,
    served: { certificate: { ...issued, fingerprintSha256: 'cd'.repeat(32) } },
  } as never);
  const shownByAgent = { handshakes: { mch_1: { shown: `sha256:${issued.fingerprintSha256}`, at: iso(0) } } };
  const forgotten = [{ Delete: { TableName: 'table', Key: { id: domain.id } } }];

  it.each([
    ['forgotten when the new one is seen', { certificate: shownByAgent, peer: peer(issued.fingerprintSha256) }, forgotten],
    ['kept while a machine is behind', { peer: peer(issued.fingerprintSha256) }, []],
    ['forgotten when its agent alone sees the new one', { certificate: shownByAgent }, forgotten],
    ['kept while it is what is seen', { peer: peer('cd'.repeat(32)) }, []],
    ['kept while nothing is seen', {}, []],
  ])('is %s', async (_, held, alongside) => {
    const gathered = await world(held as Parameters<typeof world>[0]).gather(renewing);
    expect(gathered.alongside ?? []).toEqual(alongside);
  });

  const refused = toFailed('tls', 'TLS: EPROTO');
  const triedByAgent = { handshakes: { mch_1: { shown: 'error:EPROTO', at: iso(0) } }, facts: issued };
  const oldFacts = { ...issued, fingerprintSha256: 'cd'.repeat(32) };
  const former = { facts: oldFacts, chainPem: 'THE OLD CHAIN', sealedKey: certificate.sealedKey };
  const watch = { domainId: domain.id, fingerprintSha256: oldFacts.fingerprintSha256, servedAt: iso(0) };
  const onceRefused = saying(renewing, {
    code: 'certificate_not_served',
    reason: 'tls_failed',
    evidence: [],
    checkedAt: iso(0),
  });
  const world2 = { peer: refused, certificate: triedByAgent, watch, former } as Parameters<typeof world>[0];

  it('is restored, with its key, where the server has refused the new one twice', async () => {
    const { alongside, observation } = await world(world2).gather(onceRefused);
    expect(observation).toMatchObject({ kind: 'nothing-seen', isRefused: true, isPutBack: true });
    const {
      organizationId,
      url: hostname,
      serverId,
      id: domainId,
      execution: { attempt },
    } = onceRefused;
    expect(alongside).toEqual([
      { Put: { TableName: 'table', Item: { organizationId, hostname, serverId, domainId, attempt, ...former } } },
    ]);
  });

  it('is restored at both servers of a domain that moves', async () => {
    const moving = { ...onceRefused, serverId: 2, move: { fromServerId: 1, state: 'installing' as const } };
    const { alongside = [] } = await world(world2).gather(moving);
    expect(alongside.map(({ Put }) => Put?.Item?.serverId)).toEqual([2, 1]);
  });

  it.each([
    ['at the first refusal', renewing, {}],
    ['where it is not kept', onceRefused, { former: undefined }],
    ['where the connection failed, not the handshake', onceRefused, { peer: noTls }],
    ['where no machine has the new one yet', onceRefused, { certificate: { facts: issued } }],
    ['where a machine shows the former one still', onceRefused, { certificate: shows('cd'.repeat(32)) }],
    ['where it was not seen served for a day', onceRefused, { watch: { ...watch, servedAt: iso(-26 * HOUR) } }],
  ])('is not restored %s', async (_, of, held) => {
    const old = withServed(of, { since: iso(-60 * 24 * HOUR) });
    const { alongside = [], observation } = await world({ ...world2, ...held } as Parameters<typeof world>[0]).gather(old);
    expect(alongside).toEqual([]);
    expect(observation).not.toHaveProperty('isPutBack');
  });

  it('does not exist where the new one is the first', async () => {
    const seen = { certificate: shows(issued.fingerprintSha256), peer: peer(issued.fingerprintSha256) };
    expect((await world(seen).gather()).alongside).toEqual([]);
  });
});

it('a certificate that is renewed while its domain moves is installed at both servers, and looked for at the one that serves', async () => {
  const { ports, step, gather } = world();
  const renewing = { ...domain, serverId: 2, move: { fromServerId: 1, state: 'installing' as const } };
  ports.certificates.get.mockImplementation(async (_organizationId, serverId) => ({ ...certificate, serverId }));
  const { observation } = await gather(renewing);
  await step.announce?.(renewing, NOW, observation);
  expect(ports.certificates.markChanged.mock.calls.map(([{ serverId }]) => serverId)).toEqual([2, 1]);
  expect(ports.net.tlsPeers).toHaveBeenCalledExactlyOnceWith({ hostname: 'shop.customer.com', port: 443, timeoutMs: 10_000 });
  ports.certificates.get.mockImplementation(async (_organizationId, serverId) => {
    const shown = { mch_1: { shown: `sha256:${issued.fingerprintSha256}`, at: iso(0) } };
    return { ...certificate, serverId, handshakes: serverId === 2 ? shown : {} };
  });
  expect((await gather(renewing)).observation).toMatchObject({ kind: 'nothing-seen', seenByAgent: false });
});

describe('a certificate of several machines and addresses', () => {
  const machines = ['a', 'b', 'c'].map((id) => ({ ...machine, id, name: id }));
  const servedBy = (...ids: string[]) => ({
    machines: machines.map((one) => {
      const revision = ids.includes(one.id) ? 7 : 6;
      return { ...one, serving: { revision, missing: {}, missingCount: 0 } };
    }),
    certificate: { facts: issued, announcedAt: iso(0), announcedRevision: 7 },
    peer: peer(issued.fingerprintSha256),
  });
  const GRACE = 4 * timings.installPollSeconds;
  const laggards = 'b has not said what it shows, c has not said what it shows';
  const activeAfter = async (held: Parameters<typeof world>[0], seconds: number) => {
    const { step } = world(held);
    const time = { now: later(seconds * SECOND), timings };
    const { observation } = await step.gather(domain, time);
    const decided = step.decide(domain, observation, time);
    return { isActive: decided.changed && decided.domain.sslStatus === 'active', evidence: observation.evidence };
  };

  it('is active when each machine that asked lately serves it', async () => {
    expect(await activeAfter(servedBy('a', 'b', 'c'), 1)).toMatchObject({ isActive: true, evidence: [{ server: '192.0.2.7' }] });
  });

  it('is active a minute later where some machines are behind, and names them', async () => {
    const held = servedBy('a');
    expect((await activeAfter(held, GRACE - 1)).isActive).toBe(false);
    expect(await activeAfter(held, GRACE)).toMatchObject({ isActive: true, evidence: [{}, { answer: laggards }] });
  });

  it('is active on what its machines say where nothing is seen from outside, in the same time', async () => {
    const held = { ...servedBy('a'), peer: noTls };
    expect((await activeAfter(held, GRACE - 1)).isActive).toBe(false);
    expect(await activeAfter(held, GRACE)).toMatchObject({ isActive: true, evidence: [{}, { answer: laggards }] });
    expect((await activeAfter({ ...servedBy('a', 'b', 'c'), peer: noTls }, 1)).isActive).toBe(true);
  });

  it('is active a minute later where one address of several shows another, which is named', async () => {
    const other = { ...peer('ee'.repeat(32)), address: '192.0.2.8' };
    const held = { ...servedBy('a', 'b', 'c'), peers: [peer(issued.fingerprintSha256), other] };
    expect((await activeAfter(held, GRACE - 1)).isActive).toBe(false);
    expect(await activeAfter(held, GRACE)).toMatchObject({
      isActive: true,
      evidence: [{}, { server: '192.0.2.8', answer: expect.stringContaining('ee'.repeat(32)) }],
    });
  });

  it('is active a minute later where one address of several refuses the handshake, which is named', async () => {
    const three = [1, 2, 3].map(() => peer(issued.fingerprintSha256));
    const held = { ...servedBy('a', 'b', 'c'), peers: [...three, toFailed('tls', 'TLS: EPROTO')] };
    expect((await activeAfter(held, GRACE - 1)).isActive).toBe(false);
    expect(await activeAfter(held, GRACE)).toMatchObject({
      isActive: true,
      evidence: [{}, {}, {}, { answer: 'TLS: EPROTO' }],
    });
  });

  it('is not active where all addresses that answer show another', async () => {
    const held = { ...servedBy('a', 'b', 'c'), peers: [noTls, peer('ee'.repeat(32))] };
    expect((await activeAfter(held, 600)).isActive).toBe(false);
  });
});

describe('seen from outside', () => {
  it('a check from outside sees the new certificate', async () => {
    const { ports, look } = world({ certificate: shows(issued.fingerprintSha256), peer: peer(issued.fingerprintSha256) });
    expect(await look()).toMatchObject({
      kind: 'new-certificate-seen',
      evidence: [{ kind: 'tls', server: '192.0.2.7', at: NOW.toISOString() }],
    });
    expect(ports.net.tlsPeers).toHaveBeenCalledExactlyOnceWith({ hostname: 'shop.customer.com', port: 443, timeoutMs: 10_000 });
  });

  it('a check from outside sees another certificate, with its fingerprint', async () => {
    expect(await world({ peer: peer('ee'.repeat(32)) }).look()).toMatchObject({
      kind: 'other-certificate-seen',
      fingerprintSha256: 'ee'.repeat(32),
      evidence: [{ answer: expect.stringContaining('ee'.repeat(32)) }],
    });
  });

  it('a check from outside sees no TLS, with the reason', async () => {
    expect(await world().look()).toMatchObject({
      kind: 'nothing-seen',
      seenByAgent: false,
      serverConnected: true,
      evidence: [{ answer: 'ECONNREFUSED' }],
    });
  });

  it('a check from outside sees no TLS where no machine is enrolled', async () => {
    expect(await world({ server: { machineCount: 0 }, machines: [] }).look()).toMatchObject({
      kind: 'nothing-seen',
      serverConnected: false,
    });
  });

  it.each([
    ['an enrolled machine showed the new one', 'mch_1', `sha256:${issued.fingerprintSha256}`, true],
    ['an enrolled machine showed another', 'mch_1', `sha256:${'ee'.repeat(32)}`, false],
    ['an enrolled machine showed nothing', 'mch_1', 'error:ECONNREFUSED', false],
    ['a revoked machine showed the new one', 'mch_0', `sha256:${issued.fingerprintSha256}`, false],
  ])('a check from outside sees no TLS where %s', async (_, machineId, shown, seenByAgent) => {
    const handshakes = { [machineId]: { shown, at: NOW.toISOString() } };
    expect(await world({ certificate: { handshakes } }).look()).toMatchObject({
      kind: 'nothing-seen',
      seenByAgent,
    });
  });
});

describe('what the agent alone sees', () => {
  const { handshakes } = shows(issued.fingerprintSha256);
  const actualTarget = 'label78.cname.service.net';
  const elsewhere: DnsObservation = { kind: 'cname-elsewhere', actualTarget, evidence: [seenInDns] };
  const sibling: DnsObservation = { ...elsewhere, reason: 'other_server', otherServer: { id: 78, name: 'Web 2' } };
  const decide = async (held: Parameters<typeof world>[0], of = domain, now = NOW) => {
    const { step } = world({ certificate: { handshakes, announcedAt: iso(0) }, ...held });
    const { observation } = await step.gather(of, { now, timings });
    return step.decide(of, observation, { now, timings });
  };
  const said = async (...given: Parameters<typeof decide>) => diagnosisOf((await decide(...given)).domain);

  it('counts where DNS leads to its server', async () => {
    const { domain: active } = await decide({});
    expect([active.sslStatus, diagnosisOf(active).diagnosis.code]).toEqual(['active', 'certificate_not_served']);
  });

  it.each<[string, DnsObservation, object, string]>([
    [
      'to another server of the organization',
      sibling,
      { reason: 'other_server', otherServer: { id: 78 } },
      'invalid_cname_target',
    ],
    ['elsewhere', elsewhere, { observed: 'label78.cname.service.net' }, 'invalid_cname_target'],
    ['nowhere', { kind: 'cname-missing', evidence: [seenInDns] }, {}, 'cname_not_found'],
    ['nobody knows where', { kind: 'dns-unknown', reason: 'servfail', evidence: [seenInDns] }, {}, 'dns_validation_failed'],
  ])('does not count where DNS leads %s: the domain is not active, and that is what is told', async (_, dns, more, code) => {
    const decided = await decide({ dns });
    expect(decided).toMatchObject({ changed: true, events: [], domain: { phase: 'installing', sslStatus: 'pending' } });
    const { diagnosis, error } = diagnosisOf(decided.domain);
    expect(diagnosis).toMatchObject({ code, ...more, evidence: [{ kind: 'tls' }, seenInDns] });
    expect(error?.code).toBe(code);
  });

  it('does not count behind the bare base target, which leads wherever the service says; DNS is not blamed for it', async () => {
    const dns: DnsObservation = { ...elsewhere, actualTarget: 'cname.service.net', ownName: 'cname.service.net' };
    expect((await decide({ dns })).domain.sslStatus).toBe('pending');
    expect((await said({ dns }, domain, later(60_000))).diagnosis.code).toBe('certificate_not_served');
  });

  it('does not count for a first certificate where visitors are refused the handshake, and counts for a renewed one', async () => {
    const refusing = { peer: toFailed('tls', 'TLS: EPROTO') };
    const first = await decide(refusing);
    expect(first.domain.sslStatus).toBe('pending');
    expect(diagnosisOf(first.domain).diagnosis).toMatchObject({ code: 'certificate_not_served', reason: 'tls_failed' });
    const renewing = aDomain('installing', {
      ...served,
      served: { certificate: { ...issued, fingerprintSha256: 'cd'.repeat(32) } },
    } as never);
    expect(await decide(refusing, renewing)).toMatchObject({ events: ['certificate.installed', 'certificate.renewed'] });
  });

  it('is no reason to look at DNS while nothing is told of it', async () => {
    const { ports, look } = world();
    await look();
    expect(ports.lookAtLabel).not.toHaveBeenCalled();
  });

  it('and what is shown elsewhere is no fault of the server, however late it is', async () => {
    const none = { certificate: { handshakes: {}, announcedAt: iso(0) }, dns: sibling };
    expect((await said({ ...none, peer: peer('ee'.repeat(32)) })).diagnosis.reason).toBe('other_server');
    expect((await said(none, domain, later(60_000))).diagnosis.reason).toBe('other_server');
  });
});
