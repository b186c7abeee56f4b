import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { OPERATIONS } from '../../../contract/api/operations.ts';

const wired = globSync('lambdas/api/*/*-routes.gateway.ts').flatMap((file) => {
  const lists = readFileSync(file, 'utf8').matchAll(/\n {2}return \[(.*?)\];\n\}/gs);
  const routes = [...lists].map(([, list = '']) => list).join();
  return [...routes.matchAll(/(\w+)[(]/g)].map(([, operation = '']) => ({ operation, file }));
});
const filesForPeople = ['lambdas/api/app/serve-app.lambda.ts', 'lambdas/api/organization/seldom-routes.gateway.ts'];
const forPeople = filesForPeople.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/'(\w+)'/g)]);
const namedForPeople = forPeople.map(([, operation = '']) => operation);

describe('the entry points of the API', () => {
  it.each(Object.keys(OPERATIONS))('%s is in one of lambdas/api/*/*-routes.gateway.ts, and in no other', (operation) => {
    const files = wired.filter((one) => one.operation === operation).map(({ file }) => file);
    expect(files, `lambdas/api/*/*-routes.gateway.ts: which has ${operation}?`).toHaveLength(1);
  });

  it.each(Object.keys(OPERATIONS))('%s is for people, too', (operation) => {
    expect(namedForPeople.filter((name) => name === operation)).toHaveLength(1);
  });
});
