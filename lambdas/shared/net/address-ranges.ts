import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
/** The addresses that share so many first bits with this one. */
type Range = [address: Address, prefix: number];

/** Undefined for what is neither an address nor a range in CIDR notation (RFC 4632; RFC 4291, section 2.3). */
function readRange(text: string): Range | undefined {
  const [, address = '', prefix] = /^([0-9A-Fa-f:.]{2,45})(?:\/(0|[1-9][0-9]{0,2}))?$/.exec(text) ?? [];
  // ipaddr.js also reads 10.1 and 0x0a.0.0.1.
  if (isIP(address) === 0) return undefined;
  const parsed = ipaddr.parse(address);
  const bits = parsed.toByteArray().length * 8;
  const shared = prefix === undefined ? bits : Number(prefix);
  return shared > bits ? undefined : [parsed, shared];
}

export function isRange(text: string): boolean {
  return readRange(text) !== undefined;
}

/** Whether an address is in one of these ranges. */
export function isInRanges(address: string, ranges: readonly string[]): boolean {
  return areWithin([address], ranges);
}

/** Whether each of the ranges lies in one of the others: what only several of them together contain does not count. */
export function areWithin(ranges: readonly string[], others: readonly string[]): boolean {
  return ranges.every((text) => {
    const inner = readRange(text);
    return inner !== undefined && others.some((other) => contains(readRange(other), inner));
  });
}

function contains(outer: Range | undefined, [inner, prefix]: Range): boolean {
  if (!outer || outer[0].kind() !== inner.kind() || outer[1] > prefix) return false;
  return inner.match(outer[0] as never, outer[1]);
}
