import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { OPERATIONS } from '../../../contract/api/operations.ts';

const entryPoints = globSync('lambdas/api/*/serve-*.lambda.ts');
const served = entryPoints.flatMap((file) => {
  const [, routes = ''] = /serve[(]\[(.*)\][)];/s.exec(readFileSync(file, 'utf8')) ?? [];
  return [...routes.matchAll(/(\w+)[(]/g)].map(([, operation = '']) => ({ operation, file }));
});

describe('the entry points of the API', () => {
  it.each(Object.keys(OPERATIONS))('%s is served by one of lambdas/api/*/serve-*.lambda.ts, and by no other', (operation) => {
    const files = served.filter((one) => one.operation === operation).map(({ file }) => file);
    expect(files, `lambdas/api/*/serve-*.lambda.ts: which serves ${operation}?`).toHaveLength(1);
  });
});
