import { isIP } from 'node:net';
import { domainToUnicode } from 'node:url';
import { isAtOrBelow, isWildcard, LONGEST_HOSTNAME, MAGIC_SUFFIX, nameToQuery } from '../../../../contract/domain-name.ts';
import { APEX_PAGE_PATH } from '../../../../contract/paths.ts';
import { STORY_NAMES, storyOf } from '../../../../contract/test-mode.ts';
import type { Mode } from '../../accounts/tenant.ts';
import { hostnameInAscii } from './ascii-hostname.ts';
import { registrableDomainOf } from './public-suffix.ts';

const LONGEST_LABEL = 63;

/** The spelling errors of the labels. The conversion to punycode checks characters beyond ASCII. */
function labelProblems(text: string): string[] {
  return RULES.filter(({ isBroken }) => isBroken(text, text.split('.'))).map(({ problem }) => problem);
}

interface Rule {
  isBroken: (text: string, labels: string[]) => boolean;
  problem: string;
}

const RULES: readonly Rule[] = [
  { isBroken: (text) => text.includes('*'), problem: 'must not contain a wildcard; create one domain for each hostname' },
  {
    isBroken: (text) => text.includes('_'),
    problem: 'must not contain an underscore, because no certificate can be issued for it; use hyphens',
  },
  {
    isBroken: (_, labels) => labels.some((label) => label === ''),
    problem: 'must not contain an empty label; remove the dot too many',
  },
  {
    isBroken: (text) => /[!"$%&'()+,;<=>[\]^`{|}~]/.test(text),
    problem: 'contains characters that no hostname has; use letters, digits, hyphens and dots',
  },
  {
    isBroken: (_, labels) => labels.some((label) => label.startsWith('-') || label.endsWith('-')),
    problem: 'must not have a label that begins or ends with a hyphen; remove it',
  },
  {
    isBroken: (_, labels) => labels.some((label) => label.length > LONGEST_LABEL),
    problem: `must not have a label longer than ${LONGEST_LABEL} characters; shorten it`,
  },
  {
    isBroken: (_, labels) => labels.some(hasReservedHyphens),
    problem: 'has a label with hyphens in the third and fourth place that is not valid punycode; check its spelling',
  },
];

/** Two hyphens there mark an encoding (RFC 5890, section 2.3.1): `xn--` is the only one, and must decode. */
function hasReservedHyphens(label: string): boolean {
  if (!/^[!-~]{2}--/.test(label)) return false;
  return !/^xn--/i.test(label) || domainToUnicode(label).toLowerCase() === label.toLowerCase();
}

export interface UnwrappedHostname {
  /** The input without everything around the hostname. */
  text: string;
  isIpAddress: boolean;
  problems: string[];
}

interface Wrapping {
  pattern: RegExp;
  problem: string;
}

/** In the order of removal: each expects the earlier ones to be gone. */
const WRAPPINGS: readonly Wrapping[] = [
  { pattern: /^\s+|\s+$/g, problem: 'must not begin or end with white space; remove it' },
  { pattern: /\s+/g, problem: 'must not contain white space; remove it' },
  { pattern: /\p{Cc}+/gu, problem: 'must not contain control characters; remove them' },
  {
    pattern: /^(?:[a-z][a-z0-9+.-]*:)?[/\\]{2}/i,
    problem: 'must not begin with a scheme; remove everything up to and with "//"',
  },
  { pattern: /[/?#\\].*$/s, problem: 'must not contain a path, query or fragment; remove everything after the hostname' },
  { pattern: /^.*@/s, problem: 'must not contain a user name or password; remove everything up to and with "@"' },
];
const PORT: Wrapping = { pattern: /:.*$/s, problem: 'must not contain a port; remove everything from the colon on' };

/** The rest is an IP address in any notation. */
const addressProblem = 'must not be an IP address or end in a number; use a hostname, such as "shop.customer.com"';

/** Removes what people paste around a hostname, and reports it; one trailing dot is allowed and removed silently. */
function unwrapHostname(input: string): UnwrappedHostname {
  const problems: string[] = [];
  const takeOff = (text: string, { pattern, problem }: Wrapping) => {
    const rest = text.replace(pattern, '');
    if (rest !== text) problems.push(problem);
    return rest;
  };
  const unwrapped = WRAPPINGS.reduce(takeOff, input);
  const isIpv6 = isIP(unwrapped.replace(/^\[|\](?::[0-9]*)?$/g, '')) === 6 || unwrapped.startsWith('[');
  const text = isIpv6 ? unwrapped : takeOff(unwrapped, PORT).replace(/(?<=.)\.$/, '');
  const isIpAddress = isIpv6 || endsInNumber(text);
  if (isIpAddress) problems.push(addressProblem);
  if (text === '') problems.push('must not be empty; give a hostname, such as "shop.customer.com"');
  return { text, isIpAddress, problems };
}

/** URL parsers read every such name as an IPv4 address, or refuse it (WHATWG URL, "ends in a number"). */
function endsInNumber(text: string): boolean {
  return /(?:^|\.)(?:[0-9]+|0x[0-9a-f]*)$/i.test(text);
}

export interface HostnameRules {
  /** The service's site: links begin with it. */
  siteUrl?: string | undefined;
  /** The service's own names: they and all names below them are refused. */
  ownNames: readonly string[];
  /** Reserved for trials (RFC 6761) and refused unless the deployment is one. */
  allowedSpecialSuffixes: readonly ('test' | 'example')[];
  /** Allows `*` as the leftmost label. */
  wildcards?: boolean | undefined;
  /** Names below `magic.test` are refused in live mode. In test mode they play their story, and all other names `active`. */
  mode?: Mode;
}

const SPECIAL_SUFFIXES = ['localhost', 'local', 'invalid', 'onion', 'internal', 'alt', 'arpa', 'test', 'example'];

/** Longer input is not examined: no hostname of 253 characters needs so many. */
const LONGEST_INPUT = 1_000;

/**
 * The canonical hostname (lower case, punycode, no trailing dot) that a certificate can contain, or everything that is wrong with
 * the input, each in a sentence that says what to do.
 */
export function normalizeHostname(input: unknown, rules: HostnameRules): { hostname: string } | { problems: string[] } {
  if (typeof input !== 'string') return { problems: ['must be a string that holds a hostname, for example "shop.customer.com"'] };
  if (input.length > LONGEST_INPUT) return { problems: [tooLong] };
  const bare = unwrapHostname(input);
  if (bare.text === '' || bare.isIpAddress) return { problems: bare.problems };
  if (rules.wildcards && rules.mode !== 'test' && bare.text.includes('*')) return normalizeWildcard(bare, rules);
  const labels = labelProblems(bare.text);
  const ascii = labels.length > 0 ? undefined : hostnameInAscii(bare.text);
  const problems = [...bare.problems, ...labels, ...(ascii === undefined ? withMalformed(labels) : nameProblems(ascii, rules))];
  return problems.length > 0 || ascii === undefined ? { problems } : { hostname: ascii };
}

const STAR = '*.';
const misplacedStar =
  'may have a wildcard as its whole leftmost label only, as in "*.shop.customer.com"; create one domain for each hostname otherwise';

/** The name below the star must be a hostname that a domain could have itself. */
function normalizeWildcard({ text, problems }: UnwrappedHostname, rules: HostnameRules): ReturnType<typeof normalizeHostname> {
  const base = isWildcard(text) ? text.slice(STAR.length) : '*';
  if (base.includes('*')) return { problems: [...problems, misplacedStar] };
  const below = normalizeHostname(base, { ...rules, wildcards: false });
  if ('problems' in below) {
    const isApex = below.problems.includes(apexProblem(base.toLowerCase(), rules.siteUrl));
    return { problems: [...problems, ...(isApex ? [wildcardOfApex(base)] : below.problems)] };
  }
  const hostname = `${STAR}${below.hostname}`;
  if (nameToQuery(hostname, new Date(0)).length > LONGEST_HOSTNAME) problems.push(tooLong);
  return problems.length > 0 ? { problems } : { hostname };
}

/** It would cover the mail server, `www` and every other name that its owner did not think of. */
function wildcardOfApex(apex: string): string {
  return `must not be a wildcard directly below the apex domain, where it would cover every name of the domain; use for example "*.shop.${apex}"`;
}

const noStory = `must have one of these words before ".${MAGIC_SUFFIX}": ${STORY_NAMES.join(', ')}`;
const magicProblem = `ends in ".${MAGIC_SUFFIX}": such names play states and failures in test mode. Use a test API key (cps_pk_test_…), or the hostname of a customer. All of them: docs/guides/test-mode.md`;
const tooLong = `must not be longer than ${LONGEST_HOSTNAME} characters; use a shorter hostname`;

function withMalformed(alreadyTold: string[]): string[] {
  return alreadyTold.length > 0 ? [] : ['is not a valid internationalized hostname; check its special characters'];
}

function nameProblems(hostname: string, { ownNames, allowedSpecialSuffixes, siteUrl, mode = 'live' }: HostnameRules): string[] {
  if (endsInNumber(hostname)) return [addressProblem]; // written in other digits than 0-9
  const problems = labelProblems(hostname);
  if (hostname.length > LONGEST_HOSTNAME) problems.push(tooLong);
  if (problems.length > 0) return problems;
  if (isAtOrBelow(hostname, MAGIC_SUFFIX)) return magicProblems(hostname, mode);

  const own = ownNames.map((name) => name.toLowerCase()).some((name) => isAtOrBelow(hostname, name));
  const refusedSuffixes = SPECIAL_SUFFIXES.filter((suffix) => !allowedSpecialSuffixes.some((allowed) => allowed === suffix));
  const special = refusedSuffixes.find((suffix) => isAtOrBelow(hostname, suffix));
  if (own) problems.push('is a name of this service itself; use a hostname of your customer');
  if (special) problems.push(`ends in ".${special}", which is not part of the public DNS; use a public hostname`);
  return own || special ? problems : registryProblems(hostname, siteUrl);
}

function magicProblems(hostname: string, mode: Mode): string[] {
  if (mode === 'live') return [magicProblem];
  return storyOf(hostname) ? [] : [noStory];
}

function registryProblems(hostname: string, siteUrl: string | undefined): string[] {
  const domain = registrableDomainOf(hostname);
  if (domain === undefined) {
    return [`"${hostname}" is a public suffix, under which anybody can register names; use a subdomain of a registered domain`];
  }
  if (domain === hostname) return [apexProblem(hostname, siteUrl)];
  return [];
}

/** An apex cannot have a CNAME record (RFC 1034, section 3.6.2), because it has SOA and NS records. */
export function apexProblem(hostname: string, siteUrl = ''): string {
  return `must be a subdomain, not the apex domain itself; use for example "www.${hostname}". How visitors of the apex get there: ${siteUrl}${APEX_PAGE_PATH}`;
}
