import { join, relative } from 'node:path';
import ts from 'typescript';

/** A name from outside the file: imported by value from `module`, or a global. */
export interface NameUse {
  module?: string;
  /**
   * For imports also `default` and `*`. A global has the properties that are read from it, and `()` if it is called without
   * arguments.
   */
  path: string;
  line: number;
}

/** The outside names that each file uses. Reads only the file's own text, without following imports. */
export function namesUsed(root: string, files: string[]): Map<string, NameUse[]> {
  const program = ts.createProgram(
    files.map((file) => join(root, file)),
    { noLib: true, noResolve: true, types: [], target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.ESNext },
  );
  const checker = program.getTypeChecker();
  return new Map(program.getSourceFiles().map((source) => [relative(root, source.fileName), usesIn(source, checker)]));
}

function usesIn(source: ts.SourceFile, checker: ts.TypeChecker): NameUse[] {
  const uses: NameUse[] = [];
  const lineOf = (node: ts.Node) => source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) uses.push(...importedNames(node).map((use) => ({ ...use, line: lineOf(node) })));
    else if (ts.isIdentifier(node) && isGlobal(node, checker))
      uses.push(...pathsFrom(node).map((path) => ({ path, line: lineOf(node) })));
    else if (!ts.isTypeNode(node)) ts.forEachChild(node, visit);
  };
  visit(source);
  return uses;
}

function importedNames({ importClause, moduleSpecifier }: ts.ImportDeclaration): { module: string; path: string }[] {
  if (!importClause || importClause.phaseModifier === ts.SyntaxKind.TypeKeyword) return [];
  const { name, namedBindings } = importClause;
  const named =
    namedBindings && ts.isNamedImports(namedBindings)
      ? namedBindings.elements
          .filter(({ isTypeOnly }) => !isTypeOnly)
          .map((element) => (element.propertyName ?? element.name).text)
      : namedBindings && ['*'];
  const module = (moduleSpecifier as ts.StringLiteral).text;
  return [...(name ? ['default'] : []), ...(named ?? [])].map((path) => ({ module, path }));
}

/** Whether it is a value that the file does not declare. */
function isGlobal(name: ts.Identifier, checker: ts.TypeChecker): boolean {
  const { parent } = name;
  const isPropertyName =
    (ts.isPropertyAccessExpression(parent) && parent.name === name) ||
    (ts.isBindingElement(parent) && parent.propertyName === name);
  if (isPropertyName) return false;
  const symbol = ts.isShorthandPropertyAssignment(parent)
    ? checker.getShorthandAssignmentValueSymbol(parent)
    : checker.getSymbolAtLocation(name);
  return !symbol?.declarations?.length;
}

/** `process.env.STAGE` as written, `Date()` without arguments, and `process.env` for `const { env } = process`. */
function pathsFrom(name: ts.Identifier): string[] {
  let path = name.text;
  let node: ts.Node = name;
  while (ts.isPropertyAccessExpression(node.parent) && node.parent.expression === node) {
    node = node.parent;
    path = node.getText();
  }
  const { parent } = node;
  if (ts.isVariableDeclaration(parent) && ts.isObjectBindingPattern(parent.name)) {
    return parent.name.elements.map((element) => `${path}.${(element.propertyName ?? element.name).getText()}`);
  }
  const isCalled = (ts.isCallExpression(parent) || ts.isNewExpression(parent)) && parent.expression === node;
  return [isCalled && !parent.arguments?.length ? `${path}()` : path];
}
