import { Resolver } from 'node:dns/promises';
import { isWildcard, nameAndParents, wildcardBaseOf } from '../../../contract/domain-name.ts';
import type { ChallengeType } from '../../../lambdas/acme/challenge.ts';
import { ports } from '../cloud.ts';

// A CA's evaluation of CAA records, which Pebble does not do. Independent of the service's own CAA code.

type Property = Record<string, string | number> & { critical: number };

interface Order {
  hostname: string;
  method: ChallengeType;
  /** The CA's issuer domain name, and the service's account URI. */
  issuer: string;
  account: string;
}

const UNDERSTOOD = new Set(['issue', 'issuewild', 'iodef']);
const NONE = new Set(['ENODATA', 'ENOTFOUND']);
const resolver = new Resolver();
resolver.setServers([`127.0.0.1:${ports.dns}`]);

/** Why the CA must not issue; undefined: it may (RFC 8659, sections 3 and 4; RFC 8657). */
export async function caaRefusal({ hostname, method, issuer, account }: Order): Promise<string | undefined> {
  const found = await nearestRecords(hostname);
  const has = (tag: string) => found.filter((property) => tag in property);
  const unknown = found.find((property) => property.critical > 0 && !UNDERSTOOD.has(tagOf(property)));
  if (unknown) return `critical, and not understood: ${JSON.stringify(unknown)}`;
  const tag = isWildcard(hostname) && has('issuewild').length > 0 ? 'issuewild' : 'issue';
  const values = has(tag).map((property) => String(property[tag]));
  const isFor = (value: string) => {
    const [name, ...pairs] = value.split(';').map((part) => part.trim());
    const parameters = new Map(pairs.map((pair) => pair.split('=', 2).map((part) => part.trim()) as [string, string]));
    const methods = parameters.get('validationmethods')?.split(',') ?? [method];
    return name === issuer && methods.includes(method) && (parameters.get('accounturi') ?? account) === account;
  };
  return values.length === 0 || values.some(isFor) ? undefined : values.join(' | ');
}

/** The CAA records of the hostname or of its nearest parent that has any. The resolver follows CNAME records. */
async function nearestRecords(hostname: string): Promise<Property[]> {
  for (const name of nameAndParents(wildcardBaseOf(hostname))) {
    const found = await recordsAt(name);
    if (found.length > 0) return found;
  }
  return [];
}

async function recordsAt(name: string): Promise<Property[]> {
  try {
    return (await resolver.resolveCaa(name)) as Property[];
  } catch (error) {
    if (NONE.has(String((error as { code?: string }).code))) return [];
    throw error;
  }
}

function tagOf(property: Property): string {
  return Object.keys(property).find((key) => key !== 'critical') ?? '';
}
