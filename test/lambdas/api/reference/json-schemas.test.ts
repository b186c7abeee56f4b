import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { JsonSchemas } from '../../../../lambdas/api/reference/json-schemas.ts';

const Part = z.strictObject({ at: z.iso.datetime() }).check(z.meta({ id: 'TestPart', description: 'A part.' }));

describe('JSON Schema made from zod', () => {
  it('refers to a schema with an id, which becomes a component', () => {
    const schemas = new JsonSchemas();
    expect(schemas.of(z.array(Part), 'answer')).toEqual({ type: 'array', items: { $ref: '#/components/schemas/TestPart' } });
    expect(schemas.components.TestPart).toEqual({
      type: 'object',
      description: 'A part.',
      properties: { at: { type: 'string', format: 'date-time' } },
      required: ['at'],
    });
  });

  it('refuses two schemas with the same name', () => {
    const schemas = new JsonSchemas();
    schemas.named('Twice', z.string(), 'answer');
    schemas.named('Twice', z.string(), 'answer');
    expect(() => schemas.named('Twice', z.int(), 'answer')).toThrow('Twice');
  });

  it('describes what may be sent: before transforms, defaults optional, unknown fields refused', () => {
    const request = z.strictObject({
      name: z.pipe(
        z.string().check(z.minLength(2)),
        z.transform((text) => text.length),
      ),
      on: z._default(z.boolean(), true),
      looked: z.pipe(z.unknown().check(z.refine(() => true)), z.record(z.string(), z.string())),
    });
    expect(new JsonSchemas().of(request, 'request')).toEqual({
      type: 'object',
      properties: {
        name: { type: 'string', minLength: 2 },
        on: { type: 'boolean', default: true },
        looked: { type: 'object', additionalProperties: { type: 'string' } },
      },
      required: ['name', 'looked'],
      additionalProperties: false,
    });
  });
});
