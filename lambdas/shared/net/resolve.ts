export const QUERY_TYPES = ['A', 'AAAA', 'CNAME', 'TXT', 'CAA', 'NS', 'SOA'] as const;
export type QueryType = (typeof QUERY_TYPES)[number];

export interface DnsRecord {
  /** `A`, `CNAME`, …; in the authority section also `SOA` and `NS`. */
  type: string;
  /** Owner name: lower case, without the trailing dot. */
  name: string;
  /** Seconds. */
  ttl: number;
  /** In zone file format; names in lower case without the trailing dot, a TXT's strings joined. */
  value: string;
}

/** An extended DNS error (RFC 8914): why a recursive server failed, as far as it says. */
export interface ExtendedError {
  code: number;
  text: string;
}

/**
 * The result of one query. `answer`: the requested type, or a CNAME instead of it, exists; `no-data`: the name exists without it;
 * `nxdomain`: no such name; `failure`: no usable answer, which says nothing about the name.
 */
export interface DnsAnswer {
  kind: 'answer' | 'no-data' | 'nxdomain' | 'failure';
  records: DnsRecord[];
  /** `address:port` of the server that answered, or was queried last. */
  server: string;
  /** Absent without a reply. */
  rcode?: string;
  extendedError?: ExtendedError;
  authority?: DnsRecord[];
  /** Why there is no reply, for people. */
  reason?: string;
}

export type Resolve = (name: string, type: QueryType) => Promise<DnsAnswer>;
