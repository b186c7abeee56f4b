import { domainToASCII } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';

/** tldts's internal form of the list: arrays of all nodes' edges and of all edges' labels. */
interface Trie {
  nodeFlags: Uint8Array;
  edgeStart: ArrayLike<number>;
  edgeLength: ArrayLike<number>;
  edgeChild: ArrayLike<number>;
  labelText: string;
  rulesRoot: number;
  exceptionsRoot: number;
}

// An internal, untyped module of the package: a version that moves it fails here, not at run time.
const TRIE = 'tldts/dist/es6/src/data/trie.js';
const trie = (await import(TRIE)) as Trie;

/** Every rule of the list in tldts, in the list's own notation (`co.uk`, `*.ck`, `!www.ck`), in punycode. */
export function publicSuffixRules(): string[] {
  const { rulesRoot, exceptionsRoot } = trie;
  const rules = [...rulesUnder(rulesRoot, ''), ...[...rulesUnder(exceptionsRoot, '')].map((rule) => `!${rule}`)];
  // tldts has non-ASCII names in both spellings.
  return [...new Set(rules.map((rule) => (/^[!-~]+$/.test(rule) ? rule : domainToASCII(rule))))];
}

const labelStart: number[] = [];
for (let edge = 0, end = 0; edge < trie.edgeLength.length; edge += 1) {
  labelStart.push(end);
  end += trie.edgeLength[edge] ?? 0;
}

function* rulesUnder(node: number, suffix: string): Generator<string> {
  if (trie.nodeFlags[node]) yield suffix;
  for (let edge = trie.edgeStart[node] ?? 0; edge < (trie.edgeStart[node + 1] ?? 0); edge += 1) {
    const start = labelStart[edge] ?? 0;
    const label = trie.labelText.slice(start, start + (trie.edgeLength[edge] ?? 0));
    yield* rulesUnder(trie.edgeChild[edge] ?? 0, suffix === '' ? label : `${label}.${suffix}`);
  }
}

/**
 * The text that lambdas/model/domains/hostnames/public-suffix.ts reads: one line per name with rules below it, then their labels.
 */
export function packedText(rules: string[]): string {
  const byParent = Map.groupBy(rules, (rule) => rule.slice(labelOf(rule).length + 1));
  const lines = [...byParent].map(([parent, children]) => [parent, ...children.map(labelOf).toSorted()].join(' '));
  // Neighbours in the tree share the most text: 1 kB less than in alphabetic order.
  return lines.toSorted((a, b) => (fromTheRight(a) < fromTheRight(b) ? -1 : 1)).join('\n');
}

function labelOf(rule: string): string {
  return rule.split('.', 1).join();
}

function fromTheRight(line: string): string {
  return line.split(' ', 1).join().split('.').toReversed().join('.');
}

/** The source of lambdas/model/domains/hostnames/public-suffix-list.ts. */
export function packedSource(text: string): string {
  const params = { [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT, [constants.BROTLI_PARAM_LGWIN]: 24 };
  const packed = brotliCompressSync(text, { params }).toString('base64');
  return [
    '/**',
    ' * The Public Suffix List (https://publicsuffix.org, MPL 2.0) in punycode, as the pinned tldts ships it. tldts itself is 134 kB in',
    ' * a bundle, this list with its reader 44, and no faster to import: two API bundles would pass their bound. `npm run docs` writes',
    ' * this file.',
    ' */',
    `export const PUBLIC_SUFFIX_LIST =`,
    `  '${packed}';`,
    '',
  ].join('\n');
}
