import { X509Certificate } from 'node:crypto';
import { leafFactsOf, leafPemOf } from '../../contract/certificate-text.ts';
import type { AwsWork } from '../model/aws-servers/work-list.schema.ts';
import type { CertificateFacts } from '../model/domains/issuance.schema.ts';
import { AMAZON_CA } from '../model/domains/renewal-time.ts';
import { awsInstaller, placeAtAws } from '../model/servers/aws-installer.ts';
import type { ManagedTenant } from '../model/servers/managed-tenant.store.ts';
import type { CloudFrontServer } from '../model/servers/server.schema.ts';
import type { AwsAccount } from './account.gateway.ts';
import { AwsFailure } from './aws-failure.ts';
import { removeTenant, tenantName } from './certificate-target.ts';
import type { Tenant } from './distributions.gateway.ts';
import { isSamePlace, roleOf } from './place-and-role.ts';
import type { WorkResult } from './work-result.ts';
import type { WorkerPorts } from './worker-ports.ts';

const NOTHING: WorkResult = { kind: 'done' };
/** CloudFront issues within minutes if DNS is correct. */
const [FIRST_POLL_SECONDS, LAST_POLL_SECONDS] = [30, 900];
/** AWS renews at a time of its own choice. */
const READ_AGAIN_SECONDS = 3_600;
const BUSY_SECONDS = 60;
const LATER: WorkResult = { kind: 'again', seconds: BUSY_SECONDS };

/**
 * Lets CloudFront get a hostname's certificate, or deletes its tenant, as the row says. Each run takes the next step and saves
 * the result, so that a killed run can be repeated.
 */
export async function doManagedWork(work: AwsWork, ports: WorkerPorts): Promise<WorkResult> {
  const { organizationId, serverId, hostname } = work;
  const [tenant, server] = await Promise.all([
    ports.managedTenants.get(organizationId, serverId, hostname),
    ports.servers.get(organizationId, serverId),
  ]);
  const here = server?.type === 'cloudfront' && isSamePlace(work, placeAtAws(server)) ? server : undefined;
  if (tenant?.state === 'removed') return takeAway(tenant, here, work, ports);
  const isOver = tenant === undefined || tenant.deadlineAt <= ports.clock().toISOString();
  if (isOver || !here?.managed) return NOTHING;
  if (!awsInstaller(here).isReady()) return { kind: 'parked' };
  try {
    return await answer(tenant, here, work, ports);
  } catch (error) {
    // Problems that affect everything are saved at the server.
    if (!(error instanceof AwsFailure) || error.later || error.isOfTheServer) throw error;
    const problem = { ...error.problem, at: ports.clock().toISOString() };
    ports.log('warn', 'CloudFront has no certificate for a hostname', { ...problem, serverId, hostname });
    await ports.managedTenants.saveFound(tenant, { problem });
    return pollAgain(work);
  }
}

async function answer(tenant: ManagedTenant, server: CloudFrontServer, work: AwsWork, ports: WorkerPorts): Promise<WorkResult> {
  const account = await ports.openAccount(roleOf(server));
  return (await readRenewed(tenant, account, ports)) ?? atTenant(tenant, server, work, account, ports);
}

/**
 * Checks a renewal with one call, because CloudFront renews under the same ARN. Undefined if there is no certificate yet, it is
 * gone, or it was not served: then the tenant itself is read.
 */
async function readRenewed(
  tenant: ManagedTenant,
  { certificates }: AwsAccount,
  ports: WorkerPorts,
): Promise<WorkResult | undefined> {
  const { certificateArn, formerFingerprint, replacedArn, wasNotServed } = tenant;
  if (certificateArn === undefined || formerFingerprint === undefined) return undefined;
  if (replacedArn !== undefined || wasNotServed) return undefined;
  const facts = factsOf(await certificates.read(certificateArn));
  if (facts?.fingerprintSha256 === formerFingerprint) return { kind: 'again', seconds: READ_AGAIN_SECONDS };
  return facts && toAnswered(tenant, { facts }, ports);
}

/** Takes the next step at the hostname's tenant: creates it, waits for its certificate, attaches it. */
async function atTenant(
  tenant: ManagedTenant,
  server: CloudFrontServer,
  work: AwsWork,
  account: AwsAccount,
  ports: WorkerPorts,
): Promise<WorkResult> {
  const { distributions } = account;
  const { hostname } = tenant;
  const name = tenantName(server.label, hostname);
  const there = await distributions.tenant(name);
  if (there === undefined) {
    const { distributionId, connectionGroupId } = server;
    const made = await distributions.createManaged({ name, distributionId, connectionGroupId }, tenant);
    return { ...pollAgain(work), added: made === 'created' ? 1 : 0, server, isManaged: true };
  }
  const managed = await distributions.managedCertificate(there);
  if (managed?.status === 'pending') return pollAgain(work);
  if (managed?.status !== 'issued' || managed.certificateArn === undefined) {
    await distributions.requestManaged(there, hostname);
    if (managed === undefined) return pollAgain(work);
    throw new AwsFailure({ reason: 'managed_certificate_failed', observed: managed.observed }, undefined);
  }
  return toAttached(tenant, there, managed.certificateArn, work, account, ports);
}

async function toAttached(
  tenant: ManagedTenant,
  there: Tenant,
  certificateArn: string,
  work: AwsWork,
  account: AwsAccount,
  ports: WorkerPorts,
): Promise<WorkResult> {
  const isAttached = there.isEnabled && there.certificateArn === certificateArn;
  if (!isAttached && !(await account.distributions.setCertificate(there, certificateArn))) return pollAgain(work);
  const facts = factsOf(await account.certificates.read(certificateArn));
  if (facts === undefined) return pollAgain(work);
  if (facts.fingerprintSha256 === tenant.formerFingerprint) return { kind: 'again', seconds: READ_AGAIN_SECONDS };
  await toAnswered(tenant, { facts, certificateArn }, ports);
  return tenant.replacedArn === undefined ? NOTHING : deleteReplaced(tenant.replacedArn, tenant, account, ports);
}

async function toAnswered(
  tenant: ManagedTenant,
  found: Pick<ManagedTenant, 'facts' | 'certificateArn'>,
  { managedTenants }: WorkerPorts,
): Promise<WorkResult> {
  await managedTenants.saveFound(tenant, { ...found, problem: undefined });
  return NOTHING;
}

/** Deletes the imported certificate that CloudFront's own one replaced. It is in use until the change is deployed everywhere. */
async function deleteReplaced(
  certificateArn: string,
  tenant: ManagedTenant,
  { certificates }: AwsAccount,
  { managedTenants }: WorkerPorts,
): Promise<WorkResult> {
  if ((await certificates.delete(certificateArn)) === 'in-use') return LATER;
  await managedTenants.saveFound(tenant, { replacedArn: undefined });
  return NOTHING;
}

/** CloudFront deletes its own certificate with the tenant. */
async function takeAway(
  tenant: ManagedTenant,
  server: CloudFrontServer | undefined,
  work: AwsWork,
  ports: WorkerPorts,
): Promise<WorkResult> {
  const { organizationId, serverId, hostname } = tenant;
  const row = await ports.certificates.get(organizationId, serverId, hostname);
  const { distributions, certificates } = await ports.openAccount(server ? roleOf(server) : work);
  // The domain has returned with an imported certificate, which uses the tenant now.
  const isOfAnother = row?.state === 'present';
  const seconds = isOfAnother ? 0 : await removeTenant(tenantName(work.label ?? '', hostname), distributions);
  if (seconds > 0) return { kind: 'again', seconds };
  const replacedArn = row?.atAws?.certificateArn === tenant.replacedArn ? undefined : tenant.replacedArn;
  if (replacedArn !== undefined && (await certificates.delete(replacedArn)) === 'in-use') return LATER;
  await ports.managedTenants.forget(tenant);
  return isOfAnother ? NOTHING : { kind: 'done', added: -1, server, isManaged: true };
}

function pollAgain({ tries }: AwsWork): Extract<WorkResult, { kind: 'again' }> {
  return { kind: 'again', seconds: Math.min(FIRST_POLL_SECONDS * 2 ** Math.floor(tries / 4), LAST_POLL_SECONDS) };
}

function factsOf(chainPem: string | undefined): CertificateFacts | undefined {
  const leaf = chainPem === undefined ? undefined : leafPemOf(chainPem);
  return leaf === undefined ? undefined : { ...leafFactsOf(new X509Certificate(leaf)), ca: AMAZON_CA };
}
