import type { DiagnosisReason } from '../../contract/api/error-codes.ts';
import { nameToQuery } from '../../contract/domain-name.ts';
import type { Settings } from '../../contract/stack/settings.schema.ts';
import type { DomainObservation, MachinesObservation, ServedObservation } from '../lifecycle/observation.ts';
import { cleanText, evidence } from '../model/domains/diagnosis/conditions.ts';
import type { Evidence } from '../model/domains/diagnosis/diagnosis.schema.ts';
import type { Domain } from '../model/domains/domain-row.schema.ts';
import type { CertificateFacts } from '../model/domains/issuance.schema.ts';
import { isOverdueForReplacement } from '../model/domains/renewal-time.ts';
import type { AwsServer, Server } from '../model/servers/server.schema.ts';
import type { ServerReads } from '../model/servers/server.store.ts';
import { contactOf, knownSilent } from '../model/servers/server.ts';
import type { Failed } from '../shared/net/failure.ts';
import type { GuardedNet, PeerCertificate } from '../shared/net/guarded.gateway.ts';
import { addSeconds } from '../shared/time/instant.ts';

export interface ServerPorts {
  net: TlsPorts['net'];
  settings: Pick<Settings, 'edgeHttpsPort'> & { agent: Pick<Settings['agent'], 'silentAfterSeconds'> };
  /** Without `get`, the caller may not know about machines. */
  servers: Partial<Pick<ServerReads, 'get'>>;
}

/**
 * What an active domain serves, and whether the machines of its server connect: one handshake, one read. Nothing for other
 * domains.
 */
export function serverChecker({ net, settings, servers }: ServerPorts) {
  return async (domain: Domain, now: Date, timeoutMs?: number): Promise<Pick<DomainObservation, 'served' | 'machines'>> => {
    const { phase, url, served, organizationId, serverId } = domain;
    if (phase !== 'active' || served === undefined) return {};
    const [shown, server] = await Promise.all([
      lookAtServed({ net, httpsPort: settings.edgeHttpsPort }, url, served.certificate, now, timeoutMs),
      servers.get?.(organizationId, serverId),
    ]);
    if (!servers.get) return { served: shown };
    return { served: shown, machines: lookAtMachines(server, settings.agent.silentAfterSeconds, now) };
  };
}

/** The rest are only counted: the server's list of machines has them. */
const MAX_NAMED = 5;

/**
 * Reports whether the machines of a server connect, and which have been silent since when. Single machines come from the sweep's
 * last result: a check of one of five thousand domains must not read a thousand machines.
 */
export function lookAtMachines(server: Server | undefined, silentAfterSeconds: number, now: Date): MachinesObservation {
  if (server !== undefined && server.type !== 'agent') return lookAtAccess(server);
  if (server === undefined || server.machineCount === 0) return { kind: 'machines-silent' };
  const { machineCount: enrolled, silentCount, lastSeenAt: heardAt } = server;
  if (heardAt !== undefined && heardAt < addSeconds(now, -silentAfterSeconds) && silentCount < enrolled)
    return { kind: 'machines-silent', reason: 'server_silent', observed: `no machine was heard of since ${heardAt}` };
  if (silentCount === 0) return { kind: 'machines-heard' };
  const named = knownSilent(server).slice(0, MAX_NAMED);
  const words = named.map((machine) => `${machine.name} (last heard of at ${contactOf(machine)})`);
  const more = silentCount > named.length ? [`${silentCount - named.length} more`] : [];
  const reason = silentCount === enrolled ? 'server_silent' : 'machine_silent';
  return { kind: 'machines-silent', reason, observed: cleanText([...words, ...more].join(', ')) };
}

/** No machine connects here: the service itself uses the AWS account, or cannot. */
function lookAtAccess({ access }: AwsServer): MachinesObservation {
  const problem = access?.problem;
  if (problem === undefined) return { kind: 'machines-heard' };
  return {
    kind: 'machines-silent',
    reason: problem.reason,
    observed: cleanText(problem.action ?? problem.observed ?? problem.at),
  };
}

export interface TlsPorts {
  net: Pick<GuardedNet, 'tlsPeer'>;
  /** The HTTPS port of integrators' servers: 443, except on a developer's machine. */
  httpsPort: number;
}

/** DNS lookup (at most 3 s, see resolver.gateway.ts), connection and handshake with a server at the other end of the world. */
const TLS_TIMEOUT_MS = 10_000;

/**
 * Reads the certificate served for a hostname, or for a name below a wildcard: at its DNS address, or at its server's
 * `connectTo`.
 */
async function lookAtTls(
  { net, httpsPort: port }: TlsPorts,
  hostname: string,
  now: Date,
  { connectTo, timeoutMs = TLS_TIMEOUT_MS }: { connectTo?: string | undefined; timeoutMs?: number | undefined } = {},
): Promise<{ peer: PeerCertificate | Failed; evidence: Evidence }> {
  const name = nameToQuery(hostname, now);
  const peer = await net.tlsPeer({ hostname: name, port, timeoutMs, ...(connectTo !== undefined && { connectTo }) });
  return { peer, evidence: peerEvidence(peer, tlsQuestion(name, port, connectTo), now) };
}

/** The same at up to four addresses of the name, with one piece of evidence for each. */
export async function lookAtEachTls(
  { net, httpsPort: port }: { net: Pick<GuardedNet, 'tlsPeers'>; httpsPort: number },
  hostname: string,
  now: Date,
  connectTo: string | undefined,
): Promise<{ peer: PeerCertificate | Failed; evidence: Evidence }[]> {
  const name = nameToQuery(hostname, now);
  const question = tlsQuestion(name, port, connectTo);
  const timeoutMs = TLS_TIMEOUT_MS;
  const peers = await net.tlsPeers({ hostname: name, port, timeoutMs, ...(connectTo !== undefined && { connectTo }) });
  return peers.map((peer) => ({ peer, evidence: peerEvidence(peer, question, now) }));
}

function tlsQuestion(hostname: string, port: number, connectTo: string | undefined): string {
  return `TLS ${hostname}:${port}${connectTo === undefined ? '' : ` at ${connectTo}`}`;
}

function peerEvidence(peer: PeerCertificate | Failed, question: string, now: Date): Evidence {
  if (peer.kind === 'failed') return evidence('tls', question, peer.reason, now);
  return evidence('tls', question, describePeer(peer), now, peer.address);
}

/** OpenSSL's codes for a chain that ends before its root. An unknown root is not among them: a test CA has one. */
const INCOMPLETE: ReadonlySet<string> = new Set(['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'UNABLE_TO_GET_ISSUER_CERT']);

function isChainIncomplete({ verifyError = '' }: PeerCertificate): boolean {
  return INCOMPLETE.has(verifyError);
}

function describePeer(peer: PeerCertificate): string {
  const { fingerprintSha256, subject, issuer, notAfter } = peer;
  const parts = [`sha256 ${fingerprintSha256}`, subject && `subject ${subject}`, `issuer ${issuer}`, `until ${notAfter}`];
  if (isChainIncomplete(peer)) parts.push('without the certificates between it and its root');
  return parts.filter(Boolean).join(', ');
}

/** Checks whether a hostname is served with its current certificate, and if not, with which. */
export async function lookAtServed(
  ports: TlsPorts,
  hostname: string,
  certificate: CertificateFacts,
  now: Date,
  timeoutMs?: number,
): Promise<ServedObservation> {
  const { peer, evidence: seen } = await lookAtTls(ports, hostname, now, { timeoutMs });
  const evidence = [seen];
  const shown = compareServed(peer, certificate, now);
  if (shown === 'unknown') return { kind: 'served-unknown', evidence };
  if (shown === 'the-certificate') return { kind: 'served', evidence };
  const observed = peer.kind === 'certificate' ? { observed: peer.fingerprintSha256 } : {};
  return { kind: 'not-served', reason: shown, ...observed, evidence };
}

/** A connection was attempted, without an answer. */
const UNREACHABLE: ReadonlySet<Failed['cause']> = new Set(['connection', 'timeout']);

/** Compares what a server shows for a hostname with its current certificate. An address that is not found proves nothing. */
export function compareServed(
  peer: PeerCertificate | Failed,
  certificate: CertificateFacts,
  now: Date,
): 'the-certificate' | 'unknown' | DiagnosisReason {
  if (peer.kind === 'failed') {
    if (peer.cause === 'tls') return 'tls_failed';
    return UNREACHABLE.has(peer.cause) ? 'https_unreachable' : 'unknown';
  }
  if (peer.fingerprintSha256 === certificate.fingerprintSha256)
    return isChainIncomplete(peer) ? 'chain_incomplete' : 'the-certificate';
  if (peer.isForAnotherName) return 'other_hostname';
  if (peer.issuer === peer.subject) return 'self_signed';
  if (isOverdueForReplacement(peer.notAfter, certificate, now)) return 'certificate_ends_soon';
  const isOlder = peer.notAfter < certificate.notAfter && authorityOf(peer.issuer) === authorityOf(certificate.issuer);
  return isOlder ? 'former_certificate' : 'other_certificate';
}

/** A CA signs with several intermediates, which share its organization. */
function authorityOf(issuer: string): string {
  return /(?:^|, )O=(.+?)(?:, [A-Z]+=|$)/.exec(issuer)?.[1] ?? issuer;
}
