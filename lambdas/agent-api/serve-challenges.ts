import { hostOfHeader, isHostname } from '../../contract/domain-name.ts';
import { CHALLENGE_HOSTNAME_HEADER, EDGE_PATHS, NO_PENDING_CHALLENGE, PENDING_CHALLENGE_HEADER } from '../../contract/paths.ts';
import type { MetricValues } from '../../contract/stack/metrics.ts';
import { ERROR_MESSAGES } from '../../copy/en/error-messages.ts';
import { probeProof } from '../model/domains/challenge/challenge-probe.ts';
import { AppError } from '../shared/errors/app-error.ts';
import type { HttpRequest, HttpResponse, Route } from '../shared/http/route.ts';
import type { Rows } from '../wiring/rows.wiring.ts';

type Uses = Pick<Rows, 'httpChallenges' | 'serviceSecret'>;

/**
 * The target of agents that proxy `/.well-known/acme-challenge/{token}` and of load balancers that redirect it. Public, as the
 * CA's validation may come from any address.
 */
export function challengeRoutes(ports: Uses): Route[] {
  return [
    {
      method: 'GET',
      path: `${EDGE_PATHS.challenges}/{token}`,
      handle: (request) => serveChallenge(ports, request, hostOfHeader(request.headers[CHALLENGE_HOSTNAME_HEADER] ?? '')),
    },
    {
      method: 'GET',
      path: `${EDGE_PATHS.redirectedChallenges}/{hostname}/.well-known/acme-challenge/{token}`,
      handle: (request) => serveChallenge(ports, request, hostOfHeader(request.params.hostname ?? '')),
    },
  ];
}

async function serveChallenge(
  { httpChallenges, serviceSecret }: Uses,
  { params, now }: HttpRequest,
  hostname: string,
): Promise<HttpResponse> {
  const { token = '' } = params;
  const proof = probeProof(serviceSecret, hostname, token, now);
  if (proof !== undefined) return { status: 200, text: proof };
  const challenge = isToken(token) ? await httpChallenges.get(token, now) : undefined;
  if (challenge?.hostname !== hostname) {
    const pending = isHostname(hostname) ? await httpChallenges.ofHostname(hostname, now) : undefined;
    const headers = { [PENDING_CHALLENGE_HEADER]: pending?.keyAuthorization ?? NO_PENDING_CHALLENGE };
    throw new AppError('resource_not_found', ERROR_MESSAGES.resource_not_found.challenge, { headers });
  }
  return { status: 200, text: challenge.keyAuthorization };
}

/** The service level objective. A CA times out after some ten seconds and validates from several places. */
const ANSWERED_WITHIN_MS = 2_000;

export function challengeMetrics(status: number, milliseconds: number): MetricValues {
  return { ChallengesLate: status >= 500 || milliseconds > ANSWERED_WITHIN_MS ? 1 : 0 };
}

/** RFC 8555, section 8.3: base64url. The length keeps the key below DynamoDB's 2,048 bytes. */
function isToken(token: string): boolean {
  return /^[A-Za-z0-9_-]{1,256}$/.test(token);
}
