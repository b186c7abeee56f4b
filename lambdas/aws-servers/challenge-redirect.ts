import { EDGE_PATHS } from '../../contract/paths.ts';

/**
 * Where a load balancer sends a CA that asks for a challenge at port 80. The service learns the hostname from the path: the CA
 * follows a redirect with the service's name in `Host`. `#{host}` and `#{path}` are ELB's own words (ELBv2 guide, "Redirect
 * actions"); the path has no slash before it.
 * The query says for which server the rule is: each of those that share a listener has a rule of its own, and one that somebody
 * has made by hand is nobody's.
 */
export function challengeRedirect(siteUrl: string, label: string) {
  const { protocol, hostname, port } = new URL(siteUrl);
  const isHttps = protocol === 'https:';
  return {
    Protocol: isHttps ? 'HTTPS' : 'HTTP',
    Host: hostname,
    Port: port || (isHttps ? '443' : '80'),
    Path: `${EDGE_PATHS.redirectedChallenges}/#{host}/#{path}`,
    Query: `server=${label}`,
    StatusCode: 'HTTP_302' as const,
  };
}
