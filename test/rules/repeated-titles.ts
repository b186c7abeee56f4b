import ts from 'typescript';

export const TITLE_RULE = {
  name: 'no-repeated-title',
  comment:
    'A title that begins with its describe, or shares two content words with it, says the same twice: vitest prints `file > describe > title`. Say in the title only what the describe does not.',
};

interface Title {
  text: string;
  /** Titles of the enclosing describes, the outermost first. */
  describes: string[];
  line: number;
}

const TITLED = new Set(['describe', 'it', 'test']);
/** A title may share these words with its describe. */
const FUNCTION_WORDS = new Set(
  [
    'a an the this that these those one two all any each every both either neither other another some same own most more no none',
    'it its they them their there he him his she her we us our you your i who whom whose which what nobody nothing somebody',
    'is are was were be been being am has have had having do does did can could may might must will would should shall',
    'of to in on at by with without from for into onto over under out up down off until before after between beside through than as',
    'and or but nor not so if then when where while whether why how because although only also too again still once twice ever',
    'never always already just here',
  ].flatMap((line) => line.split(' ')),
);
const ENDING = /(?:ing|ed|es|s)$/;
const SHORTEST_STEM = 3;

/** Titles in a test file that repeat an enclosing describe, with that describe. */
export function repeatedTitles(file: string): { title: string; describe: string; line: number }[] {
  return titlesOf(file).flatMap(({ text, describes, line }) => {
    const describe = describes.find((outer) => repeats(outer, text));
    return describe === undefined ? [] : [{ title: text, describe, line }];
  });
}

function repeats(describe: string, title: string): boolean {
  const [outer, inner] = [withoutArticle(describe), withoutArticle(title)];
  if (inner === outer || (inner.startsWith(outer) && /^[^\p{L}\p{N}]/u.test(inner.slice(outer.length)))) return true;
  const known = contentWords(describe);
  return [...contentWords(title)].filter((word) => known.has(word)).length >= 2;
}

function withoutArticle(text: string): string {
  return text.toLowerCase().replace(/^(?:an?|the) /, '');
}

/** Without vitest's placeholders (`%s`, `$name`) and without inflectional endings. */
function contentWords(text: string): Set<string> {
  const words =
    text
      .toLowerCase()
      .replaceAll(/%[a-z]|\$[\w.]+/g, ' ')
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(words.filter((word) => word.length > 1 && !FUNCTION_WORDS.has(word)).map(stem));
}

function stem(word: string): string {
  const shorter = word.replace(/ies$/, 'y').replace(ENDING, '');
  return (shorter.length >= SHORTEST_STEM ? shorter : word).replace(/e$/, '');
}

function titlesOf(file: string): Title[] {
  const source = ts.createSourceFile('a.test.ts', file, ts.ScriptTarget.ESNext, true);
  const titles: Title[] = [];
  const visit = (node: ts.Node, describes: string[]): void => {
    const titled = titleOfCall(node);
    if (titled) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
      titles.push({ text: titled.text, describes, line: line + 1 });
    }
    const inside = titled?.by === 'describe' ? [...describes, titled.text] : describes;
    ts.forEachChild(node, (child) => visit(child, inside));
  };
  visit(source, []);
  return titles;
}

/** Handles `it('…', …)`, and `it.each(cases)('…', …)`. */
function titleOfCall(node: ts.Node): { by: string; text: string } | undefined {
  if (!ts.isCallExpression(node) || node.arguments.length < 2) return undefined;
  const by = calledName(node.expression);
  const [first] = node.arguments;
  if (!TITLED.has(by) || !first) return undefined;
  if (ts.isStringLiteralLike(first)) return { by, text: first.text };
  if (!ts.isTemplateExpression(first)) return undefined;
  return { by, text: [first.head, ...first.templateSpans.map(({ literal }) => literal)].map(({ text }) => text).join(' ') };
}

function calledName(called: ts.Expression): string {
  if (ts.isIdentifier(called)) return called.text;
  if (ts.isCallExpression(called) || ts.isPropertyAccessExpression(called)) return calledName(called.expression);
  return ts.isTaggedTemplateExpression(called) ? calledName(called.tag) : '';
}
