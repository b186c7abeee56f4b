import { randomUUID } from 'node:crypto';
import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, PutCommand, paginateScan } from '@aws-sdk/lib-dynamodb';
import { ENVIRONMENT } from '../../../contract/stack/environment.ts';
import { awsClientSettings } from '../../../local/machine/environment.ts';
import { tableDefinition } from '../../engine/table-definition.ts';
import type { FunctionName, Release } from './functions.ts';
import type { Invocation } from './invocations.ts';
import { startFunction } from './invoke.ts';
import type { Row } from './scene.ts';

const { table: definition } = tableDefinition();

export interface Played {
  invoked: number;
  /** Rows that it added or changed. */
  written: Row[];
  faults: string[];
}

/** Invokes a function with its own table of these rows. */
export async function play(
  name: FunctionName,
  release: Release,
  rows: readonly Row[],
  invocations: readonly Invocation[],
  { engine, environment }: { engine: string; environment: Record<string, string> },
): Promise<Played> {
  const client = DynamoDBDocumentClient.from(new DynamoDBClient(awsClientSettings(engine)));
  const TableName = `${name}-${randomUUID()}`;
  await client.send(new CreateTableCommand({ ...definition, TableName }));
  await Promise.all(rows.map((Item) => client.send(new PutCommand({ TableName, Item }))));
  const running = await startFunction(release[name], { ...environment, [ENVIRONMENT.tableName]: TableName });
  const faults: string[] = [];
  try {
    for (const { event, expected } of invocations) {
      const { answer, thrown } = await running.invoke(event);
      if (thrown !== undefined) faults.push(`${name} throws ${thrown}`);
      else if (!expected(answer as never)) faults.push(`${name} answers ${JSON.stringify(answer)} to ${JSON.stringify(event)}`);
    }
  } finally {
    running.end();
  }
  const before = new Map(rows.map((row) => [`${row.pk}|${row.sk}`, canonical(row)]));
  const written: Row[] = [];
  for await (const { Items = [] } of paginateScan({ client }, { TableName })) {
    written.push(...Items.filter((row) => before.get(`${row.pk}|${row.sk}`) !== canonical(row)));
  }
  client.destroy();
  return { invoked: invocations.length, written, faults: [...faults, ...running.errors().map((line) => `${name} logs ${line}`)] };
}

function canonical(row: Row): string {
  return JSON.stringify(row, (_, value) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  );
}
