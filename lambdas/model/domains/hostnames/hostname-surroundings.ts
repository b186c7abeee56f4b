import { isIP } from 'node:net';

export interface Bared {
  /** What is left of the input when everything around a hostname is taken off. */
  text: string;
  isIpAddress: boolean;
  problems: string[];
}

interface Wrapping {
  /** What it matches is what does not belong. */
  pattern: RegExp;
  problem: string;
}

/** In the order in which they are taken off: each expects the ones before it to be gone. */
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

/** What is left is an address, in whichever digits it is written. */
export const addressProblem = 'must not be an IP address or end in a number; use a hostname, such as "shop.customer.com"';

/** Takes off what people paste around a hostname, and says what it was; one trailing dot is allowed and goes silently. */
export function bareHostname(input: string): Bared {
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
export function endsInNumber(text: string): boolean {
  return /(?:^|\.)(?:[0-9]+|0x[0-9a-f]*)$/i.test(text);
}
