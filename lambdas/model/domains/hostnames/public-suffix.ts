import { brotliDecompressSync } from 'node:zlib';
import { nameAndParents } from '../../../../contract/domain-name.ts';
import { PUBLIC_SUFFIX_LIST } from './public-suffix-list.ts';

/**
 * By parent name (empty above top-level domains): the labels of the rules, with a space on either side of each. `*` matches any
 * one label, `!www` is an exception from it.
 */
const RULES = readRules(brotliDecompressSync(Buffer.from(PUBLIC_SUFFIX_LIST, 'base64')).toString('latin1'));

function readRules(list: string): Map<string, string> {
  return new Map(
    list.split('\n').map((line) => {
      const end = line.indexOf(' ');
      return [line.slice(0, end), `${line.slice(end)} `];
    }),
  );
}

/**
 * The public suffix of a canonical hostname (lower case, punycode, no trailing dot), by the algorithm of
 * https://publicsuffix.org/list/ with the private section (`github.io`). An unlisted top-level domain is one.
 */
export function publicSuffixOf(hostname: string): string {
  const names = nameAndParents(hostname);
  const exception = names.find((name) => hasRule(parentOf(name), `!${labelOf(name)}`));
  if (exception !== undefined) return parentOf(exception);
  return names.find((name) => hasRule(parentOf(name), labelOf(name)) || hasRule(parentOf(name), '*')) ?? names.at(-1) ?? hostname;
}

/** The suffix plus one label: the registered domain. Undefined for a public suffix itself. */
export function registrableDomainOf(hostname: string): string | undefined {
  const suffix = publicSuffixOf(hostname);
  return nameAndParents(hostname).find((name) => parentOf(name) === suffix);
}

/** The record's host in a DNS provider's form: the part before the registrable domain. */
export function dnsHostOf(hostname: string): string {
  const domain = registrableDomainOf(hostname);
  return domain === undefined ? hostname : hostname.slice(0, -domain.length - 1);
}

function hasRule(parent: string, label: string): boolean {
  return RULES.get(parent)?.includes(` ${label} `) ?? false;
}

function labelOf(name: string): string {
  return name.split('.', 1).join();
}

function parentOf(name: string): string {
  return name.slice(labelOf(name).length + 1);
}
