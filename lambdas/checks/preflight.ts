import type { DiagnosisReason } from '../../contract/api/error-codes.ts';
import { isAtOrBelow } from '../../contract/domain-name.ts';
import type { Preflight } from '../acme/challenge.ts';
import { isProof, probeToken } from '../model/domains/challenge/challenge-probe.ts';
import { evidence } from '../model/domains/diagnosis/conditions.ts';
import type { Evidence } from '../model/domains/diagnosis/diagnosis.schema.ts';
import type { Cname, Domain } from '../model/domains/domain-row.schema.ts';
import type { AddressesFound } from '../shared/net/allowed-address.ts';
import type { Failed } from '../shared/net/failure.ts';
import type { GuardedNet } from '../shared/net/guarded.gateway.ts';
import type { Hop, WalkedPath } from '../shared/net/http-walk.gateway.ts';
import { replyText } from '../shared/net/reply-text.ts';
import type { ServiceSecret } from '../shared/secrets/service-secret.ts';
import { type Answerer, mayBlockOnlyUs, reasonOf } from './classify-answer.ts';

/** A stranger's page is stored up to this length. */
const BODY_BYTES = 200;
/** A chain of redirects is reported by its beginning and its end, and of several addresses only the first. */
const MAX_HOPS_TOLD = 4;
const MAX_ADDRESSES_TOLD = 3;

/** The wrong answer from each address: the first with its whole redirect chain, the others with its end. */
function walkEvidence(walks: WalkedPath['walks'], now: Date): Evidence[] {
  return walks.slice(0, MAX_ADDRESSES_TOLD).flatMap(({ hops, refused }, place) => {
    const told =
      place === 0 && hops.length <= MAX_HOPS_TOLD
        ? hops
        : [...(place === 0 ? hops.slice(0, MAX_HOPS_TOLD - 1) : []), ...hops.slice(-1)];
    return told.map((hop) => hopEvidence(hop, hop === hops.at(-1) ? refused : undefined, now));
  });
}

function failureEvidence(hostname: string, path: string, port: number, { reason }: Failed, now: Date): Evidence {
  const authority = port === 80 ? hostname : `${hostname}:${port}`;
  return evidence('http', `GET http://${authority}${path}`, reason, now);
}

function addressEvidence(hostname: string, type: 'A' | 'AAAA', addresses: string[], now: Date): Evidence {
  return evidence('dns', `${type} ${hostname}`, addresses.toSorted().join(', '), now);
}

function hopEvidence({ url, address, answer }: Hop, refused: string | undefined, now: Date): Evidence {
  const said = answer.kind === 'failed' ? answer.reason : describeReply(answer);
  return evidence('http', `GET ${url}`, refused === undefined ? said : `${said} (not followed: ${refused})`, now, address);
}

function describeReply({ status, headers, body }: Extract<Hop['answer'], { kind: 'answer' }>): string {
  const told = ['server', 'location'].flatMap((name) => (headers[name] === undefined ? [] : [`, ${name}: ${headers[name]}`]));
  return `HTTP ${status}${told.join('')}: ${replyText(Buffer.from(body), BODY_BYTES)}`;
}

export interface PreflightPorts {
  net: Pick<GuardedNet, 'walk' | 'addresses'>;
  secret: ServiceSecret;
  /** The domain below which every server's label lies. */
  baseTarget: string;
  /** 80 and 443, except on a developer's machine. */
  httpPort: number;
  httpsPort: number;
}

/** A CA gives up after some 10 s; a server that needs more than half of that is too slow to order for. */
const TIMEOUT_MS = 5_000;
/** For the comparison of addresses, which runs once in parallel and once after the request. */
const COMPARE_TIMEOUT_MS = 2_500;
/** A proof has 43 bytes. A longer body is another page, and its beginning tells whose. */
const MAX_BYTES = 4_096;
const HTTP_OK = 200;

type Walk = WalkedPath['walks'][number];

/**
 * Requests a challenge as a CA will, at the name's first addresses (`http-walk.gateway.ts` says how many), before one of the CA's
 * five tries an hour is spent. IPv6 addresses are compared but not requested: a Lambda has no route over IPv6.
 */
export async function preflight(
  ports: PreflightPorts,
  { url: hostname, cname }: Pick<Domain, 'url'> & { cname: Pick<Cname, 'target'> },
  now: Date,
): Promise<Preflight> {
  const { net, secret, httpPort, httpsPort } = ports;
  const token = probeToken(secret, hostname, now);
  const path = `/.well-known/acme-challenge/${token}`;
  const [walked, ipv6] = await Promise.all([
    net.walk({ hostname, path, httpPort, httpsPort, timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES }),
    net.addresses(hostname, 'AAAA', COMPARE_TIMEOUT_MS),
  ]);
  if (walked.kind === 'failed')
    return {
      kind: 'failed',
      mayBlockOnlyUs: true,
      ...failureReason(walked),
      evidence: [failureEvidence(hostname, path, httpPort, walked, now)],
    };
  const wrong = walked.walks.filter((each) => !isPassed(each, ports.secret, hostname, token));
  const leadElsewhere = (found: AddressesFound | Failed, type: 'A' | 'AAAA') => leadsElsewhere(ports, found, cname.target, type);
  if (wrong.length > 0 && (await leadElsewhere({ ...walked, kind: 'addresses' }, 'A')))
    return toElsewhere('addresses_elsewhere', addressEvidence(hostname, 'A', walked.addresses, now), walkEvidence(wrong, now));
  const [first] = wrong;
  if (first === undefined) {
    if (ipv6.kind === 'failed' || !(await leadElsewhere(ipv6, 'AAAA'))) return { kind: 'passed' };
    return toElsewhere('ipv6_elsewhere', addressEvidence(hostname, 'AAAA', ipv6.addresses, now));
  }
  const reason = reasonOf(answererOf(first));
  const everyRefusesUs = wrong.every((each) => mayBlockOnlyUs(answererOf(each)));
  return { kind: 'failed', mayBlockOnlyUs: everyRefusesUs, ...(reason && { reason }), evidence: walkEvidence(wrong, now) };
}

function toElsewhere(reason: DiagnosisReason, found: Evidence, others: Evidence[] = []): Preflight {
  return { kind: 'failed', mayBlockOnlyUs: false, reason, observed: found.answer, evidence: [found, ...others] };
}

function failureReason({ cause }: Failed): { reason: DiagnosisReason } {
  return { reason: cause === 'dns' ? 'lookup_failed' : 'connection_failed' };
}

function isPassed({ hops }: Walk, secret: ServiceSecret, hostname: string, token: string): boolean {
  const answer = hops.at(-1)?.answer;
  return answer?.kind === 'answer' && answer.status === HTTP_OK && isProof(secret, hostname, token, answer.body);
}

function answererOf({ hops, refused }: Walk): Answerer {
  return { answers: hops.map(({ answer }) => answer), isRedirectRefused: refused !== undefined };
}

/** True only beyond doubt: the name bypasses all names of ours and has none of its server's addresses. */
async function leadsElsewhere(
  { net, baseTarget }: PreflightPorts,
  found: AddressesFound | Failed,
  cnameTarget: string,
  type: 'A' | 'AAAA',
): Promise<boolean> {
  if (found.kind === 'failed' || found.addresses.length === 0) return false;
  if (found.names.some((name) => isAtOrBelow(name, baseTarget))) return false;
  const ours = await net.addresses(cnameTarget, type, COMPARE_TIMEOUT_MS);
  return ours.kind === 'addresses' && !ours.addresses.some((address) => found.addresses.includes(address));
}
