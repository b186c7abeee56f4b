import { globSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { OPERATIONS, type OperationId } from '../../../contract/api/operations.ts';
import { inALambda, request } from './lambda-environment.ts';

// Calls each API operation by the functions' exported handlers. Without credentials, a function answers 401 for an operation that
// it has, else 404 or 405.

inALambda();

const PEOPLE = 'api/people-api/serve-app';
const NOT_HERE = [404, 405];
const entryPoints = globSync('lambdas/api/*/serve-*.lambda.ts').map((file) => file.replace(/^lambdas\/(.*)\.lambda\.ts$/, '$1'));
const forKeys = entryPoints.filter((name) => name !== PEOPLE && name !== 'api/reference/serve-reference');

async function statusAt(entryPoint: string, operation: OperationId, prefix: string): Promise<number> {
  const { method, path } = OPERATIONS[operation];
  const address = path.replace(/^\/api/, prefix).replaceAll(/\{\w+\}/g, '1');
  const sameOrigin = { 'sec-fetch-site': 'same-origin', 'x-requested-with': 'fetch' };
  return (await request(entryPoint, method, address, sameOrigin)).status;
}

describe('the functions of the API', () => {
  it.each(Object.keys(OPERATIONS) as OperationId[])('serve %s in exactly one of them', async (operation) => {
    const statuses = await Promise.all(forKeys.map((entryPoint) => statusAt(entryPoint, operation, '/api')));
    expect(statuses.filter((status) => !NOT_HERE.includes(status))).toEqual([401]);
  });

  it.each(Object.keys(OPERATIONS) as OperationId[])('serve %s to people, live and in test mode', async (operation) => {
    for (const prefix of ['/app/v1', '/app/v1/test'])
      expect(NOT_HERE, prefix).not.toContain(await statusAt(PEOPLE, operation, prefix));
  });
});
