import ts from 'typescript';
import { GLOSSARY, PLAIN_WORDS } from './glossary.ts';

export const WORD_RULE = {
  name: 'no-word-that-was-replaced',
  comment: 'test/rules/glossary.ts has a plainer word for it: use that, or a name that says what is meant.',
};

const HELD_IN = /^(?:agent|bin|contract|copy|lambdas|lib|local|web)\//;

const instead = new Map(
  [...GLOSSARY, ...PLAIN_WORDS].flatMap(({ word, notInstead = [] }) => notInstead.map((replaced) => [replaced, word] as const)),
);

/** The identifiers in a file's text that are, or contain, a word that was replaced, each with the word to use. */
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
  const parts = identifier.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? [];
  const names = [identifier, ...parts.map((part) => part.toLowerCase())];
  return names.map((name) => instead.get(name)).find((word) => word !== undefined);
}
