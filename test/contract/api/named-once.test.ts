import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { OPERATIONS } from '../../../contract/api/operations.ts';

const CONTRACT = 'contract/api/operations.ts';
/** Written from docs/openapi.json. */
const GENERATED = 'client/typescript/api-types.ts';
/** It shows how the API is called, by this one. */
const SHOWN = { createDomain: 'lambdas/api/reference/openapi-document.ts' };

const sources = globSync('{agent,bin,client,contract,lambdas,lib,local}/**/*.ts', {
  exclude: ['**/node_modules/**', '**/dist/**'],
})
  .filter((file) => file !== CONTRACT && file !== GENERATED)
  // Stores have methods of the same names.
  .map((file) => ({ file, text: readFileSync(file, 'utf8').replaceAll(/Pick<[^>]*>/g, '') }));

describe('an operation of the API', () => {
  it.each(Object.keys(OPERATIONS))('is named by its line in the contract, and by its own file: %s', (id) => {
    const named = sources.filter(({ text }) => new RegExp(`['"\`]${id}['"\`]`).test(text)).map(({ file }) => file);
    const own = named.filter((file) => file.startsWith('lambdas/api/') && !Object.values(SHOWN).includes(file));
    expect(own).toHaveLength(1);
    expect(named.filter((file) => !own.includes(file))).toEqual(id in SHOWN ? [SHOWN.createDomain] : []);
  });
});
