import * as z from 'zod/mini';

/**
 * Validates known fields and keeps unknown ones: during a deployment or after a rollback, older code rewrites rows of newer code,
 * and must not erase its fields.
 */
export const storedObject = z.looseObject as unknown as typeof z.object;
