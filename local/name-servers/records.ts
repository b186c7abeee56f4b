import { isIPv4, isIPv6 } from 'node:net';
import { domainToASCII } from 'node:url';

export const RECORD_TYPES = ['CNAME', 'A', 'AAAA', 'TXT', 'CAA'] as const;
export type RecordType = (typeof RECORD_TYPES)[number];

const LONGEST_NAME = 253;
const LABEL = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/;
const ASCII = /^[!-~]+$/;
const CAA_VALUE = /^(?:(?<flags>\d{1,3}) +)?(?<tag>[a-z0-9]+) +"?(?<value>[^"]*)"?$/i;
const HIGHEST_FLAGS = 255;
/** Limit of a string in a TXT record (RFC 1035, section 3.3), and of a CAA value in the program's files. */
const LONGEST_STRING = 255;
/** Limit of all data of a TXT record, less two bytes for each string. */
const LONGEST_TXT = 65_000;

/** Lower case, punycode, no trailing dot. A first label `*` is a wildcard. Throws a message for people for an invalid name. */
export function hostname(name: string): string {
  const given = name.replace(/\.$/, '');
  const host = ASCII.test(given) ? given.toLowerCase() : domainToASCII(given);
  const labels = host.replace(/^\*\./, '').split('.');
  if (host.length > 0 && host.length <= LONGEST_NAME && labels.every((label) => LABEL.test(label))) return host;
  throw new Error(`"${name}" is not a DNS name`);
}

export function recordType(type: string): RecordType {
  const known = RECORD_TYPES.find((each) => each === type.toUpperCase());
  if (known) return known;
  const hint = type.toUpperCase() === 'NS' ? '; name servers are set by `delegate`' : '';
  throw new Error(`"${type}" is not a record type of the local DNS server: it knows ${RECORD_TYPES.join(', ')}${hint}`);
}

/** Values in zone file format. Throws a message for people for a value that does not fit the type. */
export function recordValues(type: RecordType, values: readonly string[]): string[] {
  if (values.length === 0) throw new Error(`${type} needs a value`);
  switch (type) {
    case 'CNAME':
      if (values.length > 1) throw new Error('CNAME takes one value: a name has one target');
      return values.map((value) => `${hostname(value)}.`);
    case 'A':
      return values.map((value) => address(value, isIPv4, 'an IPv4'));
    case 'AAAA':
      return values.map((value) => address(value, isIPv6, 'an IPv6'));
    case 'TXT':
      return values.map(text);
    case 'CAA':
      return values.map(caa);
  }
}

function address(value: string, isRight: (value: string) => boolean, kind: string): string {
  if (isRight(value)) return value;
  throw new Error(`"${value}" is not ${kind} address`);
}

function caa(value: string): string {
  const { flags = '0', tag, value: property } = CAA_VALUE.exec(value.trim())?.groups ?? {};
  if (tag === undefined || property === undefined || Number(flags) > HIGHEST_FLAGS)
    throw new Error(`"${value}" is not a CAA record: write it as 0 issue "ca.example"`);
  const bytes = Buffer.from(property);
  if (tag.length > LONGEST_STRING || bytes.length > LONGEST_STRING)
    throw new Error(`the tag and the value of a CAA record have at most ${LONGEST_STRING} bytes each here`);
  return `${flags} ${tag} ${quote(bytes)}`;
}

function text(value: string): string {
  const bytes = Buffer.from(value);
  if (bytes.length > LONGEST_TXT) throw new Error(`a TXT record holds at most ${LONGEST_TXT} bytes`);
  const count = Math.max(1, Math.ceil(bytes.length / LONGEST_STRING));
  const strings = Array.from({ length: count }, (_, at) => bytes.subarray(at * LONGEST_STRING, (at + 1) * LONGEST_STRING));
  return strings.map(quote).join(' ');
}

/** Bytes as a zone file string (RFC 1035, section 5.1). */
function quote(bytes: Buffer): string {
  const characters = [...bytes].map((byte) => {
    const character = String.fromCharCode(byte);
    if (character === '"' || character === '\\') return `\\${character}`;
    return byte >= 0x20 && byte < 0x7f ? character : `\\${String(byte).padStart(3, '0')}`;
  });
  return `"${characters.join('')}"`;
}
