import { describe, expect, it, vi } from 'vitest';
import type { DnsObservation } from '../../../../lambdas/lifecycle/observation.ts';
import { withServed } from '../../../../lambdas/lifecycle/transition.ts';
import { toFailed } from '../../../../lambdas/shared/net/failure.ts';
import type { PeerCertificate } from '../../../../lambdas/shared/net/guarded.gateway.ts';
import { verifyMove } from '../../../../lambdas/steps/installation/verify-move.ts';
import { aDomain, iso, issued, later, NOW, SECOND, timings } from '../../a-domain.ts';
import { heldByServers } from '../../api/servers/held-by-servers.ts';

const moving = aDomain('moving'); // from server 1 to 2
const dns: DnsObservation = { kind: 'cname-missing', evidence: [] };
const newOne: PeerCertificate = {
  kind: 'certificate',
  fingerprintSha256: issued.fingerprintSha256,
  issuer: 'CN=CA',
  subject: 'CN=shop',
  notAfter: iso(0),
  address: '192.0.2.7',
};

const shownThere = { mch_1: { shown: `sha256:${issued.fingerprintSha256}`, at: iso(0) } };

function world(peer: PeerCertificate | ReturnType<typeof toFailed>, handshakes = {}) {
  const held = heldByServers({ serverId: 1, announcedAt: iso(0) }, { serverId: 2, attempt: 2, handshakes });
  const ports = {
    ...held.ports,
    net: { tlsPeers: vi.fn(async () => [peer]) },
    httpsPort: 443,
    lookAtOwnTarget: vi.fn(async () => dns),
  };
  const step = verifyMove(ports, ports);
  const gather = (domain: typeof moving) => step.gather(domain, { now: NOW, timings });
  /** Runs the step without its decision. */
  const look = async (domain = moving, now = NOW) => {
    const { observation } = await step.gather(domain, { now, timings });
    await step.announce?.(domain, now, observation);
    return observation;
  };
  return { ...held, ports, look, gather };
}

describe('a certificate on its way to another server', () => {
  it('is announced there, once, and looked for under the label of that server', async () => {
    const { items, revisions, ports, look } = world(newOne, shownThere);
    expect(await look()).toMatchObject({ installation: { kind: 'new-certificate-seen' }, dns });
    expect(items.get(2)).toMatchObject({ announcedAt: iso(0) });
    expect(ports.net.tlsPeers).toHaveBeenCalledExactlyOnceWith({
      hostname: moving.url,
      connectTo: moving.cname.target,
      port: 443,
      timeoutMs: 10_000,
    });
    await look(moving, later(SECOND));
    expect([...revisions]).toEqual([[2, 1]]);
  });

  it('has replaced another one when DNS leads there, not before', async () => {
    const renewed = withServed(moving, { certificate: { ...issued, fingerprintSha256: 'cd'.repeat(32) } });
    const { ports, gather } = world(newOne, shownThere);
    expect((await gather(renewed)).alongside).toEqual([]);
    ports.lookAtOwnTarget.mockResolvedValue({ kind: 'cname-matched', evidence: [] });
    expect((await gather(renewed)).alongside).toEqual([ports.formerCertificates.deleteWrite(moving.id)]);
    expect((await gather(moving)).alongside).toEqual([]);
  });

  it('may be seen by the agent of that server alone', async () => {
    const unreachable = toFailed('dns', 'has no IPv4 address');
    expect(await world(unreachable, shownThere).look()).toMatchObject({
      installation: { kind: 'nothing-seen', seenByAgent: true },
    });
    expect(await world(unreachable).look()).toMatchObject({ installation: { kind: 'nothing-seen', seenByAgent: false } });
  });

  it('has not arrived because the label shows it: both servers may be behind one address, and have the same one', async () => {
    expect(await world(newOne).look()).toMatchObject({
      installation: {
        ...{ kind: 'nothing-seen', seenByAgent: false },
        evidence: [{ kind: 'tls', server: '192.0.2.7' }, { answer: 'web 1 has not said what it shows' }],
      },
    });
  });

  it('has not arrived everywhere while one address of several refuses the handshake, for a minute', async () => {
    const { ports, look } = world(newOne, shownThere);
    ports.net.tlsPeers.mockResolvedValue([newOne, toFailed('tls', 'TLS: EPROTO')]);
    expect(await look()).toMatchObject({ installation: { kind: 'not-everywhere-yet' } });
    const aMinuteLater = later(4 * timings.installPollSeconds * SECOND);
    expect(await look(moving, aMinuteLater)).toMatchObject({ installation: { kind: 'new-certificate-seen' } });
  });

  it('is looked for again after it was seen: weeks may pass before DNS follows', async () => {
    const { look } = world(toFailed('connection', 'ECONNREFUSED'));
    expect(await look({ ...moving, move: { fromServerId: 1, state: 'awaiting_dns' } })).toMatchObject({
      installation: { kind: 'nothing-seen' },
      dns,
    });
  });
});
