import { isProof, probeToken } from '../model/domains/challenge-probe.ts';
import type { Evidence } from '../model/domains/evidence.schema.ts';
import { evidence } from '../model/domains/evidence.ts';
import type { GuardedNet } from '../shared/net/guarded.gateway.ts';
import type { ServiceSecret } from '../shared/secrets/service-secret.ts';

export interface PreflightPorts {
  httpGet: GuardedNet['httpGet'];
  secret: ServiceSecret;
  /** 80, but on a developer's machine. */
  port: number;
}

/** `refusesUs`: nothing answered, or not us in particular; what answers everybody the same wrong way answers the CA so, too. */
export type Preflight = { kind: 'passed' } | { kind: 'failed'; refusesUs: boolean; evidence: Evidence };

/** A CA gives up after some 10 s; a server that needs more than half of that is not one to order for. */
const TIMEOUT_MS = 5_000;
/** A proof has 43 bytes; what is longer is somebody's error page, worth a glance as evidence. */
const MAX_BYTES = 4_096;
const HTTP_OK = 200;
/** What firewalls and proxies say to addresses that they do not like, or that came too often. */
const FIREWALL_STATUSES: ReadonlySet<number> = new Set([401, 403, 406, 429, 503]);

/** Asks for a challenge as the CA will: whether it would get our answer, told before one of its five tries an hour is spent. */
export async function preflight({ httpGet, secret, port }: PreflightPorts, hostname: string, now: Date): Promise<Preflight> {
  const token = probeToken(secret, hostname, now);
  const path = `/.well-known/acme-challenge/${token}`;
  const answer = await httpGet({ hostname, port, path, timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES });
  if (answer.kind === 'answer' && answer.status === HTTP_OK && isProof(secret, hostname, token, answer.body))
    return { kind: 'passed' };
  const authority = port === 80 ? hostname : `${hostname}:${port}`;
  const said = answer.kind === 'answer' ? `HTTP ${answer.status}: ${answer.body}` : answer.reason;
  const address = answer.kind === 'answer' ? answer.address : undefined;
  const refusesUs = answer.kind !== 'answer' || FIREWALL_STATUSES.has(answer.status);
  return { kind: 'failed', refusesUs, evidence: evidence('http', `GET http://${authority}${path}`, said, now, address) };
}
