import middy from '@middy/core';
import { describe, expect, it } from 'vitest';
import { type BatchResult, partialBatchFailures } from '../../../../lambdas/shared/middleware/middleware.ts';
import { anInvocation } from './invoke.ts';

const handling = (work: (ids: string[]) => Promise<string[]>) => {
  const handler = middy<string[], BatchResult>().use(partialBatchFailures()).handler(work);
  return handler(['1', '2', '3'], anInvocation());
};
const failures = (...ids: string[]) => ({ batchItemFailures: ids.map((itemIdentifier) => ({ itemIdentifier })) });

describe('a batch', () => {
  it.each([
    ['that went well is done with', [], failures()],
    ['with one bad record has that one delivered again', ['2'], failures('2')],
    ['of bad records has all of them delivered again, in their order', ['1', '2', '3'], failures('1', '2', '3')],
    // Lambda treats an empty identifier as a failure of the whole batch.
    ['with a bad record that has no identifier is delivered again as a whole', [''], failures('')],
  ])('%s', async (_, failed, answer) => {
    expect(await handling(async () => failed)).toEqual(answer);
  });

  it('whose handler throws is delivered again as a whole', async () => {
    const broken = handling(() => Promise.reject(new Error('table is gone')));
    await expect(broken).rejects.toThrow('table is gone');
  });
});
