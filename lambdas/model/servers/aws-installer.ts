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

/** Nothing is served yet: before every instant. */
const MOST_URGENT = '0';
/** Nobody waits for it: behind every instant. */
const LEAST_URGENT = 'Z';
/** Before the row of a removed certificate expires, which tells what there may be at AWS. */
const REMOVAL_TRIED_SECONDS = REMOVED_KEPT_SECONDS - 86_400;

/** The table only, and no private key: `lambdas/aws-servers/` alone opens them and calls AWS. */
export interface AwsPorts {
  aws: {
    work: Pick<WorkListStore, 'add'>;
    certificates: Pick<CertificateStore, 'markAnnounced'>;
    tenants: Pick<ManagedTenantStore, 'markAnnounced' | 'retire'>;
    newEventId: () => string;
  };
}

/** What is to be done is put into the list of the server's AWS account, and done from there in the order of its urgency. */
export function awsInstaller(server: AwsServer) {
  return {
    isReady: () => server.access !== undefined && server.access.problem === undefined,
    seesItsChallengePath: () => false,
    // CloudFront's own is known by its tenant alone.
    confirms: ({ atAws, facts, state }: CertificateWithoutKey) =>
      state === 'managed' || (atAws?.attachedAt !== undefined && atAws.fingerprintSha256 === facts.fingerprintSha256),
    problemWith: ({ atAws }: CertificateWithoutKey): AwsProblem | undefined => atAws?.problem ?? server.access?.problem,
    install: (certificate: CertificateWithoutKey, ports: AwsPorts, now: Date) => announce(certificate, server, ports, now),
    remove: async (certificate: CertificateWithoutKey, ports: AwsPorts, now: Date) => {
      await announce(certificate, server, ports, now);
    },
  };
}

/** Has the worker get a certificate from CloudFront for a hostname, or delete the hostname's tenant. */
export async function announceTenant(
  tenant: ManagedTenant,
  server: Server | undefined,
  { aws: { work, tenants, newEventId } }: AwsPorts,
  now: Date,
): Promise<void> {
  if (server?.type !== 'cloudfront' || tenant.announcedAt !== undefined) return;
  const { hostname, formerNotAfter = MOST_URGENT } = tenant;
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
    if (!(error instanceof LostRace)) throw error; // a newer certificate took its place, which announces itself
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

/** Whoever takes the role away first would have it tried for ever. */
function removal(now: Date): Pick<NewAwsWork, 'urgency' | 'givesUpAt'> {
  return { urgency: LEAST_URGENT, givesUpAt: addSeconds(now, REMOVAL_TRIED_SECONDS) };
}

/** What visitors get now ends first: a hostname without any, and then the renewal with the least time left. */
function urgencyOf({ atAws }: Pick<Certificate, 'atAws'>): string {
  return (atAws?.attachedAt && atAws.notAfter) ?? MOST_URGENT;
}

/**
 * For the transaction in which a server is deleted, or is changed to `after`: the rule at its listener of port 80 goes, too,
 * unless it still names that.
 */
export function leavingWrites(
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

/** The account and region in which a server's certificates are. */
export function placeAtAws(server: AwsServer): AwsPlace {
  switch (server.type) {
    case 'alb':
      return placeOfArn(server.listenerArn);
    case 'cloudfront':
      return { accountId: placeOfArn(server.roleArn).accountId, region: CLOUDFRONT_REGION };
  }
}
