import type { TimedDecision } from '../../../contract/stack/timings.schema.ts';
import { lookAtEachTls } from '../../checks/look-at-server.ts';
import { decideOnInstallation, isLate, mayRollBack } from '../../lifecycle/installation-transition.ts';
import { type DnsObservation, type InstallationObservation, type Unmatched, wasSeen } from '../../lifecycle/observation.ts';
import { noTransition } from '../../lifecycle/transition.ts';
import { evidence } from '../../model/domains/diagnosis/conditions.ts';
import type { Evidence } from '../../model/domains/diagnosis/diagnosis.schema.ts';
import type { Domain, DomainIn } from '../../model/domains/domain-row.schema.ts';
import { serversOf, servingServerOf } from '../../model/domains/domain-servers.ts';
import type { CertificateFacts } from '../../model/domains/issuance.schema.ts';
import { isAheadOfTraffic } from '../../model/domains/validation.ts';
import type { WatchReads } from '../../model/domains/watch.store.ts';
import { machinesNotServing, servedByMachine } from '../../model/servers/agent-installer.ts';
import { handshakeResultOf, type ServableCertificate } from '../../model/servers/certificate.schema.ts';
import type { CertificateReads, FormerCertificateStore } from '../../model/servers/certificate.store.ts';
import { type InstallingPorts, installAtServer, installer, notAnnounced } from '../../model/servers/installer.ts';
import type { Machine, Server } from '../../model/servers/server.schema.ts';
import type { ServerReads } from '../../model/servers/server.store.ts';
import { toNotReady, whyNotReady } from '../../model/servers/server.ts';
import type { Failed } from '../../shared/net/failure.ts';
import type { GuardedNet, PeerCertificate } from '../../shared/net/guarded.gateway.ts';
import { LostRace } from '../../shared/table/lost-race.ts';
import type { Write } from '../../shared/table/table.store.ts';
import { addSeconds } from '../../shared/time/instant.ts';
import type { Gathered, Step } from '../run-step.ts';

/**
 * Checks if a certificate is served where its hostname points, or at another name of its server (`connectTo`), at each address
 * and on each machine. `former`: the one that it replaces. `isFirst`: none is served yet; then a refused handshake outweighs an
 * agent's own view, because visitors are refused, too.
 */
export async function lookFromOutside(
  certificate: ServableCertificate,
  server: Server | undefined,
  ports: AddressPorts,
  now: Date,
  { connectTo, former, isFirst, graceSeconds = 0 }: CheckOptions = {},
): Promise<InstallationObservation> {
  const { hostname, facts: expected } = certificate;
  const [found, machines] = await Promise.all([lookAtEachTls(ports, hostname, now, connectTo), machinesAt(server, ports)]);
  const peers = found.map(({ peer }) => peer);
  const seen = found.map((each) => each.evidence);
  const place = installer(server);
  const problem = place.problemWith(certificate);
  const blocked = problem && { blocked: toNotReady(problem) };
  const laggards = machinesNotServing(certificate, machines, now);
  const shown = peers.filter((peer) => peer.kind === 'certificate');
  const others = shown.filter(({ fingerprintSha256 }) => fingerprintSha256 !== expected.fingerprintSha256);
  const [other] = others;
  if (other && others.length === shown.length)
    return { kind: 'other-certificate-seen', fingerprintSha256: other.fingerprintSha256, ...blocked, evidence: seen };
  const failsTls = peers.some(refusesTls);
  const isBehind = (isShownInPart(peers, expected) || laggards.length > 0) && isGiven(graceSeconds, certificate, now);
  const evidence = [...seen, ...evidenceOfLaggards(laggards, certificate, now)];
  if (shown.length > 0) return { kind: isBehind ? 'not-everywhere-yet' : 'new-certificate-seen', evidence };
  const isConfirmed = place.confirms(certificate, machines);
  const isSeenThere = isConfirmed && !(isFirst && failsTls);
  const isRefused = failsTls && !isSeenThere && wasRefusedByMachine(certificate, machines, former);
  const whyNot = whyNotReady(server);
  return {
    kind: 'nothing-seen',
    seenByAgent: isSeenThere && !isBehind,
    serverConnected: place.isReady(),
    ...(whyNot?.reason && { whyNot }),
    ...(isRefused && { isRefused }),
    ...blocked,
    evidence: isConfirmed ? evidence : seen,
  };
}

/** True when some addresses serve a certificate while others serve another one or refuse the handshake. */
function isShownInPart(peers: readonly (PeerCertificate | Failed)[], expected: CertificateFacts): boolean {
  const shown = peers.filter((peer) => peer.kind === 'certificate');
  const isOther = shown.some(({ fingerprintSha256 }) => fingerprintSha256 !== expected.fingerprintSha256);
  return isOther || (shown.length > 0 && peers.some(refusesTls));
}

function refusesTls(peer: PeerCertificate | Failed): boolean {
  return peer.kind === 'failed' && peer.cause === 'tls';
}

interface AddressPorts extends MachinePorts {
  net: Pick<GuardedNet, 'tlsPeers'>;
  httpsPort: number;
}

interface CheckOptions {
  connectTo?: string;
  former?: CertificateFacts | undefined;
  isFirst?: boolean;
  /** The time for the other machines and addresses to follow the first one. */
  graceSeconds?: number;
}

/** A minute, with checks every 15 s. Machines still behind then do not hold up the domain; the evidence names them. */
const CHECKS_FOR_LAGGARDS = 4;

export function graceSecondsOf({ installPollSeconds }: TimedDecision['timings']): number {
  return CHECKS_FOR_LAGGARDS * installPollSeconds;
}

function isGiven(graceSeconds: number, { announcedAt }: ServableCertificate, now: Date): boolean {
  return announcedAt === undefined || now.toISOString() < addSeconds(new Date(announcedAt), graceSeconds);
}

/** The rest is only counted. */
const MAX_NAMED = 5;

function evidenceOfLaggards(laggards: readonly Machine[], certificate: ServableCertificate, now: Date): Evidence[] {
  if (laggards.length === 0) return [];
  const named = laggards.slice(0, MAX_NAMED).map((machine) => {
    const shown = servedByMachine(machine, certificate);
    return `${machine.name} ${shown === undefined ? 'has not said what it shows' : `shows ${shown}`}`;
  });
  const more = laggards.length > MAX_NAMED ? [`${laggards.length - MAX_NAMED} more`] : [];
  return [evidence('tls', `TLS ${certificate.hostname} on the machines themselves`, [...named, ...more].join(', '), now)];
}

/** True when a machine has fetched the certificate and serves neither this one nor the old one to itself. */
function wasRefusedByMachine(certificate: ServableCertificate, machines: readonly Machine[], former?: CertificateFacts): boolean {
  const shown = machines.map((machine) => servedByMachine(machine, certificate));
  return shown.some((one) => one !== undefined && one !== handshakeResultOf(former?.fingerprintSha256 ?? ''));
}

interface MachinePorts {
  servers: Pick<ServerReads, 'machines'>;
}

export async function machinesAt(server: Server | undefined, { servers }: MachinePorts): Promise<Machine[]> {
  return server?.type === 'agent' ? servers.machines(server) : [];
}

/** Read-only: `…Write` returns writes for the row's transaction. */
export interface InstallationPorts extends AddressPorts {
  certificates: Pick<CertificateReads, 'get'>;
  servers: Pick<ServerReads, 'get' | 'machines'>;
  formerCertificates: Pick<FormerCertificateStore, 'deleteWrite'>;
}

export interface VerificationPorts extends InstallationPorts, WherePorts {
  certificates: InstallationPorts['certificates'] & Pick<CertificateReads, 'putWrite'>;
  formerCertificates: InstallationPorts['formerCertificates'] & Pick<FormerCertificateStore, 'get'>;
  watches: Pick<WatchReads, 'get'>;
}

/** Installs the issued certificate at the domain's server, then checks from outside whether it is served. */
export function verifyInstallation(
  ports: VerificationPorts,
  announcing: InstallingPorts,
): Step<'installing', VerifyInstallationObservation> {
  return {
    name: 'verify-installation',
    phase: 'installing',
    async gather(domain, time) {
      const { certificate, server, unannounced } = await certificatesAtServers(domain, ports);
      const isFirst = domain.sslStatus !== 'active';
      const former = domain.served?.certificate;
      const shown = await lookFromOutside(certificate, server, ports, time.now, {
        ...{ former, isFirst },
        ...(isAheadOfTraffic(domain) && { connectTo: domain.cname.target }),
        graceSeconds: graceSecondsOf(time.timings),
      });
      const seen = isUnseen(shown) && !isAheadOfTraffic(domain) ? await withDnsSeen(domain, shown, ports, time) : shown;
      if (wasSeen(seen)) return { observation: { ...seen, unannounced }, alongside: deleteFormerWrites(domain, ports) };
      const { observation, alongside } = (await putBack(domain, seen, ports, time)) ?? { observation: seen };
      return { observation: { ...observation, unannounced }, ...(alongside && { alongside }) };
    },
    decide: (domain, { unannounced, ...seen }, time) => {
      if (unannounced.length > 0 && wasSeen(seen)) return noTransition(domain, time.timings.installPollSeconds);
      return decideOnInstallation(domain, seen, time);
    },
    announce: (_, now, { unannounced }) => announceAll(unannounced, announcing, now),
  };
}

/** `unannounced`: changes not yet announced to a server's machines. No check ends the phase before they are. */
export type VerifyInstallationObservation = InstallationObservation & { unannounced: readonly ServableCertificate[] };

export async function announceAll(
  certificates: readonly ServableCertificate[],
  ports: InstallingPorts,
  now: Date,
): Promise<void> {
  for (const certificate of certificates) await installAtServer(certificate, ports, now);
}

/** The former certificate for each server that must serve it again. */
async function putBack(
  domain: DomainIn<'installing'>,
  observation: InstallationObservation,
  { certificates, formerCertificates, watches }: VerificationPorts,
  time: TimedDecision,
): Promise<Gathered<InstallationObservation> | undefined> {
  if (observation.kind !== 'nothing-seen' || !observation.isRefused || !domain.served) return undefined;
  const [watch, former] = await Promise.all([watches.get(domain.id, domain.served.certificate), formerCertificates.get(domain)]);
  if (!former || !mayRollBack(domain, observation, watch?.servedAt, time)) return undefined;
  const { organizationId, url: hostname, id: domainId, execution } = domain;
  const { attempt } = execution;
  const alongside = serversOf(domain).map((serverId) =>
    certificates.putWrite({ organizationId, serverId, hostname, domainId, attempt, ...former }),
  );
  return { observation: { ...observation, isPutBack: true }, alongside };
}

/** A moving domain is checked at its old server: the step that ends the move checks the new one. */
async function certificatesAtServers(domain: Domain, ports: InstallationPorts) {
  const atNext = domain.move ? [await certificateOf(domain, ports)] : [];
  const certificate = await certificateOf({ ...domain, serverId: servingServerOf(domain) }, ports);
  const server = await ports.servers.get(certificate.organizationId, certificate.serverId);
  return { certificate, server, unannounced: notAnnounced([...atNext, certificate]) };
}

/** Deletes the key of the replaced certificate, which is no longer needed. */
export function deleteFormerWrites(
  { id, served, issued }: DomainIn<'installing' | 'moving'>,
  { formerCertificates }: InstallationPorts,
): Write[] {
  const isRenewal = served !== undefined && served.certificate.fingerprintSha256 !== issued.fingerprintSha256;
  return isRenewal ? [formerCertificates.deleteWrite(id)] : [];
}

/**
 * The certificate for the domain's current server. It was written with the row's phase: if it is missing, the domain was deleted
 * since its row was read, so that is read again.
 */
export async function certificateOf(
  { id, organizationId, serverId, url }: Domain,
  { certificates }: { certificates: Pick<CertificateReads, 'get'> },
): Promise<ServableCertificate> {
  const certificate = await certificates.get(organizationId, serverId, url);
  if (certificate === undefined || certificate.state === 'removed')
    throw new LostRace([], new Error(`the certificate of domain ${id} is not in the table`));
  return certificate;
}

interface WherePorts {
  /** Checks if the CNAME points to the label of the domain's server; the bare base target does not. */
  lookAtLabel: (domain: Domain, now: Date) => Promise<DnsObservation>;
  baseTarget: string;
}

type Unseen = Extract<InstallationObservation, { kind: 'other-certificate-seen' | 'nothing-seen' }>;

function isUnseen(seen: InstallationObservation): seen is Unseen {
  return seen.kind === 'other-certificate-seen' || seen.kind === 'nothing-seen';
}

/**
 * An outside check concerns the domain's server only if the CNAME points to it, and so does an agent's own view: visitors sent
 * elsewhere get something else. Skipped while nothing is reported about the server.
 */
async function withDnsSeen(
  domain: DomainIn<'installing'>,
  seen: Unseen,
  { lookAtLabel, baseTarget }: WherePorts,
  time: TimedDecision,
): Promise<Unseen> {
  if (!isTold(domain, seen, time)) return seen;
  const dns = await lookAtLabel(domain, time.now);
  if (dns.kind === 'cname-matched') return seen;
  const told = isToBlame(dns, seen, baseTarget) && { dns };
  if (seen.kind === 'other-certificate-seen') return { ...seen, ...told };
  const { evidence, serverConnected, whyNot } = seen;
  const connection = { serverConnected, ...(whyNot?.reason && { whyNot }) };
  return { kind: 'nothing-seen', seenByAgent: false, ...connection, evidence, ...told };
}

function isTold({ installDeadlineAt }: DomainIn<'installing'>, seen: Unseen, time: TimedDecision): boolean {
  if (seen.kind === 'other-certificate-seen' || isLate(installDeadlineAt, time)) return true;
  return seen.seenByAgent || seen.isRefused === true;
}

/**
 * Missing DNS answers are to blame only if the agent has done its part. The bare base target was proven otherwise
 * (look-at-cname.ts), and points wherever the service's own DNS says.
 */
function isToBlame(dns: Unmatched, seen: Unseen, baseTarget: string): boolean {
  if (dns.kind === 'dns-unknown') return seen.kind === 'nothing-seen' && seen.seenByAgent;
  return dns.kind === 'cname-missing' || dns.ownName !== baseTarget;
}
