import { createHash } from 'node:crypto';
import type { AwsWork } from '../model/aws-servers/work-list.schema.ts';
import type { CertificateWithoutKey } from '../model/servers/certificate.schema.ts';
import type { AwsServer } from '../model/servers/server.schema.ts';
import type { AwsAccount } from './account.gateway.ts';
import type { Distributions, Tenant } from './distributions.gateway.ts';
import type { LoadBalancer } from './load-balancer.gateway.ts';

/** Serves a server's ACM certificates. Each method may be repeated after a run died halfway. */
export interface CertificateTarget {
  /** True when a renewal under the same ARN is served without another attach. */
  followsItsArn: boolean;
  /**
   * Serves a certificate; no change if it is already served. `unknown`: AWS does not know the certificate there, maybe not yet.
   * `changed`: somebody else changed it first.
   */
  attach(certificate: CertificateWithoutKey, certificateArn: string): Promise<'attached' | 'unknown' | 'changed'>;
  /** Stops serving the certificate. Returns the seconds until the next call; 0: done. */
  detach(hostname: string, certificateArn: string): Promise<number>;
}

/** Chosen by the server's type. For a deleted server, the work item has what its cleanup needs. */
export function targetOf(
  server: AwsServer | undefined,
  work: AwsWork,
  { balancer, distributions }: AwsAccount,
): CertificateTarget {
  if (server === undefined) {
    const { label = '', distributionId, listenerArn } = work;
    return distributionId === undefined ? listenerOf(listenerArn, balancer) : tenantsOf({ label, distributionId }, distributions);
  }
  switch (server.type) {
    case 'alb':
      return listenerOf(server.listenerArn, balancer);
    case 'cloudfront':
      return tenantsOf(server, distributions);
  }
}

/** Renewals are attached again, as somebody may have detached the certificate. */
function listenerOf(listenerArn: string, balancer: LoadBalancer): CertificateTarget {
  return {
    followsItsArn: false,
    attach: async (_, certificateArn) => ((await balancer.attach(listenerArn, certificateArn)) ? 'attached' : 'unknown'),
    async detach(_, certificateArn) {
      await balancer.detach(listenerArn, certificateArn);
      return 0;
    },
  };
}

interface WithTenants {
  label: string;
  distributionId: string;
  connectionGroupId?: string | undefined;
}

/** CloudFront takes some minutes for a change. */
const DISABLED_AFTER_SECONDS = 60;
/** After a concurrent change of the tenant. */
export const CHANGED_AGAIN_SECONDS = 1;

function tenantsOf({ label, distributionId, connectionGroupId }: WithTenants, there: Distributions): CertificateTarget {
  const nameOf = (hostname: string) => tenantName(label, hostname);
  return {
    followsItsArn: true,

    async attach(certificate, certificateArn) {
      const name = nameOf(certificate.hostname);
      const made = await there.create({ name, distributionId, connectionGroupId, certificateArn }, certificate);
      if (made !== 'exists') return made === 'created' ? 'attached' : 'unknown';
      const tenant = await there.tenant(name);
      if (tenant === undefined) return 'changed';
      const isServed = servesAlready(tenant, certificateArn) || (await there.setCertificate(tenant, certificateArn));
      return isServed ? 'attached' : 'changed';
    },

    detach: (hostname) => removeTenant(nameOf(hostname), there),
  };
}

/**
 * CloudFront deletes a tenant only once it is disabled everywhere. Returns the seconds until the next call; 0: the tenant is
 * gone.
 */
export async function removeTenant(name: string, there: Pick<Distributions, 'tenant' | 'disable' | 'delete'>): Promise<number> {
  const tenant = await there.tenant(name);
  if (tenant === undefined) return 0;
  if (tenant.isEnabled) return (await there.disable(tenant)) ? DISABLED_AFTER_SECONDS : CHANGED_AGAIN_SECONDS;
  if (!tenant.isDeployed) return DISABLED_AFTER_SECONDS;
  return (await there.delete(tenant)) ? 0 : CHANGED_AGAIN_SECONDS;
}

function servesAlready(tenant: Tenant, certificateArn: string): boolean {
  return tenant.isEnabled && tenant.certificateArn === certificateArn;
}

/** Two servers of an account never share a tenant. The hostname is hashed, as it may exceed a name's 128 characters. */
export function tenantName(label: string, hostname: string): string {
  return `cps-${label}-${createHash('sha256').update(hostname).digest('hex').slice(0, 32)}`;
}
