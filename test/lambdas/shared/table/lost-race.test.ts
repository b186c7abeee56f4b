import { TransactionCanceledException, TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { describe, expect, it } from 'vitest';
import { LostRace, wonRace, wonRaceUnlessBusy } from '../../../../lambdas/shared/table/lost-race.ts';

const cancelled = new TransactionCanceledException({ message: 'cancelled', $metadata: {} });
const conflict = new LostRace([], cancelled);
const lost = new LostRace([undefined, {}], cancelled, [1]);
const lostAlone = new LostRace([{}], new Error('the conditional request failed'));
const conflictAlone = new TransactionConflictException({ message: 'conflict', $metadata: {} });
const broken = new Error('broken');

describe.each([
  ['won', wonRace],
  ['won unless another is at work', wonRaceUnlessBusy],
])('a race that is to be %s', (_, ask) => {
  it('is won by a write that succeeds', async () => {
    expect(await ask(Promise.resolve())).toBe(true);
  });

  it.each([
    ['of a transaction', lost],
    ['of a single write', lostAlone],
  ])('is lost where a condition %s fails', async (_kind, error) => {
    expect(await ask(Promise.reject(error))).toBe(false);
  });

  it('throws what is neither lost nor busy', async () => {
    await expect(ask(Promise.reject(broken))).rejects.toBe(broken);
  });
});

describe.each([
  ['a transaction', conflict],
  ['a single write, after all its tries', conflictAlone],
])('a conflict of %s', (_, error) => {
  it('is thrown, as nobody has done the same', async () => {
    await expect(wonRace(Promise.reject(error))).rejects.toBe(error);
  });

  it('leaves to the next run what stays due', async () => {
    expect(await wonRaceUnlessBusy(Promise.reject(error))).toBe(false);
  });
});
