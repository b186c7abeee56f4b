import * as z from 'zod/mini';

/**
 * Checks what we know and keeps what we do not: during a deploy or after a rollback, older code writes rows back that newer
 * code has written, and must not erase what the newer one added.
 */
export const storedObject = z.looseObject as unknown as typeof z.object;
