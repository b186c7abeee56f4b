import ipaddr from 'ipaddr.js';
import { KNOWN_PROXY_RANGES, type KnownProxy } from './known-proxy-ranges.ts';

type Range = [ipaddr.IPv4 | ipaddr.IPv6, number];

const PARSED = KNOWN_PROXY_RANGES.map(({ name, ranges }) => ({
  name,
  ranges: ranges.map((range): Range => ipaddr.parseCIDR(range)),
}));

/** Whose proxy answers at this address, IPv4 or IPv6; undefined where it is nobody's of whom we know. */
export function proxyOf(address: string): KnownProxy['name'] | undefined {
  if (!ipaddr.isValid(address)) return undefined;
  const parsed = ipaddr.process(address); // an IPv4 address inside an IPv6 one is that IPv4 address
  return PARSED.find(({ ranges }) => ranges.some((range) => parsed.kind() === range[0].kind() && parsed.match(range)))?.name;
}
