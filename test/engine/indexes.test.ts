import { TABLE_SHAPE } from '../../contract/stack/table-shape.ts';
import type { Table } from '../../lambdas/shared/table/table.store.ts';
import { apart, fateOf, onBoth, tablesOfThisFile } from './on-both.ts';

tablesOfThisFile();

const dueIn = (partition: string) => ({
  IndexName: TABLE_SHAPE.byDue.name,
  KeyConditionExpression: 'duePk = :pk',
  values: { ':pk': partition },
});
const listOf = (partition: string) => ({
  IndexName: 'byOrganization',
  KeyConditionExpression: 'listPk = :pk',
  values: { ':pk': partition },
});
const putEach = async (table: Table, items: Record<string, unknown>[]) => {
  for (const item of items) await table.put(item as { pk: string; sk: string });
};

onBoth(
  'texts lie in the order of their bytes',
  async ({ table }) => {
    const texts = ['a', 'B', 'é', 'z', '\u{1F600}', '\uFF5E', 'Z', '_', '10', '9', 'a#', 'aa'];
    await putEach(
      table,
      texts.map((sk) => ({ pk: 'TEXTS', sk })),
    );
    const { items } = await table.query({ KeyConditionExpression: 'pk = :pk', values: { ':pk': 'TEXTS' } });
    return items.map(({ sk }) => sk);
  },
  ['10', '9', 'B', 'Z', '_', 'a', 'a#', 'aa', 'z', 'é', '\uFF5E', '\u{1F600}'],
);
onBoth(
  'numbers lie in the order of what they are',
  async ({ table }) => {
    const numbers = [5, -3, 10, 2.5, Number.MAX_SAFE_INTEGER, 0, 1000];
    await putEach(
      table,
      numbers.map((listId, at) => ({ pk: 'NUMBERS', sk: String(at), listPk: 'NUMBERS', listId })),
    );
    return (await table.query(listOf('NUMBERS'))).items.map(({ listId }) => listId);
  },
  [-3, 0, 2.5, 5, 10, 1000, Number.MAX_SAFE_INTEGER],
);
onBoth(
  'an index of keys holds the keys, and an index of lists what is listed',
  async ({ table }) => {
    const keys = { pk: 'PROJECTED', sk: '1', duePk: 'PROJECTED', stepDueAt: '2020', listPk: 'PROJECTED', listId: 1 };
    await table.put({ ...keys, listed: { id: 1 }, note: 'of neither' });
    return [(await table.query(dueIn('PROJECTED'))).items, (await table.query(listOf('PROJECTED'))).items];
  },
  [
    [{ pk: 'PROJECTED', sk: '1', duePk: 'PROJECTED', stepDueAt: '2020' }],
    [{ pk: 'PROJECTED', sk: '1', listPk: 'PROJECTED', listId: 1, listed: { id: 1 } }],
  ],
);
onBoth(
  'an item is in an index while it has both keys of it',
  async ({ table }) => {
    const key = { pk: 'SPARSE', sk: '1' };
    const due = async () => (await table.query(dueIn('SPARSE'))).items.map(({ stepDueAt }) => stepDueAt);
    await table.put({ ...key, duePk: 'SPARSE' });
    const without = await due();
    await table.update(key, { expression: 'SET stepDueAt = :at', values: { ':at': '1' } });
    const first = await due();
    await table.update(key, { expression: 'SET stepDueAt = :at', values: { ':at': '2' } });
    const moved = await due();
    await table.update(key, { expression: 'REMOVE duePk' });
    return [without, first, moved, await due()];
  },
  [[], ['1'], ['2'], []],
);
onBoth(
  'an index is not read consistently, nor from an entry that lacks a key of the table',
  async ({ table }) => [
    await fateOf(table.query({ ...dueIn('D'), ConsistentRead: true })),
    await fateOf(table.query({ ...listOf('L'), startAt: { listPk: 'L', listId: 1 } })),
  ],
  ['ValidationException', 'ValidationException'],
);
onBoth(
  'an empty or a missing value is no key of an index, nor is a number where a text is wanted',
  async ({ table }) => [
    await fateOf(table.put({ pk: 'KEYS', sk: '1', duePk: '', stepDueAt: '1' })),
    await fateOf(table.put({ pk: 'KEYS', sk: '1', duePk: null, stepDueAt: '1' })),
    await fateOf(table.put({ pk: 'KEYS', sk: '1', listPk: 'L', listId: 'x' })),
  ],
  ['ValidationException', 'ValidationException', 'ValidationException'],
);
onBoth(
  'entries with the same sort key are read by pages of two, each once',
  async ({ table }) => {
    await putEach(
      table,
      Array.from({ length: 7 }, (_, at) => ({ pk: `TIE${at}`, sk: '1', duePk: 'TIE', stepDueAt: 'same' })),
    );
    const found: unknown[] = [];
    let startAt: Record<string, unknown> | undefined;
    do {
      const page = await table.query({ ...dueIn('TIE'), Limit: 2, ...(startAt && { startAt }) });
      found.push(...page.items.map(({ pk }) => pk));
      startAt = page.next;
    } while (startAt);
    return found.toSorted();
  },
  Array.from({ length: 7 }, (_, at) => `TIE${at}`),
);
apart(
  'index entries with the same sort key have no defined order',
  async ({ table }) => {
    await putEach(
      table,
      Array.from({ length: 7 }, (_, at) => ({ pk: `TIE${at}`, sk: '1', duePk: 'TIE', stepDueAt: 'same' })),
    );
    const found = (await table.query(dueIn('TIE'))).items.map(({ pk }) => pk);
    return JSON.stringify(found) === JSON.stringify(found.toSorted()) ? 'by their keys' : 'by something else';
  },
  { 'DynamoDB Local': 'by something else', MiniStack: 'by their keys' },
);
apart(
  'an index key of more than a kilobyte is refused',
  ({ table }) => fateOf(table.put({ pk: 'LONG', sk: '1', duePk: 'LONG', stepDueAt: 'x'.repeat(1025) })),
  { 'DynamoDB Local': 'ValidationException', MiniStack: 'taken' },
);
apart(
  'an index key of the wrong type is refused by an update',
  ({ table }) => fateOf(table.update({ pk: 'TYPE', sk: '1' }, { expression: 'SET listId = :text', values: { ':text': 'x' } })),
  { 'DynamoDB Local': 'taken', MiniStack: 'ValidationException' },
);
