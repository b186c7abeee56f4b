import { BlockList, isIP } from 'node:net';

/** An address, or the addresses that share its first bits. */
interface Range {
  address: string;
  prefix: number;
  family: 'ipv4' | 'ipv6';
}

const BITS = { ipv4: 32, ipv6: 128 } as const;

/** Undefined for what is neither an address nor a range in CIDR notation (RFC 4632, RFC 4291). */
function readRange(text: string): Range | undefined {
  const match = /^([0-9A-Fa-f:.]{2,45})(?:\/(0|[1-9][0-9]{0,2}))?$/.exec(text);
  const [, address = '', given] = match ?? [];
  if (isIP(address) === 0) return undefined;
  const family = isIP(address) === 4 ? 'ipv4' : 'ipv6';
  const prefix = given === undefined ? BITS[family] : Number(given);
  return prefix > BITS[family] ? undefined : { address, prefix, family };
}

export function isRange(text: string): boolean {
  return readRange(text) !== undefined;
}

/** Whether an address is in one of these ranges. */
export function isInRanges(address: string, ranges: readonly string[]): boolean {
  const read = readRange(address);
  return read !== undefined && ranges.some((range) => contains(range, read));
}

/** Whether each of the ranges lies in one of the others: what only several of them together contain does not count. */
export function areWithin(ranges: readonly string[], others: readonly string[]): boolean {
  return ranges.every((text) => {
    const range = readRange(text);
    return range !== undefined && others.some((other) => contains(other, range));
  });
}

function contains(text: string, inner: Range): boolean {
  const outer = readRange(text);
  if (!outer || outer.family !== inner.family || outer.prefix > inner.prefix) return false;
  const list = new BlockList();
  list.addSubnet(outer.address, outer.prefix, outer.family);
  return list.check(inner.address, inner.family);
}
