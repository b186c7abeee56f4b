import { probeProof } from '../../lambdas/model/domains/challenge/challenge-probe.ts';
import type { Failed } from '../../lambdas/shared/net/failure.ts';
import type { GuardedNet, PeerCertificate, TlsPeer } from '../../lambdas/shared/net/guarded.gateway.ts';
import type { HttpWalk, WalkedPath } from '../../lambdas/shared/net/http-walk.gateway.ts';
import type { ServiceSecret } from '../../lambdas/shared/secrets/service-secret.ts';
import type { SimulatedDns } from './dns/simulated-dns.ts';
import type { Scheduler } from './scheduler.ts';

/** Shared by all machines. */
const ADDRESS = '192.0.2.1';
const NOBODY = { kind: 'failed', cause: 'connection', reason: 'nobody is there' } as const;

interface Around {
  scheduler: Scheduler;
  dns: SimulatedDns;
  serviceSecret: ServiceSecret;
  agents: readonly {
    server: { target: string };
    passesOn(hostname: string): boolean;
    peer(hostname: string): PeerCertificate | Failed;
  }[];
}

/** The network at customers' names: the machines to which DNS points, with their web servers. */
export function simulatedNet(world: Around): GuardedNet {
  const { scheduler, agents, dns } = world;
  const peerOf = ({ hostname, connectTo = dns.targetOf(hostname) }: TlsPeer) =>
    agents.find(({ server }) => server.target === connectTo)?.peer(hostname) ?? NOBODY;
  return {
    tlsPeer: (at) => scheduler.call(`TLS ${at.hostname}`, () => peerOf(at)),
    tlsPeers: (at) => scheduler.call(`TLS ${at.hostname}`, () => [peerOf(at)]),
    walk: (walk) => scheduler.call(`HTTP ${walk.hostname}${walk.path}`, () => walkedPath(walk, world) ?? NOBODY),
    addresses: (hostname, type) =>
      scheduler.call(`DNS ${type} ${hostname}`, () => ({ kind: 'addresses' as const, addresses: [], names: [hostname] })),
  };
}

/** The service answers a challenge that an agent forwards. */
function walkedPath({ hostname, path }: HttpWalk, world: Around): WalkedPath | undefined {
  const agent = world.agents.find(({ server }) => world.dns.cnames.get(hostname) === server.target);
  if (!agent?.passesOn(hostname)) return undefined;
  const token = path.slice(path.lastIndexOf('/') + 1);
  const body = probeProof(world.serviceSecret, hostname, token, world.scheduler.now()) ?? '';
  const answer = { kind: 'answer' as const, status: 200, headers: {}, body, address: ADDRESS };
  const hop = { url: `http://${hostname}${path}`, address: ADDRESS, answer };
  return { kind: 'walked', names: [hostname, agent.server.target], addresses: [ADDRESS], walks: [{ hops: [hop] }] };
}
