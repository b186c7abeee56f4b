import { AWS_LIMITS } from '../../contract/stack/aws-limits.ts';
import { fateOf, onBoth, tablesOfThisFile } from './on-both.ts';

// Sizes on both sides of each limit.

tablesOfThisFile();

const key = (sk: string) => ({ pk: 'L', sk });
/** Bytes of an item for the names `pk`, `sk` and `a` and the key. */
const besides = (sk: string) => 'pkska'.length + 'L'.length + sk.length;
const longest = (sk: string) => 'x'.repeat(AWS_LIMITS.itemBytes.value - besides(sk));
const MOST = AWS_LIMITS.transactionItems.value;
const MEGABYTES_4 = 4 * 1024 * 1024;
const ITEMS = 11;

onBoth(
  'an item of 400 kB is taken, and one of a byte more is not',
  async ({ table }) => [
    await fateOf(table.put({ ...key('1'), a: longest('1') })),
    await fateOf(table.put({ ...key('1'), a: `${longest('1')}x` })),
    await fateOf(table.update(key('1'), { expression: 'SET b = :b', values: { ':b': 'x' } })),
    await fateOf(table.transact([table.putWrite({ ...key('2'), a: `${longest('2')}x` })])),
    await fateOf(table.transact([table.updateWrite(key('1'), { expression: 'SET b = :b', values: { ':b': 'x' } })])),
  ],
  ['taken', 'ValidationException', 'ValidationException', 'ValidationException', 'cancelled: ValidationError'],
);
onBoth(
  'a transaction of 100 writes is taken, and one of 101 is not',
  async ({ table }) => {
    const writes = (count: number) => Array.from({ length: count }, (_, at) => table.putWrite(key(`many${at}`)));
    return [await fateOf(table.transact(writes(MOST))), await fateOf(table.transact(writes(MOST + 1)))];
  },
  ['taken', 'ValidationException'],
);
onBoth(
  'a transaction of less than 4 MB is taken, and one of more is not',
  async ({ table }) => {
    const writes = (bytes: number) =>
      Array.from({ length: ITEMS }, (_, at) => table.putWrite({ ...key(`big${at}`), a: 'x'.repeat(Math.floor(bytes / ITEMS)) }));
    return [await fateOf(table.transact(writes(MEGABYTES_4 * 0.99))), await fateOf(table.transact(writes(MEGABYTES_4 * 1.01)))];
  },
  ['taken', 'ValidationException'],
);
onBoth(
  'a hundred items are read at once, and not a hundred and one, nor one twice',
  async ({ table }) => {
    const wanted = (count: number) => Array.from({ length: count }, (_, at) => key(`read${at}`));
    for (const item of wanted(5)) await table.put(item);
    return [
      (await table.getMany(wanted(100))).length,
      await fateOf(table.getMany(wanted(101))),
      await fateOf(table.getMany([key('read1'), key('read1')])),
    ];
  },
  [5, 'ValidationException', 'ValidationException'],
);
onBoth(
  'a partition key of 2 kB and a sort key of 1 kB are taken, and none that is longer or empty',
  async ({ table }) => [
    await fateOf(table.put({ pk: 'x'.repeat(2048), sk: 'x'.repeat(1024) })),
    await fateOf(table.put({ pk: 'x'.repeat(2049), sk: 'x' })),
    await fateOf(table.put({ pk: 'x', sk: 'x'.repeat(1025) })),
    await fateOf(table.put({ pk: '', sk: 'x' })),
    await fateOf(table.put({ pk: 'x', sk: '' })),
  ],
  ['taken', 'ValidationException', 'ValidationException', 'ValidationException', 'ValidationException'],
);
