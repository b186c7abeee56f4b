import { EDGE_PATHS } from '../../contract/paths.ts';

/**
 * Where a load balancer sends a CA that asks for a challenge at port 80. The service learns the hostname from the path: the CA
 * follows a redirect with the service's name in `Host`. `#{host}` and `#{path}` are ELB's own words (ELBv2 guide, "Redirect
 * actions"); the path has no slash before it.
 */
export function challengeRedirect(siteUrl: string) {
  const { protocol, hostname, port } = new URL(siteUrl);
  const isHttps = protocol === 'https:';
  return {
    Protocol: isHttps ? 'HTTPS' : 'HTTP',
    Host: hostname,
    Port: port || (isHttps ? '443' : '80'),
    Path: `${EDGE_PATHS.redirectedChallenges}/#{host}/#{path}`,
    Query: '',
    StatusCode: 'HTTP_302' as const,
  };
}
