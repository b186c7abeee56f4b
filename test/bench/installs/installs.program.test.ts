import { expect, it } from 'vitest';
import { run } from '../installs.bench.ts';

it('visitors of a server notice nothing of certificates of other names that come and go there', async () => {
  const measured = await run('short', ['nginx']);
  expect(measured.filter(({ isTime, isHeld }) => !isTime && isHeld === false)).toEqual([]);
}, 120_000);
