import { allowedAddress, allowedAddresses, lookUpWithin } from './allowed-address.ts';
import type { Failed } from './failure.ts';
import { type HttpAnswer, httpGetFrom } from './http-get.gateway.ts';
import { redirectFrom, type WalkPorts } from './redirect.ts';
import type { Resolve } from './resolve.ts';

export interface HttpWalk extends WalkPorts {
  hostname: string;
  path: string;
  /** Includes every look-up, connection, redirect and byte. */
  timeoutMs: number;
  /** Of each body, which is cut off there. */
  maxBytes: number;
}

/** One question on the way. Without an address its name could not be looked up, or leads where we do not go. */
export interface Hop {
  url: string;
  address?: string;
  answer: HttpAnswer | Failed;
}

export interface WalkedPath {
  kind: 'walked';
  /** On the way to the addresses: the hostname, and where its CNAME records lead. */
  names: string[];
  /** All of its IPv4 addresses, those too that were not tried. */
  addresses: string[];
  /** From each of those that were tried, at once. `refused`: why the redirect of the last hop is not followed. */
  walks: { hops: Hop[]; refused?: string }[];
}

/** A name with more has them for load, not for difference. */
const MOST_ADDRESSES = 4;

interface Guard {
  resolve: Resolve;
  allowLoopback: boolean;
}

/** Asks the first IPv4 addresses of the name, and follows redirects as a CA does; each is guarded again, for a stranger names where it leads. */
export async function walkFrom(guard: Guard, walk: HttpWalk, signal: AbortSignal): Promise<WalkedPath | Failed> {
  const { hostname, path, httpPort } = walk;
  const found = await lookUpWithin(signal, allowedAddresses(guard.resolve, hostname, guard));
  if (found.kind === 'failed') return found;
  const { addresses, names } = found;
  const url = new URL(`http://${hostname}${path}`);
  if (httpPort !== 80) url.port = String(httpPort);
  const walks = addresses.slice(0, MOST_ADDRESSES).map((address) => follow(guard, walk, url, address, signal));
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
