import * as z from 'zod/mini';

/**
 * Describes an integer like `z.describe`, with `format` before `description`: the OpenAPI document has this key order, and
 * json-schemas.ts appends its own keys.
 */
export const int64 = (text: string) => z.meta({ format: 'int64', description: text });
