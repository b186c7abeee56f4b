import { GetItemCommand, PutItemCommand, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import type { EngineTable } from './engine-tables.ts';
import { fateOf, onBoth, tablesOfThisFile } from './on-both.ts';

// Numbers as sent and as returned: strings of up to 38 digits, which JavaScript numbers cannot hold.

tablesOfThisFile();

const Key = { pk: { S: 'N' }, sk: { S: '1' } };

async function kept({ client, name }: EngineTable, N: string): Promise<string | undefined> {
  await client.send(new PutItemCommand({ TableName: name, Item: { ...Key, n: { N } } }));
  return (await client.send(new GetItemCommand({ TableName: name, Key, ConsistentRead: true }))).Item?.n?.N;
}

async function changed({ client, name }: EngineTable, from: string, UpdateExpression: string, by: string) {
  await client.send(new PutItemCommand({ TableName: name, Item: { ...Key, n: { N: from } } }));
  const values = { ExpressionAttributeValues: { ':by': { N: by } }, ReturnValues: 'ALL_NEW' as const };
  return (await client.send(new UpdateItemCommand({ TableName: name, Key, UpdateExpression, ...values }))).Attributes?.n?.N;
}

async function each<Of>(inputs: readonly Of[], observe: (input: Of) => Promise<unknown>): Promise<unknown[]> {
  const seen: unknown[] = [];
  for (const input of inputs) seen.push(await observe(input));
  return seen;
}

const THIRTY_EIGHT = '12345678901234567890123456789012345678';

onBoth(
  'a number of 38 digits is kept to the last',
  (on) => each([THIRTY_EIGHT, `-${THIRTY_EIGHT}`, `${THIRTY_EIGHT}0`, '9007199254740993'], (n) => kept(on, n)),
  [THIRTY_EIGHT, `-${THIRTY_EIGHT}`, `${THIRTY_EIGHT}0`, '9007199254740993'],
);
onBoth(
  'a number comes back in its shortest form, and minus zero as zero',
  (on) => each(['-0', '0e5', '0001.500', '1.5e20', '.5', '+5', '1E-7'], (n) => kept(on, n)),
  ['0', '0', '1.5', '150000000000000000000', '0.5', '5', '0.0000001'],
);
onBoth(
  'a number of 39 digits, one too large or too small, or none at all is refused',
  (on) => each([`${THIRTY_EIGHT}9`, '1e126', '1e-131', 'NaN', 'Infinity', 'x', ' 1', ''], (n) => fateOf(kept(on, n))),
  Array.from({ length: 8 }, () => 'ValidationException'),
);
onBoth(
  'a sum is exact, beyond what JavaScript can count and in fractions',
  async (on) => [
    await changed(on, '9007199254740992', 'ADD n :by', '1'),
    await changed(on, '0.1', 'SET n = n + :by', '0.2'),
    await changed(on, '1', 'SET n = n - :by', '3'),
  ],
  ['9007199254740993', '0.3', '-2'],
);
onBoth(
  'a number equals itself however it is written',
  async ({ table }) => {
    await table.put({ pk: 'N', sk: '2', n: 100 });
    const written = { expression: 'n = :same AND n < :more', values: { ':same': 1e2, ':more': 100.000001 } };
    return fateOf(table.put({ pk: 'N', sk: '2', n: -0 }, written));
  },
  'taken',
);
const EXACT = [Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, 0.1 + 0.2, 1e-100, -0.5, 0];
const exactItem = { pk: 'N', sk: '3', numbers: EXACT, map: { in: EXACT } };

onBoth(
  'what JavaScript counts exactly comes back as it was',
  async ({ table }) => {
    await table.put(exactItem);
    return table.get({ pk: 'N', sk: '3' });
  },
  exactItem,
);
