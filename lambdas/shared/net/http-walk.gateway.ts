import ipaddr from 'ipaddr.js';
import { allowedAddress, allowedAddresses, lookUpWithin } from './allowed-address.ts';
import type { Failed } from './failure.ts';
import { type HttpAnswer, httpGetFrom } from './http-get.gateway.ts';
import type { Resolve } from './resolve.ts';

interface WalkPorts {
  /** 80 and 443, except on a developer's machine. */
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
const MAX_REDIRECTS = 10;

/** The redirect that a CA would follow, or why it would not. `passed`: the addresses so far, including the answer's. */
function redirectFrom(answer: HttpAnswer | Failed, from: URL, passed: readonly string[], ports: WalkPorts): Redirect {
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
  return passed.length > MAX_REDIRECTS ? `it is redirected more than ${MAX_REDIRECTS} times` : undefined;
}

/** In URL notation: empty for the scheme's default port. */
function allowedPorts({ httpPort, httpsPort }: WalkPorts): ReadonlySet<string> {
  return new Set(['', '80', '443', String(httpPort), String(httpsPort)]);
}

function connectedPort({ port, protocol }: URL, { httpPort, httpsPort }: WalkPorts): number {
  const named = Number(port || (protocol === 'https:' ? 443 : 80));
  if (named === 80) return httpPort;
  return named === 443 ? httpsPort : named;
}

export interface HttpWalk extends WalkPorts {
  hostname: string;
  path: string;
  /** Includes every lookup, connection, redirect and byte. */
  timeoutMs: number;
  /** The limit of each body, which is cut off there. */
  maxBytes: number;
}

/** One request on the way. Without an address, its name was not found, or is not allowed. */
export interface Hop {
  url: string;
  address?: string;
  answer: HttpAnswer | Failed;
}

export interface WalkedPath {
  kind: 'walked';
  /** The hostname, and the targets of its CNAME records. */
  names: string[];
  /** All of its IPv4 addresses, also those that were not tried. */
  addresses: string[];
  /** One per tried address, in parallel. `refused`: why the last redirect was not followed. */
  walks: { hops: Hop[]; refused?: string }[];
}

/** More addresses are for load; they do not differ. */
const MAX_ADDRESSES = 4;

interface Guard {
  resolve: Resolve;
  allowLoopback: boolean;
}

/**
 * Requests the first IPv4 addresses of the name, and follows redirects as a CA does. Each target is guarded again, because a
 * stranger chose it.
 */
export async function walkFrom(guard: Guard, walk: HttpWalk, signal: AbortSignal): Promise<WalkedPath | Failed> {
  const { hostname, path, httpPort } = walk;
  const found = await lookUpWithin(signal, allowedAddresses(guard.resolve, hostname, guard));
  if (found.kind === 'failed') return found;
  const { addresses, names } = found;
  const url = new URL(`http://${hostname}${path}`);
  if (httpPort !== 80) url.port = String(httpPort);
  const walks = addresses.slice(0, MAX_ADDRESSES).map((address) => follow(guard, walk, url, address, signal));
  return { kind: 'walked', names, addresses, walks: await Promise.all(walks) };
}

async function follow(
  guard: Guard,
  walk: HttpWalk,
  start: URL,
  startAddress: string,
  signal: AbortSignal,
): Promise<{ hops: Hop[]; refused?: string }> {
  const hops: Hop[] = [];
  let next = { url: start, hostname: walk.hostname, port: walk.httpPort, encrypted: false };
  let address: string | undefined = startAddress;
  for (;;) {
    const { url, hostname, port, encrypted } = next;
    if (address === undefined) {
      const found = await lookUpWithin(signal, allowedAddress(guard.resolve, hostname, guard));
      if (found.kind === 'failed') return { hops: [...hops, { url: url.href, answer: found }] };
      address = found.address;
    }
    const path = `${url.pathname}${url.search}`;
    const get = { hostname, port, path, encrypted, maxBytes: walk.maxBytes, whenLonger: 'cut-off' as const };
    const answer = await httpGetFrom(address, get, signal);
    hops.push({ url: url.href, address, answer });
    const redirect = redirectFrom(
      answer,
      url,
      hops.map((hop) => hop.url),
      walk,
    );
    if (redirect.kind === 'none') return { hops };
    if (redirect.kind === 'refused') return { hops, refused: redirect.why };
    next = redirect;
    address = undefined;
  }
}
