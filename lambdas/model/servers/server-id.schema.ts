import * as z from 'zod/mini';

/** A `server_id` as callers send it: an integer, no text, no fraction, below 2^53. */
export const ServerId = z.int('must be an integer').check(z.minimum(1, 'must be 1 or more'));
