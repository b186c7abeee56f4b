import { LostRace } from '../../shared/table/lost-race.ts';
import type { Write } from '../../shared/table/table.store.ts';
import { addSeconds } from '../../shared/time/instant.ts';
import { isTestTenant } from '../accounts/tenant.ts';
import { type AwsPlace, CLOUDFRONT_REGION, type NewAwsWork, placeOfArn } from '../aws-servers/work-list.schema.ts';
import type { WorkListStore } from '../aws-servers/work-list.store.ts';
import { type Certificate, type CertificateWithoutKey, REMOVED_KEPT_SECONDS } from './certificate.schema.ts';
import type { CertificateStore } from './certificate.store.ts';
import type { ManagedTenant, ManagedTenantStore } from './managed-tenant.store.ts';
import type { AwsProblem, AwsServer, Server } from './server.schema.ts';

/** No certificate is served yet: sorts before every instant. */
const MAX_URGENT = '0';
/** Nobody waits for it: sorts after every instant. */
const MIN_URGENT = 'Z';
/** Ends before the row of a removed certificate expires, which records what may exist at AWS. */
const REMOVAL_RETRY_SECONDS = REMOVED_KEPT_SECONDS - 86_400;

/** The table only, and no private key: only `lambdas/aws-servers/` opens keys and calls AWS. */
export interface AwsPorts {
  aws: {
    work: Pick<WorkListStore, 'add'>;
    certificates: Pick<CertificateStore, 'markAnnounced'>;
    tenants: Pick<ManagedTenantStore, 'markAnnounced' | 'retire'>;
    newEventId: () => string;
  };
}

/** Queues the work in the list of the server's AWS account, where it is done in order of urgency. */
export function awsInstaller(server: AwsServer) {
  return {
    isReady: () => server.access !== undefined && server.access.problem === undefined,
    seesItsChallengePath: () => false,
    // CloudFront's own certificate is known only from its tenant.
    confirms: ({ atAws, facts, state }: CertificateWithoutKey) =>
      state === 'managed' || (atAws?.attachedAt !== undefined && atAws.fingerprintSha256 === facts.fingerprintSha256),
    problemWith: ({ atAws }: CertificateWithoutKey): AwsProblem | undefined => atAws?.problem ?? server.access?.problem,
    install: (certificate: CertificateWithoutKey, ports: AwsPorts, now: Date) => announce(certificate, server, ports, now),
    remove: async (certificate: CertificateWithoutKey, ports: AwsPorts, now: Date) => {
      await announce(certificate, server, ports, now);
    },
  };
}

/** Makes the worker get a certificate from CloudFront for a hostname, or delete the hostname's tenant. */
export async function announceTenant(
  tenant: ManagedTenant,
  server: Server | undefined,
  { aws: { work, tenants, newEventId } }: AwsPorts,
  now: Date,
): Promise<void> {
  if (server?.type !== 'cloudfront' || tenant.announcedAt !== undefined) return;
  const { hostname, formerNotAfter = MAX_URGENT } = tenant;
  const urgency = tenant.state === 'removed' ? removal(now) : { urgency: formerNotAfter };
  const wake = { id: newEventId(), createdAt: now.toISOString() };
  if (!isTestTenant(server.organizationId))
    await work.add({ ...placeOfServer(server), kind: 'managed', hostname, label: server.label, ...urgency }, wake);
  await tenants.markAnnounced(tenant, now);
}

/** Nothing of test mode reaches AWS. */
async function announce(
  certificate: CertificateWithoutKey,
  server: AwsServer,
  { aws: { work, certificates, newEventId } }: AwsPorts,
  now: Date,
): Promise<Server | undefined> {
  if (certificate.announcedAt !== undefined) return server;
  const wake = { id: newEventId(), createdAt: now.toISOString() };
  if (!isTestTenant(server.organizationId)) await work.add(workFor(certificate, server, now), wake);
  try {
    await certificates.markAnnounced(certificate, now);
  } catch (error) {
    if (!(error instanceof LostRace)) throw error; // a newer certificate replaced it and announces itself
  }
  return server;
}

function workFor(certificate: CertificateWithoutKey, server: AwsServer, now: Date): NewAwsWork {
  const { hostname, atAws } = certificate;
  const isRemoved = certificate.state === 'removed';
  return {
    ...placeOfServer(server),
    kind: 'certificate',
    hostname,
    ...(isRemoved ? removal(now) : { urgency: urgencyOf(certificate) }),
    ...(isRemoved && atAws?.certificateArn && { certificateArn: atAws.certificateArn }),
  };
}

/** Without an end, removal would be retried forever after the role was deleted. */
function removal(now: Date): Pick<NewAwsWork, 'urgency' | 'givesUpAt'> {
  return { urgency: MIN_URGENT, givesUpAt: addSeconds(now, REMOVAL_RETRY_SECONDS) };
}

/** By the expiry of the served certificate: first a hostname without any, then the renewal with the least time left. */
function urgencyOf({ atAws }: Pick<Certificate, 'atAws'>): string {
  return (atAws?.attachedAt && atAws.notAfter) ?? MAX_URGENT;
}

/**
 * For the transaction that deletes a server or changes it to `after`: also removes the rule at its listener of port 80, unless
 * `after` still names that listener.
 */
export function removeRuleWrites(
  server: Server,
  after: Server | undefined,
  work: Pick<WorkListStore, 'addWrites'>,
  now: Date,
): Write[] {
  if (server.type !== 'alb' || server.httpListenerArn === undefined || isTestTenant(server.organizationId)) return [];
  const { httpListenerArn: listenerArn, label } = server;
  if (after?.type === 'alb' && after.httpListenerArn === listenerArn) return [];
  const rule = { ...placeOfServer(server), listenerArn, label, kind: 'rule' as const, hostname: '', ...removal(now) };
  return work.addWrites(rule, now.toISOString());
}

function placeOfServer(server: AwsServer) {
  const { organizationId, id: serverId, roleArn } = server;
  const of = { ...placeAtAws(server), organizationId, serverId, roleArn };
  return server.type === 'alb'
    ? { ...of, listenerArn: server.listenerArn }
    : { ...of, distributionId: server.distributionId, label: server.label };
}

export function placeAtAws(server: AwsServer): AwsPlace {
  switch (server.type) {
    case 'alb':
      return placeOfArn(server.listenerArn);
    case 'cloudfront':
      return { accountId: placeOfArn(server.roleArn).accountId, region: CLOUDFRONT_REGION };
  }
}
