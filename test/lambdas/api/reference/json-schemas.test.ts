import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { JsonSchemas } from '../../../../lambdas/api/reference/json-schemas.ts';

describe('JSON Schema made from zod', () => {
  it('refuses two schemas with the same name', () => {
    const schemas = new JsonSchemas();
    schemas.named('Twice', z.string(), 'answer');
    schemas.named('Twice', z.string(), 'answer');
    expect(() => schemas.named('Twice', z.int(), 'answer')).toThrow('Twice');
  });
});
