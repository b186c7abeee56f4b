import ts from 'typescript';

export const PARTICIPLE_RULE = {
  name: 'no-bare-participle',
  comment:
    'A function is called by what it does (`tallyAttempts`), and one that makes the next state of a row `to` and that state (`toFailed`): a participle alone names a value.',
};

const HELD_IN = /^(?:agent|bin|client\/cps(?!\/dist)|contract|copy|lambdas|lib|local|web)\/(?!widget\/dist\/)/;
const REGULAR = /^[a-z]+(?:ed|ing)$/;
const IRREGULAR = new Set(
  'begun built found forgotten given gone held kept known left lost made said seen sent shown spoken taken told unknown written'.split(
    ' ',
  ),
);

/** Functions in a file's text whose whole name is a participle. */
export function bareParticiples(file: string, text: string): { name: string; line: number }[] {
  if (!HELD_IN.test(file)) return [];
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ESNext, true);
  const found: { name: string; line: number }[] = [];
  const visit = (node: ts.Node): void => {
    const name = functionName(node);
    if (name && (REGULAR.test(name.text) || IRREGULAR.has(name.text))) {
      const { line } = source.getLineAndCharacterOfPosition(name.getStart(source));
      found.push({ name: name.text, line: line + 1 });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function functionName(node: ts.Node): ts.Identifier | undefined {
  if (ts.isFunctionDeclaration(node)) return node.name;
  if (!ts.isVariableDeclaration(node) || !ts.isIdentifier(node.name) || !node.initializer) return undefined;
  return ts.isArrowFunction(node.initializer) || ts.isFunctionExpression(node.initializer) ? node.name : undefined;
}
