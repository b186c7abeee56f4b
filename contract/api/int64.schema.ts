import * as z from 'zod/mini';

/**
 * Describes an integer as `z.describe` does. The OpenAPI document has had its format before its words; that which
 * json-schemas.ts adds stands behind them.
 */
export const int64 = (text: string) => z.meta({ format: 'int64', description: text });
