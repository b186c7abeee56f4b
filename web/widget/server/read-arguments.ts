import { domainToASCII } from 'node:url';
import { parseArgs } from 'node:util';
import type { Target } from './probe.ts';

/** Parsed command line: a proxy to test, `help`, or a problem. */
export type ParsedArguments = { target: Target } | { help: true } | { problem: string };

/** Never throws: a mistyped option gives a message, not a stack trace. */
export function readArguments(words: string[]): ParsedArguments {
  try {
    return read(words);
  } catch (error) {
    return { problem: (error as Error).message };
  }
}

function read(words: string[]): ParsedArguments {
  const { values, positionals } = parseArgs({
    args: words,
    allowPositionals: true,
    options: {
      foreign: { type: 'string' },
      cookie: { type: 'string' },
      header: { type: 'string', multiple: true, default: [] },
      'foreign-cookie': { type: 'string' },
      'foreign-header': { type: 'string', multiple: true, default: [] },
      help: { type: 'boolean' },
    },
  });
  if (values.help) return { help: true };
  const [proxy, hostname, ...others] = positionals;
  if (proxy === undefined || hostname === undefined) return { problem: 'The address of a proxy and a hostname are needed.' };
  if (others.length > 0) return { problem: `One address and one hostname are checked at a time, not ${others.join(', ')}.` };
  if (!/^https?:$/.test(protocolOf(proxy))) return { problem: `${proxy} is no address that begins with http:// or https://.` };

  const foreign = values.foreign === undefined ? undefined : normalizeName(values.foreign);
  const headers = headersOf(values.header, values.cookie);
  const { 'foreign-header': foreignHeader, 'foreign-cookie': foreignCookie } = values;
  const isForeignNamed = foreignCookie !== undefined || foreignHeader.length > 0;
  const foreignHeaders = isForeignNamed ? headersOf(foreignHeader, foreignCookie) : undefined;
  const target = { proxy, hostname: normalizeName(hostname), foreign, headers, ...(foreignHeaders && { foreignHeaders }) };
  if (target.hostname === foreign) return { problem: `${foreign} cannot be another customer's, too.` };
  return { target };
}

function protocolOf(address: string): string {
  return URL.canParse(address) ? new URL(address).protocol : '';
}

/** The API's notation: lower case, no trailing dot, non-ASCII names encoded. */
function normalizeName(hostname: string): string {
  // For a URL, domainToASCII would use only its beginning.
  const ascii = /[/\\:?#@\s]/.test(hostname) ? '' : domainToASCII(hostname.replace(/\.$/, ''));
  if (!/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(ascii)) throw new Error(`${hostname} is no hostname.`);
  return ascii;
}

function headersOf(named: string[], cookie: string | undefined): Record<string, string> {
  const pairs = named.map((header) => {
    const [, name, value] = /^([^:\s]+):(.*)$/.exec(header) ?? [];
    if (name === undefined || value === undefined) throw new Error(`${header} is no header: --header 'Name: value'.`);
    return [name, value.trim()] as const;
  });
  const headers = { ...Object.fromEntries(pairs), ...(cookie !== undefined && { cookie }) };
  // fetch would reject an invalid header once for each rule.
  new Headers(headers);
  return headers;
}
