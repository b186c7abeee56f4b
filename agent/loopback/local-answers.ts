import { timingSafeEqual } from 'node:crypto';
import { hostOfHeader, isHostname } from '../../contract/domain-name.ts';
import type { HeldCertificates } from '../certificates/held-certificates.ts';
import { combinedPem } from '../certificates/stored-certificate.ts';
import type { FoundChallenge } from '../challenges/challenge-lookup.ts';
import type { Contact } from '../service/edge-result.ts';
import { type AgentFacts, metricsText } from './metrics.ts';
import { probeAnswer } from './probe.ts';

export interface LocalRequest {
  method: string;
  /** Path and query. */
  target: string;
  host: string;
}
export interface LocalAnswer {
  status: number;
  type: string;
  body: string;
}

export interface LocalPorts {
  held: HeldCertificates;
  findChallenge: (token: string, hostname: string) => Promise<FoundChallenge>;
  contact: () => Contact;
  /** True once everything that the service has for this machine has arrived since the start. */
  isComplete: () => boolean;
  machineId: string;
  facts: () => AgentFacts;
  /** Path of the endpoint for certificates and keys, if there is one. */
  certificatePath: string | undefined;
}

const LOOPBACK_HOST = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/;
const CHALLENGE = /^\/\.well-known\/acme-challenge\/([A-Za-z0-9_-]{1,256})$/;
/** https://prometheus.io/docs/instrumenting/exposition_formats/ */
const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';
const notFound = text(404, 'not found\n');

/** Answers the requests of this machine's web server and monitoring. */
export async function answerLocally(request: LocalRequest, ports: LocalPorts): Promise<LocalAnswer> {
  const [path = '', query = ''] = request.target.split('?', 2);
  if (request.method !== 'GET') return text(405, 'only GET\n');
  const token = CHALLENGE.exec(path)?.[1];
  if (token !== undefined) return challengeAnswer(token, hostOfHeader(request.host), ports);
  // A request with another Host came through a web server that forwards more than challenges. A key must not leave that way.
  if (!LOOPBACK_HOST.test(request.host)) return notFound;
  if (isSame(path, ports.certificatePath))
    return certificateAnswer(new URLSearchParams(query).get('server_name') ?? '', ports.held);
  if (path === '/health') return healthAnswer(ports);
  if (path === '/metrics') return { status: 200, type: METRICS_TYPE, body: metricsText(ports.facts()) };
  return notFound;
}

/** Constant time: the duration reveals nothing about a partly correct guess. */
function isSame(path: string, secret: string | undefined): boolean {
  const [asked, known] = [Buffer.from(path), Buffer.from(secret ?? '')];
  return secret !== undefined && asked.length === known.length && timingSafeEqual(asked, known);
}

/** For Caddy's `get_certificate http`. Never 204, which makes Caddy order from public CAs. */
function certificateAnswer(serverName: string, held: HeldCertificates): LocalAnswer {
  const certificate = held.servedFor(hostOfHeader(serverName));
  return certificate ? { status: 200, type: 'application/x-pem-file', body: combinedPem(certificate) } : notFound;
}

async function challengeAnswer(token: string, hostname: string, { findChallenge, machineId }: LocalPorts): Promise<LocalAnswer> {
  const probed = probeAnswer(token, machineId, hostname);
  if (probed !== undefined) return text(200, probed);
  if (!isHostname(hostname)) return notFound;
  const challenge = await findChallenge(token, hostname);
  switch (challenge.kind) {
    case 'found':
      return text(200, challenge.text);
    case 'unknown':
      return notFound;
    case 'unavailable':
      return text(502, 'the certificate service does not answer\n');
  }
}

function healthAnswer({ held, contact, isComplete }: LocalPorts): LocalAnswer {
  return {
    status: 200,
    type: 'application/json',
    body: JSON.stringify({ status: 'serving', certificates: held.size, service: contact(), complete: isComplete() }),
  };
}

function text(status: number, body: string): LocalAnswer {
  return { status, type: 'text/plain; charset=utf-8', body };
}
