import { isIPv4, isIPv6 } from 'node:net';
import { domainToASCII } from 'node:url';

export const RECORD_TYPES = ['CNAME', 'A', 'AAAA', 'TXT', 'CAA', 'SERVFAIL'] as const;
export type RecordType = (typeof RECORD_TYPES)[number];

const LONGEST_NAME = 253;
const LABEL = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/;
const CAA_VALUE = /^(?:0 )?(?<tag>issue|issuewild|iodef) "?(?<value>[^"]*)"?$/;

/** The records of the local DNS server, for the `dns` command, the demo and the tests: nobody else speaks to it. */
export interface DnsServer {
  /** Replaces what the name has of this type. Throws, in words for a person, on a wrong name, type or value. */
  set(name: string, type: string, values: string[]): Promise<void>;
  /** Removes the records of a type, or all of the name; without records it has the address 127.0.0.1. */
  delete(name: string, type?: string): Promise<void>;
  /** Makes every question about the name fail with SERVFAIL, until `delete`. */
  fail(name: string): Promise<void>;
}

/** `managementUrl`: pebble-challtestsrv's management API. */
export function dnsServer(managementUrl: string): DnsServer {
  async function ask(path: string, body: object): Promise<void> {
    const answer = await fetch(`${managementUrl}/${path}`, { method: 'POST', body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`the DNS server answers ${answer.status} to ${path}: ${await answer.text()}`);
  }
  const clear = (host: string, type: RecordType) => ask(`clear-${type.toLowerCase()}`, { host });

  return {
    async set(name, type, values) {
      const host = hostname(name);
      const requests = recordRequests(host, recordType(type), values);
      await clear(host, recordType(type));
      for (const { path, body } of requests) await ask(path, body);
    },
    async delete(name, type) {
      const host = hostname(name);
      for (const each of type === undefined ? RECORD_TYPES : [recordType(type)]) await clear(host, each);
    },
    async fail(name) {
      await ask('set-servfail', { host: hostname(name) });
    },
  };
}

/** What the management API is asked for these values; the switch is over every type that it knows. */
export function recordRequests(host: string, type: RecordType, values: string[]): { path: string; body: object }[] {
  if (type === 'SERVFAIL') {
    if (values.length > 0) throw new Error('SERVFAIL takes no value');
    return [{ path: 'set-servfail', body: { host } }];
  }
  if (values.length === 0) throw new Error(`${type} needs a value`);
  switch (type) {
    case 'CNAME':
      if (values.length > 1) throw new Error('CNAME takes one value: a name has one target');
      return [{ path: 'set-cname', body: { host, target: hostname(values[0] ?? '') } }];
    case 'A':
      return [{ path: 'add-a', body: { host, addresses: values.map((value) => address(value, isIPv4, 'an IPv4')) } }];
    case 'AAAA':
      return [{ path: 'add-aaaa', body: { host, addresses: values.map((value) => address(value, isIPv6, 'an IPv6')) } }];
    case 'TXT':
      return values.map((value) => ({ path: 'set-txt', body: { host, value } }));
    case 'CAA':
      return [{ path: 'add-caa', body: { host, policies: values.map(caaPolicy) } }];
  }
}

/** Lower case, punycode, without the final dot: the server compares names letter by letter. */
export function hostname(name: string): string {
  const host = domainToASCII(name.replace(/\.$/, ''));
  if (host.length > 0 && host.length <= LONGEST_NAME && host.split('.').every((label) => LABEL.test(label))) return host;
  throw new Error(`"${name}" is not a DNS name`);
}

function recordType(type: string): RecordType {
  const known = RECORD_TYPES.find((each) => each === type.toUpperCase());
  if (known) return known;
  throw new Error(`"${type}" is not a record type of the local DNS server: it knows ${RECORD_TYPES.join(', ')}`);
}

function address(value: string, isRight: (value: string) => boolean, kind: string): string {
  if (isRight(value)) return value;
  throw new Error(`"${value}" is not ${kind} address`);
}

function caaPolicy(value: string): { tag: string; value: string } {
  const groups = CAA_VALUE.exec(value.trim())?.groups;
  if (!groups) throw new Error(`"${value}" is not a CAA record: write it as 0 issue "ca.example"`);
  return { tag: groups.tag ?? '', value: groups.value ?? '' };
}
