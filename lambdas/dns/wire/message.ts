import { type Answer, CHECKING_DISABLED, decode, encode, type Packet, RECURSION_DESIRED } from 'dns-packet';
import { canonicalName } from '../../../contract/domain-name.ts';
import type { DnsAnswer, DnsRecord, ExtendedError, QueryType } from '../../shared/net/resolve.ts';

export interface DnsQuestion {
  id: number;
  name: string;
  type: QueryType;
  /**
   * `recursive` (default): the server resolves the name. `unchecked`: the same without validation of signatures (RFC 4035,
   * section 3.2.2). `authoritative`: only what the server knows itself, or a referral.
   */
  manner?: 'recursive' | 'unchecked' | 'authoritative';
}

/** The reply, before the caller adds which server sent it. */
export type DnsReply = Omit<DnsAnswer, 'server'> & {
  truncated: boolean;
  /** The server is authoritative for the zone (RFC 1035, section 4.1.1, AA). */
  isAuthoritative: boolean;
  authority: DnsRecord[];
  /** Addresses of the name servers in a referral. */
  additional: DnsRecord[];
};

const FLAGS = {
  recursive: RECURSION_DESIRED,
  unchecked: RECURSION_DESIRED | CHECKING_DISABLED,
  authoritative: 0,
};

/** The largest answer that crosses the internet without fragments (DNS flag day 2020). */
const UDP_PAYLOAD_BYTES = 1232;
const EXTENDED_ERROR_OPTION = 15; // RFC 8914

/** A query with EDNS(0), without which no server sends extended errors. DO is not set: we do not check signatures. */
export function encodeQuery({ id, name, type, manner = 'recursive' }: DnsQuestion): Buffer {
  return encode({
    type: 'query',
    id,
    flags: FLAGS[manner],
    questions: [{ type, name, class: 'IN' }],
    additionals: [
      {
        type: 'OPT',
        name: '.',
        udpPayloadSize: UDP_PAYLOAD_BYTES,
        extendedRcode: 0,
        ednsVersion: 0,
        flags: 0,
        flag_do: false,
        options: [],
      },
    ],
  });
}

/** Parses a reply; undefined if it is no DNS message, or answers another question. */
export function decodeReply(bytes: Buffer, question: DnsQuestion): DnsReply | undefined {
  const packet = tryDecode(bytes);
  if (!packet?.flag_qr || packet.id !== question.id || !echoes(packet, question)) return undefined;
  const options = (packet.additionals ?? []).find((record) => record.type === 'OPT');
  const rcode = rcodeOf(packet, options?.extendedRcode ?? 0);
  const records = readable(packet.answers);
  const extendedError = options && extendedErrorIn(options.options);
  return {
    kind: kindOf(rcode, records, question.type),
    records,
    rcode,
    isAuthoritative: packet.flag_aa,
    authority: readable(packet.authorities),
    additional: readable(packet.additionals),
    ...(extendedError && { extendedError }),
    truncated: packet.flag_tc,
  };
}

/** dns-packet names the response code, but its types do not say so. */
type DecodedMessage = ReturnType<typeof decode> & { rcode: string };

function tryDecode(bytes: Buffer): DecodedMessage | undefined {
  try {
    return decode(bytes) as DecodedMessage;
  } catch {
    return undefined; // strangers may send anything
  }
}

/** EDNS carries the upper eight of twelve bits (RFC 6891, section 6.1.3). */
function rcodeOf(packet: DecodedMessage, upperBits: number): string {
  return upperBits === 0 ? packet.rcode : `RCODE${upperBits * 16 + ((packet.flags ?? 0) & 15)}`;
}

function echoes({ questions = [] }: Packet, { name, type }: DnsQuestion): boolean {
  const [echo] = questions;
  return questions.length === 1 && echo?.type === type && echo.class === 'IN' && canonicalName(echo.name) === canonicalName(name);
}

function kindOf(rcode: string, records: DnsRecord[], wanted: QueryType): DnsAnswer['kind'] {
  if (rcode === 'NXDOMAIN') return 'nxdomain';
  if (rcode !== 'NOERROR') return 'failure';
  return records.some(({ type }) => type === wanted || type === 'CNAME') ? 'answer' : 'no-data';
}

function extendedErrorIn(options: readonly { code: number; data?: Buffer | undefined }[]): ExtendedError | undefined {
  const data = options.find(({ code }) => code === EXTENDED_ERROR_OPTION)?.data;
  if (!data || data.length < 2) return undefined;
  return { code: data.readUInt16BE(0), text: data.toString('utf8', 2).replace(/\0+$/, '') };
}

/** Each record once (RFC 2181, section 5): a server that follows a CNAME loop repeats its records. */
function readable(section: Answer[] = []): DnsRecord[] {
  const known = new Set<string>();
  return section.flatMap((record) => {
    const value = zoneFileValue(record);
    if (value === undefined || record.type === 'OPT' || record.class !== 'IN') return [];
    const name = canonicalName(record.name);
    const key = `${name} ${record.type} ${value}`;
    if (known.has(key)) return [];
    known.add(key);
    return [{ type: record.type, name, ttl: record.ttl ?? 0, value }];
  });
}

function zoneFileValue(record: Answer): string | undefined {
  switch (record.type) {
    case 'A':
    case 'AAAA':
      return record.data;
    case 'CNAME':
    case 'NS':
      return canonicalName(record.data);
    case 'TXT':
      return (Array.isArray(record.data) ? record.data : [record.data]).map(String).join('');
    case 'CAA':
      return `${record.data.flags ?? 0} ${record.data.tag} "${record.data.value}"`;
    case 'SOA': {
      const { mname, rname, serial, refresh, retry, expire, minimum } = record.data;
      return [canonicalName(mname), canonicalName(rname), serial, refresh, retry, expire, minimum].join(' ');
    }
    default:
      return undefined; // DNSSEC and other records that nothing here reads
  }
}
