import { lowerAscii } from '../../contract/domain-name.ts';
import type { ChallengeType } from '../acme/challenge.ts';
import type { DnsRecord } from '../shared/net/resolve.ts';

/** The CA and account that want to issue, and how. */
export interface Issuer {
  /** The CA's names in CAA records (RFC 8555, section 7.1.1, `caaIdentities`). */
  identities: readonly string[];
  /** The URL of our account at the CA; undefined while unknown. */
  accountUrl: string | undefined;
  method: ChallengeType;
  /** For a wildcard, `issuewild` counts if there is one (RFC 8659, section 4.3). */
  isForWildcard?: boolean;
}

/** What the relevant CAA records of a hostname say to this CA. */
export interface CaaVerdict {
  tag: 'issue' | 'issuewild';
  /** The result of the records with that tag. `unsure`: they name an account, and it is not known which one is ours. */
  issue: 'allows' | 'unsure' | 'forbids';
  /** Critical records with a tag that no CA knows: each of them forbids every certificate, whatever the others say. */
  notUnderstood: DnsRecord[];
  /** A record names the CA, but for another account or other validation methods. */
  isRestricted: boolean;
}

interface Property {
  isCritical: boolean;
  tag: string;
  value: string;
}
type Fit = 'permits' | 'unsure' | 'restricted' | 'other';

/** The format of message.ts: `128 issue "ca.example; validationmethods=dns-01"`. */
const ZONE_FILE = /^(?<flags>\d+) (?<tag>\S+) "(?<value>.*)"$/s;
const CRITICAL = 128;
/** The tags that a CA for web certificates understands (RFC 8659, section 4). */
const UNDERSTOOD: ReadonlySet<string> = new Set(['issue', 'issuewild', 'iodef']);
/** RFC 8659, section 4.2. */
const PARAMETER = /^(?<tag>[a-z0-9]+(?:-+[a-z0-9]+)*)[ \t]*=[ \t]*(?<value>[!-:<-~]*)$/i;

/** Reads the CAA records of one name (RFC 8659, section 5). Records with other tags do not forbid anything. */
export function judgeCaa(records: readonly DnsRecord[], issuer: Issuer): CaaVerdict {
  const properties = records.flatMap((record) => propertyOf(record).map((property) => ({ record, ...property })));
  const notUnderstood = properties.filter(({ isCritical, tag }) => isCritical && !UNDERSTOOD.has(tag));
  const isOfWildcards = issuer.isForWildcard && properties.some(({ tag }) => tag === 'issuewild');
  const judged = isOfWildcards ? 'issuewild' : 'issue';
  const fits = properties.filter(({ tag }) => tag === judged).map(({ value }) => fitOf(value, issuer));
  return {
    tag: judged,
    issue: issueOf(fits),
    notUnderstood: notUnderstood.map(({ record }) => record),
    isRestricted: fits.includes('restricted'),
  };
}

function issueOf(fits: Fit[]): CaaVerdict['issue'] {
  if (fits.length === 0 || fits.includes('permits')) return 'allows';
  return fits.includes('unsure') ? 'unsure' : 'forbids';
}

function propertyOf({ type, value }: DnsRecord): Property[] {
  const groups = type === 'CAA' ? ZONE_FILE.exec(value)?.groups : undefined;
  if (!groups) return [];
  const { flags, tag = '', value: property = '' } = groups;
  return [{ isCritical: (Number(flags) & CRITICAL) !== 0, tag: lowerAscii(tag), value: property }];
}

/** A lone `;`, or an unreadable value, permits nobody. */
function fitOf(property: string, { identities, accountUrl, method }: Issuer): Fit {
  const [domain = '', ...rest] = property.split(';').map((part) => part.trim());
  if (!identities.some((identity) => lowerAscii(identity) === lowerAscii(domain))) return 'other';
  const parameters = rest.filter(Boolean).map((parameter) => PARAMETER.exec(parameter)?.groups);
  if (parameters.includes(undefined)) return 'other';
  const valuesOf = (name: string) =>
    parameters.flatMap((parameter) =>
      parameter?.tag !== undefined && lowerAscii(parameter.tag) === name ? [parameter.value ?? ''] : [],
    );
  const methods = valuesOf('validationmethods');
  const accounts = valuesOf('accounturi');
  // RFC 8657, section 3: nobody can satisfy a property with several accounts. CAs treat several lists of methods the same way.
  if (methods.length > 1 || accounts.length > 1) return 'restricted';
  const [allowed = method] = methods;
  if (!allowed.split(',').some((each) => lowerAscii(each) === method)) return 'restricted';
  const [account] = accounts;
  if (account === undefined || account === accountUrl) return 'permits';
  return accountUrl === undefined ? 'unsure' : 'restricted';
}
