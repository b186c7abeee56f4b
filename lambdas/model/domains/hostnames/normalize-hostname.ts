import { domainToASCII } from 'node:url';
import { APEX_PAGE_PATH } from '../../../../contract/api/reference-files.ts';
import { isAtOrBelow } from '../../../../contract/domain-name.ts';
import { labelProblems } from './hostname-labels.ts';
import { addressProblem, bareHostname, endsInNumber } from './hostname-surroundings.ts';
import { registrableDomainOf } from './public-suffix.ts';

export interface HostnameRules {
  /** Where integrators reach the service: links begin with it. */
  siteUrl?: string | undefined;
  /** The service's own names: they and all names under them are refused. */
  ownNames: readonly string[];
  /** Reserved for trials (RFC 6761) and refused unless the deployment is one. */
  allowedSpecialSuffixes: readonly ('test' | 'example')[];
}

const SPECIAL_SUFFIXES = ['localhost', 'local', 'invalid', 'onion', 'internal', 'alt', 'arpa', 'test', 'example'];

/** Longer input is not looked at closely: no hostname of 253 characters is written with so many. */
const LONGEST_LOOK = 1_000;
const LONGEST_HOSTNAME = 253;

/**
 * The hostname (lower case, punycode, no trailing dot) that a certificate can be made for, or everything that is wrong
 * with the input, each in a sentence that says what to do.
 */
export function normalizeHostname(input: unknown, rules: HostnameRules): { hostname: string } | { problems: string[] } {
  if (typeof input !== 'string') return { problems: ['must be a string that holds a hostname, for example "shop.customer.com"'] };
  if (input.length > LONGEST_LOOK) return { problems: [tooLong] };
  const bare = bareHostname(input);
  if (bare.text === '' || bare.isIpAddress) return { problems: bare.problems };
  const labels = labelProblems(bare.text);
  const ascii = labels.length > 0 ? undefined : toAscii(bare.text);
  const problems = [...bare.problems, ...labels, ...(ascii === undefined ? malformed(labels) : nameProblems(ascii, rules))];
  return problems.length > 0 || ascii === undefined ? { problems } : { hostname: ascii };
}

const tooLong = `must not be longer than ${LONGEST_HOSTNAME} characters; use a shorter hostname`;

/** Undefined if this is no valid internationalized name (UTS 46). */
function toAscii(text: string): string | undefined {
  return domainToASCII(text).toLowerCase() || undefined;
}

function malformed(alreadyTold: string[]): string[] {
  return alreadyTold.length > 0 ? [] : ['is not a valid internationalized hostname; check its special characters'];
}

/** What is wrong with a well-spelled name. */
function nameProblems(hostname: string, { ownNames, allowedSpecialSuffixes, siteUrl }: HostnameRules): string[] {
  if (endsInNumber(hostname)) return [addressProblem]; // written with other digits than 0-9
  const problems = labelProblems(hostname);
  if (hostname.length > LONGEST_HOSTNAME) problems.push(tooLong);
  if (problems.length > 0) return problems;

  const own = ownNames.map((name) => name.toLowerCase()).some((name) => isAtOrBelow(hostname, name));
  const refusedSuffixes = SPECIAL_SUFFIXES.filter((suffix) => !allowedSpecialSuffixes.some((allowed) => allowed === suffix));
  const special = refusedSuffixes.find((suffix) => isAtOrBelow(hostname, suffix));
  if (own) problems.push('is a name of this service itself; use a hostname of your customer');
  if (special) problems.push(`ends in ".${special}", which is not part of the public DNS; use a public hostname`);
  return own || special ? problems : registryProblems(hostname, siteUrl);
}

function registryProblems(hostname: string, siteUrl: string | undefined): string[] {
  const domain = registrableDomainOf(hostname);
  if (domain === undefined) {
    return [`"${hostname}" is a public suffix, under which anybody can register names; use a subdomain of a registered domain`];
  }
  if (domain === hostname) return [apexProblem(hostname, siteUrl)];
  return [];
}

/** An apex cannot have a CNAME record (RFC 1034, section 3.6.2): beside it stand SOA and NS. */
export function apexProblem(hostname: string, siteUrl = ''): string {
  return `must be a subdomain, not the apex domain itself; use for example "www.${hostname}". How visitors of the apex get there: ${siteUrl}${APEX_PAGE_PATH}`;
}
