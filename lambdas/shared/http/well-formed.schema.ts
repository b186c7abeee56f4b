import * as z from 'zod/mini';

/** DynamoDB keeps UTF-8: half a surrogate pair has none. */
export const isWellFormed = z.refine<string>((text) => text.isWellFormed(), 'must be well-formed Unicode');
