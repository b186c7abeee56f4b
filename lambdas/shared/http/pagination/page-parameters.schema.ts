import * as z from 'zod/mini';

const LARGEST_PAGE = 100;
const STANDARD_PAGE = 50;

/** A query parameter that is an integer: canonical digits, so that `01`, `1.0`, `+1` and `1e3` are none. */
export function integerParameter(least: number, most: number) {
  const message = `must be an integer from ${least} to ${most}`;
  return z.pipe(
    z.pipe(z.string().check(z.regex(/^(0|[1-9][0-9]{0,15})$/, message)), z.transform(Number)),
    z.int(message).check(z.minimum(least, message), ...(most < Number.MAX_SAFE_INTEGER ? [z.maximum(most, message)] : [])),
  );
}

/** What every list takes. */
export const PAGE_PARAMETERS = {
  limit: z._default(integerParameter(1, LARGEST_PAGE), STANDARD_PAGE).check(z.describe('The most to answer.')),
  cursor: z.optional(z.string()).check(z.describe('`next_cursor` of the page before; the other parameters stay the same.')),
};

/** The query of a list without filters. */
export const ListQuery = z.strictObject(PAGE_PARAMETERS);
