import * as z from 'zod/mini';

const givenDay = z.iso.date('must be a day such as 2026-11-21');

/** One Query page holds the days of a range: a quarter of a year. */
export const MAX_DAYS = 92;
export const STANDARD_DAYS = 90;

export const ReportQuery = z.strictObject({
  from: z
    .optional(givenDay)
    .check(
      z.describe(`The first day, in UTC; without it, ${STANDARD_DAYS} days end with \`to\`. Reports are kept for 400 days.`),
    ),
  to: z.optional(givenDay).check(z.describe(`The last day, in UTC; without it, today. A report has ${MAX_DAYS} days at most.`)),
  format: z
    .optional(z.enum(['json', 'csv'], 'must be json or csv'))
    .check(z.describe('`csv` for a table, as with `Accept: text/csv`: a line for each day.')),
});
