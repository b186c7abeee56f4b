const LONGEST_LOOK = 1_000;
const LONGEST_HOSTNAME = 253;

/** What somebody typed, or took from the address line, as a hostname: lower case, punycode. Undefined where it can be none. */
export function typedHostname(text: string): string | undefined {
  const typed = text.trim().slice(0, LONGEST_LOOK);
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(typed) ? typed.replace(/^[^:]+/, 'https') : `https://${typed}`;
  if (typed === '' || !URL.canParse(address)) return undefined;
  const hostname = new URL(address).hostname.replace(/\.$/, '');
  return hostname.length <= LONGEST_HOSTNAME && /^[a-z0-9_-]+(\.[a-z0-9_-]+)+$/.test(hostname) ? hostname : undefined;
}
