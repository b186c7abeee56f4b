import { LostRace } from '../../lambdas/shared/table/lost-race.ts';
import { notThereYet, type Table } from '../../lambdas/shared/table/table.store.ts';
import { apart, fateOf, onBoth, tablesOfThisFile } from './on-both.ts';

// Why writes are rejected, and what the rejection contains.

tablesOfThisFile();

const key = (sk: string) => ({ pk: 'T', sk });
const AT_ONCE = 40;
const countOnce = { expression: 'ADD times :one', values: { ':one': 1 } };

/** The items that a lost race returns, in the order of the writes. */
async function foundBy(write: Promise<unknown>) {
  try {
    await write;
    return 'won';
  } catch (error) {
    if (!(error instanceof LostRace)) throw error;
    return error.found;
  }
}

async function twoItems(table: Table): Promise<void> {
  await table.put({ ...key('1'), count: 1 });
  await table.put({ ...key('2'), count: 2 });
}

const isFive = { condition: '#count = :five', names: { '#count': 'count' }, values: { ':five': 5, ':six': 6 } };

onBoth(
  'a cancelled transaction tells of each write why, in their order, with the item that refused it, and has written nothing',
  async ({ table }) => {
    await twoItems(table);
    const writes = () => [
      table.putWrite(key('new')),
      table.putWrite(key('1'), notThereYet),
      table.updateWrite(key('2'), { expression: 'SET #count = :six', ...isFive }),
      table.deleteWrite(key('absent'), { expression: 'attribute_exists(pk)' }),
    ];
    return [await fateOf(table.transact(writes())), await foundBy(table.transact(writes())), await table.get(key('new'))];
  },
  [
    'cancelled: None, ConditionalCheckFailed, ConditionalCheckFailed, ConditionalCheckFailed',
    [undefined, { ...key('1'), count: 1 }, { ...key('2'), count: 2 }, undefined],
    undefined,
  ],
);
onBoth(
  'a check refuses a transaction with the item that it found, changes nothing itself, and looks into a map',
  async ({ table }) => {
    const held = { ...key('checked'), handshakes: { mch_1: { note: 'here' } } };
    await table.put(held);
    const writesWhile = (machine: string) =>
      table.transact([
        table.putWrite(key(machine)),
        table.checkWrite(key('checked'), {
          expression: 'attribute_exists(handshakes.#machine)',
          names: { '#machine': machine },
        }),
      ]);
    return [
      await foundBy(writesWhile('mch_1')),
      await foundBy(writesWhile('mch_2')),
      await table.get(key('mch_2')),
      await table.get(key('checked')),
    ];
  },
  [
    'won',
    [undefined, { ...key('checked'), handshakes: { mch_1: { note: 'here' } } }],
    undefined,
    { ...key('checked'), handshakes: { mch_1: { note: 'here' } } },
  ],
);
onBoth(
  'a single write that is refused tells of the item that it found',
  async ({ table }) => {
    await twoItems(table);
    return [
      await foundBy(table.put(key('1'), notThereYet)),
      await foundBy(table.update(key('2'), { expression: 'SET #count = :six', ...isFive })),
      await foundBy(table.update(key('absent'), { expression: 'SET #count = :six', ...isFive })),
    ];
  },
  [[{ ...key('1'), count: 1 }], [{ ...key('2'), count: 2 }], [undefined]],
);
onBoth(
  'transactions and single writes on one item at once lose no count',
  async ({ table }) => {
    const writes = Array.from({ length: AT_ONCE }, (_, at) =>
      at % 2 === 0 ? table.transact([table.updateWrite(key('counter'), countOnce)]) : table.update(key('counter'), countOnce),
    );
    const taken = (await Promise.allSettled(writes)).filter(({ status }) => status === 'fulfilled').length;
    return (await table.get(key('counter')))?.times === taken;
  },
  true,
);
onBoth(
  'of many that put the same item where none is, one wins',
  async ({ table }) => {
    const fates = await Promise.all(Array.from({ length: 20 }, () => fateOf(table.put(key('first'), notThereYet))));
    return [fates.filter((fate) => fate === 'taken').length, new Set(fates).size];
  },
  [1, 2],
);
onBoth(
  'a transaction does not write one item twice, and is not empty',
  async ({ table }) => [
    await fateOf(table.transact([table.putWrite(key('a')), table.updateWrite(key('a'), countOnce)])),
    await fateOf(table.transact([])),
  ],
  ['ValidationException', 'ValidationException'],
);
onBoth(
  'a condition that fails comes before an update that cannot be made',
  async ({ table }) => {
    await twoItems(table);
    return fateOf(table.update(key('1'), { expression: 'SET absent.part = :six', ...isFive }));
  },
  'ConditionalCheckFailedException',
);
apart(
  'adding a text to a number in a transaction is refused',
  async ({ table }) => {
    await table.put({ ...key('sum'), amount: 1 });
    return fateOf(
      table.transact([table.updateWrite(key('sum'), { expression: 'SET amount = amount + :x', values: { ':x': 'a' } })]),
    );
  },
  { 'DynamoDB Local': 'ValidationException', MiniStack: 'taken' },
);
apart(
  'a path through a missing map refuses a transaction',
  async ({ table }) => {
    await table.put(key('map'));
    const write = table.updateWrite(key('map'), { expression: 'SET absent.part = :x', values: { ':x': 1 } });
    return fateOf(table.transact([table.putWrite(key('beside')), write]));
  },
  { 'DynamoDB Local': 'ValidationException', MiniStack: 'cancelled: None, ValidationError' },
);
