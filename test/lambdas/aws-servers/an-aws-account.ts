import { vi } from 'vitest';
import type { AwsAccount } from '../../../lambdas/aws-servers/account.gateway.ts';
import { AwsFailure } from '../../../lambdas/aws-servers/aws-failure.ts';
import type { Tenant } from '../../../lambdas/aws-servers/distributions.gateway.ts';
import type { AlbServer, AwsProblem, CloudFrontServer } from '../../../lambdas/model/servers/server.schema.ts';
import { addSeconds } from '../../../lambdas/shared/time/instant.ts';
import { NOW } from '../a-domain.ts';

const ACCOUNT = '111122223333';
const REGION = 'eu-north-1';
export const PLACE = { accountId: ACCOUNT, region: REGION };
const BALANCING = `arn:aws:elasticloadbalancing:${REGION}:${ACCOUNT}`;
export const LISTENER = `${BALANCING}:listener/app/shop/50dc6c495c0c9188/f2f7dc8efc522ab2`;
export const HTTP_LISTENER = `${BALANCING}:listener/app/shop/50dc6c495c0c9188/0123456789abcdef`;
export const ROLE = `arn:aws:iam::${ACCOUNT}:role/certificates`;

export const albServer: AlbServer = {
  organizationId: 'org_A',
  id: 7,
  name: 'Shops',
  label: 'abcdefghijklmnop',
  createdAt: NOW.toISOString(),
  type: 'alb',
  roleArn: ROLE,
  listenerArn: LISTENER,
  region: REGION,
  access: { checkedAt: NOW.toISOString(), quotas: [{ name: 'certificates_per_load_balancer', used: 3, limit: 25 }] },
  stepDueAt: addSeconds(NOW, 86_400),
};

export const cloudFrontServer: CloudFrontServer = {
  organizationId: 'org_A',
  id: 8,
  name: 'Edge',
  label: 'ponmlkjihgfedcba',
  createdAt: NOW.toISOString(),
  type: 'cloudfront',
  roleArn: ROLE,
  distributionId: 'E1A2B3C4D5E6F7',
  access: { checkedAt: NOW.toISOString(), quotas: [{ name: 'distribution_tenants', used: 3, limit: 10_000 }] },
  stepDueAt: addSeconds(NOW, 86_400),
};

interface Held {
  fingerprint: string;
  hostname: string;
  domainId: number;
}

interface HeldTenant {
  isEnabled: boolean;
  isDeployed: boolean;
  certificateArn?: string | undefined;
  hostname: string;
}

/** An integrator's AWS account: ACM certificates, a listener and a distribution. Records all calls. */
export function anAwsAccount(region = REGION) {
  const held = new Map<string, Held>();
  const attached = new Set<string>();
  /** Tenants by name. Each change increases the version. */
  const tenants = new Map<string, HeldTenant>();
  let version = 0;
  const calls: string[] = [];
  const failures = new Map<string, AwsFailure[]>();
  /** Called before and after each call's effect. */
  const hooks = { before: (_call: string) => {}, after: (_call: string) => {} };
  let made = 0;

  async function call<T>(name: string, work: () => T): Promise<T> {
    calls.push(name);
    const [failure] = failures.get(name)?.splice(0, 1) ?? [];
    if (failure) throw failure;
    hooks.before(name);
    const answer = work();
    hooks.after(name);
    return answer;
  }

  function changed({ etag, found: { Name = '' } }: Tenant, changes: Partial<HeldTenant>): boolean {
    const present = tenants.get(Name);
    if (present === undefined || etag !== String(version)) return false;
    version += 1;
    tenants.set(Name, { ...present, ...changes });
    return true;
  }

  const account: AwsAccount = {
    certificates: {
      import: ({ facts, hostname, domainId }, _key, arn) =>
        call('import', () => {
          if (arn !== undefined && !held.has(arn)) return;
          made += 1;
          const at = arn ?? `arn:aws:acm:${region}:${ACCOUNT}:certificate/${made}`;
          held.set(at, { fingerprint: facts.fingerprintSha256, hostname, domainId });
          return at;
        }),
      delete: (arn) =>
        call('delete', () => {
          if (attached.has(arn) || [...tenants.values()].some((one) => one.certificateArn === arn)) return 'in-use';
          held.delete(arn);
          return 'deleted';
        }),
      read: () => call('read', () => undefined),
      countImported: () => call('list', () => held.size),
    },
    tagged: {
      find: ({ domainId }) => call('find', () => [...held].filter(([, one]) => one.domainId === domainId).map(([arn]) => arn)),
    },
    balancer: {
      attach: (_, arn) =>
        call('attach', () => {
          if (!held.has(arn)) return false;
          attached.add(arn);
          return true;
        }),
      detach: (_, arn) => call('detach', () => void attached.delete(arn)),
      listeners: () =>
        call('listeners', () => [
          { arn: LISTENER, protocol: 'HTTPS' },
          { arn: HTTP_LISTENER, protocol: 'HTTP' },
        ]),
      countCertificates: () => call('count', () => attached.size),
      certificateLimit: () => call('limit', () => 25),
      redirectChallenges: () => call('redirect', () => undefined),
      removeRedirect: () => call('remove-redirect', () => undefined),
    },
    distributions: {
      requireTenants: () => call('distribution', () => undefined),
      routingEndpoint: () => call('endpoint', () => 'd111111abcdef8.cloudfront.net'),
      countTenants: () => call('count-tenants', () => tenants.size),
      tenant: (name) =>
        call('tenant', () => {
          const found = tenants.get(name);
          return found && { ...found, etag: String(version), found: { Name: name } };
        }),
      create: ({ name, certificateArn }, { hostname }) =>
        call('create-tenant', () => {
          if (tenants.has(name)) return 'exists';
          if (!held.has(certificateArn)) return 'unknown';
          version += 1;
          tenants.set(name, { isEnabled: true, isDeployed: false, certificateArn, hostname });
          return 'created';
        }),
      createManaged: () => call('create-managed', () => 'created' as const),
      requestManaged: () => call('request-managed', () => true),
      managedCertificate: () => call('managed', () => undefined),
      setCertificate: (tenant, certificateArn) =>
        call('set-certificate', () => changed(tenant, { certificateArn, isEnabled: true, isDeployed: false })),
      disable: (tenant) => call('disable', () => changed(tenant, { isEnabled: false, isDeployed: false })),
      delete: (tenant) =>
        call('delete-tenant', () => {
          const now = tenants.get(String(tenant.found.Name));
          return now?.isEnabled === false && now.isDeployed && tenants.delete(String(tenant.found.Name));
        }),
    },
    allowed: { firstDenied: () => call('simulate', () => undefined) },
    quotas: { limits: () => call('quotas', () => ({ held: 2_500, importsPerYear: 5_000 })) },
  };
  return {
    account,
    held,
    attached,
    tenants,
    /** A concurrent change of a tenant. */
    touch: () => {
      version += 1;
    },
    calls,
    hooks,
    open: vi.fn(async () => account),
    fails: (name: string, ...next: AwsFailure[]) => failures.set(name, next),
  };
}
export type FakeAccount = ReturnType<typeof anAwsAccount>;

export function failure(reason: AwsProblem['reason'], more: Partial<AwsProblem> = {}): AwsFailure {
  return new AwsFailure({ reason, ...more }, undefined, reason === 'aws_throttled' ? 'account' : undefined);
}
