import type { DnsAnswer, DnsRecord, ExtendedError, QueryType } from '../../shared/net/resolve.ts';
import type { DnsReply } from '../wire/message.ts';

/** A name server of a zone, as the parent zone names it. */
export interface ZoneServer {
  /** `ns1.provider.example`. */
  name: string;
  /** IPv4; empty if it has none or none is known. */
  addresses: readonly string[];
  /** Why no address is known: DNS failed, or the reader's time was over. */
  lookup?: 'failed' | 'spent';
}

/**
 * The result of one query to one name server. `lame`: it answers, but not for this zone; `servfail`: it failed, or gave an error;
 * `silent`: no answer in time, or none that is DNS; `not-asked`: it has no address on the public internet; `spent`: the reader's
 * budget was used up.
 */
export type QueryResult = 'records' | 'no-data' | 'nxdomain' | 'lame' | 'servfail' | 'silent' | 'not-asked' | 'spent';

export interface ServerAnswer {
  /** `ns1.provider.example (192.0.2.1)`. */
  server: string;
  type: QueryType;
  said: QueryResult;
  /** The records of the queried name, whatever else the answer holds. */
  records: readonly DnsRecord[];
  /** The zone of a negative answer, by its SOA; empty for the root. */
  zone?: string;
  rcode?: string;
  /** Why a recursive server failed, as far as it says. */
  extendedError?: ExtendedError;
  /** Why there is no answer, for people. */
  reason?: string;
}

/** True when the server reported what the zone has. */
export function isUsable({ said }: Pick<ServerAnswer, 'said'>): boolean {
  return said === 'records' || said === 'no-data' || said === 'nxdomain';
}

/** Reads the reply of a name server that should know the zone. The caller has already handled a referral. */
export function readServerAnswer(
  server: string,
  { name, type }: { name: string; type: QueryType },
  reply: DnsReply,
): ServerAnswer {
  const { rcode, isAuthoritative } = reply;
  const base = { server, type, records: [], ...(rcode !== undefined && { rcode }) };
  if (rcode === 'REFUSED' || rcode === 'NOTAUTH' || (rcode === 'NOERROR' && !isAuthoritative)) return { ...base, said: 'lame' };
  if (rcode === 'NXDOMAIN' && !isAuthoritative) return { ...base, said: 'lame' };
  if (rcode !== 'NOERROR' && rcode !== 'NXDOMAIN') return { ...base, said: 'servfail' };
  const records = reply.records.filter((record) => record.name === name && (record.type === type || record.type === 'CNAME'));
  // RFC 2308, section 2.1: the code of an answer with CNAME records belongs to their last target.
  if (records.length > 0) return { ...base, said: 'records', records };
  const zone = soaIn(reply)?.name;
  return {
    ...base,
    said: rcode === 'NXDOMAIN' ? 'nxdomain' : 'no-data',
    ...(zone !== undefined && { zone: zone === '.' ? '' : zone }),
  };
}

/** The answer of a recursive server, with all its records. */
export function recursiveAnswer(
  type: QueryType,
  { kind, server, records, rcode, reason, extendedError }: DnsAnswer,
): ServerAnswer {
  const base = {
    server,
    type,
    records,
    ...(rcode !== undefined && { rcode }),
    ...(reason !== undefined && { reason }),
    ...(extendedError && { extendedError }),
  };
  switch (kind) {
    case 'answer':
      return { ...base, said: 'records' };
    case 'no-data':
    case 'nxdomain':
      return { ...base, said: kind };
    case 'failure':
      return { ...base, said: rcode === 'SERVFAIL' ? 'servfail' : 'silent' };
  }
}

/** How long a negative answer may be cached, in seconds (RFC 2308, section 5); undefined without an SOA. */
export function negativeTtlIn(reply: Pick<DnsReply, 'authority'>): number | undefined {
  const soa = soaIn(reply);
  if (!soa) return undefined;
  const minimum = Number(soa.value.split(' ').at(-1));
  return Number.isFinite(minimum) ? Math.min(soa.ttl, minimum) : soa.ttl;
}

function soaIn({ authority }: Pick<DnsReply, 'authority'>): DnsRecord | undefined {
  return authority.find(({ type }) => type === 'SOA');
}
