import type { DnsRecord } from '../shared/net/dns-answer.ts';

/** Who wants to issue, and how the hostname is to be validated. */
export interface Issuer {
  /** The names under which CAA records know the CA (RFC 8555, section 7.1.1, `caaIdentities`). */
  identities: readonly string[];
  /** As in `validationmethods` (RFC 8657, section 4). */
  method: string;
}

interface CaaRecord {
  isCritical: boolean;
  tag: string;
  value: string;
}

/** As dns-message.ts writes it: `128 issue "ca.example; validationmethods=dns-01"`. */
const ZONE_FILE = /^(?<flags>\d+) (?<tag>\S+) "(?<value>.*)"$/s;
const CRITICAL = 128;
/** What a CA that issues web certificates understands (RFC 8659, section 4). */
const UNDERSTOOD: ReadonlySet<string> = new Set(['issue', 'issuewild', 'iodef']);

/**
 * Whether the CAA records that count for a hostname let this CA issue a certificate for it (RFC 8659, section 5). Records without
 * `issue` say nothing against it; a critical one that nobody understands forbids it to all. `accounturi` is not looked at.
 */
export function caaAllows(records: readonly DnsRecord[], issuer: Issuer): boolean {
  const caa = records.flatMap(readRecord);
  if (caa.some(({ isCritical, tag }) => isCritical && !UNDERSTOOD.has(tag))) return false;
  const issue = caa.filter(({ tag }) => tag === 'issue');
  return issue.length === 0 || issue.some(({ value }) => names(value, issuer));
}

function readRecord({ type, value }: DnsRecord): CaaRecord[] {
  const groups = type === 'CAA' ? ZONE_FILE.exec(value)?.groups : undefined;
  if (!groups) return [];
  const { flags, tag = '', value: property = '' } = groups;
  return [{ isCritical: (Number(flags) & CRITICAL) !== 0, tag: tag.toLowerCase(), value: property }];
}

/** `;` alone, or what cannot be read, names nobody. */
function names(property: string, { identities, method }: Issuer): boolean {
  const [domain = '', ...parameters] = property.split(';').map((part) => part.trim().toLowerCase());
  if (domain === '' || !identities.some((identity) => identity.toLowerCase() === domain)) return false;
  const methods = parameters.map((parameter) => /^validationmethods\s*=\s*(.*)$/.exec(parameter)?.[1]).find(Boolean);
  return methods === undefined || methods.split(',').some((each) => each.trim() === method);
}
