import { isIP } from 'node:net';
import { hostOfUrl } from '../../../contract/domain-name.ts';
import { allowedAddress, isAllowedAddress } from './allowed-address.ts';
import { type Failed, toFailed } from './failure.ts';
import type { Resolve } from './resolve.ts';

/** The target of a URL, without DNS. */
export interface ReceiverTarget {
  encrypted: boolean;
  /** Lower case, without a final dot; an IPv6 address without brackets. */
  host: string;
  port: number;
  /** The value of the Host header. */
  authority: string;
  /** Includes the query. */
  path: string;
}

/** RFC 6761, section 6.3: these names mean this machine, whatever DNS says. */
const LOOPBACK_NAME = /^(.+\.)?localhost$/;

/**
 * Names that are never on the public internet, whatever a DNS server says: RFC 6761, 6762 (`local`), 7686, 8375, 9476, ICANN's
 * resolution of 2024 on `internal`, and resolvers' variants of `localhost` (`localhost.localdomain`, `localhost.example.com`).
 */
const PRIVATE_NAME = /(^|\.)(local|internal|localdomain|home\.arpa|invalid|onion|alt)$|^localhost\./;

/**
 * Parses a URL as `connect` would: the URL standard normalizes an IPv4 address in octal, hexadecimal, one number or other
 * scripts. Throws TypeError for an invalid URL, which the schema of webhooks has refused.
 */
export function receiverTarget(text: string): ReceiverTarget {
  const url = new URL(text);
  const encrypted = url.protocol === 'https:';
  return {
    encrypted,
    host: hostOfUrl(text),
    port: Number(url.port || (encrypted ? 443 : 80)),
    authority: url.host,
    path: url.pathname + url.search,
  };
}

/** Below 1024 are other services, for which an HTTP request may mean something else: mail, files, shells. */
export function isReceiverPort(port: number): boolean {
  return port === 80 || port === 443 || port >= 1024;
}

/** A single-label name is resolved, if at all, in the local network. */
function isPrivateName(host: string): boolean {
  return !host.includes('.') || PRIVATE_NAME.test(host);
}

/** The one allowed address to connect to: see `allowedAddress`. */
export async function targetAddress(
  resolve: Resolve,
  { host, port }: Pick<ReceiverTarget, 'host' | 'port'>,
  rules: { allowLoopback: boolean },
): Promise<{ kind: 'address'; address: string } | Failed> {
  if (!isReceiverPort(port)) return toFailed('refused-address', `the port ${port} is neither 80 nor 443 nor above 1023`);
  const literal = LOOPBACK_NAME.test(host) ? '127.0.0.1' : host;
  const family = isIP(literal);
  if (family === 0 && isPrivateName(host))
    return toFailed('refused-address', `${host} is a name that is not on the public internet; use a public hostname`);
  if (family === 0) return allowedAddress(resolve, host, rules);
  if (!isAllowedAddress(literal, rules))
    return toFailed('refused-address', `leads to the address ${literal}, which is not on the public internet`);
  if (family === 6 && literal !== '::1')
    return toFailed('refused-address', `leads to the address ${literal}, and IPv6 is not supported`);
  return { kind: 'address', address: literal };
}
