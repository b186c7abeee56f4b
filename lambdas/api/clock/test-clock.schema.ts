import * as z from 'zod/mini';
import { Livemode } from '../../../contract/api/wire.schema.ts';

export const MAX_MOVE_SECONDS = 10 * 366 * 86_400;

/** A request gives one of the two fields. */
export const MoveTestClockRequest = z.strictObject({
  advance_seconds: z.optional(
    z
      .int('must be an integer')
      .check(
        z.minimum(0, 'must be 0 or more'),
        z.maximum(MAX_MOVE_SECONDS, 'must be ten years at most'),
        z.describe('By how many seconds the clock goes forward.'),
      ),
  ),
  now: z.optional(
    z.iso
      .datetime('must be an instant, for example "2027-01-01T00:00:00.000Z"')
      .check(z.describe('In place of `advance_seconds`: what the clock is to show. Not before what it shows.')),
  ),
});
export type MoveTestClockRequest = z.infer<typeof MoveTestClockRequest>;

export const TestClockResource = z
  .strictObject({
    livemode: Livemode,
    now: z.string().check(z.meta({ format: 'date-time', description: 'What the clock shows.' })),
    ahead_seconds: z.number().check(z.meta({ description: 'By how much it is ahead of the time of day.' })),
  })
  .check(z.meta({ id: 'TestClock', description: 'The clock of the organization’s test mode.' }));
export type TestClockResource = z.infer<typeof TestClockResource>;
