import { createHash } from 'node:crypto';
import type { AwsWork } from '../model/aws-servers/work-list.schema.ts';
import type { CertificateWithoutKey } from '../model/servers/certificate.schema.ts';
import type { AwsServer } from '../model/servers/server.schema.ts';
import type { AccountThere } from './account.gateway.ts';
import type { Distributions, Tenant } from './distributions.gateway.ts';
import type { LoadBalancer } from './load-balancer.gateway.ts';

/** What serves certificates of ACM, of one server. Everything here may be called again after it died half-way. */
export interface CertificateTarget {
  /** Whether a renewal under the same ARN is served without being attached again. */
  followsItsArn: boolean;
  /**
   * Has a certificate served. Of one that is served already nothing changes. `unknown`: it is not known there, or not yet;
   * `changed`: somebody was faster.
   */
  attach(certificate: CertificateWithoutKey, certificateArn: string): Promise<'attached' | 'unknown' | 'changed'>;
  /** Ends that. Answers in how many seconds it is to be called again; 0: it is done. */
  detach(hostname: string, certificateArn: string): Promise<number>;
}

/** By the server's type. What is left of a server that is gone is taken away by what the work says of it. */
export function targetOf(
  server: AwsServer | undefined,
  work: AwsWork,
  { balancer, distributions }: AccountThere,
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

/** It is attached again, as somebody may have detached it. */
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

/** CloudFront needs some minutes for a change. */
const DISABLED_AFTER_SECONDS = 60;
/** Somebody else has changed the tenant at the same time. */
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
 * CloudFront deletes a tenant only once it is disabled, and that is known everywhere. Answers in how many seconds it is to be
 * called again; 0: there is none any more.
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

/** Two servers of one account never share a tenant. A hostname may be longer than the 128 characters of a name. */
export function tenantName(label: string, hostname: string): string {
  return `cps-${label}-${createHash('sha256').update(hostname).digest('hex').slice(0, 32)}`;
}
