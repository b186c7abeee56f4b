import { SDK_LIMITS } from '../shared/aws/sdk-limits.ts';
import { type AllowedActions, allowedActions } from './allowed-actions.gateway.ts';
import type { AccountRole, AssumedRoles, SessionCredentials } from './assumed-role.gateway.ts';
import { type CertificateManager, certificateManager } from './certificate-manager.gateway.ts';
import { type CertificateQuotas, certificateQuotas } from './certificate-quotas.gateway.ts';
import { type Distributions, distributions } from './distributions.gateway.ts';
import { type LoadBalancer, loadBalancer } from './load-balancer.gateway.ts';
import { type TaggedCertificates, taggedCertificates } from './tagged-certificates.gateway.ts';

export interface AwsAccount {
  certificates: CertificateManager;
  tagged: TaggedCertificates;
  balancer: LoadBalancer;
  distributions: Distributions;
  allowed: AllowedActions;
  quotas: CertificateQuotas;
}
export type OpenAccount = (role: AccountRole) => Promise<AwsAccount>;

/** Assumes the role at the first call, and again when its credentials expire. */
export function accountOpener(roles: Pick<AssumedRoles, 'credentials'>): OpenAccount {
  const opened = new WeakMap<SessionCredentials, AwsAccount>();
  return async (role) => {
    const credentials = await roles.credentials(role);
    const found = opened.get(credentials);
    if (found) return found;
    const config = { ...SDK_LIMITS, region: role.region, credentials, maxAttempts: 2 };
    const account = {
      certificates: certificateManager(config),
      tagged: taggedCertificates(config),
      balancer: loadBalancer(config),
      distributions: distributions(config),
      allowed: allowedActions(config),
      quotas: certificateQuotas(config),
    };
    opened.set(credentials, account);
    return account;
  };
}
