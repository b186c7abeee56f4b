import ipaddr from 'ipaddr.js';
import type { Failed } from './failure.ts';
import type { HttpAnswer } from './http-get.gateway.ts';

export interface WalkPorts {
  /** 80 and 443, but on a developer's machine. */
  httpPort: number;
  httpsPort: number;
}

export type Redirect =
  | { kind: 'none' }
  | { kind: 'refused'; why: string }
  | { kind: 'to'; url: URL; hostname: string; port: number; encrypted: boolean };

/** CA/Browser Forum Baseline Requirements, section 3.2.2.4.19: no others, not even 303. */
const FOLLOWED: ReadonlySet<number> = new Set([301, 302, 307, 308]);
/** As Let's Encrypt does: https://letsencrypt.org/docs/challenge-types/#http-01-challenge */
const MOST_REDIRECTS = 10;

/** Where an answer redirects a CA to, which does not go everywhere. `passed`: the addresses so far, that of the answer among them. */
export function redirectFrom(answer: HttpAnswer | Failed, from: URL, passed: readonly string[], ports: WalkPorts): Redirect {
  if (answer.kind === 'failed' || answer.status < 300 || answer.status > 399) return { kind: 'none' };
  const location = answer.headers.location;
  if (location === undefined) return { kind: 'none' };
  const url = URL.parse(location, from.href);
  const why = whyNot(url, answer.status, passed, ports);
  if (url === null || why !== undefined) return { kind: 'refused', why: why ?? 'its address cannot be read' };
  const encrypted = url.protocol === 'https:';
  return { kind: 'to', url, hostname: url.hostname, port: connectedPort(url, ports), encrypted };
}

function whyNot(url: URL | null, status: number, passed: readonly string[], ports: WalkPorts): string | undefined {
  if (!FOLLOWED.has(status)) return `a certificate authority does not follow the status ${status}`;
  if (url === null) return 'its address cannot be read';
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'it leads neither to http nor to https';
  if (!allowedPorts(ports).has(url.port)) return `it leads to port ${url.port}, and a certificate authority asks 80 and 443 only`;
  if (ipaddr.isValid(url.hostname.replace(/^\[|\]$/g, ''))) return 'it leads to an address instead of a name';
  if (passed.includes(url.href)) return 'it leads in a circle';
  return passed.length > MOST_REDIRECTS ? `it is redirected more than ${MOST_REDIRECTS} times` : undefined;
}

/** As URLs have them: empty for that of the scheme. */
function allowedPorts({ httpPort, httpsPort }: WalkPorts): ReadonlySet<string> {
  return new Set(['', '80', '443', String(httpPort), String(httpsPort)]);
}

function connectedPort({ port, protocol }: URL, { httpPort, httpsPort }: WalkPorts): number {
  const named = Number(port || (protocol === 'https:' ? 443 : 80));
  if (named === 80) return httpPort;
  return named === 443 ? httpsPort : named;
}
