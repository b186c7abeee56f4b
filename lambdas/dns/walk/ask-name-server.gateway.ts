import { randomInt } from 'node:crypto';
import { isIPv4 } from 'node:net';
import { isAllowedAddress } from '../../shared/net/addresses.ts';
import type { QueryType } from '../../shared/net/resolve.ts';
import { exchange, type NameServer, parseNameServer } from '../wire/exchange.gateway.ts';
import type { DnsReply } from '../wire/message.ts';
import type { LookBudget } from './look-budget.ts';

export type Asked = { reply: DnsReply } | { silence: string } | { notAsked: string } | { spent: true };

/** Asks the name server at an address what it knows itself. Never rejects. */
export type AskNameServer = (address: string, question: { name: string; type: QueryType }, budget: LookBudget) => Promise<Asked>;

export interface AskOptions {
  /** Where an address is really reached, as `address:port`: on a developer's machine, whose name servers have no port 53. No other is asked then. */
  endpoints?: readonly { address: string; endpoint: string }[];
  /** For one try; a lost packet costs one. */
  tryMs?: number;
}

const TRIES = 2;
const DNS_PORT = 53;

/**
 * Zones name their servers, and anybody has a zone: only what lies on the public internet is asked, and only at port 53. A Lambda
 * outside a VPC has no way out over IPv6.
 */
export function asksNameServers({ endpoints, tryMs = 1_000 }: AskOptions): AskNameServer {
  const mapped = endpoints && new Map(endpoints.map(({ address, endpoint }) => [address, parseNameServer(endpoint)]));
  return async (address, { name, type }, budget) => {
    const server = mapped ? mapped.get(address) : onTheInternet(address);
    if (!server) return { notAsked: `never asked: ${address} is no address on the public internet` };
    let last: Asked = { spent: true };
    for (let tries = 0; tries < TRIES && budget.take(); tries += 1) {
      const question = { id: randomInt(65_536), name, type, manner: 'authoritative' as const };
      last = await exchange(server, question, Math.min(tryMs, budget.leftMs()));
      if ('reply' in last) break;
    }
    return last;
  };
}

function onTheInternet(address: string): NameServer | undefined {
  if (!isIPv4(address) || !isAllowedAddress(address, { allowLoopback: false })) return undefined;
  return { address, family: 4, port: DNS_PORT, label: `${address}:${DNS_PORT}` };
}
