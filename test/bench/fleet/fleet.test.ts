/** @module-tag slow */
import { expect, it } from 'vitest';
import { run } from '../fleet.bench.ts';

it('a new machine of a fleet reports all names of its server at once, however many', async () => {
  const measured = await run('short');
  expect(measured.filter(({ isHeld, isTime }) => !isTime && isHeld === false)).toEqual([]);
});
