/**
 * How long a test waits for what takes seconds on a machine at rest: one with ten times as much to do is no failure of the
 * product.
 */
export const PATIENCE_SECONDS = 150;
