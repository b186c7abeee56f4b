import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { askedBy, expressionsIn, readTraces, traceFile } from './trace-file.ts';

const FILE = 'test/engine/witness/trace-file.test.ts';
const query = (IndexName: string, KeyConditionExpression: string) => ({ TableName: 'table', IndexName, KeyConditionExpression });

it('of the requests that say the same and end the same the first is taken down, and an index or an error makes another', () => {
  const folder = mkdtempSync(join(tmpdir(), 'traces-'));
  const traces = traceFile(folder, FILE);
  const hear = (input: object, error?: Error) =>
    traces.hear({ action: 'Query', input, before: new Map(), after: new Map(), ...(error ? { error } : { answer: {} }) });
  for (const _ of ['first', 'again']) hear(query('byDue', 'duePk = :pk'));
  hear(query('byScan', 'duePk = :pk'));
  hear(query('byDue', 'scanPk = :pk'));
  hear(query('byDue', 'duePk = :pk'), new Error('refused'));
  traces.write('a test');
  expect(
    readTraces(folder).map(({ request, error }) => [request.IndexName, request.KeyConditionExpression, error?.name]),
  ).toEqual([
    ['byDue', 'duePk = :pk', undefined],
    ['byScan', 'duePk = :pk', undefined],
    ['byDue', 'scanPk = :pk', undefined],
    ['byDue', 'duePk = :pk', 'Error'],
  ]);
});

it('the name of an index is no expression', () => {
  const request = query('byDue', 'duePk = :pk');
  expect([askedBy(request), expressionsIn(request)]).toEqual([['byDue', 'duePk = :pk'], ['duePk = :pk']]);
});
