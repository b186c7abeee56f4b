import { describe, expect, it } from 'vitest';
import type { JsonSchema } from '../../../../lambdas/api/reference/extensible-schemas.ts';
import { openApiDocument } from '../../../../lambdas/api/reference/openapi-document.ts';

const document = openApiDocument();
const { components } = document;

interface Field {
  at: string;
  schema: JsonSchema;
}

/** Every field of every schema in the document, without examples. */
function fieldsIn(value: unknown, at: string): Field[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, child]) => {
    if (key.startsWith('example')) return [];
    const isFields = key === 'properties' && !at.endsWith('/properties');
    const own = isFields ? Object.entries(child as Record<string, JsonSchema>) : [];
    return [...own.map(([name, schema]) => ({ at: `${at}/${name}`, schema })), ...fieldsIn(child, `${at}/${key}`)];
  });
}

function isDescribed({ description, $ref = '' }: JsonSchema): boolean {
  const words = description ?? components.schemas[$ref.split('/').at(-1) ?? '']?.description;
  return typeof words === 'string' && /^.+[.:]$/s.test(words.trim());
}

describe('the OpenAPI document', () => {
  const fields = fieldsIn(document, '#');

  it('describes every field of every schema, in sentences', () => {
    expect(fields.length).toBeGreaterThan(400);
    expect(fields.filter(({ schema }) => !isDescribed(schema)).map(({ at }) => at)).toEqual([]);
  });

  it('describes every parameter', () => {
    const methods = Object.values(document.paths).flatMap((path) => Object.values(path)) as { parameters?: JsonSchema[] }[];
    const parameters = [
      ...methods.flatMap(({ parameters: own = [] }) => own),
      ...Object.values(components.parameters),
    ] as JsonSchema[];
    expect(parameters.length).toBeGreaterThan(60);
    expect(parameters.filter(({ $ref, description }) => $ref === undefined && !description).map(({ name }) => name)).toEqual([]);
  });
});
