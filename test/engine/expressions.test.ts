import { DeleteItemCommand, PutItemCommand, UpdateItemCommand, type UpdateItemCommandInput } from '@aws-sdk/client-dynamodb';
import type { EngineTable } from './engine-tables.ts';
import { apart, fateOf, onBoth, tablesOfThisFile } from './on-both.ts';

tablesOfThisFile();

const Key = { pk: { S: 'E' }, sk: { S: '1' } };
const one = { ':one': { N: '1' } };

/** The result of updating an item with `amount` 1 and the map `map`, with `:one` and other values. */
async function update({ client, name }: EngineTable, input: Partial<UpdateItemCommandInput>): Promise<string> {
  await client.send(new DeleteItemCommand({ TableName: name, Key }));
  await client.send(
    new PutItemCommand({ TableName: name, Item: { ...Key, amount: { N: '1' }, map: { M: { in: { N: '1' } } } } }),
  );
  const values = { ...one, ...input.ExpressionAttributeValues };
  const given = { UpdateExpression: 'SET seen = :one', ...input, ExpressionAttributeValues: values };
  return fateOf(client.send(new UpdateItemCommand({ TableName: name, Key, ...given })));
}
const set = (UpdateExpression: string, values = {}) => ({ UpdateExpression, ExpressionAttributeValues: values });
const under = (ConditionExpression: string, values = {}) => ({ ConditionExpression, ExpressionAttributeValues: values });

async function each(on: EngineTable, inputs: Partial<UpdateItemCommandInput>[]): Promise<string[]> {
  const seen: string[] = [];
  for (const input of inputs) seen.push(await update(on, input));
  return seen;
}
const refused = (count: number) => Array.from({ length: count }, () => 'ValidationException');
const FAILS = 'ConditionalCheckFailedException';

onBoth(
  'a reserved word is refused in an update, in a condition and within a path, in any case',
  (on) =>
    each(on, [set('SET state = :one'), set('SET Status = :one'), set('SET map.url = :one'), under('attribute_exists(state)')]),
  refused(4),
);
onBoth(
  'a value or a name that is not used, or not given, is refused',
  (on) =>
    each(on, [
      { ExpressionAttributeValues: { ':more': { N: '1' } } },
      { ExpressionAttributeNames: { '#more': 'more' } },
      set('SET seen = :other'),
      set('SET #seen = :one'),
    ]),
  refused(4),
);
onBoth(
  'an update of overlapping paths, of a key, of nothing, through no map or from no number is refused',
  (on) =>
    each(on, [
      set('SET a = :one, a.b = :one'),
      set('SET pk = :one'),
      set(''),
      set('SET absent.part = :one'),
      set('SET seen = absent + :one'),
    ]),
  refused(5),
);
onBoth(
  'an expression of more than 4 kB, with two pairs of parentheses around one thing or a wrong placeholder is refused',
  (on) =>
    each(on, [
      set(`SET ${Array.from({ length: 300 }, (_, at) => `attribute${at} = :one`).join(', ')}`),
      under('((amount = :one))'),
      { UpdateExpression: 'SET #a-b = :one', ExpressionAttributeNames: { '#a-b': 'a' } },
      under('begins_with(amount, :one)'),
    ]),
  refused(4),
);
onBoth(
  'what is not there is unlike any value, and neither less nor more',
  (on) => each(on, [under('absent <> :one'), under('NOT absent = :one'), under('absent < :one'), under('size(absent) < :one')]),
  ['taken', 'taken', FAILS, FAILS],
);
onBoth(
  'values of two types are unlike, and neither is less',
  (on) =>
    each(on, [
      under('amount <> :text', { ':text': { S: '1' } }),
      under('amount < :text', { ':text': { S: 'x' } }),
      under('amount > :text', { ':text': { S: '' } }),
    ]),
  ['taken', FAILS, FAILS],
);
onBoth(
  'what is not there is counted from nothing, and its removal changes nothing',
  (on) =>
    each(on, [
      set('ADD absent :one'),
      set('SET seen = if_not_exists(absent, :one) + :one'),
      set('SET seen = :one REMOVE absent'),
    ]),
  ['taken', 'taken', 'taken'],
);
apart('an attribute that is set twice is refused', (on) => update(on, set('SET a = :one, a = :one')), {
  'DynamoDB Local': 'ValidationException',
  MiniStack: 'taken',
});
apart('two SET sections of one update are refused', (on) => update(on, set('SET a = :one SET b = :one')), {
  'DynamoDB Local': 'ValidationException',
  MiniStack: 'taken',
});
apart('removing an attribute of a missing map is refused', (on) => update(on, set('SET seen = :one REMOVE absent.part')), {
  'DynamoDB Local': 'ValidationException',
  MiniStack: 'taken',
});
apart('two missing attributes are not equal', (on) => update(on, under('absent = lacking')), {
  'DynamoDB Local': FAILS,
  MiniStack: 'taken',
});
apart('a number has no size', (on) => update(on, under('size(amount) < :two', { ':two': { N: '2' } })), {
  'DynamoDB Local': FAILS,
  MiniStack: 'taken',
});
apart('begins_with on a number is not an error', (on) => update(on, under('begins_with(amount, :x)', { ':x': { S: 'x' } })), {
  'DynamoDB Local': FAILS,
  MiniStack: 'ValidationException',
});
apart('comparing a boolean with a number is refused', (on) => update(on, under('amount < :yes', { ':yes': { BOOL: true } })), {
  'DynamoDB Local': 'ValidationException',
  MiniStack: FAILS,
});

const find = (filter: object) => ({ KeyConditionExpression: 'pk = :pk', values: { ':pk': 'E', ':x': 'x' }, ...filter });
apart('a filter on a key attribute is refused', ({ table }) => fateOf(table.query(find({ FilterExpression: 'sk = :x' }))), {
  'DynamoDB Local': 'ValidationException',
  MiniStack: 'taken',
});
apart(
  'a reserved word in a filter is refused even if there is nothing to filter',
  ({ table }) => fateOf(table.query({ ...find({ FilterExpression: 'state = :x' }), values: { ':pk': 'NOTHING', ':x': 'x' } })),
  {
    'DynamoDB Local': 'ValidationException',
    MiniStack: 'taken',
  },
);
apart(
  'a filter on an attribute that an index does not project is refused',
  ({ table }) =>
    fateOf(
      table.query({ ...find({ FilterExpression: 'note = :x' }), IndexName: 'byDue', KeyConditionExpression: 'duePk = :pk' }),
    ),
  { 'DynamoDB Local': 'ValidationException', MiniStack: 'taken' },
);
