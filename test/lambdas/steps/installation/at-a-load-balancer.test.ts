import { describe, expect, it } from 'vitest';
import { lookAtMachines } from '../../../../lambdas/checks/look-at-server.ts';
import { decideOnInstallation } from '../../../../lambdas/lifecycle/installation-transition.ts';
import type { CertificateAtAws, PresentCertificate } from '../../../../lambdas/model/servers/certificate.schema.ts';
import type { AlbServer } from '../../../../lambdas/model/servers/server.schema.ts';
import { lookFromOutside } from '../../../../lambdas/steps/installation/verify-installation.ts';
import { aDomain, issued, NOW, timings } from '../../a-domain.ts';
import { albServer } from '../../aws-servers/an-aws-account.ts';
import { certificate as agentCertificate } from '../../edge/an-agent.ts';

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
