import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, it } from 'vitest';

/** Sentences passed to an AppError as literals or as constants of the same file. */
function sentencesIn(text: string): string[] {
  const source = ts.createSourceFile('a.ts', text, ts.ScriptTarget.ESNext, true);
  const constants = new Map<string, ts.Expression>();
  const messages: ts.Expression[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && node.initializer) constants.set(node.name.getText(), node.initializer);
    if (ts.isNewExpression(node) && node.expression.getText() === 'AppError' && node.arguments?.[1])
      messages.push(node.arguments[1]);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return messages.flatMap((message) => literalsOf(message, constants));
}

function literalsOf(node: ts.Node, constants: ReadonlyMap<string, ts.Expression>): string[] {
  if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) return [node.getText()];
  if (ts.isPropertyAccessExpression(node) || ts.isCallExpression(node)) return [];
  const constant = ts.isIdentifier(node) ? constants.get(node.text) : undefined;
  if (constant) return literalsOf(constant, new Map());
  return node.getChildren().flatMap((child) => literalsOf(child, constants));
}

const texts = globSync('lambdas/**/*.ts')
  .filter((file) => !file.startsWith('lambdas/shared/errors/'))
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }))
  .filter(({ text }) => text.includes('new AppError('));

it('every sentence of an error is in copy/en/error-messages.ts, and no error brings its own', () => {
  expect(texts.length).toBeGreaterThan(10);
  expect(texts.flatMap(({ file, text }) => sentencesIn(text).map((sentence) => `${file}: ${sentence}`))).toEqual([]);
});

it.each([
  ['as text', "new AppError('conflict', 'It is taken.')", 1],
  ['as a template', "new AppError('conflict', `It is $" + '{taken}.`, { details })', 1],
  ['as one of two', "new AppError('conflict', isOwn ? 'Yours.' : ERROR_MESSAGES.conflict.theirs)", 1],
  ['as a constant', "const TAKEN = 'It is taken.'; throw new AppError('conflict', TAKEN)", 1],
  [
    'nowhere, but has it from the one file',
    "new AppError('conflict', ERROR_MESSAGES.conflict.taken('it'), { details: { id: 'x' } })",
    0,
  ],
  ['nowhere, but has it from a decision', "new AppError('conflict', requested.message)", 0],
])('an error that brings its own sentence %s is known', (_, text, count) => {
  expect(sentencesIn(text)).toHaveLength(count);
});
