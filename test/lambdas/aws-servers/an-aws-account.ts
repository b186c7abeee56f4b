import { vi } from 'vitest';
import type { AccountThere } from '../../../lambdas/aws-servers/account.gateway.ts';
import { AwsFailure } from '../../../lambdas/aws-servers/aws-failure.ts';
import type { AlbServer, AwsProblem } from '../../../lambdas/model/servers/server.schema.ts';
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

interface Held {
  fingerprint: string;
  hostname: string;
  domainId: number;
}

/** An integrator's account: what ACM and a listener have there, and each call that was made. */
export function anAwsAccount() {
  const held = new Map<string, Held>();
  const attached = new Set<string>();
  const calls: string[] = [];
  const failures = new Map<string, AwsFailure[]>();
  /** Told before and after each call has had its effect. */
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

  const account: AccountThere = {
    certificates: {
      import: ({ facts, hostname, domainId }, _key, arn) =>
        call('import', () => {
          if (arn !== undefined && !held.has(arn)) return;
          made += 1;
          const at = arn ?? `arn:aws:acm:${REGION}:${ACCOUNT}:certificate/${made}`;
          held.set(at, { fingerprint: facts.fingerprintSha256, hostname, domainId });
          return at;
        }),
      delete: (arn) =>
        call('delete', () => {
          if (attached.has(arn)) return 'in-use';
          held.delete(arn);
          return 'deleted';
        }),
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
    allowed: { firstDenied: () => call('simulate', () => undefined) },
    quotas: { limits: () => call('quotas', () => ({ held: 2_500, importsPerYear: 5_000 })) },
  };
  return {
    account,
    held,
    attached,
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
