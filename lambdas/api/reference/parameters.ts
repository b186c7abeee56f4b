import type * as z from 'zod/mini';
import type { Operation } from '../../../contract/api/operations.ts';
import { Id } from '../../../contract/api/wire.schema.ts';
import type { JsonSchema } from './extensible-schemas.ts';
import type { JsonSchemas } from './json-schemas.ts';
import type { OperationDescription } from './operation-description.ts';
import { pathExamples } from './path-examples.ts';

export const PARAMETERS = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'Makes a repeat safe for 24 hours: the same request with the same key answers what the first one did, with `Idempotency-Replayed: true`. A UUID will do.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x20-\\x7e]+$' },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    required: false,
    description:
      'The `ETag` of what you have read: where somebody has changed it since, the answer is 412, and nothing is changed. Without it the last change counts.',
    schema: { type: 'string' },
  },
} as const;

export function parametersOf(
  { method, path }: Operation,
  { query, tag, isVersioned }: OperationDescription,
  schemas: JsonSchemas,
): object[] {
  return [
    ...Object.entries(pathExamples(path, tag)).map(([name, example]) => pathParameter(name, tag, example, schemas)),
    ...(query ? queryParameters(query, schemas) : []),
    ...(isVersioned && method === 'PATCH' ? [{ $ref: '#/components/parameters/IfMatch' }] : []),
    ...(method === 'POST' ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
  ];
}

function pathParameter(name: string, tag: string, example: string | number, schemas: JsonSchemas) {
  const resource = tag.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase()).slice(0, -1);
  return {
    name,
    in: 'path',
    required: true,
    description: `The id of the ${name === 'id' ? resource : name.replace(/_id$/, '')}.`,
    schema: typeof example === 'number' ? schemas.of(Id, 'answer') : { type: 'string', minLength: 1 },
    example,
  };
}

/** Query values arrive as text; the reference shows their parsed types. */
function queryParameters(query: z.ZodMiniObject, schemas: JsonSchemas): object[] {
  const { properties = {}, required = [] } = schemas.of(query, 'exact') as JsonSchema & { required?: string[] };
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    ...(schema.type === 'object' && { style: 'deepObject', explode: true }),
    required: required.includes(name) && !('default' in schema),
    description,
    schema,
  }));
}
