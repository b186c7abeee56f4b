import ts from 'typescript';
import { GLOSSARY, PLAIN_WORDS } from './glossary.ts';

export const WORD_RULE = {
  name: 'no-word-that-was-replaced',
  comment: 'test/rules/glossary.ts has a plainer word for it: use that, or a name that says what is meant.',
};

const HELD_IN = /^(?:agent|bin|client\/cps(?!\/dist)|contract|copy|lambdas|lib|local|web)\/(?!widget\/dist\/)/;

const words = [...GLOSSARY, ...PLAIN_WORDS];
const instead = new Map(words.flatMap(({ word, notInstead = [] }) => notInstead.map((replaced) => [replaced, word] as const)));

const insteadOfNoun = new Map(words.flatMap(({ word, notAsNouns = [] }) => notAsNouns.map((verb) => [verb, word] as const)));

/** They make the preceding word a verb: `lookAt`, `looksFor`, `LOOK_UP_ERRORS`. */
const AFTER_A_VERB: ReadonlySet<string | undefined> = new Set(['again', 'at', 'for', 'from', 'up', 'ups']);

/** Names of the API and of stage files, which stay. */
const PUBLIC: ReadonlySet<string> = new Set(['DnsLook', 'quiet_looks', 'renewalLookSeconds']);

/** Identifiers in a file's text that are or contain a replaced word, each with the word to use. */
export function replacedWords(file: string, text: string): { identifier: string; word: string; line: number }[] {
  if (!HELD_IN.test(file)) return [];
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ESNext, true);
  const found: { identifier: string; word: string; line: number }[] = [];
  const visit = (node: ts.Node): void => {
    const word = ts.isIdentifier(node) || ts.isPrivateIdentifier(node) ? wordFor(node.text) : undefined;
    if (word !== undefined) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
      found.push({ identifier: node.getText(source), word, line: line + 1 });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function wordFor(identifier: string): string | undefined {
  if (PUBLIC.has(identifier)) return undefined;
  const parts = (identifier.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? []).map((part) => part.toLowerCase());
  const words = [...[identifier, ...parts].map((name) => instead.get(name)), ...nounsIn(parts)];
  return words.find((word) => word !== undefined);
}

/** In the name of an instant, `nextLookAt`, it is still a noun. */
function nounsIn(parts: readonly string[]): (string | undefined)[] {
  return parts.map((part, place) => {
    const [next, ...rest] = parts.slice(place + 1);
    const isInstant = place > 0 && next === 'at' && rest.length === 0;
    return AFTER_A_VERB.has(next) && !isInstant ? undefined : insteadOfNoun.get(part.replace(/s$/, ''));
  });
}
