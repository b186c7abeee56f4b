import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';

/** Every type of the document. A field with a default need not be sent. */
export async function typescriptTypes(document: unknown): Promise<string> {
  return astToString(await openapiTS(withoutExamples(document), { defaultNonNullable: false }));
}

/** As text, that whole requests and answers are shown is a quarter of the types. They are in the document. */
function withoutExamples(document: unknown): OpenAPI3 {
  return JSON.parse(JSON.stringify(document), (_, value) => {
    const content: Record<string, object> | undefined = value?.content;
    for (const media of Object.values(content ?? {})) Object.assign(media, { example: undefined, examples: undefined });
    return value;
  });
}
