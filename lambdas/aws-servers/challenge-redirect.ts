import { EDGE_PATHS } from '../../contract/paths.ts';

/**
 * The target of a load balancer's redirect for challenges at port 80. The path gives the service the hostname, because the CA
 * follows the redirect with the service's name in `Host`. `#{host}` and `#{path}` are ELB's placeholders (ELBv2 guide, "Redirect
 * actions"); the path lacks its leading slash. The query names the server: servers that share a listener have a rule each, and a
 * manual rule belongs to none.
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
