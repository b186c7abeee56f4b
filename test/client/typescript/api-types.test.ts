import { readFileSync, writeFileSync } from 'node:fs';
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { describe, expect, it } from 'vitest';
import { openApiDocument } from '../../../lambdas/api/reference/openapi-document.ts';

const FILE = new URL('../../../client/typescript/api-types.ts', import.meta.url);
// A field with a default need not be sent.
const types = await openapiTS(openApiDocument() as unknown as OpenAPI3, { defaultNonNullable: false });
const written = `// Made from docs/openapi.json by \`npm run docs\`.\n\n${astToString(types)}`;
if (process.env.UPDATE_DOCS === '1') writeFileSync(FILE, written);

describe("the client's types", () => {
  it('are those of the OpenAPI document (npm run docs writes them)', () => {
    expect(readFileSync(FILE, 'utf8')).toBe(written);
  });
});
