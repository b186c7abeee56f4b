import { describe, expect, it, vi } from 'vitest';
import { SERVER_TYPES, type ServerType } from '../../../../contract/api/server-types.ts';
import type { DnsObservation } from '../../../../lambdas/lifecycle/observation.ts';
import type { DomainIn } from '../../../../lambdas/model/domains/domain-row.schema.ts';
import type { AwsPorts } from '../../../../lambdas/model/servers/aws-installer.ts';
import type { Certificate } from '../../../../lambdas/model/servers/certificate.schema.ts';
import type { Server } from '../../../../lambdas/model/servers/server.schema.ts';
import { toFailed } from '../../../../lambdas/shared/net/failure.ts';
import { retireCertificate } from '../../../../lambdas/steps/installation/retire-certificate.ts';
import { verifyMove } from '../../../../lambdas/steps/installation/verify-move.ts';
import { aDomain, iso, issued, NOW, timings } from '../../a-domain.ts';
import { server as agentServer } from '../../agent-api/an-agent.ts';
import { heldByServers } from '../../api/servers/held-by-servers.ts';
import { albServer, cloudFrontServer } from '../../aws-servers/an-aws-account.ts';

// Four web servers with agents move end to end under load in test/e2e/long/recipes.test.ts. The local cloud has no load balancer
// or distribution that visitors could reach.

const [FORMER, NEW] = [1, 2];
const SERVERS: Record<ServerType, Server> = { agent: agentServer, alb: albServer, cloudfront: cloudFrontServer };
/** How each server type shows that it serves the certificate. */
const SHOWN: Record<ServerType, Partial<Certificate>> = {
  agent: { handshakes: { mch_1: { shown: `sha256:${issued.fingerprintSha256}`, at: iso(0) } } },
  alb: { atAws: { certificateArn: 'arn:1', fingerprintSha256: issued.fingerprintSha256, attachedAt: iso(0) } },
  cloudfront: { atAws: { certificateArn: 'arn:1', fingerprintSha256: issued.fingerprintSha256, attachedAt: iso(0) } },
};
const matched: DnsObservation = { kind: 'cname-matched', evidence: [] };
const stillThere: DnsObservation = { kind: 'cname-elsewhere', actualTarget: 'former.cname.service.net', evidence: [] };
const PAIRS = SERVER_TYPES.flatMap((from) => SERVER_TYPES.map((to) => [from, to] as const));
const time = { now: NOW, timings };

function world(from: ServerType, to: ServerType) {
  const held = heldByServers(
    { serverId: FORMER, attempt: 1, announcedAt: iso(0) },
    { serverId: NEW, attempt: 2, announcedAt: iso(0) },
  );
  held.ports.servers.get.mockImplementation(
    async (_, id) => ({ ...SERVERS[id === FORMER ? from : to], id }) as typeof agentServer,
  );
  const work = { add: vi.fn<AwsPorts['aws']['work']['add']>(async () => {}) };
  const tenants = { markAnnounced: vi.fn(), retire: vi.fn(async () => undefined) };
  const aws = { work, certificates: held.ports.certificates, tenants, newEventId: () => 'evt_1' };
  const installers = { agent: held.ports, aws };
  const ports = {
    ...held.ports,
    formerCertificates: { deleteWrite: vi.fn() },
    net: { tlsPeers: vi.fn(async () => [toFailed('connection', 'ECONNREFUSED')]) },
    httpsPort: 443,
    lookAtOwnTarget: vi.fn(async () => stillThere),
  };
  const moving = verifyMove(ports, { ...held.ports, installers });
  return {
    ...held,
    /** Ids of the notified servers: by revision for agents, by queued work for AWS. */
    told: () => [...held.revisions.keys(), ...work.add.mock.calls.map(([{ serverId }]) => serverId)],
    shows: () => held.put({ ...held.items.get(NEW), ...SHOWN[to] } as Certificate),
    async check(domain: DomainIn<'moving'>, dns: DnsObservation) {
      ports.lookAtOwnTarget.mockResolvedValue(dns);
      return moving.decide(domain, (await moving.gather(domain, time)).observation, time);
    },
    retire: (domain: DomainIn<'retiring'>) =>
      retireCertificate({ ...held.ports, installerWrites: installers }).gather(domain, time),
  };
}

describe('a domain that moves from one type of server to another', () => {
  it.each(PAIRS)(
    'from %s to %s keeps its former server until the new one has the certificate and visitors go there',
    async (...pair) => {
      const { items, told, shows, check, retire } = world(...pair);
      const domain = aDomain('moving');
      const early = await check(domain, matched);
      expect(early.domain).toMatchObject({ phase: 'moving', move: { fromServerId: FORMER, state: 'installing' } });
      shows();
      const { domain: installed } = await check(domain, stillThere);
      expect(installed).toMatchObject({ phase: 'moving', move: { state: 'awaiting_dns' } });
      const { domain: arrived, waitSeconds } = await check(installed as DomainIn<'moving'>, matched);
      expect(arrived).toMatchObject({ phase: 'retiring', retireFrom: [FORMER], sslStatus: 'active' });
      expect(waitSeconds).toBe(timings.retirePauseSeconds);
      expect([items.get(FORMER)?.state, told()]).toEqual(['present', []]);
      await retire(arrived as DomainIn<'retiring'>);
      expect([items.get(FORMER)?.state, items.get(NEW)?.state, told()]).toEqual(['removed', 'present', [FORMER]]);
    },
  );
});
