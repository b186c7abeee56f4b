import { readFileSync, writeFileSync } from 'node:fs';
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { describe, expect, it } from 'vitest';
import { openApiDocument } from '../../../lambdas/api/reference/openapi-document.ts';

const FILE = new URL('../../../client/typescript/api-types.ts', import.meta.url);

/** As text, that whole requests and answers are shown is a quarter of the types. They are in the document. */
function withoutExamples(document: unknown): OpenAPI3 {
  return JSON.parse(JSON.stringify(document), (_, value) => {
    const content: Record<string, object> | undefined = value?.content;
    for (const media of Object.values(content ?? {})) Object.assign(media, { example: undefined, examples: undefined });
    return value;
  });
}

// A field with a default need not be sent.
const types = await openapiTS(withoutExamples(openApiDocument()), { defaultNonNullable: false });
const written = `// Made from docs/openapi.json by \`npm run docs\`.\n\n${astToString(types)}`;
if (process.env.UPDATE_DOCS === '1') writeFileSync(FILE, written);

describe("the client's types", () => {
  it('are those of the OpenAPI document (npm run docs writes them)', () => {
    expect(readFileSync(FILE, 'utf8')).toBe(written);
  });
});
