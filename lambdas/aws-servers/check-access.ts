import { parseListenerArn, parseRoleArn } from '../model/aws-servers/arns.ts';
import { permissionsPolicy } from '../model/aws-servers/role-policy.ts';
import { placeAtAws } from '../model/servers/aws-installer.ts';
import type { AlbServer, AwsAccess, AwsProblem, AwsServer, CloudFrontServer, UsedQuota } from '../model/servers/server.schema.ts';
import { monthOf } from '../shared/time/instant.ts';
import type { AwsAccount } from './account.gateway.ts';
import { AwsFailure } from './aws-failure.ts';
import { challengeRedirect } from './challenge-redirect.ts';
import { roleOf } from './place-and-role.ts';
import type { WorkerPorts } from './worker-ports.ts';

/** AWS's default, if the account's limit cannot be read. */
const CERTIFICATES_PER_BALANCER = 25;
/** AWS shows no other value, even after raising it. */
const TENANTS_PER_ACCOUNT = 10_000;

/** `address`: the target of the server's label, if the service maintains it. */
export interface AccessCheck {
  access: AwsAccess;
  address?: string;
}

/**
 * Checks if the service can do its work in an integrator's account, and how much of AWS's quotas is used. Read calls are made;
 * write calls are simulated by IAM, which names the missing action. Creates a missing rule for challenges. Throws if AWS is too
 * busy.
 */
export async function checkAccess(server: AwsServer, ports: WorkerPorts): Promise<AccessCheck> {
  const checkedAt = ports.clock().toISOString();
  const quotas = server.access?.quotas ?? [];
  const accessWith = (problem: Omit<AwsProblem, 'at'>): AccessCheck => ({
    access: { checkedAt, problem: { ...problem, at: checkedAt }, quotas },
  });
  if (server.type === 'alb' && !isOfOneAccount(server)) return accessWith({ reason: 'listener_of_other_account' });
  try {
    // A random external id.
    if (await ports.roles.acceptsAnyExternalId(roleOf(server), ports.newToken()))
      return accessWith({ reason: 'external_id_not_required' });
    const { quotas: counted, ...found } = await tryAccess(server, ports);
    return { access: { checkedAt, quotas: counted }, ...found };
  } catch (error) {
    if (!(error instanceof AwsFailure) || error.later) throw error;
    ports.roles.forget(roleOf(server));
    return accessWith(error.problem);
  }
}

function isOfOneAccount({ roleArn, listenerArn, httpListenerArn = listenerArn }: AlbServer): boolean {
  const accounts = [parseRoleArn(roleArn), parseListenerArn(listenerArn), parseListenerArn(httpListenerArn)];
  return new Set(accounts.map((arn) => arn?.accountId)).size === 1;
}

async function tryAccess(server: AwsServer, ports: WorkerPorts): Promise<{ quotas: UsedQuota[]; address?: string }> {
  const account = await ports.openAccount(roleOf(server));
  await requireActions(server, account, ports);
  const found = server.type === 'alb' ? await lookAtBalancer(server, account, ports) : await lookAtTenants(server, account);
  return { ...found, quotas: [...found.quotas, ...(await quotasOfCertificates(server, account, ports))] };
}

/** Creates the redirect rule for challenges if it is missing. */
async function lookAtBalancer(server: AlbServer, account: AwsAccount, ports: WorkerPorts) {
  const quotas = await quotaOfBalancer(server, account, ports);
  const { httpListenerArn, organizationId, label } = server;
  const { siteUrl } = ports.settings;
  if (httpListenerArn !== undefined && siteUrl !== undefined)
    await account.balancer.redirectChallenges(httpListenerArn, organizationId, challengeRedirect(siteUrl, label));
  return { quotas };
}

async function lookAtTenants(server: CloudFrontServer, { distributions }: AwsAccount) {
  await distributions.requireTenants(server.distributionId);
  const address = await distributions.routingEndpoint(server.connectionGroupId);
  const used = await countOrKeepLast('distribution_tenants', server, distributions.countTenants());
  return { address, quotas: [{ name: 'distribution_tenants' as const, used, limit: TENANTS_PER_ACCOUNT }] };
}

/** Policy statements whose actions the check itself calls. */
const TRIED = ['SeeWhatIsThere', 'SeeTheDistribution', 'SeeTheConnectionGroup', 'SeeWhatItIsAllowed'];

async function requireActions(server: AwsServer, { allowed }: AwsAccount, { serviceRoleArn }: WorkerPorts): Promise<void> {
  const { Statement } = permissionsPolicy({ ...server, serviceRoleArn });
  const others = Statement.filter(({ Sid }) => !TRIED.includes(Sid));
  const denied = await Promise.all(others.map((statement) => allowed.firstDenied(server.roleArn, statement)));
  const action = denied.find((one) => one !== undefined);
  if (action !== undefined) throw new AwsFailure({ reason: 'action_denied', action }, undefined);
}

/** Sums all TLS listeners, because the quota is per load balancer. Leaves out what AWS cannot tell. */
async function quotaOfBalancer(
  { listenerArn, httpListenerArn }: AlbServer,
  { balancer }: AwsAccount,
  { log }: WorkerPorts,
): Promise<UsedQuota[]> {
  const listeners = await balancer.listeners(parseListenerArn(listenerArn)?.loadBalancerArn ?? '');
  const own = listeners.find(({ arn }) => arn === listenerArn);
  const http = httpListenerArn === undefined || listeners.some(({ arn }) => arn === httpListenerArn);
  if (own === undefined || !http)
    throw new AwsFailure({ reason: 'listener_not_found', observed: own ? httpListenerArn : listenerArn }, undefined);
  if (own.protocol !== 'HTTPS') throw new AwsFailure({ reason: 'listener_without_tls', observed: own.protocol }, undefined);
  const withTls = listeners.filter(({ protocol }) => protocol === 'HTTPS');
  try {
    const counts = await Promise.all(withTls.map(({ arn }) => balancer.countCertificates(arn)));
    const limit = (await balancer.certificateLimit()) ?? CERTIFICATES_PER_BALANCER;
    return [{ name: 'certificates_per_load_balancer', used: counts.reduce((sum, count) => sum + count, 0), limit }];
  } catch (error) {
    if (!(error instanceof AwsFailure) || error.later || error.problem.reason !== 'aws_unavailable') throw error;
    log('warn', 'a load balancer’s certificates cannot be counted', { listenerArn, cause: error });
    return [];
  }
}

/** If AWS is too busy to list, the last count stays. */
async function countOrKeepLast(name: UsedQuota['name'], { access }: AwsServer, counting: Promise<number>): Promise<number> {
  try {
    return await counting;
  } catch (error) {
    const lastCount = access?.quotas.find((quota) => quota.name === name)?.used;
    if (error instanceof AwsFailure && error.later && lastCount !== undefined) return lastCount;
    throw error;
  }
}

/** Counts only this service's imports: AWS does not show others. */
async function quotasOfCertificates(
  server: AwsServer,
  { certificates, quotas }: AwsAccount,
  { awsWork, clock }: WorkerPorts,
): Promise<UsedQuota[]> {
  const [limits, held, { imports }] = await Promise.all([
    quotas.limits(),
    countOrKeepLast('certificates_in_acm', server, certificates.countImported()),
    awsWork.state(placeAtAws(server)),
  ]);
  const yearAgo = monthOf(new Date(clock().getTime() - 365 * 86_400_000));
  const imported = Object.entries(imports).filter(([month]) => month >= yearAgo);
  return [
    { name: 'certificates_in_acm', used: held, limit: limits.held },
    { name: 'imports_per_year', used: imported.reduce((sum, [, count]) => sum + count, 0), limit: limits.importsPerYear },
  ];
}
