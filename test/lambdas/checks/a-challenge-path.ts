import type { RequestListener } from 'node:http';
import { preflight } from '../../../lambdas/checks/preflight.ts';
import { probeProof } from '../../../lambdas/model/domains/challenge/challenge-probe.ts';
import { guardedNet } from '../../../lambdas/shared/net/guarded.gateway.ts';
import { ServiceSecret } from '../../../lambdas/shared/secrets/service-secret.ts';
import { NOW } from '../a-domain.ts';
import { resolverKnowing } from '../shared/net/answers.ts';

const secret = ServiceSecret.fromJson(JSON.stringify({ 1: 's'.repeat(32) }));
export const url = 'shop.customer.com';
const baseTarget = 'cname.service.net';
export const cnameTarget = `label.${baseTarget}`;
export const CHALLENGE_PATH = '/.well-known/acme-challenge/';

type Known = Parameters<typeof resolverKnowing>[0];
/** Recursive answers for a hostname that points to its server. */
export const LEADS_TO_ITS_SERVER: Known = {
  [`A ${url}`]: ['127.0.0.1'],
  [`A ${cnameTarget}`]: ['127.0.0.1'],
};

export function proofFor(path = ''): string {
  return probeProof(secret, url, path.slice(path.lastIndexOf('/') + 1), NOW) ?? '';
}

export const agent: RequestListener = (request, response) => response.end(proofFor(request.url));

/** Runs the preflight against real local servers, with the test's DNS records. */
export function walkTo(
  { httpPort, httpsPort = 443 }: { httpPort: number; httpsPort?: number },
  known: Known = LEADS_TO_ITS_SERVER,
  { allowLoopback = true } = {},
) {
  const resolve = resolverKnowing(known);
  const net = guardedNet({ resolve, allowLoopback });
  return preflight({ net, secret, baseTarget, httpPort, httpsPort }, { url, cname: { target: cnameTarget } }, NOW);
}
