import { type AwsWork, type AwsWorkList, placeOfArn } from '../model/aws-servers/work-list.schema.ts';
import { awsInstaller, placeAtAws } from '../model/servers/aws-installer.ts';
import type {
  Certificate,
  CertificateAtAws,
  CertificateWithoutKey,
  PresentCertificate,
} from '../model/servers/certificate.schema.ts';
import type { AwsServer, Server } from '../model/servers/server.schema.ts';
import { isAwsServer } from '../model/servers/server.ts';
import { omit } from '../shared/rows/omit.ts';
import type { AwsAccount } from './account.gateway.ts';
import { AwsFailure } from './aws-failure.ts';
import { CHANGED_AGAIN_SECONDS, targetOf } from './certificate-target.ts';
import { challengeRedirect } from './challenge-redirect.ts';
import { doManagedWork } from './managed-tenant.ts';
import { isSamePlace, roleOf } from './place-and-role.ts';
import type { WorkResult } from './work-result.ts';
import type { WorkerPorts } from './worker-ports.ts';

const NOTHING: WorkResult = { kind: 'done' };
/** AWS Certificate Manager, "API rate quotas": per account and region, for all callers. */
const MS_BETWEEN_IMPORTS = 1_000;
/** A new import is not known everywhere at once. */
const KNOWN_AFTER_SECONDS = 5;
/** After this time it never will be, or it was deleted. */
const KNOWN_AT_LAST_MS = 60_000;

/** Does one work item, even if an earlier run died after a part of it. Throws AwsFailure. */
export async function doWork(work: AwsWork, list: AwsWorkList, ports: WorkerPorts): Promise<WorkResult> {
  const { organizationId, serverId, hostname, listenerArn, certificateArn, givesUpAt } = work;
  if (givesUpAt !== undefined && givesUpAt <= ports.clock().toISOString()) {
    const left = { organizationId, serverId, hostname, listenerArn, certificateArn };
    ports.log('error', 'what is left in an AWS account could not be taken away', left);
    return NOTHING;
  }
  if (work.kind === 'managed') return doManagedWork(work, ports);
  const [row, found] = await Promise.all([
    ports.certificates.get(organizationId, serverId, hostname),
    ports.servers.get(organizationId, serverId),
  ]);
  if (work.kind === 'rule') return removeRule(work, found, ports);
  const server = found && isAwsServer(found) && isSamePlace(work, placeAtAws(found)) ? found : undefined;
  if (server && !awsInstaller(server).isReady()) return { kind: 'parked' };
  const isElsewhere = row?.atAws?.certificateArn !== undefined && !isSamePlace(work, placeOfArn(row.atAws.certificateArn));
  const certificate = row && isElsewhere ? omit(row, 'atAws') : row;
  if (certificate?.state !== 'present') return cleanUpAtAws(work, certificate, server, ports);
  return server ? installCertificate(certificate, server, work, list, ports) : cleanUpAtAws(work, undefined, undefined, ports);
}

/** Uses the role that created the rule. The rule stays if its server names the listener again. */
async function removeRule(
  work: AwsWork,
  server: Server | undefined,
  { openAccount, settings }: WorkerPorts,
): Promise<WorkResult> {
  const { listenerArn, label } = work;
  const { siteUrl } = settings;
  if (siteUrl === undefined || label === undefined) return NOTHING;
  if (server?.type === 'alb' && server.label === label && server.httpListenerArn === listenerArn) return NOTHING;
  const { balancer } = await openAccount(work);
  await balancer.removeRedirect(listenerArn, challengeRedirect(siteUrl, label));
  return NOTHING;
}

/** Installs a certificate. Saves each step before the next one begins. */
async function installCertificate(
  certificate: PresentCertificate,
  server: AwsServer,
  work: AwsWork,
  list: AwsWorkList,
  ports: WorkerPorts,
): Promise<WorkResult> {
  const { atAws = {}, facts } = certificate;
  const isImported = atAws.fingerprintSha256 === facts.fingerprintSha256 && atAws.certificateArn !== undefined;
  if (isImported && atAws.attachedAt !== undefined) {
    if (atAws.problem) await ports.awsServers.saveCertificate(certificate, omit(atAws, 'problem'));
    return NOTHING;
  }
  const until = nextImport(list);
  if (!isImported && ports.clock() < until) return { kind: 'early', until };
  const account = await ports.openAccount(roleOf(server));
  const imported = isImported ? omit(atAws, 'problem') : await importInto(atAws, certificate, account, work, list, ports);
  if (imported === 'key-lost') return NOTHING;
  if (imported === 'was-deleted') return { kind: 'again', seconds: 0 };
  return attach(imported, certificate, server, account, work, ports);
}

function nextImport({ lastImportAt = '1970-01-01T00:00:00.000Z' }: AwsWorkList): Date {
  return new Date(Date.parse(lastImportAt) + MS_BETWEEN_IMPORTS);
}

async function attach(
  imported: CertificateAtAws,
  certificate: PresentCertificate,
  server: AwsServer,
  account: AwsAccount,
  work: AwsWork,
  ports: WorkerPorts,
): Promise<WorkResult> {
  const { atAws: before = {} } = certificate;
  const target = targetOf(server, work, account);
  const isServed = target.followsItsArn && isRenewalOf(before, imported) && !certificate.wasNotServed;
  const attached = isServed ? 'attached' : await target.attach(certificate, imported.certificateArn ?? '');
  if (attached === 'changed') return { kind: 'again', seconds: CHANGED_AGAIN_SECONDS };
  if (attached === 'unknown') return waitUntilKnown(imported, certificate, account, ports);
  await ports.awsServers.saveCertificate(certificate, { ...imported, attachedAt: ports.clock().toISOString() });
  return { kind: 'done', added: before.attachedAt === undefined ? 1 : 0, server };
}

/** True when it renews a served certificate under the same ARN. */
function isRenewalOf(before: CertificateAtAws, { certificateArn }: CertificateAtAws): boolean {
  return before.attachedAt !== undefined && before.certificateArn === certificateArn;
}

/** If its server never learns of the certificate, it is deleted, so that another can be imported. */
async function waitUntilKnown(
  { certificateArn = '', importedAt = '' }: CertificateAtAws,
  certificate: PresentCertificate,
  { certificates }: AwsAccount,
  { awsServers, clock }: WorkerPorts,
): Promise<WorkResult> {
  if (clock().getTime() < Date.parse(importedAt) + KNOWN_AT_LAST_MS) return { kind: 'again', seconds: KNOWN_AFTER_SECONDS };
  if ((await certificates.delete(certificateArn)) === 'deleted') await awsServers.saveCertificate(certificate, {});
  throw new AwsFailure({ reason: 'aws_unavailable', observed: `CertificateNotFound: ${certificateArn}` }, undefined);
}

/** A renewal replaces the old certificate under the same ARN. */
async function importInto(
  atAws: CertificateAtAws,
  certificate: PresentCertificate,
  { certificates, tagged }: AwsAccount,
  work: AwsWork,
  list: AwsWorkList,
  ports: WorkerPorts,
): Promise<CertificateAtAws | 'was-deleted' | 'key-lost'> {
  const now = ports.clock();
  const { awsServers: rows, awsWork } = ports;
  const isOpen = atAws.certificateArn === undefined && atAws.notedAt !== undefined;
  const arn = isOpen ? (await tagged.find(certificate))[0] : atAws.certificateArn;
  if (arn === undefined && !isOpen) await rows.saveCertificate(certificate, { notedAt: now.toISOString() });
  const privateKey = await ports.releasePrivateKey(certificate, now);
  if (privateKey === undefined) return 'key-lost';
  const counted = await awsWork.countImport(work, list, now);
  const certificateArn = await certificates.import(certificate, privateKey, arn).catch(async (error: unknown) => {
    if (error instanceof AwsFailure && error.problem.reason !== 'aws_unavailable')
      await awsWork.giveImportBack(work, counted, now);
    if (arn !== undefined && (await isGone(certificate, arn, tagged, error))) return;
    throw error;
  });
  if (certificateArn === undefined) {
    await rows.saveCertificate(certificate, {});
    return 'was-deleted';
  }
  const { fingerprintSha256, notAfter } = certificate.facts;
  const next = { certificateArn, fingerprintSha256, notAfter, importedAt: ports.clock().toISOString() };
  await rows.saveCertificate(certificate, next);
  return next;
}

/** Finds by tags what a run imported before it died. */
async function arnsOf(
  certificate: Certificate | undefined,
  certificateArn: string | undefined,
  { tagged }: AwsAccount,
): Promise<string[]> {
  if (certificateArn !== undefined) return [certificateArn];
  return certificate ? tagged.find(certificate) : [];
}

async function deleteInAcm(
  arn: string,
  certificate: Certificate | undefined,
  { certificates, tagged }: AwsAccount,
): Promise<void> {
  const deleted = await certificates.delete(arn).catch(async (error: unknown) => {
    if (certificate && (await isGone(certificate, arn, tagged, error))) return 'deleted';
    throw error;
  });
  if (deleted === 'in-use') throw new AwsFailure({ reason: 'certificate_in_use', observed: arn }, undefined);
}

/** The hostname's tenant then belongs to CloudFront's own certificate. */
async function hasManagedCertificate(
  { organizationId, serverId, hostname }: AwsWork,
  certificate: Certificate | undefined,
  managedTenants: WorkerPorts['managedTenants'],
): Promise<boolean> {
  return certificate?.state === 'managed' || (await managedTenants.get(organizationId, serverId, hostname))?.state === 'wanted';
}

/** The policy depends on tags: for a missing certificate AWS may answer access denied. */
async function isGone(
  certificate: CertificateWithoutKey,
  arn: string,
  tagged: AwsAccount['tagged'],
  error: unknown,
): Promise<boolean> {
  const isDenied = error instanceof AwsFailure && error.problem.reason === 'action_denied';
  return isDenied && !(await tagged.find(certificate)).includes(arn);
}

/** A certificate that is still served stays and is retried. */
async function cleanUpAtAws(
  work: AwsWork,
  certificate: Certificate | undefined,
  server: AwsServer | undefined,
  { openAccount, awsServers, managedTenants }: WorkerPorts,
): Promise<WorkResult> {
  const { certificateArn = work.certificateArn, notedAt, attachedAt } = certificate?.atAws ?? {};
  if (certificateArn === undefined && notedAt === undefined) return NOTHING;
  // If the hostname returns meanwhile, it must be attached again.
  if (certificate?.atAws && attachedAt !== undefined)
    await awsServers.saveCertificate(certificate, omit(certificate.atAws, 'attachedAt'));
  const isManaged = await hasManagedCertificate(work, certificate, managedTenants);
  const account = await openAccount(server ? roleOf(server) : work);
  const target = isManaged ? undefined : targetOf(server, work, account);
  for (const arn of await arnsOf(certificate, certificateArn, account)) {
    const seconds = (await target?.detach(work.hostname, arn)) ?? 0;
    if (seconds > 0) return { kind: 'again', seconds };
    await deleteInAcm(arn, certificate, account);
  }
  if (certificate?.atAws) await awsServers.forgetCertificate(certificate);
  return { kind: 'done', added: -1, server };
}
