import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { OPERATIONS } from '../../../contract/api/operations.ts';

const CONTRACT = 'contract/api/operations.ts';
/** Generated from docs/openapi.json. */
const GENERATED = 'client/typescript/api-types.ts';
/** The reference's example of a request uses this operation. */
const SHOWN = { createDomain: 'lambdas/api/reference/openapi-document.ts' };

const sources = globSync('{agent,bin,client,contract,lambdas,lib,local}/**/*.ts', {
  exclude: ['**/node_modules/**', '**/dist/**'],
})
  .filter((file) => file !== CONTRACT && file !== GENERATED)
  // `Pick<…>` of stores, whose methods can have the same names.
  .map((file) => ({ file, text: readFileSync(file, 'utf8').replaceAll(/Pick<[^>]*>/g, '') }));

describe('an operation of the API', () => {
  it.each(Object.keys(OPERATIONS))('is named by its line in the contract, and by its own file: %s', (id) => {
    const named = sources.filter(({ text }) => new RegExp(`['"\`]${id}['"\`]`).test(text)).map(({ file }) => file);
    const own = named.filter((file) => file.startsWith('lambdas/api/') && !Object.values(SHOWN).includes(file));
    expect(own).toHaveLength(1);
    expect(named.filter((file) => !own.includes(file))).toEqual(id in SHOWN ? [SHOWN.createDomain] : []);
  });
});
