import { X509Certificate } from 'node:crypto';
import { leafFactsOf, leafPemOf } from '../../contract/certificate-text.ts';
import type { AwsWork } from '../model/aws-servers/work-list.schema.ts';
import type { CertificateFacts } from '../model/domains/issuance.schema.ts';
import { AMAZON_CA } from '../model/domains/renewal-time.ts';
import { awsInstaller } from '../model/servers/aws-installer.ts';
import type { ManagedTenant, ManagedTenantStore } from '../model/servers/managed-tenant.store.ts';
import type { CloudFrontServer } from '../model/servers/server.schema.ts';
import type { ServerReads } from '../model/servers/server.store.ts';
import type { Log } from '../shared/runtime/log.gateway.ts';
import type { Clock } from '../shared/time/clock.gateway.ts';
import type { RoleThere } from './assumed-role.gateway.ts';
import { AwsFailure } from './aws-failure.ts';
import type { Done } from './do-work.ts';

/** A distribution tenant, as CloudFront has it. */
export interface TenantThere {
  id: string;
  /** Of this version: a change of another is refused. */
  etag: string;
  /** It has our tag of this organization. */
  isOurs: boolean;
  isEnabled: boolean;
  /** What was changed last is everywhere by now. */
  isDeployed: boolean;
  certificateArn?: string | undefined;
}

/** The certificate that CloudFront gets for a tenant. */
export interface ManagedCertificateThere {
  status: 'pending' | 'issued' | 'failed';
  certificateArn?: string | undefined;
  /** What CloudFront says of it. */
  observed: string;
}

/** CloudFront in an integrator's account, one call each. Those that change something answer false where another was faster. */
export interface TenantsThere {
  /** By its id or by its name, which is that of the server's label and the hostname. */
  find(tenant: string): Promise<TenantThere | undefined>;
  createManaged(server: CloudFrontServer, of: ManagedTenant, name: string): Promise<TenantThere>;
  /** Of a tenant that is there. It stays, or becomes, enabled. */
  requestManaged(tenant: TenantThere, hostname: string): Promise<boolean>;
  /** Undefined where none was ever requested. */
  managedCertificate(tenantId: string): Promise<ManagedCertificateThere | undefined>;
  /** It becomes enabled, too. */
  attach(tenant: TenantThere, certificateArn: string): Promise<boolean>;
  disable(tenant: TenantThere): Promise<boolean>;
  delete(tenant: TenantThere): Promise<boolean>;
}

export interface ManagedPorts {
  tenants: Pick<ManagedTenantStore, 'get' | 'saveFound' | 'forget'>;
  servers: Pick<ServerReads, 'get'>;
  openCloudFront: (role: RoleThere) => Promise<{
    tenants: TenantsThere;
    certificates: {
      /** The PEM; undefined where it is not there. */
      read: (certificateArn: string) => Promise<string | undefined>;
      delete: (certificateArn: string) => Promise<'deleted' | 'in-use'>;
    };
  }>;
  clock: Clock;
  log: Log;
}

const NOTHING: Done = { kind: 'done', added: 0 };
/** CloudFront issues within minutes where DNS is right. */
const [FIRST_POLL_SECONDS, LAST_POLL_SECONDS] = [30, 900];
/** AWS renews when it likes. */
const READ_AGAIN_SECONDS = 3_600;
const BUSY_SECONDS = 60;
const LATER: Done = { kind: 'again', seconds: BUSY_SECONDS };

/** The tenant's name, which is unique in an account: whoever creates it twice finds it. */
export function tenantName(label: string, hostname: string): string {
  return `${label}-${hostname}`.slice(0, 128).replace(/[^a-z\d]+$/i, '');
}

/**
 * Has CloudFront get a certificate for a hostname, or deletes the hostname's tenant, as its row says. Each run does what is next
 * and writes down what it has found, so that one that was killed is repeated without harm.
 */
export async function doManagedWork(work: AwsWork, ports: ManagedPorts): Promise<Done> {
  const { organizationId, serverId, hostname } = work;
  const [tenant, server] = await Promise.all([
    ports.tenants.get(organizationId, serverId, hostname),
    ports.servers.get(organizationId, serverId),
  ]);
  if (tenant?.state === 'removed') return takeAway(tenant, work, ports);
  const isOver = tenant === undefined || tenant.deadlineAt <= ports.clock().toISOString();
  if (isOver || server?.type !== 'cloudfront') return NOTHING;
  if (!awsInstaller(server).isReady()) return { kind: 'parked' };
  try {
    return await answer(tenant, server, work, ports);
  } catch (error) {
    // What is in the way of all is noted at the server.
    if (!(error instanceof AwsFailure) || error.later || error.isOfTheServer) throw error;
    const problem = { ...error.problem, at: ports.clock().toISOString() };
    ports.log('warn', 'CloudFront has no certificate for a hostname', { ...problem, serverId, hostname });
    await ports.tenants.saveFound(tenant, { problem });
    return pollAgain(work);
  }
}

type OpenedAccount = Awaited<ReturnType<ManagedPorts['openCloudFront']>>;

async function answer(tenant: ManagedTenant, server: CloudFrontServer, work: AwsWork, ports: ManagedPorts): Promise<Done> {
  const account = await ports.openCloudFront(work);
  return (await readRenewed(tenant, account, ports)) ?? atTenant(tenant, server, work, account, ports);
}

/**
 * A renewal is one call: CloudFront puts its new certificate under the same ARN. Undefined where there is none yet, or it is gone.
 */
async function readRenewed(
  tenant: ManagedTenant,
  { certificates }: OpenedAccount,
  ports: ManagedPorts,
): Promise<Done | undefined> {
  const { certificateArn, formerFingerprint, replacedArn } = tenant;
  if (certificateArn === undefined || formerFingerprint === undefined || replacedArn !== undefined) return undefined;
  const facts = factsOf(await certificates.read(certificateArn));
  if (facts?.fingerprintSha256 === formerFingerprint) return { kind: 'again', seconds: READ_AGAIN_SECONDS };
  return facts && toAnswered(tenant, { facts }, ports);
}

/** What is next at the hostname's tenant: it is created, its certificate awaited, and attached. */
async function atTenant(
  tenant: ManagedTenant,
  server: CloudFrontServer,
  work: AwsWork,
  account: OpenedAccount,
  ports: ManagedPorts,
): Promise<Done> {
  const name = tenantName(server.label, tenant.hostname);
  const there = await account.tenants.find(tenant.tenantId ?? name);
  if (there === undefined) {
    const { id } = await account.tenants.createManaged(server, tenant, name);
    await ports.tenants.saveFound(tenant, { tenantId: id });
    return pollAgain(work);
  }
  if (!there.isOurs) throw new AwsFailure({ reason: 'hostname_taken_at_aws', observed: name }, undefined);
  const managed = await account.tenants.managedCertificate(there.id);
  if (managed?.status === 'pending') return pollAgain(work);
  if (managed?.status !== 'issued' || managed.certificateArn === undefined) {
    await account.tenants.requestManaged(there, tenant.hostname);
    if (managed === undefined) return pollAgain(work);
    throw new AwsFailure({ reason: 'managed_certificate_failed', observed: managed.observed }, undefined);
  }
  return toAttached(tenant, there, managed.certificateArn, work, account, ports);
}

async function toAttached(
  tenant: ManagedTenant,
  there: TenantThere,
  certificateArn: string,
  work: AwsWork,
  account: OpenedAccount,
  ports: ManagedPorts,
): Promise<Done> {
  const isAttached = there.isEnabled && there.certificateArn === certificateArn;
  if (!isAttached && !(await account.tenants.attach(there, certificateArn))) return { kind: 'again', seconds: 0 };
  const facts = factsOf(await account.certificates.read(certificateArn));
  if (facts === undefined) return pollAgain(work);
  await toAnswered(tenant, { facts, tenantId: there.id, certificateArn }, ports);
  return tenant.replacedArn === undefined ? NOTHING : deleteReplaced(tenant.replacedArn, tenant, account, ports);
}

async function toAnswered(
  tenant: ManagedTenant,
  found: Pick<ManagedTenant, 'facts' | 'tenantId' | 'certificateArn'>,
  { tenants }: ManagedPorts,
): Promise<Done> {
  await tenants.saveFound(tenant, { ...found, problem: undefined });
  return NOTHING;
}

/** Ours, in whose place CloudFront's own is now. It is in use until that is so everywhere. */
async function deleteReplaced(
  certificateArn: string,
  tenant: ManagedTenant,
  { certificates }: OpenedAccount,
  { tenants }: ManagedPorts,
): Promise<Done> {
  if ((await certificates.delete(certificateArn)) === 'in-use') return LATER;
  await tenants.saveFound(tenant, { replacedArn: undefined });
  return NOTHING;
}

/** CloudFront deletes a tenant only once it is disabled, and that is known everywhere. Its own certificate goes with it. */
async function takeAway(tenant: ManagedTenant, work: AwsWork, ports: ManagedPorts): Promise<Done> {
  const { hostname, replacedArn, tenantId } = tenant;
  if (work.givesUpAt !== undefined && work.givesUpAt <= ports.clock().toISOString()) {
    ports.log('error', 'what is left in an AWS account could not be taken away', { hostname, tenantId });
    return NOTHING;
  }
  const { tenants, certificates } = await ports.openCloudFront(work);
  const there = await tenants.find(tenantId ?? tenantName(work.label ?? '', hostname));
  if (there?.isOurs) {
    if (there.isEnabled) {
      await tenants.disable(there);
      return LATER;
    }
    if (!there.isDeployed || !(await tenants.delete(there))) return LATER;
  }
  if (replacedArn !== undefined && (await certificates.delete(replacedArn)) === 'in-use') return LATER;
  await ports.tenants.forget(tenant);
  return NOTHING;
}

function pollAgain({ tries }: AwsWork): Done {
  return { kind: 'again', seconds: Math.min(FIRST_POLL_SECONDS * 2 ** Math.floor(tries / 4), LAST_POLL_SECONDS) };
}

function factsOf(chainPem: string | undefined): CertificateFacts | undefined {
  const leaf = chainPem === undefined ? undefined : leafPemOf(chainPem);
  return leaf === undefined ? undefined : { ...leafFactsOf(new X509Certificate(leaf)), ca: AMAZON_CA };
}
