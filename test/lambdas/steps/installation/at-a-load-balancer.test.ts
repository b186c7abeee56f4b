import { describe, expect, it, vi } from 'vitest';
import { lookAtMachines } from '../../../../lambdas/checks/look-at-server.ts';
import type { DnsObservation } from '../../../../lambdas/lifecycle/observation.ts';
import type { DomainIn } from '../../../../lambdas/model/domains/domain-row.schema.ts';
import type { CertificateAtAws, PresentCertificate } from '../../../../lambdas/model/servers/certificate.schema.ts';
import type { AlbServer } from '../../../../lambdas/model/servers/server.schema.ts';
import { lookFromOutside } from '../../../../lambdas/steps/installation/verify-installation.ts';
import { aDomain, issued, NOW, timings } from '../../a-domain.ts';
import { certificate as agentCertificate } from '../../agent-api/an-agent.ts';
import { albServer } from '../../aws-servers/an-aws-account.ts';
import { decideOnDns, decideOnInstallation } from '../../lifecycle/said-decisions.ts';

const failed = { kind: 'failed' as const, cause: 'connection' as const, reason: 'connection refused' };
const net = { tlsPeers: async () => [failed] };
const problem = { reason: 'action_denied' as const, action: 'acm:ImportCertificate', at: NOW.toISOString() };
const attached = { certificateArn: 'arn:1', fingerprintSha256: issued.fingerprintSha256, attachedAt: NOW.toISOString() };

function look(atAws: CertificateAtAws | undefined, server: AlbServer = albServer) {
  const certificate: PresentCertificate = { ...agentCertificate, ...(atAws && { atAws }) };
  const servers = { machines: () => expect.fail('a load balancer has no machines') };
  return lookFromOutside(certificate, server, { net, servers, httpsPort: 443 }, NOW);
}

describe('a certificate for a load balancer that we do not reach', () => {
  it('is confirmed by its listener once that has it, and not by an import alone', async () => {
    expect(await look(attached)).toMatchObject({ kind: 'nothing-seen', seenByAgent: true, serverConnected: true });
    const { attachedAt: _, ...imported } = attached;
    expect(await look(imported)).toMatchObject({ seenByAgent: false });
    expect(await look({ ...attached, fingerprintSha256: 'former' })).toMatchObject({ seenByAgent: false });
  });

  it('is told with what is in its way, at the certificate or in the account', async () => {
    const blocked = { reason: 'action_denied', observed: 'acm:ImportCertificate' };
    expect(await look({ problem })).toMatchObject({ blocked });
    const access = { checkedAt: NOW.toISOString(), problem, quotas: [] };
    const observation = await look(undefined, { ...albServer, access });
    expect(observation).toMatchObject({ blocked, serverConnected: false });
    const domain = aDomain('installing');
    const next = decideOnInstallation(domain, observation, { now: NOW, timings });
    expect(next).toMatchObject({
      domain: { conditions: { obstacle: { found: { code: 'certificate_install_failed', ...blocked } } } },
    });
  });
});

describe('a wildcard at a load balancer', () => {
  const url = '*.shop.customer.com';
  const time = { now: NOW, timings };
  const tlsPeers = vi.fn(async () => [failed]);
  const lookAtWildcard = (connectTo: string) => {
    const servers = { machines: () => expect.fail('a load balancer has no machines') };
    const certificate: PresentCertificate = { ...agentCertificate, hostname: url, atAws: attached };
    return lookFromOutside(certificate, albServer, { net: { tlsPeers }, servers, httpsPort: 443 }, NOW, { connectTo });
  };

  it('is ready to switch once its listener has the certificate, and active once its record leads there', async () => {
    const validation = { target: 'label.validation.service.net', state: 'ok' } as const;
    const installing = aDomain('installing', { url, serverId: albServer.id, validation, dnsStatus: 'pending' });
    const seen = await lookAtWildcard(installing.cname.target);
    expect(tlsPeers).toHaveBeenCalledWith(
      expect.objectContaining({
        hostname: expect.stringMatching(/^cps-\w+\.shop\.customer\.com$/),
        connectTo: installing.cname.target,
      }),
    );
    const { domain: ready } = decideOnInstallation(installing, seen, time);
    expect(ready).toMatchObject({ phase: 'awaiting-dns', diagnosis: { code: 'ready_to_switch' } });
    const matched: DnsObservation = { kind: 'cname-matched', evidence: [] };
    const { domain: led } = decideOnDns(ready as DomainIn<'awaiting-dns'>, { ...matched, validation: matched }, time);
    expect(decideOnInstallation(led as DomainIn<'installing'>, seen, time).domain).toMatchObject({
      phase: 'active',
      dnsStatus: 'validated',
      sslStatus: 'active',
    });
  });
});

describe('the daily check of a load balancer', () => {
  it('looks for no machine, and tells what the account lacks', () => {
    expect(lookAtMachines(albServer, 660, NOW)).toEqual({ kind: 'machines-heard' });
    const access = { checkedAt: NOW.toISOString(), problem, quotas: [] };
    expect(lookAtMachines({ ...albServer, access }, 660, NOW)).toEqual({
      kind: 'machines-silent',
      reason: 'action_denied',
      observed: 'acm:ImportCertificate',
    });
  });
});
